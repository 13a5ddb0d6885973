import RedoCommandLine
import RedoInsight
import RedoModel
import RedoScreen
import RedoSystem

/// A list of tasks that a query includes.
struct TaskListPage: Page {
    private var text: String
    private(set) var rows: [RankedTask] = []
    private(set) var scroll = ListScroll()
    /// The marked tasks: an action applies to them, or without any to the selected one.
    private(set) var marked: Set<TaskID> = []
    /// The columns of the widest project; 0 if no task has one.
    private var projectWidth = 0
    /// The mistake in the query.
    private(set) var mistake: String?

    init(_ query: String = "") { text = query }

    private var selected: RankedTask? {
        rows.indices.contains(scroll.selected) ? rows[scroll.selected] : nil
    }

    /// The tasks that an action applies to.
    var targets: [TaskID] {
        marked.isEmpty
            ? selected.map { [$0.task.id] } ?? [] : rows.map(\.task.id).filter(marked.contains)
    }

    var selectedTask: TaskID? { selected?.task.id }
    var title: String { text }
    var query: String? { text }
    var hasDetail: Bool { true }
    var followsTime: Bool { true }

    var actions: [UserAction] {
        [.add, .edit, .done, .delete, .snooze, .undo, .search, .command, .help, .quit]
    }

    var commandLine: String {
        text.isEmpty ? "redo list" : "redo list --query '\(text)'"
    }

    var position: String {
        let position = "\(min(scroll.selected + 1, rows.count))/\(rows.count)"
        return marked.isEmpty ? position : "\(marked.count) marked  \(position)"
    }

    func refusal(of action: UserAction, _ source: PageSource) -> String? {
        let tasks = marked.isEmpty ? selected.map { [$0.task.id] } ?? [] : Array(marked)
        return source.refusal(of: action, on: tasks)
    }

    mutating func refresh(_ source: PageSource) {
        let (index, id) = (scroll.selected, selected?.task.id)
        do throws(RedoError) {
            rows = try source.board.rows(text)
            projectWidth =
                rows.lazy.compactMap { $0.task.project.map { displayWidth($0.printable) } }
                .max() ?? 0
            mistake = nil
        } catch {
            mistake = error.message
        }
        let known = Set(rows.map(\.task.id))
        marked.formIntersection(known)
        scroll.update(count: rows.count, height: scroll.height)
        scroll.select(id.flatMap { id in rows.firstIndex { $0.task.id == id } } ?? index)
    }

    mutating func search(_ query: String, _ source: PageSource) {
        text = query
        refresh(source)
    }

    mutating func select(_ task: TaskID) -> Bool {
        guard let index = rows.firstIndex(where: { $0.task.id == task }) else { return false }
        scroll.select(index)
        return true
    }

    var bookmark: InterfaceRecord.Position? {
        InterfaceRecord.Position(query: text, task: selectedTask, row: scroll.selected)
    }

    mutating func go(to position: InterfaceRecord.Position) {
        if let task = position.task, select(task) { return }
        scroll.select(position.row)
    }

    mutating func handle(_ key: Key, _ source: PageSource) { _ = scroll.handle(key) }

    mutating func handlePointer(_ event: InputEvent, top: Int) -> Bool {
        // A heading stands above the rows.
        scroll.handle(event, top: top + 1)
    }

    mutating func perform(_ action: UserAction, _ source: PageSource) -> PageAnswer? {
        switch action {
        case .mark: toggleMark()
        case .open: return selected.map { .open(OutputPage.task($0.task.id.description)) } ?? .done
        case .back:
            if marked.isEmpty { search("", source) } else { marked = [] }
        default: return nil
        }
        return .done
    }

    private mutating func toggleMark() {
        guard let id = selected?.task.id else { return }
        if marked.remove(id) == nil { marked.insert(id) }
        scroll.select(scroll.selected + 1)
    }

    /// Draws the rows that there is room for.
    mutating func draw(
        _ frame: inout Frame, rows area: Range<Int>, width: Int, _ source: PageSource
    ) {
        scroll.update(count: rows.count, height: area.count - 1)
        if rows.isEmpty {
            let reason =
                mistake ?? (text.isEmpty ? "Nothing to do. 'a' adds a task." : "No task matches.")
            frame.put(StyledText(reason, .faint), row: area.lowerBound, column: 1, limit: width - 1)
            return
        }
        let lines = StyledText.lines(
            of: source.board.lines(
                of: rows[scroll.visible], width: width - 2, projectWidth: projectWidth))
        for (index, line) in lines.prefix(area.count).enumerated() {
            let row = area.lowerBound + index
            frame.put(line, row: row, column: 2, limit: width - 2)
            guard index > 0 else { continue }
            let number = scroll.top + index - 1
            if marked.contains(rows[number].task.id) { frame.put("●", row: row, column: 0) }
            if number == scroll.selected {
                frame.put("▸", row: row, column: 1)
                frame.underlay(.selected, row: row, columns: 0..<width)
            }
        }
    }
}

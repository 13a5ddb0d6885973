import RedoModel
import RedoScreen
import RedoSystem

/// A list of tasks that a query includes.
struct TaskListPage {
    private(set) var query: String
    private(set) var rows: [RankedTask] = []
    private(set) var scroll = ListScroll()
    /// Those that an action applies to; without any it applies to the selected one.
    private(set) var marked: Set<TaskID> = []
    /// What is wrong with the query.
    private(set) var mistake: String?

    init(_ query: String = "") { self.query = query }

    var selected: RankedTask? {
        rows.indices.contains(scroll.selected) ? rows[scroll.selected] : nil
    }

    /// The tasks that an action applies to.
    var targets: [TaskID] {
        marked.isEmpty
            ? selected.map { [$0.task.id] } ?? [] : rows.map(\.task.id).filter(marked.contains)
    }

    /// Asks for the tasks anew, and keeps the selected one selected.
    mutating func refresh(_ board: TaskBoard) {
        let (place, id) = (scroll.selected, selected?.task.id)
        do throws(RedoError) {
            rows = try board.rows(query)
            mistake = nil
        } catch {
            mistake = error.message
        }
        let known = Set(rows.map(\.task.id))
        marked.formIntersection(known)
        scroll.update(count: rows.count, height: scroll.height)
        scroll.select(id.flatMap { id in rows.firstIndex { $0.task.id == id } } ?? place)
    }

    mutating func search(_ query: String, _ board: TaskBoard) {
        self.query = query
        refresh(board)
    }

    mutating func toggleMark() {
        guard let id = selected?.task.id else { return }
        if marked.remove(id) == nil { marked.insert(id) }
        scroll.select(scroll.selected + 1)
    }

    mutating func unmarkAll() { marked = [] }

    mutating func handle(_ key: Key) -> Bool { scroll.handle(key) }

    mutating func handle(_ event: InputEvent, top: Int) -> Bool {
        switch event {
        case .scroll(let lines):
            scroll.scroll(by: lines)
            return false
        case .click(let row, _, let isDouble):
            let place = scroll.top + row - top - 1
            guard row > top, rows.indices.contains(place) else { return false }
            scroll.select(place)
            return isDouble
        default: return false
        }
    }

    /// Draws the rows that there is room for.
    mutating func draw(_ frame: inout Frame, rows area: Range<Int>, width: Int, _ board: TaskBoard)
    {
        scroll.update(count: rows.count, height: area.count - 1)
        if rows.isEmpty {
            let text =
                mistake ?? (query.isEmpty ? "Nothing to do. 'a' adds a task." : "No task matches.")
            frame.put(StyledText(text, .faint), row: area.lowerBound, column: 1, limit: width - 1)
            return
        }
        let lines = StyledText.lines(of: board.lines(of: rows[scroll.visible], width: width - 2))
        for (place, line) in lines.prefix(area.count).enumerated() {
            let row = area.lowerBound + place
            frame.put(line, row: row, column: 2, limit: width - 2)
            guard place > 0 else { continue }
            let number = scroll.top + place - 1
            if marked.contains(rows[number].task.id) { frame.put("●", row: row, column: 0) }
            if number == scroll.selected {
                frame.put("▸", row: row, column: 1)
                frame.underlay(.selected, row: row, columns: 0..<width)
            }
        }
    }
}

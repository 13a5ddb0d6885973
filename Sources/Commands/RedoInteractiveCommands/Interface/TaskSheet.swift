import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoScreen
import RedoSystem

/// A form for a new task, or for the fields of one.
struct TaskSheet {
    /// A field, and the option of add and edit that sets it.
    struct Field {
        let label: String
        /// Nil for the title, which is the operand of add.
        let option: String?
        let initial: String
        var input: TextField
        /// The possible values, for completion.
        let candidates: [String]
    }

    /// The task that is edited; nil for a new one.
    let task: TaskID?
    private(set) var fields: [Field]
    private(set) var current = 0
    /// Whether words in the title of a new task set fields.
    private let readsWords: Bool
    /// The error of the last attempt to write.
    var mistake: String?

    /// - Parameter task: whose fields are edited; nil for a new one.
    init(_ task: TaskState?, _ board: TaskBoard) {
        self.task = task?.id
        readsWords = (try? board.repository.store.configuration.boolean(.addWords)) ?? true
        let known = Self.candidates(board)
        func field(_ label: String, _ option: String?, _ value: String, _ candidates: [String] = [])
            -> Field
        {
            Field(
                label: label, option: option, initial: value, input: TextField(value),
                candidates: candidates)
        }
        let todo = task?.currentTodo
        fields = [
            field("Title", task == nil ? nil : "--title", task?.title.description ?? ""),
            field("Due", "--due", todo?.deadline?.description ?? ""),
            field("Priority", "--priority", task.map { "\($0.priority)" } ?? ""),
            field("Project", "--project", task?.project?.description ?? "", known.projects),
            field(
                "Category", "--category",
                task.flatMap { board.table.facts.facts(of: $0).categoryPath.last?.description }
                    ?? "",
                known.categories),
            field(
                "Tags", "--tag", task?.tags.map(\.description).joined(separator: ",") ?? "",
                known.tags),
            field("Every", "--every", ""),
            field("Description", "--description", task?.description.description ?? ""),
        ]
    }

    private static func candidates(
        _ board: TaskBoard
    ) -> (projects: [String], categories: [String], tags: [String]) {
        var (projects, categories, tags): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        for task in board.tasks.state.tasks {
            if let project = task.project { projects.insert(project.description) }
            for tag in task.tags { tags.insert(tag.description) }
            if let name = board.table.facts.facts(of: task).categoryPath.last {
                categories.insert(name.description)
            }
        }
        return (projects.sorted(), categories.sorted(), tags.sorted())
    }

    /// The command that writes what was typed; nil if there is nothing to write.
    var words: [String]? {
        var words: [String]
        if let task { words = ["edit", task.description] } else { words = ["add"] }
        var isChanged = false
        for field in fields where field.input.text != field.initial {
            isChanged = true
            guard let option = field.option else { continue }
            if option == "--tag" {
                words += Self.tagOptions(from: field.initial, to: field.input.text)
            } else {
                words.append("\(option)=\(value(of: field))")
            }
        }
        if task == nil {
            words += (readsWords ? ["--words"] : []) + ["--", fields[0].input.text]
        }
        return isChanged ? words : nil
    }

    /// The option's value for an empty field.
    private func value(of field: Field) -> String {
        let text = field.input.text
        guard text.isEmpty, ["--due", "--project", "--category", "--every"].contains(field.option)
        else {
            return text
        }
        return "none"
    }

    private static func tagOptions(from before: String, to after: String) -> [String] {
        func tags(_ text: String) -> [String] {
            text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
                .filter { !$0.isEmpty }
        }
        let (old, new) = (tags(before), tags(after))
        return new.filter { !old.contains($0) }.map { "--tag=\($0)" }
            + old.filter { !new.contains($0) }.map { "--untag=\($0)" }
    }

    /// The text that a suggestion completes: of tags the last one.
    private var completedText: Substring {
        let field = fields[current]
        return field.option == "--tag"
            ? field.input.text.split(separator: ",").last ?? "" : field.input.text[...]
    }

    /// The completions of a field.
    var suggestion: String? {
        let start = completedText
        guard !start.isEmpty else { return nil }
        return fields[current].candidates.first { $0.hasPrefix(start) && $0 != start }
    }

    mutating func handle(_ key: Key) {
        switch key {
        case .tab, .down: current = (current + 1) % fields.count
        case .backTab, .up: current = (current + fields.count - 1) % fields.count
        case .right
        where suggestion != nil
            && fields[current].input.cursor == fields[current].input.text.endIndex:
            complete()
        default: _ = fields[current].input.handle(key)
        }
    }

    private mutating func complete() {
        guard let suggestion else { return }
        fields[current].input.insert(String(suggestion.dropFirst(completedText.count)))
    }

    mutating func paste(_ text: String) { fields[current].input.insert(text) }

    func draw(_ frame: inout Frame, rows area: Range<Int>) {
        frame.clear(rows: area, columns: 0..<frame.columns)
        let title = task == nil ? "Add a task" : "Edit a task"
        frame.put(StyledText(title, .bold), row: area.lowerBound, column: 1)
        let first = area.lowerBound + 1
        // Where there is little room, the fields around the current one are seen.
        let room = max(1, area.count - 3)
        let start = max(0, min(current - room / 2, fields.count - room))
        for (index, number) in (start..<min(fields.count, start + room)).enumerated() {
            let row = first + index
            let isCurrent = number == current
            frame.put(
                StyledText(fields[number].label, isCurrent ? .bold : .faint), row: row, column: 2,
                limit: 12)
            let column = min(15, frame.columns / 3)
            fields[number].input.draw(
                &frame, row: row, column: column, width: frame.columns - column - 1,
                isActive: isCurrent)
            if isCurrent, let suggestion {
                frame.put(
                    StyledText("→ \(suggestion.printable)", .faint), row: row,
                    column: min(
                        frame.columns - 1,
                        column + 2 + CharacterWidth.columns(of: fields[number].input.text)))
            }
        }
        if let mistake {
            frame.put(StyledText(mistake.printable, .error), row: area.upperBound - 2, column: 1)
        }
        frame.put(
            StyledText("Enter saves   Tab next field   → completes   Esc gives up", .faint),
            row: area.upperBound - 1, column: 1)
    }
}

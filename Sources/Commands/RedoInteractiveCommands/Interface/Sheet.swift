import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoScreen
import RedoSystem

/// A form for something new, or for the fields of something that is there.
struct Sheet {
    /// What is written.
    enum Subject: Equatable {
        case newTask
        case task(TaskID)
        case newCategory
        case category(UUIDValue)

        var title: String {
            switch self {
            case .newTask: "Add a task"
            case .task: "Edit a task"
            case .newCategory: "Add a category"
            case .category: "Edit a category"
            }
        }

        /// The command that writes it, without what was typed.
        var command: [String] {
            switch self {
            case .newTask: ["add"]
            case .task(let id): ["edit", id.description]
            case .newCategory: ["category", "add"]
            case .category(let id): ["category", "edit", id.text]
            }
        }

        /// Whether the first field is the operand of the command.
        var isNew: Bool { self == .newTask || self == .newCategory }

        /// Whether the command can check what was typed without writing it.
        var canBeTried: Bool {
            switch self {
            case .newTask, .task: true
            case .newCategory, .category: false
            }
        }
    }

    let subject: Subject
    private(set) var fields: [SheetField]
    private(set) var current = 0
    /// The reader of words in the title that set fields; nil if `add.words` switches it off.
    private var attributes: AttributeWords?
    /// When the sheet was opened, from which its dates count.
    private let now: Instant
    /// The error of the last attempt to write.
    var mistake: String?

    /// - Parameter task: whose fields are edited; nil for a new one.
    init(_ task: TaskState?, _ source: PageSource) {
        self.init(
            task.map { .task($0.id) } ?? .newTask, SheetField.all(task, source.board), source.board)
        let configuration = source.board.repository.store.configuration
        guard (try? configuration.boolean(.addWords)) ?? true else { return }
        attributes = source.suite.command(named: subject.command[0]).map {
            AttributeWords(of: $0.specification, configuration.taskFields)
        }
    }

    init(_ subject: Subject, _ fields: [SheetField], _ board: TaskBoard) {
        self.subject = subject
        self.fields = fields
        now = board.now
        self.fields[current].input.selectAll()
    }

    /// The command that writes what was typed; nil if there is nothing to write.
    var words: [String]? {
        guard fields.contains(where: \.isChanged) else { return nil }
        if subject.isNew {
            let words = subject == .newTask && attributes != nil ? ["--words"] : []
            return subject.command + fields.flatMap(\.words) + words
                + ["--", fields[0].input.text]
        }
        let (attributes, title) = attributesOfTitle()
        var fields = fields
        if !attributes.isEmpty { fields[0].input = TextField(title) }
        return subject.command + attributes + fields.flatMap(\.words)
    }

    /// The words of an edited title that set fields, and the title without them. Words that the title had before are text.
    private func attributesOfTitle() -> (words: [String], title: String) {
        let field = fields[0]
        var known = field.initial.split(whereSeparator: \.isWhitespace)
        var words: [String] = []
        var rest: [Substring] = []
        for word in field.input.text.split(whereSeparator: \.isWhitespace) {
            if let index = known.firstIndex(of: word) {
                known.remove(at: index)
                rest.append(word)
            } else if attributes?.setsField(word) == true {
                words.append(String(word))
            } else {
                rest.append(word)
            }
        }
        return (words, rest.isEmpty ? field.initial : rest.joined(separator: " "))
    }

    /// The completion of the current field.
    var suggestion: String? { fields[current].suggestion }

    mutating func handle(_ key: Key) {
        switch key {
        case .tab, .down: move(to: (current + 1) % fields.count)
        case .backTab, .up: move(to: (current + fields.count - 1) % fields.count)
        case .right
        where suggestion != nil
            && fields[current].input.cursor == fields[current].input.text.endIndex:
            fields[current].complete()
        default: _ = fields[current].input.handle(key)
        }
    }

    /// Goes to a field. Its value is selected, so that typing replaces it.
    private mutating func move(to field: Int) {
        fields[current].input.deselect()
        current = field
        fields[current].input.selectAll()
    }

    mutating func paste(_ text: String) { fields[current].input.insert(text) }

    func draw(_ frame: inout Frame, rows area: Range<Int>) {
        frame.clear(rows: area, columns: 0..<frame.columns)
        frame.put(StyledText(subject.title, .bold), row: area.lowerBound, column: 1)
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
            let aside = isCurrent ? suggestion.map { "→ \($0)" } : nil
            if let aside = aside ?? fields[number].meaning(at: now).map({ "= \($0)" }) {
                frame.put(
                    StyledText(aside.printable, .faint), row: row,
                    column: min(
                        frame.columns - 1,
                        column + 2 + CharacterWidth.columns(of: fields[number].input.text)),
                    limit: frame.columns - column - 1)
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

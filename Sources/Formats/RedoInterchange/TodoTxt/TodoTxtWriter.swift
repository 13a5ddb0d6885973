import RedoJSON
import RedoModel

/// A writer of todo.txt. Members that it cannot express are counted.
struct TodoTxtWriter {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    /// Members that a line cannot express. The time of the last change is not counted: every task has one.
    private static let without: [ForeignMember] = [
        .description, .notes, .isPrivate, .points, .estimate, .dependsOn, .parent, .comments,
        .occurrences, .work, .recurrenceOf, .recurrenceExcept, .reminders,
    ]

    func write(_ tasks: [ForeignTask]) -> InterchangeOutput {
        var bytes: [UInt8] = []
        var left: [String: Int] = [:]
        for task in tasks {
            guard task.status != .deleted else {
                left["tasks in the trash", default: 0] += 1
                continue
            }
            for member in Self.without where member.value(of: task) != nil {
                left[member.rawValue, default: 0] += 1
            }
            for field in task.fields where field.name != ImportedField.todotxt {
                left[field.name.description, default: 0] += 1
            }
            bytes += Array(line(task, &left).utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        return InterchangeOutput(bytes, left: left)
    }

    /// Whether a line is what an export writes of the task that was read from it, so that the line need not be kept.
    /// What it does not say of the id and the times comes from the import.
    func writes(_ task: ForeignTask, as text: String) -> Bool {
        guard task.uid != nil, task.created != nil, task.status == .open || task.ended != nil
        else { return false }
        var left: [String: Int] = [:]
        return line(task, nil, &left) == text
    }

    /// The line that was read, if it still says what the task does; another line otherwise.
    private func line(_ task: ForeignTask, _ left: inout [String: Int]) -> String {
        let field = task.fields.first { $0.name == ImportedField.todotxt }
        // Anyone can have written the field.
        guard let text = field?.value.string?.description, !text.utf8.contains(0x0A) else {
            return line(task, nil, &left)
        }
        let read = TodoTxtReader(settings).line(text)
        return Self.isSaid(task, by: read.task) ? text : line(task, read, &left)
    }

    /// Whether a line says what a task has. What it does not mention can have come from the import.
    private static func isSaid(_ task: ForeignTask, by read: ForeignTask) -> Bool {
        func rule(_ task: ForeignTask) -> String? {
            task.recurrence.map { TodoTxtRecurrence.text($0) ?? $0.rule }
        }
        return task.title == read.shownTitle && task.status == read.status
            && task.project == read.project && task.tags == read.tags
            && task.priority ?? 3 == read.priority ?? 3 && task.due == read.due
            && task.wait == read.wait && task.scheduled == read.scheduled
            && task.until == read.until && rule(task) == rule(read)
            && task.frequencyDays ?? 0 == read.frequencyDays ?? 0
            && (read.created == nil || task.created == read.created)
            && (read.ended == nil || task.ended == read.ended)
    }

    /// - Parameter read: what the task's line said before something changed.
    private func line(
        _ task: ForeignTask, _ read: TodoTxtReader.Line?, _ left: inout [String: Int]
    ) -> String {
        var task = task
        // Its time is that of the import.
        if let read, read.task.created == nil { task.created = nil }
        var words: [String] = []
        let letter = Self.letter(task, read).map { Unicode.Scalar($0) }
        if task.status == .completed {
            words.append("x")
            let ended = task.ended.map { settings.clock($0, endsDay: false) }
            if let ended { words.append(ended.date) }
            if ended != nil, let created = task.created {
                words.append(settings.clock(created, endsDay: false).date)
            }
        } else {
            if let letter { words.append("(\(Character(letter)))") }
            if let created = task.created {
                words.append(settings.clock(created, endsDay: false).date)
            }
        }
        let names = TodoTxtNames(task)
        words.append(title(task.title, names))
        words += names.further.map(name)
        if task.status == .completed, let letter { words.append("pri:\(Character(letter))") }
        add("due", "at", task.due, endsDay: true, to: &words)
        add("t", "t-at", task.wait, endsDay: false, to: &words)
        for (key, instant, endsDay) in [
            ("scheduled", task.scheduled, false), ("until", task.until, true),
        ] {
            guard let instant else { continue }
            let clock = settings.clock(instant, endsDay: endsDay)
            words.append("\(key):\(clock.time == nil ? clock.date : instant.wallText)")
        }
        // The dates at the beginning have no time of day.
        for (key, instant) in [("created", task.created), ("ended", task.ended)] {
            guard let instant, settings.clock(instant, endsDay: false).time != nil else { continue }
            words.append("\(key):\(instant.wallText)")
        }
        if let days = task.frequencyDays, days > 0 { words.append("rec:\(days)d") }
        if let recurrence = task.recurrence {
            if let text = TodoTxtRecurrence.text(recurrence) {
                words.append("rec:\(text)")
            } else {
                left["recurrence", default: 0] += 1
            }
        }
        if let uid = task.uid { words.append("uid:\(name(uid))") }
        return words.joined(separator: " ")
    }

    /// The letter of the priority: that of the line while it means the same.
    private static func letter(_ task: ForeignTask, _ read: TodoTxtReader.Line?) -> UInt8? {
        if let letter = read?.letter,
            TodoTxtWords.priorityNumber(letter) == task.priority ?? 3
        {
            return letter
        }
        return task.priority.flatMap { $0 == 3 ? nil : UInt8(0x41 + 5 - $0) }
    }

    /// A title whose words are read as text again, apart from the names that stay in it. Spaces at its ends are escaped,
    /// since they would be lost.
    private func title(_ title: String, _ names: TodoTxtNames) -> String {
        let text = Array(TextEscapes.escaped(title).utf8)
        let before = text.prefix { $0 == 0x20 }.count
        let after = text.reversed().prefix { $0 == 0x20 }.count
        let middle = String(decoding: text[before..<max(before, text.count - after)], as: UTF8.self)
        func spaces(_ count: Int) -> String { String(repeating: "\\u{20}", count: count) }
        return "\(spaces(before))\(middle)\(spaces(after))"
            .split(separator: " ", omittingEmptySubsequences: false).enumerated()
            .map { index, word in
                names.isInTitle && TodoTxtWords.isName(word)
                    ? String(word) : TodoTxtWords.escaped(word, isAtStart: index == 0)
            }.joined(separator: " ")
    }

    /// A name without spaces.
    private func name(_ text: String) -> String {
        TextEscapes.escaped(text, also: Set(text.unicodeScalars.filter(\.properties.isWhitespace)))
    }

    private func add(
        _ key: String, _ timeKey: String, _ instant: Instant?, endsDay: Bool,
        to words: inout [String]
    ) {
        guard let instant else { return }
        let clock = settings.clock(instant, endsDay: endsDay)
        words.append("\(key):\(clock.date)")
        if let time = clock.time { words.append("\(timeKey):\(time)") }
    }
}

import RedoJSON
import RedoModel

/// A writer of todo.txt. Members that it cannot express are counted.
struct TodoTxtWriter {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    /// Members that a line cannot express.
    private static let without: [ForeignMember] = [
        .description, .notes, .isPrivate, .points, .estimate, .dependsOn, .parent, .comments,
        .occurrences, .work,
        .modified,
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
            for field in task.fields { left[field.name.description, default: 0] += 1 }
            bytes += Array(line(task, &left).utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        return InterchangeOutput(bytes, left: left)
    }

    private func line(_ task: ForeignTask, _ left: inout [String: Int]) -> String {
        var words: [String] = []
        let letter = task.priority.flatMap { number in
            number == 3 ? nil : Unicode.Scalar(UInt8(0x41 + 5 - number))
        }
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
        words.append(title(task.title))
        if let project = task.project { words.append("+\(name(project))") }
        for tag in task.tags {
            // A tag with a plus sign was a further project. Without a first project, or with its name, it would be
            // read as that one.
            let isProject =
                tag.hasPrefix("+") && tag.utf8.count > 1 && task.project != nil
                && tag.dropFirst() != task.project ?? ""
            words.append(isProject ? name(tag) : "@\(name(tag))")
        }
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

    /// A title whose words are read as text again. Spaces at its ends are escaped, since they would be lost.
    private func title(_ title: String) -> String {
        let text = Array(TextEscapes.escaped(title).utf8)
        let before = text.prefix { $0 == 0x20 }.count
        let after = text.reversed().prefix { $0 == 0x20 }.count
        let middle = String(decoding: text[before..<max(before, text.count - after)], as: UTF8.self)
        func spaces(_ count: Int) -> String { String(repeating: "\\u{20}", count: count) }
        return "\(spaces(before))\(middle)\(spaces(after))"
            .split(separator: " ", omittingEmptySubsequences: false).enumerated()
            .map { TodoTxtWords.escaped($1, isAtStart: $0 == 0) }.joined(separator: " ")
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

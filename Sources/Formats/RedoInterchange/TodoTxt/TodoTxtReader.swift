import RedoCalendar
import RedoJSON
import RedoModel

/// A reader of todo.txt: a task a line.
///
/// ```
/// x 2025-11-16 2025-11-01 Call the plumber +House @phone due:2025-11-20 t:2025-11-10 rec:1m pri:A
/// (A) 2025-11-01 Call the plumber
/// ```
struct TodoTxtReader {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    func read(_ bytes: [UInt8]) -> ForeignTasks {
        var result = ForeignTasks()
        var number = 0
        var text = bytes[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let bare = line.last == 0x0D ? line.dropLast() : line
            if bare.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            result.add(line: number) { () throws(ForeignMistake) in
                guard let text = String(validating: bare, as: UTF8.self) else {
                    throw ForeignMistake("not UTF-8")
                }
                return try task(text)
            }
        }
        return result
    }

    /// What the words of a line mean, before times of day are joined with their dates.
    private struct Line {
        var task = ForeignTask()
        var text: [Substring] = []
        var values: [String: String] = [:]
    }

    private func task(_ text: String) throws(ForeignMistake) -> ForeignTask {
        var words = text.split(separator: " ", omittingEmptySubsequences: false)[...]
        var line = Line()
        readPrefix(&words, &line)
        // Names at the end are only marks; those between words are also part of the text.
        var end = words.endIndex
        while end > words.startIndex,
            words[end - 1].isEmpty || TodoTxtWords.isMarkup(words[end - 1], isAtStart: false)
        {
            end -= 1
        }
        for (index, word) in zip(words.indices, words) {
            if let (key, value) = TodoTxtWords.pair(word) {
                line.values[String(key)] = TextEscapes.unescaped(value)
            } else if TodoTxtWords.isName(word) {
                add(TextEscapes.unescaped(word), to: &line.task)
                if index < end { line.text.append(word) }
            } else if index < end {
                line.text.append(
                    TodoTxtWords.unescaped(word, isAtStart: index == words.startIndex))
            }
        }
        line.task.title = TextEscapes.unescaped(line.text.joined(separator: " "))
        try apply(line.values, to: &line.task)
        return line.task
    }

    /// Reads the mark of a completion, the priority and the dates at the beginning.
    private func readPrefix(_ words: inout ArraySlice<Substring>, _ line: inout Line) {
        if words.first == "x" {
            words = words.dropFirst()
            line.task.status = .completed
        }
        if let word = words.first, let letter = TodoTxtWords.priority(word) {
            words = words.dropFirst()
            setPriority(letter, of: &line.task)
        }
        var dates: [Instant] = []
        while dates.count < (line.task.status == .completed ? 2 : 1), let word = words.first,
            TodoTxtWords.isDate(word), let date = settings.day(String(word), endsDay: false)
        {
            words = words.dropFirst()
            dates.append(date)
        }
        if line.task.status == .completed, let date = dates.first {
            line.task.ended = date
            dates.removeFirst()
        }
        line.task.created = dates.first
    }

    /// A is the highest; letters below E become the lowest priority here, and the letter is kept.
    private func setPriority(_ letter: UInt8, of task: inout ForeignTask) {
        let index = Int(letter) - 0x41
        task.priority = max(1, 5 - index)
        if index > 4 {
            let text = String(Unicode.Scalar(letter))
            task.addField("todotxtPriority", .text(text))
        }
    }

    /// The first project is the task's; further ones become tags with their plus sign.
    private func add(_ word: String, to task: inout ForeignTask) {
        let name = String(word.dropFirst())
        if word.hasPrefix("@") {
            task.addTag(name)
        } else if task.project == nil {
            task.setProject(name)
        } else if name != task.project {
            task.addTag(word)
        }
    }

    private func apply(
        _ values: [String: String], to task: inout ForeignTask
    ) throws(ForeignMistake) {
        task.due = try moment("due", "at", values, endsDay: true)
        task.wait = try moment("t", "t-at", values, endsDay: false)
        for (key, member) in [
            ("scheduled", ForeignMember.scheduled), ("until", .until), ("created", .created),
            ("ended", .ended),
        ] {
            if let value = values[key] { try member.set(&task, to: .text(value), settings) }
        }
        task.uid = values["uid"]
        if let letter = values["pri"], task.priority == nil {
            guard let byte = letter.utf8.first, letter.utf8.count == 1, (0x41...0x5A).contains(byte)
            else { throw ForeignMistake("pri is not a letter: '\(letter.prefix(60))'") }
            setPriority(byte, of: &task)
        }
        if let text = values["rec"] { try setRecurrence(text, of: &task) }
    }

    private func moment(
        _ key: String, _ timeKey: String, _ values: [String: String], endsDay: Bool
    ) throws(ForeignMistake) -> Instant? {
        guard let date = values[key] else { return nil }
        let instant: Instant?
        if let time = values[timeKey] {
            instant = settings.moment(date: date, time: time)
        } else {
            instant = settings.moment(date, endsDay: endsDay)
        }
        guard let instant else {
            let time = values[timeKey].map { " \($0)" } ?? ""
            throw ForeignMistake("\(key) is not a date: '\((date + time).prefix(60))'")
        }
        return instant
    }

    private func setRecurrence(
        _ text: String, of task: inout ForeignTask
    ) throws(ForeignMistake) {
        guard let recurrence = TodoTxtRecurrence(text) else {
            throw ForeignMistake("rec is not a frequency: '\(text.prefix(60))'")
        }
        switch recurrence {
        case .days(let days): task.frequencyDays = days
        case .rule(let rule, let origin):
            task.recurrence = Recurrence(
                rule: rule.text, origin: origin, zone: settings.zoneName)
        }
    }
}

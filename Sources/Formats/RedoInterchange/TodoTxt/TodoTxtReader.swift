import RedoCalendar
import RedoJSON
import RedoModel
import RedoSystem

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
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let read = Parallel.map(count: lines.count) { range in
            let writer = TodoTxtWriter(settings)
            return range.map { task(lines[$0], writer) }
        }
        var result = ForeignTasks()
        for (index, task) in read.enumerated() {
            result.add(line: index + 1) { () throws(ForeignMistake) in try task.get() }
        }
        return result
    }

    /// The task of a line with its end; nil for a blank one.
    private func task(
        _ line: ArraySlice<UInt8>, _ writer: TodoTxtWriter
    ) -> Result<ForeignTask?, ForeignMistake> {
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return .success(nil) }
        guard let text = String(validating: line, as: UTF8.self) else {
            return .failure(ForeignMistake("not UTF-8"))
        }
        var task = self.line(text).task
        if !writer.writes(task, as: text) {
            task.fields.append(JSONMember(ImportedField.todotxt, .text(text)))
        }
        return .success(task)
    }

    /// The meaning of a line.
    struct Line {
        fileprivate(set) var task = ForeignTask()
        /// The letter of its priority.
        fileprivate(set) var letter: UInt8?
        fileprivate var text: [Substring] = []
        /// By their keys, before times of day are joined with their dates.
        fileprivate var values: [String: String] = [:]
    }

    /// Reads a line, with or without the carriage return at its end.
    ///
    /// A word whose value its key cannot have is text, so no line is lost for one.
    func line(_ whole: String) -> Line {
        let text =
            whole.utf8.last == 0x0D ? String(decoding: whole.utf8.dropLast(), as: UTF8.self) : whole
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
                if line.values[String(key)] == nil {
                    line.values[String(key)] = TextEscapes.unescaped(value)
                } else {
                    line.task.remarks.append(
                        "'\(word.prefix(60))' is left out: the first '\(key):' counts")
                }
            } else if TodoTxtWords.isName(word) {
                TodoTxtWords.add(TextEscapes.unescaped(word), to: &line.task)
                if index < end { line.text.append(word) }
            } else if index < end {
                if TodoTxtWords.hasKey(word) {
                    line.task.remarks.append("'\(word.prefix(60))' is text: the value is not valid")
                }
                line.text.append(
                    TodoTxtWords.unescaped(word, isAtStart: index == words.startIndex))
            }
        }
        line.task.title = TextEscapes.unescaped(line.text.joined(separator: " "))
        apply(line.values, to: &line)
        return line
    }

    /// Reads the mark of a completion, the priority and the dates at the beginning.
    private func readPrefix(_ words: inout ArraySlice<Substring>, _ line: inout Line) {
        if words.first == "x" {
            words = words.dropFirst()
            line.task.status = .completed
        }
        if let word = words.first, let letter = TodoTxtWords.priority(word) {
            words = words.dropFirst()
            setPriority(letter, of: &line)
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

    private func setPriority(_ letter: UInt8, of line: inout Line) {
        line.letter = letter
        line.task.priority = TodoTxtWords.priorityNumber(letter)
    }

    /// Sets what the words with keys say, all of which are valid.
    private func apply(_ values: [String: String], to line: inout Line) {
        line.task.due = moment("due", "at", values, endsDay: true, &line.task.remarks)
        line.task.wait = moment("t", "t-at", values, endsDay: false, &line.task.remarks)
        line.task.scheduled = values["scheduled"].flatMap { settings.moment($0, endsDay: false) }
        line.task.until = values["until"].flatMap { settings.moment($0, endsDay: true) }
        for (key, member) in [("created", \ForeignTask.created), ("ended", \ForeignTask.ended)] {
            guard let value = values[key] else { continue }
            line.task[keyPath: member] = settings.moment(value, endsDay: false)
        }
        line.task.uid = values["uid"]
        if let letter = values["pri"]?.utf8.first, line.letter == nil {
            setPriority(letter, of: &line)
        }
        if let text = values["rec"] { setRecurrence(text, of: &line.task) }
    }

    private func moment(
        _ key: String, _ timeKey: String, _ values: [String: String], endsDay: Bool,
        _ remarks: inout [String]
    ) -> Instant? {
        guard let date = values[key] else { return nil }
        let day = settings.moment(date, endsDay: endsDay)
        guard let time = values[timeKey] else { return day }
        if let instant = settings.moment(date: date, time: time) { return instant }
        remarks.append("'\(timeKey):\(time.prefix(60))' is left out: it is not a time of that day")
        return day
    }

    private func setRecurrence(_ text: String, of task: inout ForeignTask) {
        switch TodoTxtRecurrence(text) {
        case .days(let days): task.frequencyDays = days
        case .rule(let rule, let origin):
            let rule = origin == .deadline ? rule.clippingMonths(task.due, settings.zone) : rule
            task.recurrence = Recurrence(
                rule: rule.text, origin: origin, zone: settings.zoneName)
        case nil: break
        }
    }
}

import RedoCalendar
import RedoJSON
import RedoModel
import RedoSystem

/// A reader of Todoist's CSV: of a project, and of each project in a backup.
///
/// ```
/// TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
/// section,Kitchen,,,,,,,,
/// task,Buy milk @shop,,1,1,Ana (1),,every mon at 9,en,Europe/Berlin
/// task,Oat milk,,4,2,Ana (1),,,,              a part of the task above
/// note,Two litres,,,,Ana (1),,,,              a comment on the task above
/// ```
///
/// Source: Todoist's help, "Import or export a project as a CSV file in Todoist".
struct TodoistReader {
    private let settings: InterchangeSettings
    private var result = ForeignTasks()
    /// The name of the file, without what downloads and backups add to it; nil for a further project in the file.
    private var project: String?
    private var section: String?
    /// The tasks that contain the next one, each with its indent.
    private var open: [(indent: Int, name: String)] = []
    /// The index of the task that a note is about.
    private var noted: Int?
    /// What is left out, with the number of rows.
    private var left: [String: Int] = [:]
    /// Dates by their texts, since most texts are those of many tasks.
    private var dates: [String: TodoistDate?] = [:]

    private init(_ settings: InterchangeSettings) {
        self.settings = settings
        project = settings.fileName.flatMap(Self.projectName)
    }

    /// - Throws: ``ForeignMistake`` for a table with another header.
    static func read(
        _ bytes: [UInt8], _ settings: InterchangeSettings
    ) throws(ForeignMistake) -> ForeignTasks {
        var reader = TodoistReader(settings)
        return try reader.read(bytes)
    }

    private mutating func read(_ bytes: [UInt8]) throws(ForeignMistake) -> ForeignTasks {
        let records = CSVText.records(bytes, separator: UInt8(ascii: ","))
        guard let header = records.first, var names = TodoistRow.header(header) else {
            throw ForeignMistake("the first line is not the header TYPE,CONTENT,…", line: 1)
        }
        for record in records.dropFirst() {
            if let header = TodoistRow.header(record) {
                names = header
                beginProject(line: record.line)
            } else {
                read(record, names)
            }
        }
        for (name, count) in left.sorted(by: { $0.key < $1.key }) {
            result.remarks.append("\(name) is left out (\(count))")
        }
        return result
    }

    private mutating func read(_ record: CSVText.Record, _ names: [String]) {
        do throws(ForeignMistake) {
            let row = try TodoistRow(record, names)
            if row.isEmpty { return }
            if !row[.author].isEmpty { left["AUTHOR", default: 0] += 1 }
            switch row[.type] {
            case "task": try addTask(row, line: record.line)
            case "section": beginSection(row)
            case "note": try addNote(row)
            case "meta": left["the view of the project, meta,", default: 0] += 1
            case "": throw ForeignMistake("TYPE is empty")
            default:
                throw ForeignMistake(
                    "TYPE must be task, section or note, not '\(row[.type].prefix(60))'")
            }
        } catch {
            noted = nil
            result.mistakes.append(error.at(line: record.line))
        }
    }

    // MARK: Sections and notes

    /// Begins another project at a header within a file, as in the output of `unzip -p backup.zip`.
    private mutating func beginProject(line: Int) {
        (project, section, open, noted) = (nil, nil, [], nil)
        result.remarks.append("a project without its name begins on line \(line)")
    }

    private mutating func beginSection(_ row: TodoistRow) {
        section = row[.content].isEmpty ? nil : row[.content]
        (open, noted) = ([], nil)
        if !row[.description].isEmpty {
            result.remarks.append(
                "the description of the section '\(row[.content].prefix(60))' is left out: "
                    + "'\(row[.description].prefix(100))'")
        }
    }

    private mutating func addNote(_ row: TodoistRow) throws(ForeignMistake) {
        let text = row[.content]
        if text.isEmpty { throw ForeignMistake("the note is empty") }
        guard let noted else {
            result.remarks.append("a note on no task is left out: '\(text.prefix(100))'")
            return
        }
        let at = settings.moment(row[.date], endsDay: false)
        result.tasks[noted].comments.append(ForeignTask.Comment(at: at, text: text))
    }

    // MARK: Tasks

    private mutating func addTask(
        _ row: TodoistRow, line: Int
    ) throws(ForeignMistake) {
        var task = ForeignTask()
        task.line = line
        setTitle(row[.content], of: &task)
        if task.title.allSatisfy(\.isWhitespace) {
            guard [.description, .date, .deadline].contains(where: { !row[$0].isEmpty }) else {
                throw ForeignMistake("the title is empty")
            }
            task.nameUntitled()
        }
        if !row[.description].isEmpty { task.description = row[.description] }
        task.setProject([project, section].compactMap(\.self))
        setPriority(row[.priority], of: &task)
        setDates(row, of: &task)
        setEstimate(row, of: &task)
        if !row[.responsible].isEmpty {
            task.setField("responsible", .text(row[.responsible]))
        }
        if !row[.isCollapsed].isEmpty { left["IS_COLLAPSED", default: 0] += 1 }
        task.addFields(row.others.map { KeptField($0.name, .text($0.text)) })
        let indent = Int(row[.indent]) ?? 1
        while let last = open.last, last.indent >= indent { open.removeLast() }
        task.parent = open.last?.name
        open.append((indent, task.localName))
        noted = result.tasks.count
        result.tasks.append(task)
    }

    /// Sets the title, and the tags that `@` marks. Tags at the end are not part of the title.
    private func setTitle(_ content: String, of task: inout ForeignTask) {
        var text = content[...]
        // A task that has no checkbox there.
        if text.hasPrefix("* ") { text = text.dropFirst(2) }
        var words = text.split(separator: " ", omittingEmptySubsequences: false)
        for word in words where Self.isLabel(word) { task.addTag(String(word.dropFirst())) }
        while let last = words.last, words.count > 1, last.isEmpty || Self.isLabel(last) {
            words.removeLast()
        }
        task.title = words.joined(separator: " ").trimmed
    }

    private static func isLabel(_ word: Substring) -> Bool {
        guard word.first == "@", let second = word.dropFirst().first else { return false }
        return second.isLetter || second.isNumber || second == "_"
    }

    /// Sets the priority. In Todoist 1 is the highest, and 4 the default, which has no name.
    private func setPriority(_ text: String, of task: inout ForeignTask) {
        switch text {
        case "", "4": break
        case "1": task.priority = 5
        case "2": task.priority = 4
        case "3":
            task.priority = 3
            task.setField("todoistPriority", 3)
        default:
            task.keepAside(
                "todoistPriority", .text(text),
                "PRIORITY is not from 1 to 4: '\(text.prefix(60))'")
        }
    }

    private func setEstimate(_ row: TodoistRow, of task: inout ForeignTask) {
        if row[.duration].isEmpty { return }
        let units = ["": 1.0, "minute": 1, "hour": 60, "day": 1440]
        if let number = Double(row[.duration]), number >= 0, number < 1e9,
            let unit = units[row[.durationUnit]]
        {
            task.estimate = number * unit
        } else {
            let text = "\(row[.duration]) \(row[.durationUnit])"
            task.keepAside(
                "todoistDuration", .text(text), "DURATION is not a time: '\(text.prefix(60))'")
        }
    }

    // MARK: Dates

    /// Sets the deadline and the start. DATE is when someone will do the task; it is the deadline unless the task has a
    /// DEADLINE.
    private mutating func setDates(_ row: TodoistRow, of task: inout ForeignTask) {
        let zoned = zone(row[.timeZone], of: &task)
        if !row[.deadline].isEmpty {
            if let date = date(row[.deadline], row[.deadlineLanguage], endsDay: true, zoned) {
                task.due = date.moment
            } else {
                keepAside("todoistDeadline", row[.deadline], of: &task)
            }
        }
        if row[.date].isEmpty { return }
        let isStart = task.due != nil
        guard let date = date(row[.date], row[.dateLanguage], endsDay: !isStart, zoned) else {
            return keepAside("todoistDate", row[.date], of: &task)
        }
        if isStart { task.scheduled = date.moment } else { task.due = date.moment }
        task.frequencyDays = date.frequencyDays
        task.recurrence = date.recurrence.map {
            Recurrence(
                rule: $0.rule, origin: $0.origin, zone: $0.zone,
                of: isStart ? .scheduled : .deadline)
        }
    }

    private func keepAside(_ name: String, _ text: String, of task: inout ForeignTask) {
        task.keepAside(name, .text(text), "'\(text.prefix(60))' is not a date that is understood")
    }

    private mutating func date(
        _ text: String, _ language: String, endsDay: Bool, _ settings: InterchangeSettings
    ) -> TodoistDate? {
        let key = "\(endsDay)\0\(settings.zoneName)\0\(language)\0\(text)"
        if let known = dates[key] { return known }
        let date = TodoistDate(text, language: language, endsDay: endsDay, settings)
        dates[key] = .some(date)
        return date
    }

    /// The settings in the time zone of a task.
    private func zone(_ name: String, of task: inout ForeignTask) -> InterchangeSettings {
        if name.isEmpty || name == settings.zoneName { return settings }
        guard let zone = NamedTimeZone(name) else {
            task.keepAside(
                "todoistZone", .text(name), "there is no time zone '\(name.prefix(60))'")
            return settings
        }
        return settings.settings(in: zone)
    }

    // MARK: The project

    /// The name of the project whose export a file is: `Home [2203306141].csv`, `Home (1).csv`; nil if nothing is left.
    static func projectName(_ fileName: String) -> String? {
        var name = fileName[...]
        if name.lowercased().hasSuffix(".csv") { name = name.dropLast(4) }
        for (begin, end) in [("(", ")"), ("[", "]")] {
            guard name.hasSuffix(end), let index = name.lastIndex(of: Character(begin)) else {
                continue
            }
            let inner = name[name.index(after: index)...].dropLast()
            if !inner.isEmpty, inner.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isLetter) }) {
                name = name[..<index]
            }
        }
        let trimmed = name.trimmed
        return trimmed.isEmpty ? nil : trimmed
    }
}

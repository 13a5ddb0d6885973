import RedoCalendar
import RedoJSON
import RedoModel
import RedoSystem

/// A reader of the output of `task export`: an array of objects, or an object a line.
struct TaskwarriorReader {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    /// A task of Taskwarrior, before its occurrences are joined.
    struct Entry {
        var task: ForeignTask
        var recur: String?
        var parent: String?
        /// Whether it is the template from which Taskwarrior makes occurrences.
        var isTemplate = false
        /// Whether the suite wrote it with the lowest priority, which Taskwarrior lacks.
        var isLowest = false
    }

    /// - Throws: ``ForeignMistake`` for a text that is neither an array nor lines of objects.
    func read(_ bytes: [UInt8]) throws(ForeignMistake) -> ForeignTasks {
        let ranges: [Range<Int>]
        do throws(JSONError) {
            ranges = try JSONSequence.ranges(in: bytes.span)
        } catch {
            let before = bytes.prefix(error.offset)
            throw ForeignMistake(
                "not an array of tasks: \(error.reason.rawValue)",
                line: before.count { $0 == UInt8(ascii: "\n") } + 1)
        }
        var entries: [Entry] = []
        var result = ForeignTasks()
        var (line, counted) = (1, 0)
        for range in ranges {
            line += bytes[counted..<range.lowerBound].count { $0 == UInt8(ascii: "\n") }
            counted = range.lowerBound
            var read: Entry?
            result.add(line: line) { () throws(ForeignMistake) in
                let entry = try entry(Array(bytes[range]))
                read = entry
                return entry.task
            }
            guard var entry = read, result.tasks.count > entries.count else { continue }
            entry.task.line = line
            entries.append(entry)
        }
        if ranges.count > 0, entries.isEmpty, result.mistakes.count == ranges.count,
            result.mistakes.allSatisfy({ $0.reason.hasPrefix("not I-JSON") })
        {
            throw result.mistakes[0]
        }
        result.tasks = TaskwarriorOccurrences.joined(entries, settings)
        return result
    }

    private func entry(_ text: [UInt8]) throws(ForeignMistake) -> Entry {
        let object = try JSONText.object(text)
        var entry = Entry(task: ForeignTask())
        for member in object.members {
            try apply(member.name.description, member.value.value, to: &entry)
        }
        if entry.task.uid == nil { throw ForeignMistake("uuid is missing") }
        if entry.isLowest, entry.task.priority == 2 { entry.task.priority = 1 }
        if entry.task.status == .open { entry.task.ended = nil }
        if entry.task.recurrence?.rule.isEmpty == true { entry.task.recurrence = nil }
        return entry
    }

    private func apply(
        _ name: String, _ value: JSONValue, to entry: inout Entry
    ) throws(ForeignMistake) {
        guard let attribute = TaskwarriorAttribute(rawValue: name) else {
            return try applyOther(name, value, to: &entry)
        }
        switch attribute {
        case .uuid: entry.task.uid = try text(value, name)
        case .description: entry.task.title = TextEscapes.unescaped(try text(value, name))
        case .project: entry.task.setProject(try text(value, name))
        case .tags: for tag in try texts(value, name) { entry.task.addTag(tag) }
        case .depends: entry.task.dependsOn = try texts(value, name)
        case .due: entry.task.due = try time(value, name)
        case .scheduled: entry.task.scheduled = try time(value, name)
        case .wait: entry.task.wait = try time(value, name)
        case .until: entry.task.until = try time(value, name)
        case .entry: entry.task.created = try time(value, name)
        case .modified: entry.task.modified = try time(value, name)
        case .end: entry.task.ended = try time(value, name)
        case .start:
            entry.task.addField("startedAt", .text(try time(value, name).wallText))
        case .recur: entry.recur = try text(value, name)
        case .parent: entry.parent = try text(value, name)
        case .status: try setStatus(try text(value, name), of: &entry)
        case .priority: setPriority(try text(value, name), of: &entry.task)
        case .annotations: entry.task.comments = try comments(value)
        // Computed by Taskwarrior.
        case .id, .imask, .last, .mask, .rtype, .template, .urgency: break
        }
    }

    private func applyOther(
        _ name: String, _ value: JSONValue, to entry: inout Entry
    ) throws(ForeignMistake) {
        if name == TaskwarriorExtra.lowestPriority {
            entry.isLowest = true
        } else if let member = TaskwarriorExtra.member(named: name) {
            try member.set(&entry.task, to: TaskwarriorExtra.value(value, member), settings)
        } else {
            entry.task.addField(TaskwarriorExtra.field(named: name), value)
        }
    }

    private func setStatus(_ status: String, of entry: inout Entry) throws(ForeignMistake) {
        switch status {
        case "pending", "waiting": entry.task.status = .open
        case "recurring": (entry.task.status, entry.isTemplate) = (.open, true)
        case "completed": entry.task.status = .completed
        case "deleted": entry.task.status = .deleted
        default: throw ForeignMistake("there is no status '\(status.prefix(60))'")
        }
    }

    private func setPriority(_ priority: String, of task: inout ForeignTask) {
        if priority.isEmpty { return }
        if let number = TaskwarriorPriority.number(priority) {
            task.priority = number
        } else {
            task.addField("taskwarriorPriority", .text(priority))
            task.remarks.append(
                "the priority '\(priority)' is kept as the field 'taskwarriorPriority'")
        }
    }

    private func comments(_ value: JSONValue) throws(ForeignMistake) -> [ForeignTask.Comment] {
        guard case .array(let elements) = value else {
            throw ForeignMistake("annotations must be an array")
        }
        var comments: [ForeignTask.Comment] = []
        for element in elements {
            guard let text = element["description"]?.string else {
                throw ForeignMistake("an annotation has no description")
            }
            var at: Instant?
            if let entry = element["entry"] { at = try time(entry, "entry") }
            comments.append(
                ForeignTask.Comment(at: at, text: TextEscapes.unescaped(text.description)))
        }
        return comments
    }

    // MARK: Values

    private func text(_ value: JSONValue, _ name: String) throws(ForeignMistake) -> String {
        guard let text = value.string else { throw ForeignMistake("\(name) must be text") }
        return text.description
    }

    /// An array of texts, or a text with commas, as older versions write it.
    private func texts(_ value: JSONValue, _ name: String) throws(ForeignMistake) -> [String] {
        if let text = value.string {
            return text.description.split(separator: ",").map(String.init)
        }
        guard case .array(let elements) = value else {
            throw ForeignMistake("\(name) must be an array of texts")
        }
        var texts: [String] = []
        for element in elements { texts.append(try text(element, name)) }
        return texts
    }

    private func time(_ value: JSONValue, _ name: String) throws(ForeignMistake) -> Instant {
        let text = try text(value, name)
        guard let instant = TaskwarriorTime.instant(text) else {
            throw ForeignMistake("\(name) is not a time: '\(text.prefix(60))'")
        }
        return instant
    }
}

/// Taskwarrior's three priorities; 3, the default here, means no priority there.
enum TaskwarriorPriority {
    static func number(_ letter: String) -> Int? {
        switch letter {
        case "H": 5
        case "M": 4
        case "L": 2
        default: nil
        }
    }

    static func letter(_ number: Int) -> String? {
        switch number {
        case 5: "H"
        case 4: "M"
        case 1, 2: "L"
        default: nil
        }
    }
}

import RedoCalendar
import RedoJSON
import RedoModel
import RedoSystem

/// A reader of the output of `task export`: an array of objects, or an object a line.
struct TaskwarriorReader {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    /// A task of Taskwarrior, before its occurrences are joined.
    struct Entry: Sendable {
        var task: ForeignTask
        /// Its attributes as they were read.
        var attributes: [JSONMember] = []
        /// The attributes that users define.
        var others: [JSONMember] = []
        var kept = TaskwarriorKept()
        var recur: String?
        var parent: String?
        var start: Instant?
        /// Whether it is the template from which Taskwarrior makes occurrences.
        var isTemplate = false
        /// The priority that the suite wrote beside the letter that comes closest.
        var exactPriority: Int?

        /// The task with what is kept of it.
        var whole: ForeignTask {
            var task = task
            if let field = kept.field { task.fields.append(field) }
            return task
        }
    }

    /// - Throws: ``ForeignMistake`` for a text that is neither an array nor lines of objects.
    func read(_ bytes: [UInt8]) throws(ForeignMistake) -> ForeignTasks {
        let elements = try JSONEntries.elements(of: bytes)
        let reads = Parallel.map(count: elements.count) { range in
            var names = FieldNames()
            return range.map { index in
                Result { () throws(ForeignMistake) in try entry(elements[index].text, &names) }
            }
        }
        var entries: [Entry] = []
        var result = ForeignTasks()
        for (element, entry) in zip(elements, reads) {
            var read: Entry?
            result.add(line: element.line) { () throws(ForeignMistake) in
                let entry = try entry.get()
                read = entry
                return entry.task
            }
            guard var entry = read, result.tasks.count > entries.count else { continue }
            entry.task.line = element.line
            entry.task.remarks = result.tasks[result.tasks.count - 1].remarks
            entries.append(entry)
        }
        if !elements.isEmpty, entries.isEmpty, result.mistakes.count == elements.count,
            result.mistakes.allSatisfy({ $0.reason.hasPrefix("not I-JSON") })
        {
            throw result.mistakes[0]
        }
        result.tasks = TaskwarriorOccurrences.joined(entries, settings)
        return result
    }

    /// The maximum number of user-defined attributes of a task.
    private static let maximumFieldCount = 1000

    /// The names of the fields of user-defined attributes. Many tasks have the same ones.
    private struct FieldNames {
        private var known: [String: (field: String, own: String)] = [:]

        /// The field of an attribute, and a name for it that is valid here.
        mutating func names(of attribute: String) -> (field: String, own: String) {
            if let names = known[attribute] { return names }
            let field = TaskwarriorExtra.field(named: attribute)
            let names = (field, ForeignFieldName.own(field))
            known[attribute] = names
            return names
        }
    }

    private func entry(
        _ text: [UInt8], _ names: inout FieldNames
    ) throws(ForeignMistake) -> Entry {
        let object = try JSONText.object(text)
        var entry = Entry(task: ForeignTask())
        var aside: [KeptField] = []
        for member in object.members {
            let value = member.value.exactValue
            entry.attributes.append(JSONMember(member.name, value))
            let name = member.name.description
            // What is empty says nothing; a frequency that means nothing comes back as it was.
            let attribute = TaskwarriorAttribute(rawValue: name)
            if value == .null || value == "", let attribute, attribute != .recur { continue }
            do throws(ForeignMistake) {
                try apply(name, value, to: &entry)
            } catch {
                guard let field = Self.spareName(of: name) else { throw error }
                aside.append(KeptField(field, value, error.reason))
            }
        }
        addFields(of: &entry, &names)
        // After the attributes, which keep their names.
        entry.task.addFields(aside)
        if entry.task.uid == nil { throw ForeignMistake("uuid is missing") }
        if entry.task.status == .open { entry.task.ended = nil }
        if entry.task.recurrence?.rule.isEmpty == true { entry.task.recurrence = nil }
        setExactPriority(of: &entry)
        setStart(of: &entry)
        return entry
    }

    /// The name of the field that keeps a value which an attribute cannot have; nil if there is no task without it.
    private static func spareName(of name: String) -> String? {
        if let attribute = TaskwarriorAttribute(rawValue: name) {
            return attribute == .uuid || attribute == .description ? nil : name
        }
        return TaskwarriorExtra.member(named: name)?.rawValue
    }

    /// Sets the priority that the suite wrote, unless Taskwarrior has changed its letter since.
    private func setExactPriority(of entry: inout Entry) {
        guard let exact = entry.exactPriority, let read = entry.task.priority,
            TaskwarriorPriority.letter(exact) == TaskwarriorPriority.letter(read)
        else { return }
        entry.task.priority = exact
    }

    /// Begins the work on a started task. Taskwarrior ignores the start of one that is done.
    private func setStart(of entry: inout Entry) {
        guard let start = entry.start else { return }
        if entry.task.status == .open {
            let isKnown = entry.task.work.contains {
                $0.end == nil && TaskwarriorTime.text($0.start) == TaskwarriorTime.text(start)
            }
            if isKnown { return }
            entry.task.work.append(ForeignTask.WorkInterval(from: start, to: nil))
        } else {
            entry.kept[.start] = entry.attributes[.start]
        }
    }

    private func apply(
        _ name: String, _ value: JSONValue, to entry: inout Entry
    ) throws(ForeignMistake) {
        guard let attribute = TaskwarriorAttribute(rawValue: name) else {
            return try applyOther(name, value, to: &entry)
        }
        switch attribute {
        case .uuid: entry.task.uid = try text(value, name)
        case .description: entry.task.title = TaskwarriorText.read(try text(value, name))
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
        case .start: entry.start = try time(value, name)
        case .recur:
            entry.recur = try text(value, name)
            entry.kept[.recur] = value
        case .parent:
            entry.parent = try text(value, name)
            entry.kept[.parent] = value
        case .status:
            let status = try text(value, name)
            try setStatus(status, of: &entry)
            // Newer versions write that a task is pending, and see from its time that it waits.
            if status == TaskwarriorKept.waiting { entry.kept[.status] = value }
        case .priority: setPriority(try text(value, name), of: &entry)
        case .annotations: entry.task.comments = try comments(value)
        // Computed by Taskwarrior, which needs the former back.
        case .imask, .last, .mask, .rtype, .template: entry.kept[attribute] = value
        case .id, .urgency: break
        }
    }

    private func applyOther(
        _ name: String, _ value: JSONValue, to entry: inout Entry
    ) throws(ForeignMistake) {
        if name == TaskwarriorExtra.exactPriority {
            let number = TaskwarriorExtra.integer(value)
            entry.exactPriority = number.flatMap { (1...5).contains($0) ? $0 : nil }
        } else if let member = TaskwarriorExtra.member(named: name) {
            try member.set(&entry.task, to: TaskwarriorExtra.value(value, member), settings)
        } else {
            guard entry.task.fields.count + entry.others.count < Self.maximumFieldCount else {
                throw ForeignMistake("more than \(Self.maximumFieldCount) user-defined attributes")
            }
            entry.others.append(JSONMember(JSONString(name), value))
        }
    }

    /// Adds the user-defined attributes as fields. A field whose name differs is recorded, so that the attribute comes
    /// back.
    private func addFields(of entry: inout Entry, _ names: inout FieldNames) {
        var free = FreeFieldNames(entry.task.fields)
        let named = entry.others.map { names.names(of: $0.name.description) }
        // First those that keep their names, so that a field comes back under its own, whatever the order.
        var own = named.map { $0.own == $0.field ? free.free($0.own) : "" }
        for index in own.indices where own[index].isEmpty {
            own[index] = free.free(named[index].own)
        }
        for (index, member) in entry.others.enumerated() {
            let attribute = member.name.description
            let (field, own) = (named[index].field, own[index])
            let time = member.value.string.flatMap { TaskwarriorTime.exactInstant($0.description) }
            entry.task.fields.append(
                JSONMember(JSONString(own), time.map { .text($0.wallText) } ?? member.value))
            if own == field { continue }
            entry.kept.names[own] = attribute
            entry.task.remarks.append("'\(field)' is kept as the field '\(own)'")
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

    /// Sets the priority of a letter. M is the usual one, which a task does not mention: the letter is kept as well.
    private func setPriority(_ priority: String, of entry: inout Entry) {
        if priority.isEmpty { return }
        if let number = TaskwarriorPriority.number(priority) {
            entry.task.priority = number
            if number == 3 { entry.kept[.priority] = .text(priority) }
        } else {
            let field = TaskwarriorExtra.otherPriority
            entry.task.setField(field, .text(priority))
            entry.task.remarks.append("the priority '\(priority)' is kept as the field '\(field)'")
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
                ForeignTask.Comment(at: at, text: TaskwarriorText.read(text.description)))
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

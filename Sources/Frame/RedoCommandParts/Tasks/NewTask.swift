import RedoCalendar
import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// A new task, with its first to-do.
package struct NewTask {
    /// The fields of the task, each name once.
    package private(set) var fields: [JSONMember] = []
    /// The deadline of its first to-do, as a node has it.
    private(set) var deadline: JSONValue?
    /// Its recurrence, for people; nil for once.
    package private(set) var recurrenceWords: String?
    /// The notes on its first to-do, as a node has them.
    private var notes: JSONValue?
    /// True if it gets no to-do.
    private var isDraft = false
    /// Its recurrence, as people write it.
    private var every: String?
    /// The origin and the time zone of its rule, in place of those of the options.
    private var origin: String?
    private var zone: String?

    package init() {}

    /// A task of members that are named as in nodes: its fields, `deadline` and `notes` of its first to-do, and
    /// `draft`.
    package init(members: [JSONMember]) {
        for member in members {
            if member.name == "deadline" {
                deadline = member.value
            } else if member.name == "notes" {
                notes = member.value
            } else if member.name == "draft" {
                isDraft = member.value == .bool(true)
            } else {
                fields.append(member)
            }
        }
    }

    package var title: String {
        fields.first { $0.name == "title" }?.value.string?.description ?? ""
    }

    /// The deadline of its first to-do; nil if there is none, or it is not a time.
    package var due: Instant? { deadline?.string?.instant }

    // MARK: Filling

    package mutating func set(_ member: JSONMember) {
        if let index = fields.firstIndex(where: { $0.name == member.name }) {
            fields[index] = member
        } else {
            fields.append(member)
        }
    }

    /// - Parameter instant: nil for no deadline.
    package mutating func setDeadline(_ instant: Instant?) {
        deadline = instant.map { .string(JSONString($0.wallText)) }
    }

    /// - Parameter text: nothing if it is empty.
    package mutating func setNotes(_ text: String?) {
        notes = text.flatMap { $0.isEmpty ? nil : .string(JSONString($0)) }
    }

    package mutating func setDraft(_ isDraft: Bool) { self.isDraft = isDraft }

    /// - Parameters:
    ///   - origin: what it is counted from, instead of what the options say.
    ///   - zone: the time zone of its rule, instead of what the options say.
    package mutating func setFrequency(
        _ text: String?, from origin: String? = nil, zone: String? = nil
    ) {
        (every, self.origin, self.zone) = (text, origin, zone)
    }

    /// Creates the fields of the recurrence, and the deadline that a rule gives a task without one.
    ///
    /// - Parameters:
    ///   - name: what says how often, for errors.
    ///   - options: those that say more of the recurrence.
    /// - Throws: wrong usage for a frequency of another form, or a to-do that lacks what the dialect needs.
    package mutating func resolve(
        by name: String = "--every", _ dialect: Dialect, options: RecurrenceOptions,
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        let recurrence = try RecurrenceChange.requested(
            every, by: name, from: origin, zone: zone, beside: options, of: nil, due: due, dialect,
            context)
        if let recurrence {
            for field in recurrence.fields { set(field) }
            recurrenceWords = recurrence.words
            if deadline == nil { setDeadline(recurrence.firstDeadline) }
        }
        if !isDraft { try TodoFieldOptions.check(hasDeadline: deadline != nil, dialect) }
    }

    // MARK: Writing

    /// Creates the nodes.
    ///
    /// - Parameter id: for the task, with the field that certifies it; nil for one of its own.
    /// - Returns: the id of the task.
    @discardableResult
    package func write(
        _ writer: inout TaskWriter, as id: (id: UUIDValue, certificate: [JSONMember])? = nil
    ) throws(RedoError) -> TaskID {
        let task = try writer.addTask(fields, as: id)
        if isDraft { return task }
        var todo = [TodoFieldOptions.newID]
        if let deadline { todo.append(JSONMember("deadline", deadline)) }
        if let notes { todo.append(JSONMember("notes", notes)) }
        try writer.add(.createTodo, task, todo)
        return task
    }
}

import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// The options of `redo add` that apply to each added task.
struct AddOptions {
    private static let tag = OptionSpecification.value(
        "tag", letter: "t", takes: .tag, isRepeatable: true, words: ["tag", "+", "@"],
        "a tag, or several with commas between them")
    private static let isDraft = OptionSpecification.flag(
        "draft", isExpert: true, "an idea: it is not yet open")

    static let all =
        TodoFieldOptions.all + TaskFieldOptions.all + RecurrenceOptions.all
        + [TaskEstimate.option, tag] + FieldOptions.all + [ReminderOption.option] + [isDraft]

    let todo: TodoFieldOptions
    let recurrence: RecurrenceOptions
    /// The fields that both dialects have.
    let fields: [JSONMember]
    let tags: [String]
    let further: FieldOptions
    private let estimate: TaskEstimate?
    /// The estimate as it was given.
    let estimateText: String?
    private let reminders: ReminderOption?
    /// True if it gets no to-do.
    let isDraft: Bool

    /// - Throws: wrong usage for a value of the wrong form, and for a tag that is removed.
    init(_ arguments: Arguments) throws(RedoError) {
        todo = TodoFieldOptions(arguments)
        recurrence = try RecurrenceOptions(arguments)
        fields = try TaskFieldOptions(arguments).fields
        let (tags, removed) = try TagList.changes(Self.tag, of: arguments)
        guard removed.isEmpty else { throw .usage("a new task has no tag to take away") }
        self.tags = tags
        further = FieldOptions(arguments)
        estimate = try TaskEstimate(arguments)
        estimateText = arguments.value(TaskEstimate.option)
        reminders = ReminderOption(arguments)
        isDraft = arguments.has(Self.isDraft)
    }

    /// A task without a title, whose recurrence is not resolved yet.
    ///
    /// - Throws: wrong usage for what the dialect does not have; NAME_001 and NAME_002 for a name of a task.
    func task(
        _ repository: Repository, _ dialect: Dialect, now: Instant
    ) throws(RedoError) -> NewTask {
        var task = NewTask()
        for field in fields { task.set(field) }
        if !tags.isEmpty {
            let values = tags.map { JSONValue.string(JSONString($0)) }
            task.set(try TaskFieldOptions.tags(values, dialect))
        }
        if let estimate { task.set(try estimate.field(dialect)) }
        for field in try further.members(of: nil, repository, dialect, now: now) {
            task.set(field)
        }
        if let reminders { task.set(try reminders.field(dialect, now: now)) }
        task.setDeadline(try todo.deadline(now: now))
        task.setNotes(todo.notes)
        task.setFrequency(recurrence.every)
        task.setDraft(isDraft)
        return task
    }
}

import RedoCalendar
import RedoJSON
import RedoModel

/// A writer of the input of `task import`: an array with a task a line.
struct TaskwarriorWriter {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    func write(_ tasks: [ForeignTask]) -> InterchangeOutput {
        // Of a recurring task the current occurrence blocks others there, not the template.
        var series = TaskwarriorSeries()
        let written = tasks.map { task in
            let entry = TaskwarriorEntry(task, settings)
            series.add(entry.children, of: task)
            return entry
        }
        var bytes = Array("[".utf8)
        var isFirst = true
        for members in written.lazy.flatMap({ $0.objects(series) }) {
            bytes += Array((isFirst ? "\n" : ",\n").utf8)
            isFirst = false
            CanonicalJSON.append(.object(members), to: &bytes)
        }
        bytes += Array("\n]\n".utf8)
        return InterchangeOutput(bytes)
    }
}

/// A task as Taskwarrior has it, with its occurrences.
private struct TaskwarriorEntry {
    private let task: ForeignTask
    private let settings: InterchangeSettings
    private let kept: TaskwarriorKept
    /// The frequency of a task that also recurs in Taskwarrior.
    private let recur: String?
    private var members: [JSONMember] = []
    private(set) var children: TaskwarriorChildren

    init(_ task: ForeignTask, _ settings: InterchangeSettings) {
        (self.task, self.settings) = (task, settings)
        let kept = TaskwarriorKept(task) ?? TaskwarriorKept()
        self.kept = kept
        recur = Self.recur(of: task, kept)
        children = TaskwarriorChildren()
        setMembers()
        let isKept = task.status != .open || recur != nil
        var template = members
        template[.annotations] = kept[.annotations]
        children = TaskwarriorChildren(
            isKept ? kept.children : [], of: task, template: template, now: settings.now)
        setOccurrences()
    }

    /// The template or the task alone, and its occurrences.
    ///
    /// - Parameter series: all recurring tasks that are written.
    func objects(_ series: TaskwarriorSeries) -> [[JSONMember]] {
        var members = members
        let depends = series.dependencies(of: task, kept[.depends])
        if !depends.isEmpty { members[.depends] = .array(depends.map { .text($0) }) }
        let annotations = annotations
        if !annotations.isEmpty { members[.annotations] = .array(annotations) }
        return [members] + children.children
    }

    // MARK: Attributes

    private mutating func add(_ attribute: TaskwarriorAttribute, _ value: JSONValue?) {
        if let value { members.append(JSONMember(JSONString(attribute.rawValue), value)) }
    }

    private mutating func add(_ attribute: TaskwarriorAttribute, _ time: Instant?) {
        add(attribute, time.map { .text(TaskwarriorTime.text($0)) })
    }

    private mutating func add(_ name: String, _ value: JSONValue?) {
        if let value { members.append(JSONMember(JSONString(name), value)) }
    }

    private mutating func setMembers() {
        // Taskwarrior removes control characters except tabs.
        add(.description, .text(TaskwarriorText.text(task.title)))
        add(.uuid, task.uid.map { .text($0) })
        add(.status, .text(status))
        add(.entry, task.created ?? settings.now)
        add(.modified, task.modified)
        if task.status == .open {
            add(.start, task.workStart)
        } else {
            add(.start, kept[.start])
            add(.end, task.ended ?? settings.now)
        }
        add(.project, task.project.map { .text($0) })
        if !task.tags.isEmpty { add(.tags, .array(task.tags.map { .text($0) })) }
        addPriority()
        addTimes()
        add(.until, task.until)
        add(.recur, recur.map { .text($0) })
        for attribute in [TaskwarriorAttribute.imask, .last, .mask, .parent, .rtype, .template] {
            if isRecurring || kept[.parent] != nil { add(attribute, kept[attribute]) }
        }
        addExtras()
        addFields()
    }

    /// Whether it is a template there.
    private var isRecurring: Bool { recur != nil && kept[.parent] == nil }

    private var isWaiting: Bool {
        kept[.status] == .text(TaskwarriorKept.waiting)
            && task.wait.map { $0 > settings.now } ?? false
    }

    private var status: String {
        switch task.status {
        case .completed: "completed"
        case .deleted: "deleted"
        case .open:
            isRecurring ? "recurring" : isWaiting ? TaskwarriorKept.waiting : "pending"
        }
    }

    /// Adds the letter of the priority, unless it is the default. A letter that was read remains while it means the
    /// same.
    private mutating func addPriority() {
        let read = kept[.priority]?.string?.description ?? otherPriority
        if let read, TaskwarriorPriority.number(read) ?? 3 == task.priority ?? 3 {
            return add(.priority, .text(read))
        }
        guard let number = task.priority else { return }
        add(.priority, .text(TaskwarriorPriority.letter(number)))
        if TaskwarriorPriority.number(TaskwarriorPriority.letter(number)) != number {
            add(TaskwarriorExtra.exactPriority, .number(Double(number)))
        }
    }

    /// A letter that the user of Taskwarrior has configured.
    private var otherPriority: String? {
        task.fields.first { $0.name == JSONString(TaskwarriorExtra.otherPriority) }?.value.string?
            .description
    }

    /// Adds the times. A template keeps its own times while the task has those of an occurrence.
    private mutating func addTimes() {
        let times: [(TaskwarriorAttribute, Instant?)] = [
            (.due, task.due), (.scheduled, task.scheduled), (.wait, task.wait),
        ]
        let isKept = isRecurring && kept[.due] != nil && !kept.children.isEmpty
        for (attribute, time) in times {
            if isKept { add(attribute, kept[attribute]) } else { add(attribute, time) }
        }
    }

    /// The frequency of a task that also recurs in Taskwarrior, where it needs a deadline. The one that was read stays
    /// while it means the same.
    private static func recur(of task: ForeignTask, _ kept: TaskwarriorKept) -> String? {
        let read = kept[.recur]?.string?.description
        guard task.status == .open else { return read }
        guard task.due != nil, task.recurrence?.origin == .deadline, let rule = task.rule else {
            return nil
        }
        if read != nil, isKept(rule, kept) { return read }
        return TaskwarriorRecurrence.text(rule)
    }

    /// Whether a rule is the one that was read, apart from its time of day, which is that of the deadline there.
    private static func isKept(_ rule: RecurrenceRule, _ kept: TaskwarriorKept) -> Bool {
        guard let text = kept.rule, let read = try? RecurrenceRule(text) else { return false }
        var bare = rule
        (bare.hours, bare.minutes, bare.seconds) = ([], [], [])
        return bare == read
    }

    // MARK: User-defined attributes

    private mutating func addExtras() {
        let isRead = recur != nil && task.rule.map { Self.isKept($0, kept) } ?? false
        var task = task
        // A start is an attribute.
        if task.status == .open, let last = task.work.last, last.end == nil {
            task.work.removeLast()
        }
        for member in TaskwarriorExtra.members where member != .occurrences {
            if isRead, [.recurrence, .recurrenceFrom, .timeZone].contains(member) { continue }
            add(
                TaskwarriorExtra.name(member),
                member.value(of: task).map(TaskwarriorExtra.attribute))
        }
    }

    private mutating func addFields() {
        for field in task.fields where field.name != ImportedField.taskwarrior {
            let name = field.name.description
            // It is the priority, or was before that was changed.
            if name == TaskwarriorExtra.otherPriority, field.value.string != nil { continue }
            let attribute =
                kept.names[name]
                ?? (isKeptFrequency(field) ? name : TaskwarriorExtra.name(ofField: name))
            add(attribute, TaskwarriorExtra.fieldAttribute(field.value))
        }
    }

    /// Whether a field is a frequency from Taskwarrior that the reader did not understand, and will keep again.
    private func isKeptFrequency(_ field: JSONMember) -> Bool {
        guard field.name == JSONString("recur"), task.recurrence == nil, task.frequencyDays == nil,
            let text = field.value.string
        else { return false }
        return TaskwarriorRecurrence.rule(text.description) == nil
    }

    // MARK: Occurrences and annotations

    /// Adds what occurrences leave to the template.
    private mutating func setOccurrences() {
        let mask = children.updated(mask: members[.mask])
        if let mask { members[.mask] = mask }
        var task = ForeignTask()
        task.occurrences = children.rest
        add(
            TaskwarriorExtra.name(.occurrences),
            ForeignMember.occurrences.value(of: task).map(TaskwarriorExtra.attribute))
    }

    /// The comments as annotations, without those that only occurrences have. Taskwarrior identifies the annotations of
    /// a task by their second, so each gets a distinct one.
    private var annotations: [JSONValue] {
        // For each second that is used, a later one that may be free. The seconds passed in a search are set to its
        // result, so that the next search does not visit them again.
        var next: [Int64: Int64] = [:]
        return task.comments.compactMap { comment in
            var second = (comment.at ?? settings.now).milliseconds / 1000
            let text = JSONValue.text(TaskwarriorText.text(comment.text))
            if children.hasAnnotation(text, at: Self.time(second)) { return nil }
            var passed: [Int64] = []
            while let later = next[second] {
                passed.append(second)
                second = later
            }
            for index in passed + [second] { next[index] = second + 1 }
            return .object([
                JSONMember("entry", Self.time(second)), JSONMember("description", text),
            ])
        }
    }

    private static func time(_ second: Int64) -> JSONValue {
        .text(TaskwarriorTime.text(Instant(milliseconds: second * 1000)))
    }
}

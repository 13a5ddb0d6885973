import RedoCalendar
import RedoJSON
import RedoModel

/// A writer of the input of `task import`: an array with a task a line.
struct TaskwarriorWriter {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    func write(_ tasks: [ForeignTask]) -> InterchangeOutput {
        var bytes = Array("[\n".utf8)
        for (index, task) in tasks.enumerated() {
            if index > 0 { bytes += Array(",\n".utf8) }
            CanonicalJSON.append(.object(members(of: task)), to: &bytes)
        }
        bytes += Array((tasks.isEmpty ? "]\n" : "\n]\n").utf8)
        return InterchangeOutput(bytes)
    }

    private func members(of task: ForeignTask) -> [JSONMember] {
        var members: [JSONMember] = []
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(JSONMember(JSONString(name), value)) }
        }
        func add(_ name: String, _ time: Instant?) {
            add(name, time.map { .text(TaskwarriorTime.text($0)) })
        }
        let recur = recur(of: task)
        // Taskwarrior removes control characters except tabs.
        add("description", .text(TextEscapes.escaped(task.title)))
        add("uuid", task.uid.map { .text($0) })
        add("status", .text(status(of: task, isRecurring: recur != nil)))
        add("entry", task.created ?? settings.now)
        add("modified", task.modified)
        add("end", task.status == .open ? nil : task.ended ?? settings.now)
        add("project", task.project.map { .text($0) })
        if !task.tags.isEmpty { add("tags", .array(task.tags.map { .text($0) })) }
        add("priority", task.priority.flatMap(TaskwarriorPriority.letter).map { .text($0) })
        if task.priority == 1 { add(TaskwarriorExtra.lowestPriority, "yes") }
        add("due", task.due)
        add("scheduled", task.scheduled)
        add("wait", task.wait)
        add("until", task.until)
        add("recur", recur.map { .text($0) })
        if !task.dependsOn.isEmpty { add("depends", .array(task.dependsOn.map { .text($0) })) }
        let annotations = annotations(of: task)
        if !annotations.isEmpty { add("annotations", .array(annotations)) }
        for member in TaskwarriorExtra.members {
            add(
                TaskwarriorExtra.name(member),
                member.value(of: task).map(TaskwarriorExtra.attribute))
        }
        for field in task.fields {
            let name = field.name.description
            add(
                isKeptFrequency(field, of: task) ? name : TaskwarriorExtra.name(ofField: name),
                TaskwarriorExtra.attribute(field.value))
        }
        return members
    }

    /// Whether a field is a frequency from Taskwarrior that the reader did not understand, and will keep again.
    private func isKeptFrequency(_ field: JSONMember, of task: ForeignTask) -> Bool {
        guard field.name == JSONString("recur"), task.recurrence == nil, task.frequencyDays == nil,
            let text = field.value.string
        else { return false }
        return TaskwarriorRecurrence.rule(text.description) == nil
    }

    private func status(of task: ForeignTask, isRecurring: Bool) -> String {
        switch task.status {
        case .completed: "completed"
        case .deleted: "deleted"
        case .open:
            isRecurring
                ? "recurring"
                : (task.wait.map { $0 > settings.now } ?? false) ? "waiting" : "pending"
        }
    }

    /// The frequency of a task that also recurs in Taskwarrior, where it needs a deadline.
    private func recur(of task: ForeignTask) -> String? {
        guard task.status == .open, task.due != nil, let recurrence = task.recurrence,
            recurrence.origin == .deadline, let rule = try? RecurrenceRule(recurrence.rule)
        else { return nil }
        return TaskwarriorRecurrence.text(rule)
    }

    /// The comments as annotations. Taskwarrior identifies them by their second, so each gets a distinct one.
    private func annotations(of task: ForeignTask) -> [JSONValue] {
        // For each second that is used, a later one that may be free. The seconds passed in a search are set to its
        // result, so that the next search does not visit them again.
        var next: [Int64: Int64] = [:]
        return task.comments.map { comment in
            let at = comment.at ?? settings.now
            var second = at.milliseconds / 1000
            var passed: [Int64] = []
            while let later = next[second] {
                passed.append(second)
                second = later
            }
            for index in passed + [second] { next[index] = second + 1 }
            let instant = Instant(milliseconds: second * 1000)
            return .object([
                JSONMember("entry", .text(TaskwarriorTime.text(instant))),
                JSONMember("description", .text(TextEscapes.escaped(comment.text))),
            ])
        }
    }
}

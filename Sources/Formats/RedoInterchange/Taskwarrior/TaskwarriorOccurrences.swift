import RedoCalendar
import RedoSystem

/// The joining of a recurring task with its occurrences, which are separate tasks in Taskwarrior, into one task.
enum TaskwarriorOccurrences {
    typealias Entry = TaskwarriorReader.Entry

    /// - Complexity: O(n log n).
    static func joined(_ entries: [Entry], _ settings: InterchangeSettings) -> [ForeignTask] {
        var templates: [String: Int] = [:]
        for (index, entry) in entries.enumerated() where entry.isTemplate {
            if let uid = entry.task.uid { templates[uid] = index }
        }
        var children: [Int: [Entry]] = [:]
        var owners: [String: String] = [:]
        var others: [Int] = []
        for (index, entry) in entries.enumerated() {
            if let parent = entry.parent, let template = templates[parent] {
                children[template, default: []].append(entry)
                if let uid = entry.task.uid { owners[uid] = parent }
            } else if !entry.isTemplate {
                others.append(index)
            }
        }
        return (others + templates.values).sorted().map { index in
            var entry = entries[index]
            setDependencies(of: &entry, owners)
            if entry.isTemplate { return joined(entry, children[index] ?? [], settings) }
            if entry.task.status == .open { setRecurrence(of: &entry, settings) }
            return entry.whole
        }
    }

    /// Sets the dependencies to templates instead of their occurrences. Those that were read are kept if they differ.
    ///
    /// - Parameter owners: the uuids of templates, by those of their occurrences.
    private static func setDependencies(of entry: inout Entry, _ owners: [String: String]) {
        let read = entry.task.dependsOn
        entry.task.dependsOn = TaskwarriorSeries.meant(read, by: entry.task, owners)
        if read != entry.task.dependsOn {
            entry.kept[.depends] = .array(read.map { .text($0) })
        }
    }

    private static func joined(
        _ template: Entry, _ children: [Entry], _ settings: InterchangeSettings
    ) -> ForeignTask {
        var entry = template
        setRecurrence(of: &entry, settings)
        let children = children.sorted { ($0.task.due ?? .latest) < ($1.task.due ?? .latest) }
        entry.kept.children = TaskwarriorChildren.kept(
            children.map(\.attributes), of: template.attributes)
        entry.kept[.annotations] = TaskwarriorChildren.sharedAnnotations(
            of: template.attributes, with: entry.kept.children)
        let tasks = children.map(\.task)
        if tasks.contains(where: { $0.status == .open }) {
            for attribute in [TaskwarriorAttribute.due, .wait, .scheduled] {
                entry.kept[attribute] = template.attributes[attribute]
            }
        }
        var task = entry.whole
        for child in tasks where child.status == .completed {
            let completed = child.ended ?? child.modified ?? child.due ?? settings.now
            task.occurrences.append(ForeignTask.Occurrence(due: child.due, completed: completed))
        }
        let open = tasks.filter { $0.status == .open }
        if let current = open.first {
            (task.due, task.wait, task.scheduled) = (current.due, current.wait, current.scheduled)
            task.work += current.work
        }
        for child in tasks {
            for comment in child.comments where !task.comments.contains(comment) {
                task.comments.append(comment)
            }
            task.remarks += differences(of: child, from: entry.task)
        }
        if open.count > 1 {
            task.remarks.append(
                "\(counted(open.count - 1, "further open occurrence")) left out: a task has one")
        }
        let deleted = tasks.count { $0.status == .deleted }
        if deleted > 0 {
            task.remarks.append("\(counted(deleted, "deleted occurrence")) left out")
        }
        return task
    }

    /// What differs between an occurrence and its recurring task, in words.
    private static func differences(
        of child: ForeignTask, from template: ForeignTask
    ) -> [String] {
        var names: [String] = []
        if child.title != template.title { names.append("description '\(child.title)'") }
        if child.project != template.project { names.append("project") }
        if child.priority != template.priority { names.append("priority") }
        if Set(child.tags) != Set(template.tags) { names.append("tags") }
        return names.map { "an occurrence has its own \($0), which is left out" }
    }

    private static func setRecurrence(of entry: inout Entry, _ settings: InterchangeSettings) {
        guard let recur = entry.recur else { return }
        let isKnown = entry.task.recurrence.map { isWritten($0, as: recur) } ?? false
        guard !isKnown, entry.task.frequencyDays == nil else {
            entry.kept[.recur] = nil
            return
        }
        if let read = TaskwarriorRecurrence.rule(recur) {
            let rule = read.clippingMonths(entry.task.due, settings.zone)
            entry.task.recurrence = Recurrence(
                rule: rule.text, origin: .deadline, zone: settings.zoneName)
            entry.kept.rule = rule.text
        } else {
            entry.kept[.recur] = nil
            entry.task.setField("recur", .text(recur))
            entry.task.remarks.append("the frequency '\(recur)' is kept as the field 'recur'")
        }
    }

    /// Whether the suite wrote a recurrence as a frequency; if not, Taskwarrior has changed that since.
    private static func isWritten(_ recurrence: Recurrence, as recur: String) -> Bool {
        guard let rule = try? RecurrenceRule(recurrence.rule) else { return false }
        return TaskwarriorRecurrence.text(rule) == recur
    }
}

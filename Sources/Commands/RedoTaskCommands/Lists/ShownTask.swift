import RedoCalendar
import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// A task as `redo show` prints it: its title, a line for each member, its note and its occurrences.
struct ShownTask {
    let task: TaskState
    let log: Log
    let table: TaskTable
    /// Other tasks, for the titles of those that must be done first, and of what it is a part of.
    let others: [TaskID: TaskState]
    /// The user who looks at it; nil without a key.
    let reader: UserID?
    /// True if ids are shown as a whole, of nodes as well.
    let showsIDs: Bool
    let now: Instant

    private var people: People { log.replay.authority.people }

    func text(_ context: borrowing CommandContext) -> String {
        var lines = [context.styled(task.title.printable, .bold)]
        func add(_ name: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            let blanks = String(repeating: " ", count: max(1, Self.labelWidth - name.count))
            lines.append("  \(name):\(blanks)\(value)")
        }
        add("id", text(of: task.id.description))
        add("state", table.shownStatus(of: task))
        add("rank", table.rankText(of: task))
        add("priority", "\(task.priority)")
        add("points", CanonicalJSON.bytes(.number(task.storyPoints)).text)
        add("every", task.frequencyText { $0.zonedWords })
        add("due", task.due.map { "\(localText($0)) (\(table.words.text($0)))" })
        add("completed", task.completedAt.map { localTime($0) })
        if table.isSnoozed(task) {
            add("hidden", task.snoozedUntil?.instant.map { "until \(localText($0))" })
        }
        add("created", localText(task.creation))
        add("updated", localText(task.lastUpdated))
        add("owner", name(of: people.principal(of: task.owner)))
        let access = log.replay.authority.access(to: task.id)
        add(
            "shared with",
            access?.grants.map { "\(name(of: $0)) (\($1.name))" }.joined(separator: ", "))
        add("changed by", Self.whoChanges(access))
        add(TaskField.dependsOn.label.lowercased(), listed(task.dependencies.map(title)))
        add(TaskField.parent.label.lowercased(), task.parent.map(title))
        for member in task.fields.extraMembers where isShown(member) {
            add(label(of: member), text(of: member))
        }
        add("claimed", claim)
        lines += differences
        if !task.description.isEmpty { lines += [""] + note }
        return (lines + occurrences).joined(separator: "\n") + "\n"
    }

    private static let labelWidth = 13

    // MARK: Ids, names and times

    /// An id as it is shown: its first digits.
    private func text(of id: String) -> String { showsIDs ? id : String(id.prefix(8)) }

    private func name(of principal: Principal) -> String {
        let isReader = reader.map { people.principal(of: $0) == principal } ?? false
        let name = isReader ? "you" : people.shortName(of: principal)
        return showsIDs ? "\(name) \(principal)" : name
    }

    /// The title of another task, with its id if this one does not have it.
    private func title(of id: TaskID) -> String {
        guard let other = others[id] else { return text(of: id.description) }
        let mark = other.isOpen ? "" : " (\(table.shownStatus(of: other)))"
        return other.title.printable + mark + (showsIDs ? " \(id)" : "")
    }

    /// A time of another form is shown as it is.
    private func localTime(_ text: JSONString) -> String {
        text.instant.map { localText($0) } ?? text.printable
    }

    // MARK: Members

    /// True if a member has a line of its own: it has a value, and no other line says the same.
    private func isShown(_ member: JSONMember) -> Bool {
        let hasTitles = [TaskField.dependsOn, .parent].contains {
            member.name == $0.name && $0.value(of: task) != nil
        }
        return member.value != .null && !hasTitles && !task.isSaidInWords(member)
            && !member.isOfItsCreate && !ImportedField.hidden.contains(member.name)
    }

    private func field(of member: JSONMember) -> TaskField? {
        table.fields.fields.first { $0.name == member.name }
    }

    private func label(of member: JSONMember) -> String {
        guard let field = field(of: member) else { return member.name.printable }
        return field.origin == .own ? field.label : field.label.lowercased()
    }

    /// The value of a member, as people write it; one of another form as JSON.
    private func text(of member: JSONMember) -> String? {
        if let field = field(of: member), field.value(of: task) != nil {
            let text = table.fieldText(field, of: task)
            return field == .tags ? task.tags.map(\.printable).joined(separator: ", ") : text
        }
        if let text = member.value.string, text.instant != nil { return localTime(text) }
        return CanonicalJSON.bytes(member.value).text.printable
    }

    /// The users who may change the task, in words: the log decides that, not the fields.
    private static func whoChanges(_ access: SharedAccess?) -> String {
        guard let access, access.isClosed else { return "anyone who can write to this log" }
        return access.grants.contains { $0.permission >= .write }
            ? "its owner, and those with write or admin" : "its owner alone"
    }

    private var claim: String? {
        let claim = TaskClaim.latest(
            of: task.id, in: log.nodes.filter { log.replay.voids.reason(of: $0.id) == nil },
            at: now, mayRelease: ClaimAuthority(of: task.id, in: log).mayRelease)
        guard let held = claim.map({ HeldClaim($0, people) }) else { return nil }
        let holder = UserID(held.key)
        let name =
            holder == reader ? "you" : held.name?.printable ?? text(of: holder.description)
        return "by \(name), until \(localText(held.until))"
    }

    // MARK: Differences

    /// What devices changed at the same time, and to which values.
    private var differences: [String] {
        let graph = log.replay.validation.graph
        let heads = graph.taskNumber(of: task.id).map { log.heads()[$0] } ?? []
        guard heads.count > 1 else { return [] }
        let devices = heads.map { ShownDevices.name(log.nodes[$0].author) }
        let label = "differs:"
        let blanks = String(repeating: " ", count: Self.labelWidth + 1 - label.count)
        var lines = [
            "  \(label)\(blanks)changed on \(listed(devices)) at the same time; "
                + "'redo merge \(task.id.description.prefix(8))' settles it"
        ]
        for change in log.replay.mergePlan(of: heads, by: MergeRules()).changes
        where change.isConflict {
            let values = change.changedBy.map { side in
                let value = change.values[side].map(jsonText) ?? "nothing"
                return "\(value) on \(devices[side])"
            }
            lines.append("    \(change.member.path.printable): \(values.joined(separator: ", "))")
        }
        return lines
    }

    // MARK: The note and the occurrences

    /// The description line by line, further in than anything else, so that none looks like a field.
    private var note: [String] {
        let bytes = Array(task.description.utf8)
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { (bytes) -> String in
                let line = String(decoding: bytes, as: UTF8.self).printable
                return line.isEmpty ? "" : "    \(line)"
            }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The times at which it was or must be done, without those that others took the place of: whether it is done, its
    /// times, its title and its note.
    private var occurrences: [String] {
        let todos = task.todos.filter { !$0.isSuperseded }
        if todos.isEmpty { return [] }
        var lines = ["", "  occurrences:"]
        for todo in todos {
            let mark = todo.completed != nil ? "x" : todo.id == task.currentTodo?.id ? " " : "~"
            var line = "  [\(mark)] "
            // `redo done --todo` has to name those that are not the current one.
            if mark == "~" || showsIDs { line += "\(text(of: todo.id.description))  " }
            line += todo.due.map { "due \(localText($0))" } ?? "no deadline"
            if let done = todo.completed?.instant {
                line += ", done \(localText(done))"
            }
            for text in [todo.title ?? "", todo.notes] where !text.isEmpty {
                line += "  \(text.printable)"
            }
            lines.append(line)
        }
        return lines
    }
}

extension TaskState {
    /// True if a field is part of the recurrence that is shown in words; a rule of another form is shown raw.
    fileprivate func isSaidInWords(_ member: JSONMember) -> Bool {
        guard let recurrence, Recurrence.Field.inWords.contains(member.name) else { return false }
        return (try? RecurrenceRule(recurrence.rule))?.words != nil
    }
}

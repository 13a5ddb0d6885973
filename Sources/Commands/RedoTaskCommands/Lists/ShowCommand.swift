import RedoCalendar
import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo show`: shows tasks with their to-dos, and nodes with what they changed.
package struct ShowCommand: ParsableCommand {
    private static let json = OptionSpecification.flag("json", "print the task's JSON object")
    private static let history = OptionSpecification.flag(
        "history", "also what happened to it: each node, and what it changed")

    package static let specification = CommandSpecification(
        "show", "Show tasks with their to-dos, or nodes and what they changed",
        operands: [.repeated(.value(.task)), .repeated(.value(.node))],
        options: [json, history, TaskTable.rankOption],
        constraints: [.exclusive([json, history]), .exclusive([json, TaskTable.rankOption])],
        readsNames: true, effect: .reads)

    /// Of tasks, or of nodes.
    private let names: [String]
    private let isJSON: Bool
    private let showsHistory: Bool
    private let rank: String?
    /// What ends an object of ``json``.
    private let end: [UInt8]

    package init(_ arguments: Arguments) {
        names = arguments.operands
        isJSON = arguments.has(Self.json)
        showsHistory = arguments.has(Self.history)
        rank = arguments.value(TaskTable.rankOption)
        end = Array(arguments.terminator.utf8)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let log: Log
        do throws(RedoError) {
            log = try repository.log(of: names)
        } catch {
            // What is the name of no task can be that of a node.
            guard try showNodes(&context, repository) else { throw error }
            return .done
        }
        let table = try TaskTable(context, repository.store, rankedBy: rank)
        let history = showsHistory ? TaskHistory(log) : nil
        // Only what is about these tasks is shown of it.
        let organisation = try repository.family(Organisation.self, about: .none)
        for (index, task) in try log.livingTasks(named: names).enumerated() {
            if isJSON {
                try context.print(task.canonicalBytes() + end)
            } else {
                if index > 0 { try context.print("\n") }
                try context.print(Self.text(of: task, table, log, context))
                for line in try Self.lines(of: organisation, task.id, repository, context) {
                    try context.print("\(line)\n")
                }
                guard let history else { continue }
                try context.print("\n  history:\n")
                for line in history.lines(of: task.id) { try context.print("  \(line)\n") }
            }
        }
        return .done
    }

    private static func text(
        of task: TaskState, _ table: TaskTable, _ log: Log, _ context: borrowing CommandContext
    ) -> String {
        var lines = [context.styled(task.title.printable, .bold)]
        func add(_ name: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            lines.append(
                "  \(name):\(String(repeating: " ", count: max(1, 13 - name.count)))\(value)")
        }
        add("id", task.id.description)
        add("state", table.status(of: task))
        add("rank", table.rankText(of: task))
        add("priority", "\(task.priority)")
        add("points", CanonicalJSON.bytes(.number(task.storyPoints)).text)
        add("every", task.frequencyText { $0.zonedWords })
        add("due", task.due.map { "\(localText($0)) (\(table.words.text($0)))" })
        add(
            "completed",
            task.completedAt.map { text in
                text.instant.map { localText($0) } ?? text.printable
            })
        if table.isSnoozed(task) {
            add("hidden", task.snoozedUntil?.instant.map { "until \(localText($0))" })
        }
        add("created", localText(task.creation))
        add("updated", localText(task.lastUpdated))
        let people = log.replay.authority.people
        let name = people.person(of: task.owner).map { "\($0.name.printable) " } ?? ""
        add("owner", "\(name)\(task.owner)")
        let access = log.replay.authority.access(to: task.id)
        add(
            "shared with",
            access?.grants.map { principal, permission in
                "\(people.shortName(of: principal)) (\(permission.name))"
            }.joined(separator: ", "))
        add("changed by", whoChanges(access))
        for member in task.fields.extraMembers
        where !task.isSaidInWords(member) && !member.isOfItsCreate
            && !ImportedField.hidden.contains(member.name)
        {
            add(member.name.printable, text(ofExtra: member, task, table))
        }
        if let now = try? context.now(),
            let claim = TaskClaim.latest(
                of: task.id,
                in: log.nodes.filter { log.replay.voids.reason(of: $0.id) == nil }, at: now,
                mayRelease: ClaimAuthority(of: task.id, in: log).mayRelease)
        {
            let held = HeldClaim(claim, people)
            add(
                "claimed",
                "by \(held.name.map { "\($0.printable) " } ?? "")\(UserID(held.key)), "
                    + "until \(localText(held.until))")
        }
        let heads = log.heads(of: task.id)
        if heads.count > 1 { add("heads", "\(heads.count) (diverged)") }
        if !task.description.isEmpty { lines += [""] + description(of: task) }
        lines += todoLines(of: task)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The users who may change a task, in words: the log decides that, not the fields.
    private static func whoChanges(_ access: SharedAccess?) -> String {
        guard let access, access.isClosed else { return "anyone who can write to this log" }
        return access.grants.contains { $0.permission >= .write }
            ? "its owner, and those with write or admin" : "its owner alone"
    }

    /// The to-dos but those that others took the place of, a line each: whether it is done, its
    /// times, its title and its notes.
    private static func todoLines(of task: TaskState) -> [String] {
        let todos = task.todos.filter { !$0.isSuperseded }
        if todos.isEmpty { return [] }
        var lines = ["", "  to-dos:"]
        for todo in todos {
            let mark = todo.completed != nil ? "x" : todo.id == task.currentTodo?.id ? " " : "~"
            var line = "  [\(mark)] "
            // `redo done --todo` has to name those that are not the current one.
            if mark == "~" { line += "\(todo.id.description.prefix(8))  " }
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

    /// The comments on a task, and the time that was spent on it.
    private static func lines(
        of organisation: Organisation, _ task: TaskID, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> [String] {
        let comments = organisation.comments.filter { $0.task == task }
        let work = organisation.work.filter { $0.task == task }
        if comments.isEmpty, work.isEmpty { return [] }
        var lines: [String] = []
        let authors = try repository.authors(about: .none)
        if !comments.isEmpty {
            lines += ["", "  comments:"]
            for comment in comments { lines += comment.lines(authors).map { "  \($0)" } }
        }
        if !work.isEmpty {
            let now = try context.now()
            let minutes = work.reduce(0) { $0 + $1.spent(until: now).minutes }
            lines += ["", "  work: \(Duration(minutes: minutes)) in all"]
            for interval in work { lines.append("  \(interval.line(authors, now: now))") }
        }
        return lines
    }

    /// Shows nodes, with what each changed.
    ///
    /// - Returns: false if an operand is the name of no node.
    private func showNodes(
        _ context: inout CommandContext, _ repository: Repository
    ) throws(RedoError) -> Bool {
        let log = try repository.wholeLog(about: .none)
        var numbers: [Int] = []
        for name in names {
            guard let number = try? log.nodeNumber(named: name) else { return false }
            numbers.append(number)
        }
        repository.ask(
            insteadAbout: TaskScope(of: numbers.map { log.nodes[$0].taskID }))
        if isJSON {
            for number in numbers {
                try context.print(log.nodes[number].canonicalBytes + end)
            }
        } else {
            let patches = NodePatches(log)
            for (index, number) in numbers.enumerated() {
                if index > 0 { try context.print("\n") }
                for line in patches.description(of: number, context) {
                    try context.print("\(line)\n")
                }
            }
        }
        return true
    }

    /// The description line by line, further in than anything else, so that none looks like a field.
    private static func description(of task: TaskState) -> [String] {
        let bytes = Array(task.description.utf8)
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { (bytes) -> String in
                let line = String(decoding: bytes, as: UTF8.self).printable
                return line.isEmpty ? "" : "    \(line)"
            }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The value of a field that only the fields dialect has, as people write it; other forms as JSON.
    private static func text(
        ofExtra member: JSONMember, _ task: TaskState, _ table: TaskTable
    ) -> String {
        let field = table.fields.fields.first { $0.name == member.name }
        if let field, field != .tags, field != .estimate, field.value(of: task) != nil,
            let text = table.fieldText(field, of: task)
        {
            return text
        }
        if member.name == "tags", case .array(let elements) = member.value {
            let tags = elements.compactMap(\.string)
            if tags.count == elements.count {
                return tags.map(\.printable).joined(separator: ", ")
            }
        }
        return CanonicalJSON.bytes(member.value).text.printable
    }
}

extension TaskState {
    /// Whether a field is part of the recurrence that is shown in words; a rule of another form is shown raw.
    fileprivate func isSaidInWords(_ member: JSONMember) -> Bool {
        guard let recurrence, Recurrence.Field.inWords.contains(member.name) else { return false }
        return (try? RecurrenceRule(recurrence.rule))?.words != nil
    }
}

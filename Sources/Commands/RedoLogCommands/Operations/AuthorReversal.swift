import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoSystem

/// `redo revert --by`: takes back everything that a person, key or agent did.
struct AuthorReversal {
    /// The name of a person, key or agent.
    let name: String
    /// As it was given; nil for everything.
    let since: String?
    /// The query for the tasks; nil for all, and for categories.
    let query: String?
    let isUnasked: Bool

    func run(
        by writing: WritingRequest, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let author = try context.keyring().author(for: repository.store)
        let names = try repository.personNames(own: author)
        let principal = try names.principal(named: name).principal
        let title = names.text(of: principal)
        let log = try repository.wholeLog()
        let history = try repository.family(OrganisationHistory.self)
        let chosen = try numbers(by: principal, log, repository, context)
        var histories = TaskHistories(log.replay)
        var plan = CompensationPlan(
            takingBack: chosen.map { log.nodes[$0].id }, areScattered: true, in: log, history,
            &histories, by: author.userID, try writing.dialect(in: repository))
        let forbidden = plan.leaveOutTasks { task in
            guard let key = author.publicKey else { return false }
            return log.replay.authority.permission(of: key, for: task).map { $0 < .write } ?? true
        }
        // What was taken back before has nothing left to say.
        plan.leaveOutWhatIsUnchanged()
        for compensation in forbidden {
            context.note("unchanged \(compensation.name): you have no permission to change it")
        }
        let otherCount = chosen.count { log.isBeyondUndo($0) }
        if otherCount > 0 {
            context.note(
                "\(counted(otherCount, "node")) about shares, persons, claims or rooms stay: "
                    + "'redo log --by \(shellWord(name))' lists them")
        }
        guard plan.hasEffect else {
            try context.print(
                plan.all.map { CompensationReport(kind: .revert).text(of: $0) }.joined()
                    + "nothing that \(title) did is left to take back\n")
            return .no
        }
        let question = "take back changes of \(plan.extent) by \(title)?"
        let asks = context.surroundings.hasTerminalInput && !isUnasked && !writing.isDryRun
        if writing.isDryRun || asks {
            let preview = CompensationReport(kind: .revert, isDry: true)
            try context.print(plan.all.map { preview.text(of: $0) }.joined())
            try context.flush()
        }
        if writing.isDryRun { return plan.isWhole && forbidden.isEmpty ? .done : .no }
        if asks, try !context.isConfirmed(question) { return .no }
        let report = CompensationReport(kind: .revert)
        let text = try context.edit(repository, log, by: writing) { (writer) throws(RedoError) in
            try report.write(plan, &writer)
        }
        if !asks { try context.print(text) }
        try context.print(
            "took back changes of \(plan.extent) by \(title); 'redo undo' brings all of them back\n"
        )
        return plan.isWhole && forbidden.isEmpty ? .done : .no
    }

    /// The nodes that are taken back, in replay order.
    private func numbers(
        by principal: Principal, _ log: Log, _ repository: Repository,
        _ context: borrowing CommandContext
    ) throws(RedoError) -> [Int] {
        let people = log.replay.authority.people
        let tasks = try tasks(repository, context)
        var users: [UserID: Bool] = [:]
        var numbers = log.nodes.indices.filter { number in
            let user = log.nodes[number].author.userID
            if let known = users[user] { return known }
            let isTheirs = people.principal(of: user) == principal
            users[user] = isTheirs
            return isTheirs
        }
        if let tasks {
            numbers.removeAll { log.nodes[$0].taskID.map { !tasks.contains($0) } ?? true }
        }
        guard let since, let start = try moment(since, context) else { return numbers }
        // A clock says what its owner wants: what follows a node of that time is not older.
        var isSince = Array(repeating: false, count: log.nodes.count)
        for number in log.nodes.indices {
            isSince[number] =
                log.nodes[number].timestamp.wall >= start
                || log.replay.validation.graph.parents(of: number).contains { isSince[$0] }
        }
        return numbers.filter { isSince[$0] }
    }

    private func moment(
        _ text: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> Instant? {
        try TimeExpression(now: try context.now(), direction: .past, timeOfDay: .start)
            .momentOrNone(text)
    }

    /// The tasks that the query includes, whatever their status; nil without a query.
    private func tasks(
        _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> Set<TaskID>? {
        guard let query else { return nil }
        let now = try context.now()
        let asked = try Query(written: query)
        let compiled = try asked.compiled(
            from: query, repository.store.configuration.taskFields, now: now,
            facts: try context.facts(for: asked, repository))
        let state = try repository.tasks().state
        let facts = StateFacts(
            state, at: now,
            try repository.organisationFacts(at: now, withComments: asked.readsTexts))
        let tasks = state.tasks.filter { compiled.includes($0, facts.facts(of: $0)) }
        if tasks.isEmpty { EmptyAnswer(to: [query], asked).report(context, repository) }
        return Set(tasks.map(\.id))
    }
}

import RedoExchange
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension CommandContext {
    /// What a query asks beside the tasks themselves, at no cost for one that asks nothing.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func facts(
        for query: Query, _ repository: Repository
    ) throws(RedoError) -> QueryFacts {
        QueryFacts(
            sharing: try sharingFacts(for: query, repository).map { .known($0) } ?? .unasked,
            projects: try repository.projectNames(for: query))
    }

    /// The sharing of tasks, and what names of tasks mean; nil if the query does not ask, at no cost.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func sharingFacts(
        for query: Query, _ repository: Repository
    ) throws(RedoError) -> SharingFacts? {
        var tasks: [String: Set<TaskID>] = [:]
        for name in query.taskNames(repository.store.configuration.taskFields) {
            tasks[name] = try repository.tasks(named: name)
        }
        guard query.asksOfSharing else {
            return tasks.isEmpty ? nil : SharingFacts(tasks: tasks)
        }
        let names = try personNames(repository)
        let authority = try repository.sharedLog().authority
        var grantees: [TaskID: Set<Principal>] = [:]
        for task in authority.sharedTasks {
            let grants = authority.access(to: task)?.grants ?? []
            if !grants.isEmpty { grantees[task] = Set(grants.map(\.principal)) }
        }
        return SharingFacts(
            people: names.people, own: names.ownPrincipal, users: names.authors.users,
            grantees: grantees, tasks: tasks, agents: names.authors.agents.users)
    }

    /// The names of persons and keys, as this user can write them.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func personNames(_ repository: Repository) throws(RedoError) -> PersonNames {
        try repository.personNames(own: try? keyring().author(for: repository.store))
    }

    /// The user who reads what the command prints; nil without a key.
    package func reader(of repository: Repository) -> UserID? {
        (try? keyring().author(for: repository.store))?.userID
    }

    /// Opens the store that the command works on.
    ///
    /// - Throws: STORAGE_001 if there is none, STORAGE_005 if it is another user's.
    package func openRepository() throws(RedoError) -> Repository { repository(try openStore()) }

    /// A store, with what the command adds to it.
    ///
    /// - Parameter startsSync: whether what is written starts a sync, if `sync.auto` says so; a sync itself does not.
    package func repository(_ store: Store, startsSync: Bool = true) -> Repository {
        let candidates = TaskCandidates(self, store)
        let (surroundings, hasWritten) = (surroundings, hasWritten)
        let autoSync = AutoSync(store) { error in
            let warning = Diagnostic(.warning, error.code, error.message.printable)
            surroundings.complain(warning.line + "\n")
        }
        return Repository(
            store,
            Repository.Options(
                showsProgress: showsProgress, version: Version.text, isReadOnly: isReadOnly,
                nameRule: NameRule(
                    describe: { candidates.lines(of: $0, among: $1, living: $2) },
                    isStrict: namesAreStrict)),
            hooks: hooks(of: store),
            didWrite: {
                hasWritten.withLock { $0 = true }
                if startsSync { autoSync.start() }
            },
            report: { surroundings.complain("note: \($0)\n") })
    }
}

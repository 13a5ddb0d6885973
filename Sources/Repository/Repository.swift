import RedoModel
import RedoStore
import RedoSystem

/// The open store that a command works on, which reads each part of its log only once.
///
/// It owns the questions about a log and the transactions of writers: state, names, permissions, families, the trash,
/// hooks, and the keys of the user (``Keyring``). It does not own the files of the store, which RedoStore reads and
/// writes, and it never exchanges nodes with a remote.
///
/// To read tasks start at ``tasks()``, for nodes by name at ``NodeResolver``, for other questions at
/// ``answer(_:about:_:)`` and ``LogSource``, and to write at ``edit(_:_:)``.
///
/// Only ``answer(_:about:_:)`` decides whether the columns of indexes answer a question or all nodes are read. Each
/// question sets the tasks that its answer is about, so that damage to other tasks does not make the answer
/// incomplete (``Incompleteness``).
package final class Repository {
    package let store: Store
    package let options: Options
    /// The user's hooks for what is written.
    package let hooks: Hooks?
    let didWrite: () -> Void
    /// Reports to the user what was done beside the request, one line each.
    let report: (String) -> Void
    /// The log by its indexes, once it was opened; the inner optional is nil if a node is unreadable.
    private var opened: LogSource??
    /// The log without loose nodes and without its columns, once it was opened; the inner optional is nil if there are
    /// loose nodes.
    private var openedPacks: StoredLog??
    /// All nodes, once they were read, and the log by them.
    private var read: (snapshot: Snapshot<Node>, source: LogSource)?
    private var wholeLogs: [LogRule: Log] = [:]
    /// Whether the log is known to have no node of people or sharing.
    var isOpenToAll = false

    /// The settings of a repository that depend on the command and not on the store.
    package struct Options: Sendable {
        /// Whether long work shows its progress.
        package let showsProgress: Bool
        /// The version of the suite, which caches contain.
        package let version: String
        /// Whether nothing may be written.
        package let isReadOnly: Bool
        /// Which texts are names of tasks and nodes.
        package let nameRule: NameRule
        /// The minimum number of packed nodes for caching.
        let smallestCachedCount: Int

        package init(
            showsProgress: Bool, version: String, isReadOnly: Bool = false,
            smallestCachedCount: Int = 1000, nameRule: NameRule = NameRule()
        ) {
            self.isReadOnly = isReadOnly
            self.showsProgress = showsProgress
            self.version = version
            self.smallestCachedCount = smallestCachedCount
            self.nameRule = nameRule
        }
    }

    /// Describes tasks by their states, the ids of all tasks, and which of these are not deleted.
    package typealias TaskDescriber =
        @Sendable (_ tasks: [TaskState], _ ids: [TaskID], _ living: Set<TaskID>) -> [String]

    /// - Parameters:
    ///   - hooks: nil for none.
    ///   - didWrite: called after nodes were written.
    ///   - report: receives what was done beside the request.
    package init(
        _ store: Store, _ options: Options, hooks: Hooks? = nil,
        didWrite: @escaping () -> Void = {}, report: @escaping (String) -> Void = { _ in }
    ) {
        self.didWrite = didWrite
        self.report = report
        self.store = store
        self.hooks = hooks
        self.options = options
    }

    /// The nodes that have an effect in a view.
    package func rule(_ view: LogView) -> LogRule {
        switch view {
        case .whole: .version1
        case .authorized: LogRule(leavesOutVoid: true)
        case .local:
            LogRule(leavesOutVoid: true, ignoringPersons: store.configuration.ignoredPersons)
        case .effective:
            LogRule(
                leavesOutVoid: true, ignoring: store.configuration.ignoredAuthors,
                ignoringPersons: store.configuration.ignoredPersons)
        }
    }

    /// Forgets what was read, since the log may have grown.
    package func forget() {
        opened = nil
        openedPacks = nil
        read = nil
        wholeLogs = [:]
        isOpenToAll = false
    }

    // MARK: Reading

    /// Adds tasks to those that the answers of the command are about. Questions without a scope are about all tasks.
    package func ask(about scope: TaskScope) { store.incompleteness.ask(about: scope) }

    /// Replaces the tasks that the answers are about: a name that was tried as that of a task means a node.
    package func ask(insteadAbout scope: TaskScope) {
        store.incompleteness.ask(insteadAbout: scope)
    }

    /// The log by the columns of its indexes; nil if a loose node is unreadable or a pack is missing.
    ///
    /// - Parameter scope: the tasks that the answer is about.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    package func indexedSource(about scope: TaskScope = .all) throws(RedoError) -> LogSource? {
        ask(about: scope)
        if let opened { return opened }
        let log = try store.storedLog(about: scope).map { LogSource($0) }
        opened = .some(log)
        return log
    }

    /// The packs of a log without loose nodes: their names, and the kinds of their nodes. Caches need no more.
    ///
    /// - Returns: nil if there are loose nodes, a pack is missing, or the whole log has been opened.
    /// - Throws: as ``indexedSource(about:)``.
    /// - Complexity: O(p) for p packs: other columns of the indexes are not read.
    func packsAlone() throws(RedoError) -> StoredLog? {
        if opened != nil { return nil }
        if let openedPacks { return openedPacks }
        let packs = try store.packsAlone()
        openedPacks = .some(packs)
        return packs
    }

    /// Answers a question about the log: from indexes, or, if these are not sufficient, from all sound nodes.
    ///
    /// - Parameters:
    ///   - view: which nodes have an effect.
    ///   - scope: the tasks that the answer is about: none if the body sets them with ``ask(about:)``.
    ///   - body: answers from a log; nil if a node has to be read and is unreadable. Then it is called again with all
    ///     nodes, whose reading reports the damage, and always has an answer.
    package func answer<Answer>(
        _ view: LogView = .effective, about scope: TaskScope = .all,
        _ body: (LogSource, _ rule: LogRule) throws(RedoError) -> Answer?
    ) throws(RedoError) -> Answer {
        if let log = try indexedSource(about: scope), let answer = try body(log, rule(view)) {
            return answer
        }
        guard let answer = try body(try readNodes(about: scope).source, rule(view)) else {
            preconditionFailure("a node that was read is unreadable")
        }
        return answer
    }

    /// All sound nodes, read once.
    private func readNodes(
        about scope: TaskScope
    ) throws(RedoError) -> (snapshot: Snapshot<Node>, source: LogSource) {
        ask(about: scope)
        if let read { return read }
        let snapshot = try snapshot(about: scope)
        let made = (snapshot, LogSource(StoredLog(read: snapshot.nodes)))
        read = made
        return made
    }

    /// All nodes with their replay. The command ends as incomplete if one is missing that the answer is about.
    ///
    /// - Parameter scope: the tasks that the answer is about.
    /// - Throws: ``RedoError`` if the store cannot be read.
    package func wholeLog(
        _ view: LogView = .effective, about scope: TaskScope = .all
    ) throws(RedoError) -> Log {
        ask(about: scope)
        let rule = rule(view)
        if let log = wholeLogs[rule] { return log }
        let log = Log(
            try readNodes(about: scope).snapshot, Exclusion(rule), names: options.nameRule)
        wholeLogs[rule] = log
        return log
    }

    /// All nodes. The command ends as incomplete if one is missing that the answer is about.
    package func snapshot(
        trusting trust: PackTrust = .checksums, about scope: TaskScope = .all
    ) throws(RedoError) -> Snapshot<Node> {
        try snapshot(trusting: trust, about: scope) { $0 }
    }

    /// Reads all nodes, and shows the progress.
    ///
    /// - Parameter keep: computes what is kept of a node.
    package func snapshot<Kept: KeptNode>(
        trusting trust: PackTrust, about scope: TaskScope = .all,
        keeping keep: @Sendable (Node) -> Kept
    ) throws(RedoError) -> Snapshot<Kept> {
        var progress = progress("Reading nodes")
        let snapshot = try store.snapshot(
            trusting: trust, about: scope, progress: { progress.show(done: $0, total: $1) },
            keeping: keep)
        progress.finish()
        return snapshot
    }

    /// Progress that is shown if the options request it.
    package func progress(_ title: String) -> Progress {
        Progress(title, isShown: options.showsProgress)
    }
}

extension Repository {
    /// The claims that are in force at a moment, according to the log, by task. No remote is contacted.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: constant for a packed log without claims; O(n) for n nodes otherwise, by columns, and the claims and
    ///   releases of the last days are read.
    package func claims(at now: Instant) throws(RedoError) -> [TaskID: HeldClaim] {
        if let packs = try packsAlone(), !packs.mayHave(\.isOfClaim) { return [:] }
        return try answer(.local) { (log, rule) throws(RedoError) -> [TaskID: HeldClaim]? in
            let found = log.stored.nodes(withAction: \.isOfClaim) { action, wall in
                action == .claim && HeldClaim.canBegin(at: wall, toBeHeldAt: now)
            }
            guard let found else { return nil }
            // Permissions need the whole log, so they are only computed if there is a claim.
            if found.isEmpty { return [:] }
            guard log.stored.mayHaveVoid else {
                return HeldClaim.all(in: found, at: now, .none)
            }
            guard let voids = log.voids(rule), let authority = log.authority(rule) else {
                return nil
            }
            return HeldClaim.all(
                in: found.filter { voids.reason(of: $0.id) == nil }, at: now, authority)
        }
    }
}

extension Repository {
    /// Verifies the log in one pass over its packs: every byte of them and of their indexes, and form, hash and
    /// signature of each node, on all processors. Stages 2 and 3 are then checked from the indexes, so that no node
    /// is kept.
    ///
    /// - Parameter requiresSignature: whether each node must have one.
    /// - Returns: the verdicts of stage 3 on the nodes; nil if anything else is wrong. Reading all nodes then shows
    ///   what.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    package func verifiedHistory(
        requiringSignatures requiresSignature: Bool
    ) throws(RedoError) -> HistoryValidation? {
        var progress = progress("Reading nodes")
        let check = try StoreCheck(packsOf: store, signature: .ifPresent) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        guard check.findings.isEmpty, let log = try indexedSource(), check.covers(log.stored),
            store.verifies(looseNodesOf: log.stored),
            !requiresSignature || log.stored.unsignedCount == 0
        else { return nil }
        return log.validation(.version1)
    }
}

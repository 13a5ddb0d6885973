import RedoModel
import RedoStore
import RedoSystem

/// The store that a command works on, open: what is read of its log is read once.
///
/// Whether the columns of indexes answer a question or all nodes are read is decided here alone, in
/// ``answer(_:about:_:)``. Each question says which tasks it is about, so that damage to others does not make the answer
/// incomplete (``Incompleteness``).
package final class Repository {
    package let store: Store
    package let options: Options
    /// The user's hooks for what is written.
    package let hooks: Hooks?
    let didWrite: () -> Void
    /// Tells people what was done beside what they asked for, a line each.
    let tell: (String) -> Void
    /// The log by its indexes, if it was opened: nil inside if a node is unreadable.
    private var opened: LogSource??
    /// The same without its columns, if it was looked for: nil inside if there are loose nodes.
    private var openedPacks: StoredLog??
    /// All nodes, if they were read, and the log by them.
    private var read: (snapshot: Snapshot<Node>, source: LogSource)?
    private var wholeLogs: [LogRule: Log] = [:]
    /// Whether the log is known to have no node of people or sharing.
    var isOpenToAll = false

    /// What a command adds to the store.
    package struct Options: Sendable {
        /// Whether long work shows how far it is.
        package let showsProgress: Bool
        /// The version of the suite, which caches name.
        package let version: String
        /// A line for each of several tasks that a name could mean.
        package let describe: TaskDescriber
        /// With fewer packed nodes nothing is cached.
        let smallestCachedCount: Int

        package init(
            showsProgress: Bool, version: String, smallestCachedCount: Int = 1000,
            describe: @escaping TaskDescriber
        ) {
            self.showsProgress = showsProgress
            self.version = version
            self.smallestCachedCount = smallestCachedCount
            self.describe = describe
        }
    }

    /// Describes tasks by their states, the ids of all tasks, and which of these are not deleted.
    package typealias TaskDescriber =
        @Sendable (_ tasks: [TaskState], _ ids: [TaskID], _ living: Set<TaskID>) -> [String]

    /// - Parameters:
    ///   - hooks: nil for none.
    ///   - didWrite: is called after nodes were written.
    ///   - tell: is told what was done beside what was asked for.
    package init(
        _ store: Store, _ options: Options, hooks: Hooks? = nil,
        didWrite: @escaping () -> Void = {}, tell: @escaping (String) -> Void = { _ in }
    ) {
        self.didWrite = didWrite
        self.tell = tell
        self.store = store
        self.hooks = hooks
        self.options = options
    }

    /// Which nodes have an effect in a view.
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

    /// Forgets what was read: the log has grown, or may have.
    package func forget() {
        opened = nil
        openedPacks = nil
        read = nil
        wholeLogs = [:]
        isOpenToAll = false
    }

    // MARK: Reading

    /// Says which tasks the command asks about. Questions without a scope are about all.
    package func ask(about scope: TaskScope) { store.incompleteness.ask(about: scope) }

    /// Says that the command asks about these tasks alone: it had tried a name as that of a task, and it is that of a node.
    package func ask(insteadAbout scope: TaskScope) {
        store.incompleteness.ask(insteadAbout: scope)
    }

    /// The log by the columns of its indexes; nil if a loose node is unreadable or a pack is gone.
    ///
    /// - Parameter scope: the tasks that the question is about.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    package func indexedSource(about scope: TaskScope = .all) throws(RedoError) -> LogSource? {
        ask(about: scope)
        if let opened { return opened }
        let log = try store.storedLog(about: scope).map { LogSource($0) }
        opened = .some(log)
        return log
    }

    /// The packs of a log that has nothing else: which they are, and which kinds of nodes they have. Caches need no more.
    ///
    /// - Returns: nil if there are loose nodes, a pack is gone, or the whole log has been opened.
    /// - Throws: as ``indexedSource(about:)``.
    /// - Complexity: O(p) for p packs: other columns of the indexes are not looked at.
    func packsAlone() throws(RedoError) -> StoredLog? {
        if opened != nil { return nil }
        if let openedPacks { return openedPacks }
        let packs = try store.packsAlone()
        openedPacks = .some(packs)
        return packs
    }

    /// Answers a question about the log: from indexes, or, if these do not suffice, from all nodes that are sound.
    ///
    /// - Parameters:
    ///   - view: which nodes have an effect.
    ///   - scope: the tasks that the question is about: none if the body says so with ``ask(about:)``.
    ///   - body: answers from a log; nil if a node has to be read and is unreadable. Then it is asked again with all nodes,
    ///     whose reading reports the damage, and has an answer.
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

    /// All nodes that are sound, read once.
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

    /// All nodes with their replay. The command ends incomplete if one is missing that the question is about.
    ///
    /// - Parameter scope: the tasks that the question is about.
    /// - Throws: ``RedoError`` if the store cannot be read.
    package func wholeLog(
        _ view: LogView = .effective, about scope: TaskScope = .all
    ) throws(RedoError) -> Log {
        ask(about: scope)
        let rule = rule(view)
        if let log = wholeLogs[rule] { return log }
        let log = Log(try readNodes(about: scope).snapshot, Exclusion(rule))
        wholeLogs[rule] = log
        return log
    }

    /// All nodes. The command ends incomplete if one is missing that the question is about.
    package func snapshot(
        trusting trust: PackTrust = .checksums, about scope: TaskScope = .all
    ) throws(RedoError) -> Snapshot<Node> {
        try snapshot(trusting: trust, about: scope) { $0 }
    }

    /// Reads all nodes, and shows how far that is.
    ///
    /// - Parameter keep: makes what is kept of a node.
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

    /// Progress that is shown if the options say so.
    package func progress(_ title: String) -> Progress {
        Progress(title, isShown: options.showsProgress)
    }
}

extension Repository {
    /// The claims that are in force at a moment, as far as the log knows, by task. No remote is asked.
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
            // Who may do what takes the whole log to find out.
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
    /// Verifies the log in one pass over its packs: every byte of them and of their indexes, and form, hash and signature of
    /// each node, on all processors. Stages 2 and 3 are then told by the indexes, so that no node is kept.
    ///
    /// - Parameter requiresSignature: whether each node has to have one.
    /// - Returns: what stage 3 says of the nodes; nil if anything else is not as it should be: who reads all nodes finds
    ///   out what.
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

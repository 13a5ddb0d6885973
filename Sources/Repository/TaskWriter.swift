import RedoCrypto
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// A writer of nodes that follow the log: each has the ends of its task as parents (protocol, section 5).
///
/// Nodes are collected until ``commit(to:)`` writes them as one batch. ``Repository/edit(_:_:)`` calls a closure with
/// a writer and commits it.
///
/// ```swift
/// try repository.edit(writer) { (writer) throws(RedoError) in
///     try writer.add(.update, task, fields)
/// }
/// ```
package struct TaskWriter: ~Copyable {
    /// The log, with the nodes that were made up to ``loggedCount``.
    private(set) var log: Log
    private(set) var loggedCount = 0
    package let identity: Identity
    let isSigning: Bool
    package let now: Instant
    private let validator: NodeValidator
    package let dialect: Dialect
    package private(set) var nodes: [Node] = []
    /// Signs the first ``queuedCount`` nodes while further ones are made.
    private var signing: WorkQueue<Node, Node?>?
    private var queuedCount = 0
    /// The parents of a new node, for the tasks that have new nodes.
    private var ends: [TaskID: [Node]] = [:]
    /// The parents of a new node for all tasks of the log, by the graph's number of the task.
    private var loggedEnds: [[Int]]?
    /// The kind of the operation that is recorded for the nodes.
    package var operationKind = Operation.Kind.change
    /// The tasks that were moved into the trash.
    private var trashed: Set<TaskID> = []
    /// The command that requested the nodes, for the operation that is recorded.
    private var command: String?
    /// Whether the nodes should be written at the end.
    package var isWriting = true
    /// Whether exactly the requested nodes are written: none is refused because it would be void, and none is added
    /// that shares what comes into a shared category.
    package var isLiteral = false
    /// Whether new tasks are closed from the start. If their CREATEs cannot express it, a SHARE does
    /// (``Repository/closeNewTasks(_:)``).
    package var closesTasks = false
    /// All heads that the changed tasks must have; nil if any will do.
    package var expectedHeads: Set<NodeID>?
    /// What is compared with the store when the nodes are written.
    var expectations: [ExpectedHeads] = []
    /// Stage 3 over the log as it was read, without new nodes.
    let validationAsRead: HistoryValidation
    private var knownHeads: TaskHeads?
    /// Further messages for the user, as lines.
    package internal(set) var notes: [String] = []
    /// The characters of a description that every program shows.
    private static let usualDescriptionCount = 500
    /// The number of heads that were joined, of tasks that had diverged.
    private var joinedHeadCounts: [TaskID: Int] = [:]

    /// The maximum number of parents of a node.
    package static let maximumParentCount = 10
    /// The maximum number of heads that are joined with a plan of what each changed.
    private static let maximumPlannedCount = 100

    package init(
        log: Log, identity: Identity, isSigning: Bool, now: Instant, dialect: Dialect,
        command: String? = nil
    ) {
        self.command = command
        self.log = log
        validationAsRead = log.replay.validation
        self.identity = identity
        self.isSigning = isSigning
        self.now = now
        self.dialect = dialect
        validator = NodeValidator()
    }

    /// Creates a node that follows the ends of its task.
    ///
    /// In the payload dialect, where a node has one parent, several ends are merged first. If there are more than
    /// ten, the latest ten are merged first in either dialect.
    ///
    /// - Parameter parents: the nodes to follow instead.
    /// - Throws: ``RedoError`` with the code of the rule that the node would break.
    @discardableResult
    package mutating func add(
        _ action: Action, _ task: TaskID?, _ fields: [JSONMember], after parents: [Node]? = nil
    ) throws(RedoError) -> Node {
        guard let task else { return try make(action, nil, fields, after: parents ?? []) }
        noteLongDescription(among: fields)
        var followed: [Node] = []
        if let parents {
            followed = parents
        } else if action == .merge {
            followed = try joinedEnds(of: task, atMost: Self.maximumParentCount)
        } else if action != .create {
            followed = try joinedEnds(of: task)
        }
        return try make(action, task, fields, after: followed)
    }

    /// Notes that a description is longer than programs have to show (EXTENSIONS, section 2): it is written as it is.
    private mutating func noteLongDescription(among fields: [JSONMember]) {
        let text = fields.first { $0.name == TaskField.description.name }?.value.string
        guard !isLiteral, let count = text?.description.count, count > Self.usualDescriptionCount
        else { return }
        let note =
            "a note has \(count) characters: other programs may show only the first "
            + "\(Self.usualDescriptionCount)"
        if !notes.contains(note) { notes.append(note) }
    }

    /// Calls a closure that makes nodes; if it fails, none of them was made.
    ///
    /// - Complexity: that of the closure, and O(t) for t tasks with new nodes if it makes some.
    package mutating func attempt<Result>(
        _ body: (inout TaskWriter) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        let count = nodes.count
        let (log, loggedCount, loggedEnds) = (log, loggedCount, loggedEnds)
        let (ends, joinedHeadCounts, trashed) = (ends, joinedHeadCounts, trashed)
        let expectations = expectations
        do throws(RedoError) {
            let result = try body(&self)
            try checkAuthority(ofNodesFrom: count)
            return result
        } catch {
            nodes.removeLast(nodes.count - count)
            queuedCount = min(queuedCount, count)
            (self.log, self.loggedCount, self.loggedEnds) = (log, loggedCount, loggedEnds)
            (self.ends, self.joinedHeadCounts, self.trashed) = (ends, joinedHeadCounts, trashed)
            self.expectations = expectations
            throw error
        }
    }

    /// Writes the new nodes, and records them as an operation.
    ///
    /// - Throws: STORAGE_003 if it cannot be written, or the code of stage 2 for a node that the store
    ///   refuses.
    func commit(to store: Store) throws(RedoError) {
        let verdicts = try store.admit(nodes.map { .success($0) }, validator: validator)
        for case let rejection? in verdicts { throw RedoError(rejection) }
        record(in: store)
    }

    private func record(in store: Store) {
        guard !nodes.isEmpty || operationKind != .change else { return }
        let operation = Operation(
            time: now, user: identity.author.userID, device: identity.author.deviceID,
            nodes: nodes.map(\.id), kind: operationKind, command: command)
        // The nodes are written. Without the file an undo uses their ancestors and their wall times.
        try? store.record(operation)
    }

    /// Discards the nodes, which are written, and starts another operation that no command requested.
    mutating func startOver(with log: Log, as kind: Operation.Kind) {
        self.log = log
        (nodes, loggedCount, ends, loggedEnds, trashed) = ([], 0, [:], nil, [])
        (expectedHeads, expectations) = (nil, [])
        (signing, queuedCount) = (nil, 0)
        (operationKind, command) = (kind, nil)
    }

    /// Notes that a task was moved into the trash, so that its days are counted from now on.
    package mutating func noteTrashed(_ task: TaskID) { trashed.insert(task) }

    /// For each task that was moved into the trash, the parents of a new node.
    mutating func headsInTrash() -> [TaskID: [NodeID]] {
        var heads: [TaskID: [NodeID]] = [:]
        for task in trashed { heads[task] = currentEnds(of: task).map(\.id) }
        return heads
    }

    /// A line for the user about a task that had diverged; empty for others.
    package func joinReport(of task: TaskID) -> String {
        joinedHeadCounts[task].map { "  joined \($0) versions that had diverged\n" } ?? ""
    }

    /// The parents of a new node of a task. If there are more than a maximum, the latest are merged.
    ///
    /// - Parameter most: the maximum; nil for that of the dialect.
    /// - Throws: E_BROKEN_BRANCH if there is no parent.
    package mutating func joinedEnds(
        of task: TaskID, atMost most: Int? = nil
    ) throws(RedoError) -> [Node] {
        let most = most ?? (dialect == .payload ? 1 : Self.maximumParentCount)
        var count = currentEnds(of: task).count
        if count > 1 { joinedHeadCounts[task] = count }
        guard count > 0 else {
            throw RedoError(
                .brokenBranch, "the task \(task) is deleted: nothing can follow it", status: .no,
                hints: ["'redo log --task \(task)' shows its history"])
        }
        while count > most {
            _ = try merge(
                Array(currentEnds(of: task).suffix(Self.maximumParentCount)), of: task,
                isPlain: count > Self.maximumPlannedCount)
            count = currentEnds(of: task).count
        }
        return currentEnds(of: task)
    }

    /// The parents of a new node of a task, in replay order; empty for a deleted or new task.
    package mutating func currentEnds(of task: TaskID) -> [Node] {
        if let known = ends[task] { return known }
        guard let number = log.replay.validation.graph.taskNumber(of: task) else { return [] }
        let all = loggedEnds ?? log.replay.validation.ends(log.nodes)
        loggedEnds = all
        return all[number].map { log.nodes[$0] }
    }

    /// The heads of the tasks of the log, without new nodes. O(n) for n nodes, once.
    mutating func headsAsRead() -> TaskHeads {
        if let knownHeads { return knownHeads }
        let heads = TaskHeads(validationAsRead)
        knownHeads = heads
        return heads
    }

    /// The log with all new nodes.
    package mutating func currentLog() -> Log {
        if loggedCount < nodes.count {
            log = log.adding(nodes[loggedCount...])
            loggedCount = nodes.count
            loggedEnds = nil
            ends = [:]
        }
        return log
    }

    /// Stage 3 over a log with some nodes: the one that was read, if it has them.
    ///
    /// - Complexity: O(n) for n nodes, or that of stage 3 if one was made since.
    mutating func validation(knowing nodes: [Node]) -> HistoryValidation {
        let read = log.replay.validation
        if nodes.allSatisfy({ read.graph.number(of: $0.id) != nil }) { return read }
        return currentLog().replay.validation
    }

    /// Refuses to write after an unreadable history, since the state of the task may be incomplete.
    private func checkHistory(of task: TaskID) throws(RedoError) {
        guard let gap = log.gaps.gap(in: task) else { return }
        throw RedoError(
            .validationFailed,
            "the history of the task \(task) cannot be read: \(gap.id): \(gap.fault) in \(gap.path)",
            hints: [
                "'redo fsck' lists the damage; 'redo fsck --from REMOTE' fetches it, 'redo fsck "
                    + "--repair' saves what is intact"
            ])
    }

    /// Creates a node.
    ///
    /// - Parameter dialect: used instead of the writer's.
    package mutating func make(
        _ action: Action, _ task: TaskID?, _ fields: [JSONMember], after parents: [Node],
        dialect: Dialect? = nil
    ) throws(RedoError) -> Node {
        if let task, action != .create { try checkHistory(of: task) }
        let lamport = parents.map(\.timestamp.lamport).max() ?? 0
        let draft = NodeDraft(
            action: action, taskID: task, parents: parents.map(\.id),
            timestamp: Timestamp(lamport: lamport + 1, wall: now), author: identity.author,
            dialect: dialect ?? self.dialect, fields: fields)
        let node: Node
        do throws(SigningFailure) {
            let signer = isSigning && !isSignedLater(action) ? identity.signer : nil
            node = try Self.node(draft, signer, validator)
        } catch {
            throw RedoError(error)
        }
        if let task {
            // Removed from the dictionary, so that it is not copied.
            var left = ends.removeValue(forKey: task) ?? currentEnds(of: task)
            Self.replace(parents, in: &left, by: node)
            ends[task] = left
        }
        nodes.append(node)
        if isWriting { signAhead() }
        return node
    }

    /// Whether a node of an action is signed together with all others, on all processors: an id does not depend on
    /// the signature. This excludes nodes that families judge by their signature, and signers that are programs,
    /// which sign one node after the other.
    private func isSignedLater(_ action: Action) -> Bool {
        action.isKnown && identity.signer.isAtHand
            && identity.signer.publicKey == identity.author.publicKey
    }

    /// Starts to sign the nodes that were made since, while further ones are made: a signature takes 45 µs.
    private mutating func signAhead() {
        guard isSigning, queuedCount < nodes.count else { return }
        let signer = identity.signer
        let queue = signing ?? WorkQueue { $0.signed(by: signer) }
        signing = queue
        for node in nodes[queuedCount...] where !node.isSigned { queue.append(node) }
        queuedCount = nodes.count
    }

    /// Signs the nodes that are not signed yet, on all processors.
    ///
    /// - Throws: E_PAYLOAD_TOO_LARGE for a node that is too large with a signature.
    mutating func sign() throws(RedoError) {
        signAhead()
        guard let signing else { return }
        // Nodes that an attempt discarded are signed, too, and skipped here.
        var queued = zip(signing.inputs, signing.finish()).makeIterator()
        for index in nodes.indices where !nodes[index].isSigned {
            let id = nodes[index].id
            var next = queued.next()
            while let (node, _) = next, node.id != id { next = queued.next() }
            guard let signed = next?.1 else {
                throw RedoError(.payloadTooLarge, "the node \(id) is too long for a signature")
            }
            nodes[index] = signed
        }
        self.signing = nil
    }

    /// Builds a node of a draft, without a signature if there is no signer.
    static func node(
        _ draft: NodeDraft, _ signer: Signer?, _ validator: borrowing NodeValidator
    ) throws(SigningFailure) -> Node {
        if let signer { return try draft.node(signedBy: signer, validator: validator) }
        do throws(Rejection) {
            return try draft.unsignedNode(validator: validator)
        } catch {
            throw .rejected(error)
        }
    }

    /// Adds the nodes of a new task, each of which follows the one before.
    mutating func take(_ made: [Node], of task: TaskID) {
        ends[task] = Array(made.suffix(1))
        nodes += made
    }

    /// Replaces the ends of a task that a node follows by the node. O(parents) if these are the last ones, as in
    /// joining many.
    private static func replace(_ parents: [Node], in ends: inout [Node], by node: Node) {
        if ends.suffix(parents.count).map(\.id) == parents.map(\.id) {
            ends.removeLast(parents.count)
        } else {
            let followed = Set(parents.map(\.id))
            ends.removeAll { followed.contains($0.id) }
        }
        ends.append(node)
    }
}

extension Repository {
    /// Runs a transaction: makes nodes and writes all of them, or none if one is refused.
    ///
    /// - Parameters:
    ///   - writer: the writer to use.
    ///   - body: makes nodes with it.
    /// - Returns: what the closure returns.
    /// - Throws: STORAGE_003 if the nodes cannot be written, HOOK_001 if a hook refuses them, E_STALE if a task has
    ///   other heads than the writer expects, the code of the rule that one would break, or the code of a void node if
    ///   one would have no effect.
    package func edit<Result>(
        _ writer: consuming TaskWriter,
        _ body: (inout TaskWriter) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        var writer = writer
        try writer.refuseStaleHeads()
        let result = try body(&writer)
        if !writer.isLiteral {
            try stopClosedWork(&writer)
            try shareFiledTasks(&writer)
            try closeNewTasks(&writer)
            try checkAuthority(&writer)
        }
        try writer.expectHeadsOfChangedTasks()
        if writer.isWriting, !writer.nodes.isEmpty || writer.operationKind != .change {
            guard !options.isReadOnly else {
                throw RedoError(.readOnly, "nothing is written: this session is read-only")
            }
            let packs = try? store.packNames()
            let heads = writer.headsInTrash()
            let newest = heads.isEmpty ? nil : try indexedSource()?.stored.newestWall
            try writer.sign()
            try commit(writer)
            if let newest { noteTrashed(heads, after: newest, now: writer.now) }
            if let packs, let now = try? store.packNames(), now != packs {
                // A large batch is a pack of its own, after which no maintenance runs: reading all tasks would take
                // longer than the write.
                let isOwnPack =
                    writer.nodes.count > Store.maximumLooseBatch && now.count == packs.count + 1
                    && Set(now).isSuperset(of: packs)
                if !isOwnPack { try? maintainTasks(&writer) }
            }
        }
        for note in writer.notes { report(note) }
        return result
    }
}

extension TaskWriter {
    /// The maximum number of ids in a node: 1 MiB of 74 bytes each, with quotes and comma.
    private static let maximumChainCount = 1_048_000 / 74

    /// Creates the DELETE of a whole task: it follows all ends of the task, and contains the ids of all nodes of the
    /// task that it follows, from the root on.
    ///
    /// A chain that is too long for a node is left out, which the fields dialect reads as all ancestors: the same.
    ///
    /// - Throws: E_BROKEN_BRANCH for a task that is deleted already.
    @discardableResult
    package mutating func addDelete(of task: TaskID) throws(RedoError) -> Node {
        let followed = try joinedEnds(of: task)
        let validation = validation(knowing: followed)
        var chain: Set<Int> = []
        for number in followed.compactMap({ validation.graph.number(of: $0.id) }) {
            chain.insert(number)
            chain.formUnion(validation.ancestry.ancestors(of: number))
        }
        guard chain.count <= Self.maximumChainCount else {
            return try make(.delete, task, [], after: followed, dialect: .fields)
        }
        let ids = chain.sorted().map { JSONString(validation.graph.id(of: $0).description) }
        return try make(
            .delete, task, [JSONMember("deletedChain", .array(ids.map { .string($0) }))],
            after: followed)
    }
}

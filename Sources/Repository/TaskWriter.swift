import RedoCrypto
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// Makes nodes that follow the log: each after the ends of its task (protocol, section 5).
///
/// Nodes gather until ``commit(to:)`` writes them as one batch.
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
    /// What a new node of a task follows, for the tasks that nodes were made for.
    private var ends: [TaskID: [Node]] = [:]
    /// The same for all tasks of the log, by the graph's number of the task.
    private var loggedEnds: [[Int]]?
    /// What the nodes are to earlier ones, as the operation that is recorded says.
    package var operationKind = Operation.Kind.change
    /// The tasks that were moved into the trash.
    private var trashed: Set<TaskID> = []
    /// The command that asks for the nodes, as the operation that is recorded says.
    private var command: String?
    /// Whether the nodes should be written at the end.
    package var isWriting = true
    /// Whether the nodes are those that are asked for, no more and no fewer: none is refused because it would be void,
    /// and none is added that shares what comes into a shared category.
    package var isLiteral = false
    /// Whether the tasks that are made are closed from the start. Where their CREATEs cannot say so, a SHARE does
    /// (``Repository/closeNewTasks(_:)``).
    package var closesTasks = false
    /// What else people should be told, as lines.
    package internal(set) var notes: [String] = []
    /// How many heads were joined, of tasks that had diverged.
    private var joinedHeadCounts: [TaskID: Int] = [:]

    /// The most nodes that one node follows.
    package static let greatestParentCount = 10
    /// The most heads that are joined with a look at what each changed.
    private static let greatestPlannedCount = 100

    package init(
        log: Log, identity: Identity, isSigning: Bool, now: Instant, dialect: Dialect,
        command: String? = nil
    ) {
        self.command = command
        self.log = log
        self.identity = identity
        self.isSigning = isSigning
        self.now = now
        self.dialect = dialect
        validator = NodeValidator()
    }

    /// Makes a node that follows the ends of its task.
    ///
    /// Several are merged first in the payload dialect, where a node has one parent; above ten the
    /// latest ten are merged first in either.
    ///
    /// - Parameter parents: the nodes to follow instead.
    /// - Throws: ``RedoError`` with the code of the rule that the node would break.
    @discardableResult
    package mutating func add(
        _ action: Action, _ task: TaskID?, _ fields: [JSONMember], after parents: [Node]? = nil
    ) throws(RedoError) -> Node {
        guard let task else { return try make(action, nil, fields, after: parents ?? []) }
        var followed: [Node] = []
        if let parents {
            followed = parents
        } else if action == .merge {
            followed = try joinedEnds(of: task, atMost: Self.greatestParentCount)
        } else if action != .create {
            followed = try joinedEnds(of: task)
        }
        return try make(action, task, fields, after: followed)
    }

    /// Asks for nodes; if that fails, none of them was made.
    ///
    /// - Complexity: that of the closure, and O(t) for t tasks that nodes were made for if it makes some.
    package mutating func attempt<Result>(
        _ body: (inout TaskWriter) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        let count = nodes.count
        let (log, loggedCount, loggedEnds) = (log, loggedCount, loggedEnds)
        let (ends, joinedHeadCounts, trashed) = (ends, joinedHeadCounts, trashed)
        do throws(RedoError) {
            let result = try body(&self)
            try checkAuthority(ofNodesFrom: count)
            return result
        } catch {
            nodes.removeLast(nodes.count - count)
            queuedCount = min(queuedCount, count)
            (self.log, self.loggedCount, self.loggedEnds) = (log, loggedCount, loggedEnds)
            (self.ends, self.joinedHeadCounts, self.trashed) = (ends, joinedHeadCounts, trashed)
            throw error
        }
    }

    /// Writes what was made, and records it as an operation.
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
        // The nodes are written. Without the file an undo goes by what they follow and their wall times.
        try? store.record(operation)
    }

    /// Forgets the nodes, which are written, and makes further ones for another operation, which no command
    /// asked for.
    mutating func startOver(with log: Log, as kind: Operation.Kind) {
        self.log = log
        (nodes, loggedCount, ends, loggedEnds, trashed) = ([], 0, [:], nil, [])
        (signing, queuedCount) = (nil, 0)
        (operationKind, command) = (kind, nil)
    }

    /// Notes that a task was moved into the trash, so that its days are counted from now on.
    package mutating func noteTrashed(_ task: TaskID) { trashed.insert(task) }

    /// What a new node would follow, of each task that was moved into the trash.
    mutating func headsInTrash() -> [TaskID: [NodeID]] {
        var heads: [TaskID: [NodeID]] = [:]
        for task in trashed { heads[task] = currentEnds(of: task).map(\.id) }
        return heads
    }

    /// What people are told of a task that had diverged, as a line; empty for others.
    package func joinReport(of task: TaskID) -> String {
        joinedHeadCounts[task].map { "  joined \($0) heads that had diverged\n" } ?? ""
    }

    /// What a new node of a task follows; of more than some number the latest are merged.
    ///
    /// - Parameter most: nil for as many as the dialect allows.
    /// - Throws: E_BROKEN_BRANCH if there is nothing to follow.
    package mutating func joinedEnds(
        of task: TaskID, atMost most: Int? = nil
    ) throws(RedoError) -> [Node] {
        let most = most ?? (dialect == .payload ? 1 : Self.greatestParentCount)
        var count = currentEnds(of: task).count
        if count > 1 { joinedHeadCounts[task] = count }
        guard count > 0 else {
            throw RedoError(
                .brokenBranch, "the task \(task) is deleted: nothing can follow it", status: .no,
                hints: ["'redo log --task \(task)' shows its nodes"])
        }
        while count > most {
            _ = try merge(
                Array(currentEnds(of: task).suffix(Self.greatestParentCount)), of: task,
                isPlain: count > Self.greatestPlannedCount)
            count = currentEnds(of: task).count
        }
        return currentEnds(of: task)
    }

    /// What a new node of a task follows, in replay order; none of one that is deleted or new.
    package mutating func currentEnds(of task: TaskID) -> [Node] {
        if let known = ends[task] { return known }
        guard let number = log.replay.validation.graph.taskNumber(of: task) else { return [] }
        let all = loggedEnds ?? log.replay.validation.ends(log.nodes)
        loggedEnds = all
        return all[number].map { log.nodes[$0] }
    }

    /// The log with all nodes that were made.
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
    /// - Complexity: O(nodes), or that of stage 3 if one was made since.
    mutating func validation(knowing nodes: [Node]) -> HistoryValidation {
        let read = log.replay.validation
        if nodes.allSatisfy({ read.graph.number(of: $0.id) != nil }) { return read }
        return currentLog().replay.validation
    }

    /// Refuses to write after a history that cannot be read: the state of the task may be incomplete.
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

    /// Makes a node.
    ///
    /// - Parameter dialect: instead of the writer's.
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
            // Taken out, so that it is not copied.
            var left = ends.removeValue(forKey: task) ?? currentEnds(of: task)
            Self.replace(parents, in: &left, by: node)
            ends[task] = left
        }
        nodes.append(node)
        if isWriting { signAhead() }
        return node
    }

    /// Whether a node of an action is signed with all others, on all processors: an id does not depend on the
    /// signature. Families judge their nodes by it, and another program signs one node after the other.
    private func isSignedLater(_ action: Action) -> Bool {
        action.isKnown && identity.signer.isAtHand
            && identity.signer.publicKey == identity.author.publicKey
    }

    /// Lets the nodes be signed that were made since, while further ones are made: a signature takes 45 µs.
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
    /// - Throws: E_PAYLOAD_TOO_LARGE for a node that is too long for a signature.
    mutating func sign() throws(RedoError) {
        signAhead()
        guard let signing else { return }
        // Nodes that an attempt took back are signed, too: they are passed over.
        var queued = zip(signing.inputs, signing.finish()).makeIterator()
        for place in nodes.indices where !nodes[place].isSigned {
            let id = nodes[place].id
            var next = queued.next()
            while let (node, _) = next, node.id != id { next = queued.next() }
            guard let signed = next?.1 else {
                throw RedoError(.payloadTooLarge, "the node \(id) is too long for a signature")
            }
            nodes[place] = signed
        }
        self.signing = nil
    }

    /// Makes a node of a draft, without a signature where there is no signer.
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

    /// Takes the nodes of a new task, each of which follows the one before.
    mutating func take(_ made: [Node], of task: TaskID) {
        ends[task] = Array(made.suffix(1))
        nodes += made
    }

    /// Puts a node in the place of the ends of a task that it follows. O(parents) where these are the last
    /// ones, as in joining many.
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
    /// A transaction: makes nodes and writes all of them, or none if one is refused.
    ///
    /// - Parameters:
    ///   - writer: makes the nodes.
    ///   - body: asks for nodes.
    /// - Returns: what the closure returns.
    /// - Throws: STORAGE_003 if the nodes cannot be written, HOOK_001 if a hook refuses them, the code of the
    ///   rule that one would break, or the code of a void node if one would have no effect.
    package func edit<Result>(
        _ writer: consuming TaskWriter,
        _ body: (inout TaskWriter) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        var writer = writer
        let result = try body(&writer)
        if !writer.isLiteral {
            try shareFiledTasks(&writer)
            try closeNewTasks(&writer)
            try checkAuthority(&writer)
        }
        if writer.isWriting, !writer.nodes.isEmpty || writer.operationKind != .change {
            let packs = try? store.packNames()
            let heads = writer.headsInTrash()
            let newest = heads.isEmpty ? nil : try indexedSource()?.stored.newestWall
            try writer.sign()
            try commit(writer)
            if let newest { noteTrashed(heads, after: newest, now: writer.now) }
            if let packs, let now = try? store.packNames(), now != packs {
                // A large batch is a pack of its own, which is not a maintenance: reading all tasks after it would
                // take longer than writing it.
                let isOwnPack =
                    writer.nodes.count > Store.greatestLooseBatch && now.count == packs.count + 1
                    && Set(now).isSuperset(of: packs)
                if !isOwnPack { try? maintainTasks(&writer) }
            }
        }
        for note in writer.notes { tell(note) }
        return result
    }
}

extension TaskWriter {
    /// How many ids a node has room for: 1 MiB of 74 bytes each, with quotes and comma.
    private static let greatestChainCount = 1_048_000 / 74

    /// Makes the DELETE of a whole task: it follows all ends of the task, and names all nodes of the
    /// task that it follows, from the root on.
    ///
    /// A chain that is too long for a node is left out, which the fields dialect reads as all
    /// ancestors: the same.
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
        guard chain.count <= Self.greatestChainCount else {
            return try make(.delete, task, [], after: followed, dialect: .fields)
        }
        let ids = chain.sorted().map { JSONString(validation.graph.id(of: $0).description) }
        return try make(
            .delete, task, [JSONMember("deletedChain", .array(ids.map { .string($0) }))],
            after: followed)
    }
}

import RedoModel
import RedoSystem

/// The nodes of a store at one moment, in replay order.
package struct Snapshot<Kept: KeptNode>: Sendable {
    /// The nodes that pass stages 1 and 2.
    package let nodes: [Kept]
    /// The other stored nodes, by id, with the reasons.
    package let refused: [RefusedNode]

    /// The gaps in the nodes.
    package var gaps: LogGaps { LogGaps(refused) }
}

/// The part of what is stored that is verified again.
package enum PackTrust: Sendable {
    /// Packed nodes are trusted by their checksums; form and hash of loose nodes are verified (protocol, section 4,
    /// Boundaries).
    case checksums
    /// As ``checksums``, but hash and signature of these nodes are verified, because they will leave the machine.
    case checksumsBut(Set<NodeID>)
    /// Hash and signature of each node are verified.
    case nothing

    /// Whether hash and signature of a packed node are verified.
    func isChecked(_ id: NodeID) -> Bool {
        switch self {
        case .checksums: false
        case .checksumsBut(let ids): ids.contains(id)
        case .nothing: true
        }
    }

    /// Which signatures of loose nodes are required.
    var looseRule: NodeValidator.SignatureRule {
        if case .checksums = self { return .unchecked }
        return .ifPresent
    }
}

extension Store {
    /// The number of frames of a pack between two reports of progress.
    private static let frameChunkCount = 64
    /// The maximum number of readings. The store is read again if nodes were packed in the meantime.
    private static let attemptCount = 20

    /// The outcome of reading a stored node; a node that is stored twice has two.
    private struct Outcome<Kept: KeptNode>: Sendable {
        let id: NodeID
        /// The path of the file.
        let path: String
        let result: Result<Kept, NodeFault>
        /// The task that it belongs to, if it cannot be read.
        let subject: RefusedNode.Subject

        init(
            _ id: NodeID, in path: String, _ result: Result<Kept, NodeFault>,
            of subject: RefusedNode.Subject = .unknown
        ) {
            self.id = id
            self.path = path
            self.result = result
            self.subject = subject
        }

        /// The outcome for a node whose line is not in the pack where the index has it.
        init(
            _ id: NodeID, in path: String, unread reason: String, of subject: RefusedNode.Subject
        ) {
            let rejection = Rejection(.hashMismatch, reason, id: id)
            self.init(id, in: path, .failure(.rejected(rejection)), of: subject)
        }
    }

    /// Reads all nodes through stages 1 and 2.
    ///
    /// - Parameters:
    ///   - trust: which checks of stored nodes are skipped.
    ///   - scope: the tasks that the answer will be about, unless more are requested.
    /// - Throws: STORAGE_001 if the store cannot be listed, STORAGE_004 if an index is damaged.
    ///   A node that cannot be read is among the refused.
    /// - Complexity: O(n log n), and one Ed25519 verification for each node whose signature is checked, on
    ///   all processors.
    package func snapshot(
        trusting trust: PackTrust = .checksums, about scope: TaskScope = .all,
        progress: StoreProgress = { _, _ in }
    ) throws(RedoError) -> Snapshot<Node> {
        try snapshot(trusting: trust, about: scope, progress: progress) { $0 }
    }

    /// Reads all nodes through stages 1 and 2, and keeps a value computed from each node instead of the node.
    ///
    /// - Parameter keep: computes that value, on any thread.
    @specialized(where Kept == Node)
    @specialized(where Kept == CheckedNode)
    package func snapshot<Kept: KeptNode>(
        trusting trust: PackTrust, about scope: TaskScope = .all,
        progress: StoreProgress = { _, _ in }, keeping keep: @Sendable (Node) -> Kept
    ) throws(RedoError) -> Snapshot<Kept> {
        incompleteness.ask(about: scope)
        for attempt in 1...Self.attemptCount {
            let isLast = attempt == Self.attemptCount
            guard let outcomes = try outcomes(trust, progress, keep, isLast: isLast) else {
                continue
            }
            let strays = try strayIndexes()
            let (snapshot, missing) = Self.snapshot(of: outcomes, beside: strays)
            let isSettled = isLast ? true : try !isAnyHere(missing)
            guard isSettled else { continue }
            // A missing parent may have been lost with a whole pack.
            incompleteness.note(
                snapshot.gaps.scopes.merging(missing.map { ($0, .all) }) { _, unknown in unknown })
            try noteLostNodes(with: strays)
            return snapshot
        }
        return Snapshot(nodes: [], refused: [])
    }

    /// Whether a node among some exists by now: directories are listed one after the other, and a node and its child
    /// may have been written in between.
    private func isAnyHere(_ ids: Set<NodeID>) throws(RedoError) -> Bool {
        if ids.isEmpty { return false }
        for id in ids {
            if try listed({ () throws(SystemError) in try objects.contains(id) }) { return true }
        }
        return try packs.open(using: Pack.lookup).contains { pack in
            ids.contains { pack.index.number(of: $0) != nil }
        }
    }

    /// - Parameter isLast: whether a missing loose node is refused.
    /// - Returns: the outcomes of each frame, and those of all loose nodes; nil if a loose node is missing because a
    ///   gc has packed it.
    private func outcomes<Kept>(
        _ trust: PackTrust, _ progress: StoreProgress, _ keep: @Sendable (Node) -> Kept,
        isLast: Bool
    ) throws(RedoError) -> [[Outcome<Kept>]]? {
        let ids = try looseIDs()
        let packs = try packs.open(using: Pack.facts)
        let total = packs.reduce(ids.count) { $0 + $1.nodeCount }
        var groups: [[Outcome<Kept>]] = []
        var packedCount = 0
        let frames = packs.flatMap { pack in (0..<pack.index.frameCount).map { (pack, $0) } }
        for start in stride(from: 0, to: frames.count, by: Self.frameChunkCount) {
            let chunk = frames[start..<min(start + Self.frameChunkCount, frames.count)]
            groups += Parallel.map(count: chunk.count, smallestShare: 1) { range in
                let validator = NodeValidator()
                let decompressor = Decompressor()
                return range.map {
                    let (pack, frame) = chunk[start + $0]
                    return read(frame, of: pack, trust, decompressor, validator, keep)
                }
            }
            packedCount += groups.suffix(chunk.count).reduce(0) { $0 + $1.count }
            progress(packedCount, total)
        }
        let found = looseOutcomes(ids, signature: trust.looseRule) { done, _ in
            progress(packedCount + done, total)
        }
        var loose: [Outcome<Kept>] = []
        loose.reserveCapacity(ids.count)
        for (id, outcome) in zip(ids, found) {
            let path = objects.path(of: id)
            if case .success(let node)? = outcome {
                loose.append(Outcome(id, in: path, .success(keep(node))))
            } else if case .failure(let fault)? = outcome {
                loose.append(Outcome(id, in: path, .failure(fault), of: looseSubject(id)))
            } else if isLast {
                loose.append(Outcome(id, in: path, .failure(.gone("the file is gone"))))
            } else {
                return nil
            }
        }
        groups.append(loose)
        return groups
    }

    /// Reads the nodes of a frame.
    private func read<Kept>(
        _ frame: Int, of pack: Pack, _ trust: PackTrust, _ decompressor: borrowing Decompressor,
        _ validator: borrowing NodeValidator, _ keep: (Node) -> Kept
    ) -> [Outcome<Kept>] {
        let nodes = pack.index.nodes(ofFrame: frame)
        let content: [UInt8]
        do throws(Pack.FrameDamage) {
            content = try pack.content(ofFrame: frame, decompressor)
        } catch {
            return nodes.map {
                Outcome(
                    pack.index.id(of: $0), in: pack.path, unread: error.reason,
                    of: .task(pack.index.taskID(of: $0)))
            }
        }
        return nodes.map { node in
            let id = pack.index.id(of: node)
            let subject = RefusedNode.Subject.task(pack.index.taskID(of: node))
            do throws(Pack.FrameDamage) {
                let read: Result<Node, Rejection>
                if trust.isChecked(id) {
                    let line = Array(try pack.line(of: node, inFrame: frame, content: content))
                    read = Result { () throws(Rejection) in
                        try self.read(line, as: id, signature: .ifPresent, validator: validator)
                    }
                } else {
                    read = try pack.node(node, inFrame: frame, content: content, validator)
                }
                return Outcome(
                    id, in: pack.path, read.map(keep).mapError { .rejected($0) }, of: subject)
            } catch {
                return Outcome(id, in: pack.path, unread: error.reason, of: subject)
            }
        }
    }

    /// Puts nodes in order, each once, and takes them through stage 2.
    ///
    /// - Parameter strays: the indexes of missing packs.
    /// - Returns: also the parents that were not read.
    private static func snapshot<Kept>(
        of groups: [[Outcome<Kept>]], beside strays: [StrayIndex]
    ) -> (snapshot: Snapshot<Kept>, missing: Set<NodeID>) {
        var refused: [RefusedNode] = []
        var copies: [StoredCopy<Kept>] = []
        copies.reserveCapacity(groups.reduce(0) { $0 + $1.count })
        for group in groups {
            for outcome in group {
                switch outcome.result {
                case .success(let node): copies.append(StoredCopy(node: node, path: outcome.path))
                case .failure(let fault):
                    refused.append(
                        RefusedNode(
                            id: outcome.id, fault: fault, path: outcome.path,
                            subject: outcome.subject))
                }
            }
        }
        refused += strays.flatMap(\.refused)
        let checked = ParentValidation(copies)
        // A damaged copy does not matter if another one is whole.
        refused.removeAll { checked.hasPassed($0.id) }
        refused = (refused + checked.refused).sorted { $0.id < $1.id }
        refused.settleSubjects { tasks in
            Set(checked.nodes.lazy.compactMap(\.header.taskID).filter(tasks.contains))
        }
        var missing = checked.missing
        if !missing.isEmpty {
            for group in groups { for outcome in group { missing.remove(outcome.id) } }
        }
        return (Snapshot(nodes: checked.nodes, refused: refused), missing)
    }
}

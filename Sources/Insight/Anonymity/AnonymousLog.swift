import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// A copy of a log with the same shape but without its contents: texts become digests, and times, ids and keys are
/// replaced.
///
/// The copy is valid: ids are recomputed, and signed nodes are signed with fresh keys. The keys and the secret of the
/// digests are drawn here for one copy and then dropped, so no one can choose or repeat them.
///
/// ```
/// var copy = try AnonymousLog(count: nodes.count) { nodes[$0] }
/// try copy.forEachNode { lines.append($0) }
/// ```
package struct AnonymousLog {
    private var pseudonyms: NodePseudonyms
    private let nodeAt: Reader
    /// The numbers of the nodes in the replay order of the new log.
    package let order: [Int]
    /// The number of nodes whose order is swapped with that of another node at the same position in time and of the
    /// same task, thing or room.
    package let swappedCount: Int
    /// The number of signed nodes whose signatures were not their authors'.
    package private(set) var repairedCount = 0
    package private(set) var unsignedCount = 0

    /// Reads a node by its number in replay order.
    package typealias Reader = (Int) throws(RedoError) -> Node

    /// The maximum effort for the order of ties, in replaced nodes.
    private static let maximumEffort = 400_000

    /// - Parameters:
    ///   - count: the number of nodes.
    ///   - node: reads a node; it is called more than once for each.
    /// - Complexity: O(n) for n nodes; only the id and the position in time of each node are kept.
    package init(count: Int, reading node: @escaping Reader) throws(RedoError) {
        let shift = TimeShift()
        var survey = LogSurvey(shift)
        for number in 0..<count { survey.note(try node(number)) }
        survey.finish()
        let ties = TieOrder(survey)
        var pseudonyms = NodePseudonyms(survey, shift)
        var best: (pseudonyms: NodePseudonyms, swappedCount: Int)?
        var effort = 0
        repeat {
            try Self.replaceAll(count, &pseudonyms, node)
            effort += max(count, 20)
            let swapped = ties.swapped(pseudonyms.ids.nodeIDs.compactMap { $0 })
            let swappedCount = swapped.reduce(0) { $0 + $1.nodes.count }
            if swappedCount < best?.swappedCount ?? .max { best = (pseudonyms, swappedCount) }
            if swappedCount == 0 || effort > Self.maximumEffort { break }
            let wereRedrawn = swapped.map { $0.id.map { pseudonyms.ids.redraw($0) } }
            if wereRedrawn.contains(true) {
                pseudonyms.ids.startAgain()
            } else {
                pseudonyms = NodePseudonyms(survey, shift)
            }
        } while true
        self.pseudonyms = best?.pseudonyms ?? pseudonyms
        swappedCount = best?.swappedCount ?? 0
        let ids = self.pseudonyms.ids.nodeIDs
        // Times keep their order, so only ids can change the order of nodes.
        order = (0..<count).sorted { left, right in
            let (first, second) = (survey.nodes[left], survey.nodes[right])
            guard first.position.timestamp.lamport == second.position.timestamp.lamport,
                first.wall == second.wall, let firstID = ids[left], let secondID = ids[right]
            else { return left < right }
            return firstID < secondID
        }
        nodeAt = node
    }

    /// Computes the ids of all nodes, each after the ids of the nodes that it names.
    private static func replaceAll(
        _ count: Int, _ pseudonyms: inout NodePseudonyms, _ nodeAt: Reader
    ) throws(RedoError) {
        let sha256 = SHA256()
        for number in 0..<count {
            var waiting = [number]
            while let next = waiting.last {
                if pseudonyms.ids.nodeIDs[next] != nil {
                    waiting.removeLast()
                    continue
                }
                pseudonyms.ids.missing = []
                let body = try pseudonyms.body(of: try nodeAt(next))
                if pseudonyms.ids.missing.isEmpty {
                    let bytes = CanonicalJSON.bytes(.object(body))
                    pseudonyms.ids.nodeIDs[next] = NodeID(sha256.digest(bytes.span))
                    waiting.removeLast()
                } else {
                    // Two nodes cannot name each other: an id is a hash that covers the named ids.
                    waiting += pseudonyms.ids.missing.sorted()
                }
            }
        }
    }

    // MARK: Nodes

    /// Creates the nodes, signed as the originals were, and passes the canonical bytes of each to a closure in replay
    /// order.
    package mutating func forEachNode(
        _ body: ([UInt8]) throws(RedoError) -> Void
    ) throws(RedoError) {
        var rest = order[...]
        while !rest.isEmpty {
            let drafts = try nextDrafts(&rest)
            let made = Parallel.map(count: drafts.count) { range in
                let validator = NodeValidator()
                return range.map { drafts[$0].node(validator) }
            }
            for result in made {
                let (line, isRepaired, isSigned) = try result.get()
                if isRepaired { repairedCount += 1 }
                if !isSigned { unsignedCount += 1 }
                try body(line)
            }
        }
    }

    /// Creates a batch of the next nodes.
    private mutating func nextDrafts(
        _ numbers: inout ArraySlice<Int>
    ) throws(RedoError) -> [Draft] {
        var drafts: [Draft] = []
        var keys: [PublicKey: Signer] = [:]
        while drafts.count < Self.chunkCount, keys.count < Self.maximumKeyCount,
            let number = numbers.popFirst()
        {
            let node = try nodeAt(number)
            drafts.append(
                Draft(
                    node: node, body: try pseudonyms.body(of: node),
                    key: signingKey(of: node, &keys)))
        }
        return drafts
    }

    private static let chunkCount = 1024
    /// The maximum number of keys in locked memory at a time: there is little of it.
    private static let maximumKeyCount = 64

    /// The key that signs a node; nil for an unsigned node.
    private func signingKey(
        of node: Node, _ keys: inout [PublicKey: Signer]
    ) -> Signer? {
        guard node.isSigned, let key = node.author.publicKey else { return nil }
        if let known = keys[key] { return known }
        let made = pseudonyms.ids.pair(of: pseudonyms.ids.image(of: key))
        keys[key] = made
        return made
    }
}

/// A node that replaces another one.
private struct Draft: Sendable {
    let node: Node
    let body: [JSONMember]
    /// The key that signs the node; nil for an unsigned node.
    let key: Signer?

    typealias Made = (line: [UInt8], isRepaired: Bool, isSigned: Bool)

    func node(_ validator: borrowing NodeValidator) -> Result<Made, RedoError> {
        do throws(Rejection) {
            let canonical = CanonicalJSON.bytes(.object(body))
            let id = NodeID(SHA256.digest(canonical.span))
            let line = CanonicalJSON.bytes(
                .object(body + [JSONMember("id", .string(JSONString(id.description)))]))
            let image = try validator.read(line, signature: .ifPresent)
            let over = signedOver
            let message = over == .digest ? id.digest.bytes : canonical
            guard let signature = key?.signatureAtHand(of: message.span) else {
                return .success((image.canonicalBytes, false, false))
            }
            return .success(
                (image.encoding.line(id: id, signature: signature), over == nil, true))
        } catch {
            return .failure(
                RedoError(
                    .corrupted, "the node \(node.id) cannot be replaced: \(error.detail)",
                    hints: ["'redo verify' says whether it is sound"]))
        }
    }

    /// What the node's signature covers; nil if the signature is not the author's.
    private var signedOver: Node.SignedOver? {
        guard let key = node.author.publicKey, let signature = node.signature else { return nil }
        if key.isSigner(of: node.encoding.body.span, signature: signature) { return .body }
        return key.isSigner(of: node.id.digest.bytes.span, signature: signature) ? .digest : nil
    }
}

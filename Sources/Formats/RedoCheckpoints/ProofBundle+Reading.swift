import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

extension ProofBundle {
    /// The reason why a bundle proves nothing.
    package struct Fault: Error, Sendable {
        package let code: ErrorCode
        package let detail: String

        init(_ code: ErrorCode, _ detail: String) {
            self.code = code
            self.detail = detail
        }
    }

    /// Parses a bundle, and verifies all of it: form, nodes with their signatures, chains, audit paths, statements.
    ///
    /// - Throws: the first fault of E_PROOF_MALFORMED, a code of stage 1, E_PROOF_STATEMENT, E_PROOF_PATH, E_PROOF_CHAIN and
    ///   E_PROOF_COUNTERSIGNATURE.
    /// - Complexity: O(n) for n bytes, and one Ed25519 verification for each node and statement.
    package init(reading bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.maximumByteCount else {
            throw Fault(.proofMalformed, "it has more than \(Self.maximumByteCount) bytes")
        }
        guard let document = try? JSONDocument(bytes, maximumDepth: 72) else {
            throw Fault(.proofMalformed, "it is not one JSON text")
        }
        let root = document.root
        guard root.kind == .object,
            root.count == (root["countersignature"] == nil ? 6 : 7),
            root["redoProof"]?.integer == Self.version
        else { throw Fault(.proofMalformed, "it is not a proof of version \(Self.version)") }
        guard let subject = Self.subject(root) else {
            throw Fault(.proofMalformed, "it names neither a task nor a key")
        }
        let heads = try Self.heads(root["heads"])
        let nodes = try Self.nodes(root["nodes"])
        let statement = try Self.statement(root["statement"], .proofStatement)
        var countersignature: SignedStatement?
        if let element = root["countersignature"] {
            countersignature = try Self.statement(element, .proofCountersignature)
        }
        self.init(
            of: subject, nodes: nodes, heads: heads, statement, countersignedBy: countersignature)
        guard self.bytes == bytes else {
            throw Fault(.proofMalformed, "it is not written in canonical form")
        }
        try check()
    }

    /// The subject of a bundle; nil if it says nothing of that.
    private static func subject(_ root: JSONElement) -> Subject? {
        if let task = root["task"]?.string.flatMap({ TaskID($0.description) }) {
            return .task(task)
        }
        guard let by = root["by"], by.kind == .object, by.count == 2,
            let text = by["key"]?.string?.description,
            let key = PublicKey(hexadecimal: Array(text.utf8).span), let since = by["since"]
        else { return nil }
        if since.kind == .null { return .key(key, since: nil) }
        return since.string?.instant.map { .key(key, since: $0) }
    }

    private static func heads(_ element: JSONElement?) throws(Fault) -> [Head] {
        guard let element, element.kind == .array else {
            throw Fault(.proofMalformed, "it has no heads")
        }
        var heads: [Head] = []
        for element in element.elements {
            guard element.kind == .object, element.count == 3,
                let id = element["node"]?.string.flatMap({ NodeID($0.description) }),
                let index = element["index"]?.integer, index >= 0,
                let path = element["path"], path.kind == .array,
                path.count <= MerklePath.maximumCount
            else { throw Fault(.proofMalformed, "the head \(heads.count + 1) is malformed") }
            let digests = path.elements.compactMap { Statement.digest($0.value) }
            guard digests.count == path.count else {
                throw Fault(.proofMalformed, "the path of the head \(id) is malformed")
            }
            heads.append(Head(id: id, index: index, path: digests))
        }
        return heads
    }

    private static func nodes(_ element: JSONElement?) throws(Fault) -> [Node] {
        guard let element, element.kind == .array, element.count > 0 else {
            throw Fault(.proofMalformed, "it has no nodes")
        }
        let lines = element.elements.map { CanonicalJSON.bytes($0) }
        let results = Parallel.map(count: lines.count, smallestShare: 16) { range in
            let validator = NodeValidator()
            return range.map { index -> Result<Node, Rejection> in
                do throws(Rejection) {
                    return .success(
                        try validator.readCanonical(lines[index], signature: .required))
                } catch {
                    return .failure(error)
                }
            }
        }
        var nodes: [Node] = []
        for (index, result) in results.enumerated() {
            switch result {
            case .success(let node): nodes.append(node)
            case .failure(let rejection):
                throw Fault(rejection.code, "the node \(index + 1) of it: \(rejection.detail)")
            }
        }
        return nodes
    }

    private static func statement(
        _ element: JSONElement?, _ code: ErrorCode
    ) throws(Fault) -> SignedStatement {
        guard let element, element.kind == .object, element.count == 2,
            let body = element["statement"], let signature = element["signature"]?.string
        else { throw Fault(.proofMalformed, "a statement is missing or malformed") }
        let file = CanonicalJSON.bytes(body) + Array("\n\(signature)\n".utf8)
        do throws(SignedStatement.Fault) {
            return try SignedStatement(reading: file)
        } catch {
            throw Fault(code, "a statement cannot be used: \(error)")
        }
    }

    // MARK: Verification

    private func check() throws(Fault) {
        for (node, next) in zip(nodes, nodes.dropFirst()) where node.id == next.id {
            throw Fault(.proofMalformed, "the node \(node.id) is in it twice")
        }
        for (head, next) in zip(heads, heads.dropFirst())
        where head.id == next.id || head.index >= next.index {
            throw Fault(.proofMalformed, "its heads are not in order")
        }
        guard !nodesOfSubject.isEmpty else {
            switch subject {
            case .task(let task):
                throw Fault(.proofMalformed, "it has no node of the task \(task)")
            case .key(let key, since: _):
                throw Fault(.proofMalformed, "it has no node by the key \(key.hexadecimal)")
            }
        }
        try checkPaths()
        try checkChains()
        try checkCountersignature()
    }

    private func checkPaths() throws(Fault) {
        let statement = statement.statement
        for head in heads {
            let root = MerklePath.root(
                of: head.id.digest, at: head.index, among: statement.headCount, by: head.path)
            guard root == statement.headsRoot else {
                throw Fault(
                    .proofPath,
                    "the path of the head \(head.id) does not lead to the statement's root")
            }
        }
    }

    /// Checks that each node is a head, or a parent of a node that is reached from a head. O(n).
    private func checkChains() throws(Fault) {
        let indexes = Dictionary(uniqueKeysWithValues: zip(nodes.map(\.id), nodes.indices))
        var isReached = [Bool](repeating: false, count: nodes.count)
        var waiting: [Int] = []
        for head in heads {
            guard let index = indexes[head.id] else {
                throw Fault(.proofChain, "it lacks the head \(head.id)")
            }
            isReached[index] = true
            waiting.append(index)
        }
        while let index = waiting.popLast() {
            for parent in nodes[index].parents {
                guard let next = indexes[parent], !isReached[next] else { continue }
                isReached[next] = true
                waiting.append(next)
            }
        }
        guard let index = isReached.firstIndex(of: false) else { return }
        throw Fault(
            .proofChain, "no chain leads from a head to the node \(nodes[index].id)")
    }

    private func checkCountersignature() throws(Fault) {
        guard let other = countersignature?.statement else { return }
        guard other.key != statement.statement.key else {
            throw Fault(.proofCountersignature, "both statements are signed by the same key")
        }
        guard other.hasSeen(statement.position) else {
            throw Fault(
                .proofCountersignature,
                "the other statement has not seen the one that it is to confirm")
        }
    }
}

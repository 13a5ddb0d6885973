import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoSystem

/// A check of a file that `redo export` wrote, in all three stages and without a store: `redo verify --bundle`.
struct ExportVerification {
    /// What is found of each text, in the order of the file.
    private(set) var findings: [Finding] = []
    private(set) var nodeCount = 0
    private(set) var taskCount = 0
    private(set) var signedCount = 0

    /// The maximum size of a file.
    static let maximumByteCount = 1 << 30

    /// - Returns: nil for bytes that are not nodes: whose first text has no action.
    /// - Throws: what is wrong with an array as a whole.
    /// - Complexity: O(n log n) for n nodes; stage 1 on all processors.
    init?(_ bytes: [UInt8], requiresSignature: Bool) throws(JSONError) {
        let ranges = try JSONSequence.ranges(in: bytes.span)
        guard let first = ranges.first, let document = try? JSONDocument(Array(bytes[first])),
            document.root["action"] != nil
        else { return nil }
        let texts = ranges.map { Result<[UInt8], Rejection>.success(Array(bytes[$0])) }
        let outcomes = readNodes(texts, signature: requiresSignature ? .required : .ifPresent)
        var nodes: [Node] = []
        var indices: [NodeID: Int] = [:]
        for (index, outcome) in outcomes.enumerated() {
            findings.append(Finding(outcome, location: "node \(index + 1)"))
            guard case .success(let node) = outcome else { continue }
            // A copy of a node says nothing new.
            guard indices.updateValue(index, forKey: node.id) == nil else { continue }
            nodes.append(node)
        }
        nodeCount = nodes.count
        taskCount = Set(nodes.compactMap(\.taskID)).count
        signedCount = nodes.count { $0.isSigned }
        nodes.sort { $0.position < $1.position }
        checkHistory(of: checkParents(of: nodes, indices), indices)
    }

    /// Stage 2.
    ///
    /// - Returns: the nodes that pass.
    private mutating func checkParents(of nodes: [Node], _ indices: [NodeID: Int]) -> [Node] {
        var known: [NodeID: ParentFacts] = [:]
        var passed: [Node] = []
        for node in nodes {
            let rejection = node.checkParents { (id) throws(Never) in known[id] }
            if let rejection {
                reject(node.id, rejection.code, rejection.detail, indices)
            } else {
                known[node.id] = node.parentFacts
                passed.append(node)
            }
        }
        return passed
    }

    /// Performs stage 3. A node that only the history of its task rejects is not damaged.
    private mutating func checkHistory(of nodes: [Node], _ indices: [NodeID: Int]) {
        let validation = HistoryValidation(nodes)
        for (number, node) in nodes.enumerated() {
            guard case .rejected(let code, let culprit) = validation.verdicts[number] else {
                continue
            }
            reject(node.id, code, reason(of: code, culprit: culprit, validation), indices)
            if let index = indices[node.id] { findings[index].isOnlyRejected = true }
        }
    }

    private mutating func reject(
        _ id: NodeID, _ code: ErrorCode, _ detail: String, _ indices: [NodeID: Int]
    ) {
        guard let index = indices[id] else { return }
        findings[index].code = code
        findings[index].detail = detail
    }

    /// What the file holds, for people.
    var summary: String {
        "\(counted(nodeCount, "node")) of \(counted(taskCount, "task")), \(signedCount) signed\n"
    }
}

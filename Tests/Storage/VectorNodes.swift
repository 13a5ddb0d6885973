import RedoModel
import TestSupport

@testable import RedoStore

/// The good nodes of all logs of the test vectors: every action, an unknown one, both dialects, with
/// and without signature.
enum VectorNodes {
    static let all: [Node] = {
        let validator = NodeValidator()
        let logs =
            (try? Fixtures.names(in: Fixtures.directory.appending(path: "vectors/logs"))) ?? []
        var nodes: [NodeID: Node] = [:]
        for log in logs {
            for line in (try? Fixtures.lines("vectors/logs/\(log)/nodes.jsonl")) ?? [] {
                guard let node = try? validator.read(line, signature: .ifPresent) else { continue }
                nodes[node.id] = node
            }
        }
        return nodes.values.sorted { $0.id < $1.id }
    }()

    /// Those whose parents are among them, in replay order.
    static let connected = ParentValidation(all.map { StoredCopy(node: $0) }).nodes

    /// Some of them in replay order; the parents of many are not among them.
    static func some(_ random: inout SeededGenerator) -> [Node] {
        all.shuffled(using: &random).prefix(Int.random(in: 1...200, using: &random))
            .sorted { $0.position < $1.position }
    }
}

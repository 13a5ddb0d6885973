import RedoJSON
import SampleNodes

@testable import RedoModel

/// The nodes of the worked example of deletion (protocol, section 7), without the DELETE.
///
/// ```
/// A ── B ── C
///      └── E
/// ```
struct DeletionExample {
    let a: Node
    let b: Node
    let c: Node
    /// Later than the others, and on another device.
    let e: Node

    init() throws {
        a = try Writer.ana.node(.create, minute: 0, ["title": "Water the plants"])
        b = try Writer.ana.node(.update, after: [a], minute: 60, ["title": "one"])
        c = try Writer.ana.node(.update, after: [b], minute: 120, ["title": "two"])
        e = try Writer.ben.node(
            .update, after: [b], minute: 240, ["description": "from another device"])
    }

    /// - Parameter chain: nil for a DELETE without one.
    func delete(after node: Node, burying chain: [JSONValue]?, minute: Int = 180) throws -> Node {
        let fields: JSONValue = chain.map { ["deletedChain": .array($0)] } ?? [:]
        return try Writer.ana.node(.delete, after: [node], minute: minute, fields)
    }
}

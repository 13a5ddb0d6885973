import RedoCrypto
import RedoJSON

/// A family whose reducer reads a whole log.
package protocol FamilyReducer: Sendable {
    /// The actions of the family.
    static var actions: [FamilyAction] { get }

    init(_ log: FamilyLog)

    /// The state that every client computes alike.
    var canonicalState: JSONValue { get }
    /// In replay order.
    var voidNodes: [VoidNode] { get }
}

extension FamilyReducer {
    /// SHA-256 of the canonical state.
    package var hash: NodeID {
        NodeID(SHA256.digest(CanonicalJSON.bytes(canonicalState).span))
    }

    /// Whether an action belongs to the family.
    package static func has(_ action: Action) -> Bool {
        actions.contains { action.isNamed($0.name) }
    }
}

import RedoCrypto
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Signs nodes without a signature before they leave the machine.
package enum UnsignedNodes {
    /// Why nodes cannot be signed, with hints.
    package struct Obstacles {
        package private(set) var reasons: [NodeID: String] = [:]
        /// Without duplicates.
        package private(set) var hints: [String] = []

        package init() {}

        fileprivate mutating func note(_ id: NodeID, _ reason: String) { reasons[id] = reason }

        fileprivate mutating func note(_ nodes: [Node], of user: String, _ error: RedoError) {
            for node in nodes {
                reasons[node.id] = "the key of its author \(user) cannot be used: \(error.message)"
            }
            // Another key would not sign for this author.
            for hint in error.withoutReplacements.hints where !hints.contains(hint) {
                hints.append(hint)
            }
        }
    }

    /// Signs the nodes of authors whose keys are here.
    ///
    /// - Parameters:
    ///   - isSigning: whether they are signed; otherwise only the obstacles are determined.
    ///   - obstacles: receives the reason for each node that cannot be signed.
    package static func sign(
        _ unsigned: [Node], isSigning: Bool, _ obstacles: inout Obstacles,
        _ keyring: Keyring
    ) throws(RedoError) -> [Node] {
        let keys = keyring.directory
        let validator = NodeValidator()
        var signed: [Node] = []
        for user in Set(unsigned.map(\.author.userID.description)).sorted() {
            let nodes = unsigned.filter { $0.author.userID.description == user }
            do throws(RedoError) {
                // A sealed key is opened only if it is used.
                guard isSigning else {
                    try keys.check(user)
                    continue
                }
                let signer = try keyring.signer(of: user)
                for node in nodes {
                    do throws(SigningFailure) {
                        signed.append(try validator.sign(node.canonicalBytes, with: signer))
                    } catch {
                        guard case .rejected(let rejection) = error else { throw RedoError(error) }
                        obstacles.note(node.id, "it cannot be signed: \(rejection.detail)")
                    }
                }
            } catch {
                obstacles.note(nodes, of: user, error)
            }
        }
        return signed
    }

    /// Stores nodes that were signed.
    package static func admit(_ signed: [Node], to store: Store) throws(RedoError) {
        let verdicts = try store.admit(signed.map { .success($0) }, validator: NodeValidator())
        for case let rejection? in verdicts { throw RedoError(rejection) }
    }
}

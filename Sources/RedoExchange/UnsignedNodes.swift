import RedoCommand
import RedoCrypto
import RedoLog
import RedoStore

/// Signs nodes that are to leave the machine and have no signature.
package enum UnsignedNodes {
    /// Signs the nodes of authors whose keys are here.
    ///
    /// - Parameters:
    ///   - isSigning: whether they are signed; otherwise only the reasons are found out.
    ///   - reasons: is told why each other one cannot be signed.
    package static func sign(
        _ unsigned: [Node], isSigning: Bool, _ reasons: inout [ChangeID: String],
        _ context: borrowing CommandContext
    ) throws(CommandError) -> [Node] {
        let keys = try context.keyDirectory()
        let reader = NodeReader()
        var signed: [Node] = []
        for user in Set(unsigned.map(\.author.userID.description)).sorted() {
            let nodes = unsigned.filter { $0.author.userID.description == user }
            do throws(KeyError) {
                let file = try keys.load(user)
                // A sealed key is opened only when it is to be used.
                guard isSigning else { continue }
                let key = try file.signingKey { () throws(KeyError) in
                    try context.readPassphrase(prompt: "Passphrase of the key \(user): ")
                }
                for node in nodes {
                    do throws(Rejection) {
                        signed.append(try reader.sign(node.canonicalBytes, with: key))
                    } catch {
                        reasons[node.id] = "it cannot be signed: \(error.detail)"
                    }
                }
            } catch {
                let why = CommandError(error).message
                for node in nodes {
                    reasons[node.id] = "the key of its author \(user) cannot be used: \(why)"
                }
            }
        }
        return signed
    }

    /// Puts nodes into the store.
    package static func admit(_ signed: [Node], to store: Store) throws(CommandError) {
        let verdicts: [Rejection?]
        do throws(StoreError) {
            verdicts = try store.admit(signed.map { .success($0) }, reader: NodeReader())
        } catch {
            throw CommandError(error)
        }
        for case let rejection? in verdicts { throw CommandError(rejection) }
    }
}

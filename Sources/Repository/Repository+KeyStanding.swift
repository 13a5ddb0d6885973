import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

extension Repository {
    /// Whether a key has a node in effect: one that the protocol accepts and that is not void.
    ///
    /// - Complexity: constant for a log without persons that has a node by the key; otherwise O(n).
    package func hasNodeInEffect(by key: PublicKey) throws(RedoError) -> Bool {
        try answer(.local) { (log, rule) throws(RedoError) in
            guard log.stored.hasAuthor(with: key) else { return false }
            if !log.stored.mayHaveVoid { return true }
            guard let index = log.index, let voids = log.voids(rule) else { return nil }
            let isTheirs = index.isAuthored(by: [UserID(key)])
            return isTheirs.indices.contains {
                isTheirs[$0] && voids.reason(of: index.id(of: $0)) == nil
            }
        } whole: { (log) throws(RedoError) in
            let voids = log.replay.voids
            return log.nodes.contains {
                $0.author.publicKey == key && voids.reason(of: $0.id) == nil
            }
        }
    }
}

import RedoCheckpoints
import RedoCrypto
import RedoModel

extension CheckpointExchange {
    /// What a statement says otherwise than its packs, for people.
    ///
    /// - Parameter read: the packs that were read now, and are not kept here as a list.
    /// - Returns: none if it says what they have; nil if that cannot be told, since nodes of a pack are not known.
    func differences(
        of statement: Statement, reading read: [Digest: NodeLinks]
    ) -> [String]? {
        var packs: [any LinkedNodeIDs] = []
        for pack in statement.packs {
            if let links = read[pack.name] {
                packs.append(links)
            } else if let list = ids(of: pack.name) {
                packs.append(list)
            } else {
                return nil
            }
        }
        return StatementContents(of: packs).differences(from: statement)
    }
}

import RedoCrypto
import RedoModel
import RedoSystem

extension Store {
    /// A digest that is another one when nodes or signatures have come, or damage has been repaired: of
    /// the names of packs, and of names, sizes and dates of loose nodes. It is another one also when
    /// nodes have only been packed.
    ///
    /// - Parameter excluded: loose nodes that do not count: whether all others are as they were.
    /// - Throws: STORAGE_001 if the store cannot be listed.
    /// - Complexity: O(n) for n loose nodes; no node is read.
    package func fingerprint(
        without excluded: Set<NodeID> = []
    ) throws(RedoError) -> Digest {
        var sha256 = IncrementalSHA256()
        // Loose nodes first, since what is packed in between is in a pack then.
        for id in try looseIDs() where !excluded.contains(id) {
            let path = objects.path(of: id)
            let status = try listed { () throws(SystemError) in try Files.status(of: path) }
            let size = status?.size ?? -1
            let line = Array("\(id) \(size) \(status?.modified ?? 0)\n".utf8)
            sha256.update(line.span)
        }
        for name in try packNames() {
            let line = Array("\(name)\n".utf8)
            sha256.update(line.span)
        }
        return sha256.digest()
    }
}

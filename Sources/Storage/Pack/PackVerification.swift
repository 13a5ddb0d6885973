import RedoCrypto
import RedoModel
import RedoSystem

/// A pack from elsewhere of which every byte was checked: its name, its frames, its trailer, and each node by itself with its
/// signature. Nothing of it is taken in.
package struct PackVerification: Sendable {
    /// In replay order.
    package private(set) var ids: [NodeID] = []
    /// The parents of its nodes.
    package private(set) var parents: Set<NodeID> = []
    /// What is wrong with it, in the order of its bytes.
    package private(set) var faults: [String] = []

    /// - Throws: STORAGE_001 if the file cannot be read.
    /// - Complexity: O(n) for n bytes, on all processors.
    package init(packAt path: String, named digest: Digest) throws(RedoError) {
        let file = try failing(.notFound, "a pack that has come cannot be read") {
            () throws(SystemError) in try MappedFile(path)
        }
        var ids: [NodeID] = []
        var parents: Set<NodeID> = []
        let reading = PackReading(file, named: PackName(digest), signature: .required) { node in
            ids.append(node.id)
            parents.formUnion(node.parents)
        }
        self.ids = ids
        self.parents = parents
        faults = reading.damages.map { "byte \($0.offset): \($0.reason)" }
    }
}

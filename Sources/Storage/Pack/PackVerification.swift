import RedoCrypto
import RedoModel
import RedoSystem

/// The check of every byte of a pack from elsewhere: its name, frames, trailer, and each node by itself with its
/// signature. Nothing of it is admitted.
package struct PackVerification: Sendable {
    /// The nodes that are whole.
    package let links: NodeLinks
    /// The faults of the pack, in the order of its bytes.
    package let faults: [String]

    /// - Throws: STORAGE_001 if the file cannot be read.
    /// - Complexity: O(n) for n bytes, on all processors.
    package init(packAt path: String, named digest: Digest) throws(RedoError) {
        let file = try failing(.notFound, "a pack that has come cannot be read") {
            () throws(SystemError) in try MappedFile(path)
        }
        var builder = NodeLinks.Builder()
        let reading = PackReading(file, named: PackName(digest), signature: .required) { node in
            builder.add(node.id, parents: node.parents)
        }
        links = builder.links
        faults = reading.damages.map { "byte \($0.offset): \($0.reason)" }
    }
}

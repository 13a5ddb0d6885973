import RedoModel
import RedoSystem

/// A node in a pack, as the bytes of the pack have it.
package struct PackedNode: Sendable {
    package let id: NodeID
    package let action: Action
    /// The bytes of its line, without the line feed.
    package let byteCount: Int
    /// The ordinal of its frame, from 0.
    package let frame: Int
    /// The offset of the frame in the pack, and its bytes there.
    package let frameOffset: Int
    package let frameByteCount: Int
    /// The offset of the line in the content of the frame.
    package let offset: Int
}

/// The nodes of one pack, read from the pack alone: an index can be missing, damaged or wrong.
package struct PackListing: ~Copyable {
    private let scan: PackScan
    private let decompressor = Decompressor()
    private let validator = NodeValidator()
    package let path: String

    /// The faults of the bytes between frames and of the trailer.
    package var faults: [StoreFinding] { scan.damages.map { finding($0) } }

    /// - Throws: STORAGE_001 if the pack cannot be read.
    /// - Complexity: O(n) for n bytes, which are hashed.
    package init(_ name: PackName, in store: Store) throws(RedoError) {
        let path = Path.join(store.packs.path, name.packFileName)
        let file = try failing(.notFound, "a pack cannot be read") { () throws(SystemError) in
            try MappedFile(path)
        }
        self.path = path
        scan = PackScan(file, named: name)
    }

    package var frameCount: Int { scan.frames.count }

    /// The nodes of a frame in their order, and what is wrong with its lines.
    package func nodes(ofFrame ordinal: Int) -> (nodes: [PackedNode], faults: [StoreFinding]) {
        let frame = scan.frames[ordinal]
        var faults: [StoreFinding] = []
        var nodes: [PackedNode] = []
        let content: [UInt8]
        do throws(PackScan.Damage) {
            content = try scan.content(of: frame, decompressor)
        } catch {
            faults.append(finding(error))
            content = scan.remains(of: frame)
        }
        for (offset, line) in content.lines {
            do throws(Rejection) {
                let node = try validator.readCanonical(line, signature: .unchecked)
                nodes.append(
                    PackedNode(
                        id: node.id, action: node.action, byteCount: line.count, frame: ordinal,
                        frameOffset: frame.offset, frameByteCount: frame.byteCount, offset: offset))
            } catch {
                faults.append(
                    .damage(
                        path, at: frame.offset,
                        "the line at byte \(offset) of the frame's content: \(error)"))
            }
        }
        scan.forget(frame.offset..<frame.offset + frame.byteCount)
        return (nodes, faults)
    }

    private func finding(_ damage: PackScan.Damage) -> StoreFinding {
        .damage(path, at: damage.offset, damage.reason)
    }
}

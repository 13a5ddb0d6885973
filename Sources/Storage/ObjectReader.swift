import RedoModel
import RedoSystem

/// The line of a stored node, and where it is stored.
package struct StoredLine: Sendable {
    /// For a packed node a slice of its frame's content, which is not copied.
    package let bytes: ArraySlice<UInt8>
    /// The path of the file.
    package let path: String
    /// What the pack's index has of a packed node; nil for a loose one.
    package let packed: PackedFacts?

    /// What the index of a pack has of a node besides its content.
    package struct PackedFacts: Sendable {
        package let action: Action?
        package let isSigned: Bool
    }
}

/// A reader of stored nodes by their ids.
///
/// It keeps packs and decompressed frames, so one reader serves one thread.
///
/// ```swift
/// var objects = try store.objectReader()
/// let line = try objects.line(of: id)
/// ```
package struct ObjectReader: ~Copyable {
    private let objects: LooseObjects
    private let directory: PackDirectory
    private var packs: [Pack]
    private let decompressor = Decompressor()
    /// The cached contents of frames, by pack and frame; empty for one that is not cached.
    private var frames: [[[UInt8]]]
    private var frameByteCount = 0

    /// The chunks of indexes that are read.
    private static let chunks = Pack.lookup + [.actions, .actionNames]

    /// The maximum size of all cached contents.
    private static let maximumByteCount = 128 << 20

    init(objects: LooseObjects, directory: PackDirectory) throws(RedoError) {
        self.objects = objects
        self.directory = directory
        packs = try directory.open(using: Self.chunks)
        frames = Self.noFrames(of: packs)
    }

    private static func noFrames(of packs: [Pack]) -> [[[UInt8]]] {
        packs.map { Array(repeating: [], count: $0.index.frameCount) }
    }

    /// The stored line of a node, unchecked if it is a loose one; nil if the node is not here.
    ///
    /// Of several copies a signed one is returned.
    ///
    /// - Throws: STORAGE_004 if the only copy is in a damaged pack.
    package mutating func line(of id: NodeID) throws(RedoError) -> StoredLine? {
        if let line = try storedLine(of: id) { return line }
        // A gc may have packed it since the packs were listed.
        guard try directory.reopen(&packs, using: Self.chunks) else { return nil }
        forgetFrames()
        return try storedLine(of: id)
    }

    private mutating func storedLine(of id: NodeID) throws(RedoError) -> StoredLine? {
        let (packed, damage) = packedCopy(of: id)
        if let packed, packed.packed?.isSigned == true { return packed }
        if let line = try looseLine(of: id) ?? packed { return line }
        if let damage { throw .damage(damage.description) }
        return nil
    }

    /// The bytes that a node takes on the disk: its file, or its share of the frame that it is compressed in; nil if it
    /// is not here.
    ///
    /// - Throws: STORAGE_001 if its file cannot be read.
    package func diskSize(of id: NodeID) throws(RedoError) -> Int? {
        for pack in packs {
            if let node = pack.index.number(of: id) { return pack.index.diskSize(of: node) }
        }
        return try looseLine(of: id).map { $0.bytes.count + 1 }
    }

    /// Every copy of a node that can be read.
    mutating func copies(of id: NodeID) -> [StoredLine] {
        let loose = (try? looseLine(of: id)) ?? nil
        return (loose.map { [$0] } ?? []) + packedCopies(of: id)
    }

    /// Every copy of a node in packs that can be read.
    private mutating func packedCopies(of id: NodeID) -> [StoredLine] {
        var copies: [StoredLine] = []
        for ordinal in packs.indices {
            guard let node = packs[ordinal].index.number(of: id),
                let line = try? line(of: node, in: ordinal)
            else { continue }
            copies.append(line)
        }
        return copies
    }

    /// Whether the index of a pack names a node.
    func isPacked(_ id: NodeID) -> Bool { packs.contains { $0.index.number(of: id) != nil } }

    /// Whether a pack has a copy of a node that can replace it: one whose bytes are hashed here, and that is signed
    /// if the node is. What an index says of the copy does not count.
    ///
    /// - Parameter node: a node whose hash and signature are verified.
    mutating func hasWholeCopy(of node: Node, validator: borrowing NodeValidator) -> Bool {
        for line in packedCopies(of: node.id) {
            // The same bytes have the same hash.
            if line.bytes.elementsEqual(node.canonicalBytes) { return true }
            guard let copy = try? validator.read(Array(line.bytes), signature: .ifPresent),
                copy.id == node.id, copy.isSigned || !node.isSigned,
                // A repair saves only canonical lines.
                line.bytes.elementsEqual(copy.canonicalBytes)
            else { continue }
            return true
        }
        return false
    }

    private mutating func packedCopy(
        of id: NodeID
    ) -> (line: StoredLine?, damage: Pack.FrameDamage?) {
        var found: StoredLine?
        var damage: Pack.FrameDamage?
        for ordinal in packs.indices {
            guard let node = packs[ordinal].index.number(of: id) else { continue }
            do throws(Pack.FrameDamage) {
                let line = try self.line(of: node, in: ordinal)
                if line.packed?.isSigned == true { return (line, nil) }
                found = line
            } catch {
                damage = error
            }
        }
        return (found, damage)
    }

    private func looseLine(of id: NodeID) throws(RedoError) -> StoredLine? {
        do throws(SystemError) {
            guard let bytes = try objects.line(of: id) else { return nil }
            return StoredLine(bytes: bytes[...], path: objects.path(of: id), packed: nil)
        } catch {
            throw RedoError(reading: "a node cannot be read", cause: error)
        }
    }

    private mutating func line(
        of node: Int, in ordinal: Int
    ) throws(Pack.FrameDamage) -> StoredLine {
        let pack = packs[ordinal]
        let frame = pack.index.frame(of: node)
        guard frame < frames[ordinal].count else {
            throw Pack.FrameDamage(path: pack.path, reason: "its index has no frames")
        }
        if frames[ordinal][frame].isEmpty {
            let content = try pack.content(ofFrame: frame, decompressor)
            if frameByteCount + content.count > Self.maximumByteCount { forgetFrames() }
            frames[ordinal][frame] = content
            frameByteCount += content.count
        }
        let bytes = try pack.line(of: node, inFrame: frame, content: frames[ordinal][frame])
        return StoredLine(
            bytes: bytes, path: pack.path,
            packed: StoredLine.PackedFacts(
                action: pack.index.action(of: node), isSigned: pack.index.isSigned(node)))
    }

    private mutating func forgetFrames() {
        frames = Self.noFrames(of: packs)
        frameByteCount = 0
    }
}

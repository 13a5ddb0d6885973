import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Something that happens to one of a pack's two files.
enum PackDamage: Sendable, CustomStringConvertible {
    case flip(offset: Int, mask: UInt8)
    case truncation(to: Int)
    case appendix
    case directory
    case removal

    /// A byte here and there, from a random one on, each changed in another way; lengths at which
    /// formats change; other files.
    static func all(
        byteCount: Int, every step: Int = 97, _ random: inout SeededGenerator
    ) -> [PackDamage] {
        let start = Int.random(in: 0..<step, using: &random)
        let flips = stride(from: start, to: byteCount, by: step).map {
            PackDamage.flip(offset: $0, mask: UInt8.random(in: 1...255, using: &random))
        }
        let lengths = [
            0, 1, 8, 16, 17, byteCount / 2, byteCount - 64, byteCount - 32, byteCount - 1,
        ]
        return flips + lengths.map { .truncation(to: $0) } + [.appendix, .directory]
    }

    /// - Parameter bytes: what the file should hold.
    func happen(to path: String, holding bytes: [UInt8]) throws {
        var bytes = bytes
        try FileManager.default.removeItem(atPath: path)
        switch self {
        case .flip(let offset, let mask): bytes[offset] ^= mask
        case .truncation(let count): bytes.removeSubrange(count...)
        case .appendix: bytes += [0]
        case .directory:
            _ = try Files.makeDirectory(path)
            return
        case .removal: return
        }
        try Data(bytes).write(to: URL(filePath: path))
    }

    var description: String {
        switch self {
        case .flip(let offset, let mask): "byte \(offset) changed by \(mask)"
        case .truncation(let count): "cut off after \(count) bytes"
        case .appendix: "a byte too much"
        case .directory: "a folder in its place"
        case .removal: "gone"
        }
    }
}

/// A store of which all nodes are in one pack of several frames, and which is damaged again and again.
struct DamagedStore {
    let temporary: TemporaryStore
    let nodes: [Node]
    let name: PackName
    let packBytes: [UInt8]
    let indexBytes: [UInt8]

    var store: Store { temporary.store }
    var packPath: String { temporary.packPath(name) }
    var indexPath: String { temporary.indexPath(name) }

    init() throws {
        temporary = try TemporaryStore()
        nodes = try Sample.longNodes()
        name = try temporary.writePack(nodes)
        packBytes = try Files.read(temporary.packPath(name))
        indexBytes = try Files.read(temporary.indexPath(name))
    }

    /// Makes the store as it was.
    func restore() throws {
        let manager = FileManager.default
        try manager.removeItem(atPath: store.objects.root)
        try? manager.removeItem(atPath: store.quarantinePath)
        try manager.createDirectory(atPath: store.packs.path, withIntermediateDirectories: true)
        try Data(packBytes).write(to: URL(filePath: packPath))
        try Data(indexBytes).write(to: URL(filePath: indexPath))
    }

    /// Every reader either answers as if nothing had happened or says that something has.
    func expectNoSilentLoss(_ comment: Comment) throws {
        let ids = nodes.map(\.id)
        let expected = Dictionary(uniqueKeysWithValues: nodes.map { ($0.id, $0.canonicalBytes) })
        if let snapshot = try whatIsNotDamaged({ () throws(RedoError) in try store.snapshot() }) {
            let isComplete = snapshot.nodes.map(\.id) == ids
            #expect(isComplete || !snapshot.refused.isEmpty, comment)
            #expect(
                snapshot.nodes.allSatisfy { $0.canonicalBytes == expected[$0.id] }, comment)
        }
        if let listed = try whatIsNotDamaged({ () throws(RedoError) in try store.ids() }) {
            #expect(listed == ids.sorted(), comment)
        }
        if let count = try whatIsNotDamaged({ () throws(RedoError) in try store.objectCount() }) {
            #expect(count.packed == ids.count, comment)
        }
        let validator = NodeValidator()
        // Some of each frame.
        for id in stride(from: 0, to: ids.count, by: 5).map({ ids[$0] }) {
            let line = try whatIsNotDamaged { () throws(RedoError) in
                var objects = try store.objectReader()
                return try objects.line(of: id).map { Array($0.bytes) } ?? []
            }
            #expect(line == nil || line == expected[id], comment)
            let node = try whatIsNotDamaged { () throws(RedoError) in
                try store.node(id, validator: validator)?.canonicalBytes ?? []
            }
            #expect(node == line, comment)
        }
    }

    /// The nodes that a reader still gets.
    func readable() throws -> Set<NodeID> {
        Set(
            (try whatIsNotDamaged { () throws(RedoError) in try store.snapshot() })?.nodes.map(
                \.id) ?? [])
    }

    /// - Returns: nil where reading says that something is damaged.
    private func whatIsNotDamaged<Answer>(
        _ body: () throws(RedoError) -> Answer
    ) throws -> Answer? {
        do throws(RedoError) {
            return try body()
        } catch {
            if error.code == .corrupted { return nil }
            throw error
        }
    }
}

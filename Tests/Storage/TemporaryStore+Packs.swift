import Foundation
import RedoCrypto
import RedoJSON
import RedoSystem
import TestSupport

@testable import RedoModel
@testable import RedoStore

extension Sample {
    /// Chains of four nodes, each of a task of its own, long enough for a pack of several frames and
    /// regular enough for a small one.
    static func longNodes(_ count: Int = 48) throws -> [Node] {
        var seed = [UInt8](repeating: 9, count: SigningKey.seedByteCount)
        let key = SigningKey(seed: SecretMemory(taking: &seed))
        let author = Author(
            userID: UserID(key.publicKey), deviceID: "laptop", publicKey: key.publicKey)
        let validator = NodeValidator()
        var nodes: [Node] = []
        for number in 0..<count {
            let parent = number.isMultiple(of: 4) ? nil : nodes.last
            let digits = String(number / 4 + 1000)
            let text = String(repeating: "The roses want water. ", count: 260)
            let draft = NodeDraft(
                action: parent == nil ? .create : .update,
                taskID: TaskID("c0ffee11-1111-4111-8111-11111111\(digits)"),
                parents: parent.map { [$0.id] } ?? [],
                timestamp: Timestamp(
                    lamport: (parent?.timestamp.lamport ?? 0) + 1,
                    wall: Instant(milliseconds: 1_735_718_400_000 + Int64(number) * 1000)),
                author: author, dialect: .fields,
                fields: [
                    JSONMember("title", .string(JSONString("roses \(number)"))),
                    JSONMember("description", .string(JSONString(text))),
                ])
            nodes.append(try draft.node(signedBy: key, validator: validator))
        }
        return nodes.inReplayOrder
    }
}

extension [Node] {
    /// In the order in which replay sees them.
    var inReplayOrder: [Node] { sorted { $0.position < $1.position } }

    var lines: [[UInt8]] { map(\.canonicalBytes) }
}

extension TemporaryStore {
    /// Writes a pack, beside what is there.
    @discardableResult
    func writePack(_ nodes: [Node]) throws -> PackName {
        var writer = try PackWriter.begin(in: store.packs.folder, isSynced: false)
        for node in nodes.inReplayOrder { try writer.add(node) }
        return try writer.finish()
    }

    func packPath(_ name: PackName) -> String {
        Path.join(store.packs.path, name.packFileName)
    }

    func indexPath(_ name: PackName) -> String {
        Path.join(store.packs.path, name.indexFileName)
    }

    /// Puts another file in the place of one, which may be mapped and is read-only.
    func replace(_ path: String, with bytes: [UInt8]) throws {
        try? FileManager.default.removeItem(atPath: path)
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// The names of the files in the folder of the packs, sorted.
    func packFileNames() throws -> [String] {
        Files.isDirectory(store.packs.path) ? try Files.names(in: store.packs.path).sorted() : []
    }

    /// The lines of the nodes that count, in replay order.
    func lines() throws -> [[UInt8]] { try store.snapshot().nodes.lines }

    /// Writes files of nodes, whatever packs have.
    func writeLoose(_ nodes: [Node]) throws {
        for node in nodes {
            _ = try Files.makeDirectory(Path.parent(of: file(node)))
            try replace(file(node), with: node.canonicalBytes + [10])
        }
    }

    /// The nodes that the bytes of packs and files give, hashed, whatever indexes say.
    func wholeNodes() throws -> Set<NodeID> {
        var found = Set(
            try store.objects.ids().filter { id in
                (try? store.objects.line(of: id))
                    .flatMap { $0 }
                    .flatMap { try? NodeValidator().read($0, signature: .unchecked) }?.id == id
            })
        for name in try store.packNames() {
            _ = PackReading(try MappedFile(packPath(name)), named: name, signature: .unchecked) {
                found.insert($0.id)
            }
        }
        return found
    }
}

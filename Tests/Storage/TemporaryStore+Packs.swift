import Foundation
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport

@testable import RedoModel
@testable import RedoStore

extension Sample {
    /// Chains of four nodes, each of a task of its own, long enough for a pack of several frames and
    /// regular enough for a small one.
    static func longNodes(_ count: Int = 48) throws -> [Node] {
        let writer = Writer(9)
        let text = String(repeating: "The roses want water. ", count: 260)
        var nodes: [Node] = []
        for number in 0..<count {
            let parents = number.isMultiple(of: 4) ? [] : [nodes[number - 1]]
            let node = try writer.node(
                parents.isEmpty ? .create : .update, task: taskID(number / 4), after: parents,
                minute: number,
                [
                    "title": .string(JSONString("roses \(number)")),
                    "description": .string(JSONString(text)),
                ])
            nodes.append(node)
        }
        return nodes.inReplayOrder
    }
}

extension [Node] {
    var lines: [[UInt8]] { map(\.canonicalBytes) }
}

extension TemporaryStore {
    /// Writes a pack, beside what is there.
    @discardableResult
    func writePack(_ nodes: [Node]) throws -> PackName {
        var writer = try PackWriter.begin(in: store.packs.directory, isSynced: false)
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

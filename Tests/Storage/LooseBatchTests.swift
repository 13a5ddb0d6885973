import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Nodes that were written together by a command that was ended: who opens the store next finishes what was begun.
@Suite struct LooseBatchTests {
    private let temporary: TemporaryStore
    private let nodes: [Node]

    init() throws {
        temporary = try TemporaryStore()
        nodes = try Sample.chain(3)
    }

    private static let batch = "0123456789abcdef0123"

    private func name(_ node: Node) -> String {
        "tmp-\(Self.batch)-\(nodes.count)-\(node.id.digest.hexadecimal)"
    }

    private func path(_ node: Node) -> String {
        "\(temporary.store.objects.root)/\(name(node))"
    }

    /// Leaves the files of nodes that have no name.
    private func leave(_ nodes: [Node]) throws {
        for node in nodes {
            try Data(node.canonicalBytes + [UInt8(ascii: "\n")]).write(
                to: URL(filePath: path(node)))
        }
    }

    /// The ids of the nodes when the store is opened again.
    ///
    /// - Parameter damaged: the files that a check names.
    private func idsAfterOpening(damaged: [String] = []) throws -> Set<NodeID> {
        let store = try Store(
            opening: StoreLocation(path: temporary.store.path, origin: .named),
            userConfiguration: Configuration(),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
        #expect(try store.check().findings.map(\.path) == damaged)
        return Set(try store.ids())
    }

    @Test func aBatchThatWasBegunIsFinished() throws {
        try leave(nodes)
        try temporary.admit([nodes[0]])
        #expect(try idsAfterOpening() == Set(nodes.map(\.id)))
        #expect(try temporary.temporaryFiles().isEmpty)
    }

    @Test func aBatchThatWasBegunAndPackedIsFinished() throws {
        try leave(nodes)
        try temporary.admit([nodes[0]])
        _ = try temporary.store.pack(.all)
        #expect(try idsAfterOpening() == Set(nodes.map(\.id)))
    }

    @Test func aBatchThatWasNotBegunStaysOut() throws {
        try leave(nodes)
        #expect(try idsAfterOpening().isEmpty)
        #expect(try temporary.temporaryFiles().count == nodes.count)
        let later = Int(Date().timeIntervalSince1970) + 2 * Store.staleSeconds
        #expect(try temporary.store.removeStaleFiles(now: later) == nodes.count)
    }

    @Test func aBatchThatLacksAFileIsLeftAlone() throws {
        try leave(Array(nodes.dropLast()))
        try temporary.admit([nodes[0]])
        #expect(try idsAfterOpening() == [nodes[0].id])
        #expect(try temporary.temporaryFiles().count == nodes.count - 1)
    }

    @Test func aDamagedFileIsNotTakenForANode() throws {
        try leave(nodes)
        try Data("half a node".utf8).write(to: URL(filePath: path(nodes[1])))
        try temporary.admit([nodes[0]])
        #expect(try idsAfterOpening() == [nodes[0].id])
    }

    @Test func anotherNodeInAFileIsNotTakenForIt() throws {
        try leave(nodes)
        try Data(nodes[2].canonicalBytes).write(to: URL(filePath: path(nodes[1])))
        try temporary.admit([nodes[0]])
        #expect(try idsAfterOpening() == [nodes[0].id])
    }

    @Test func aLinkIsNotFollowed() throws {
        try leave(nodes)
        let elsewhere = "\(temporary.directory.path)/elsewhere"
        try Files.rename(path(nodes[1]), to: elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: path(nodes[1]), withDestinationPath: elsewhere)
        try temporary.admit([nodes[0]])
        #expect(try idsAfterOpening(damaged: [path(nodes[1])]) == [nodes[0].id])
    }

    /// The temporary files that there are when nodes are written and have no names yet.
    private func filesWhileWriting(_ nodes: [Node]) throws -> [String] {
        var files: [String] = []
        try temporary.store.objects.write(nodes, validator: NodeValidator()) { done, total in
            if done == total { files = (try? temporary.temporaryFiles()) ?? [] }
        }
        return files
    }

    @Test func severalNewNodesAreABatchAndOneIsNone() throws {
        let two = try filesWhileWriting(Array(nodes[..<2]))
        #expect(two.count == 2)
        #expect(LooseBatch.whole(among: two).map(\.count) == [2])
        let one = try filesWhileWriting([nodes[2]])
        #expect(one.count == 1)
        #expect(LooseBatch.whole(among: one).isEmpty)
    }

    @Test func severalNodesLeaveNoTemporaryFile() throws {
        try temporary.admit(nodes)
        #expect(try idsAfterOpening() == Set(nodes.map(\.id)))
        #expect(try temporary.temporaryFiles().isEmpty)
    }
}

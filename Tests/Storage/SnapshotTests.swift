import Foundation
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Reading all nodes of a store in which something is wrong.
@Suite struct SnapshotTests {
    let temporary: TemporaryStore
    let chain: [Node]

    init() throws {
        temporary = try TemporaryStore()
        chain = try Sample.chain(5)
        try temporary.admit(chain)
    }

    func snapshot() throws -> (nodes: [NodeID], refused: [NodeID: ErrorCode?]) {
        let snapshot = try temporary.store.snapshot()
        let refused = snapshot.refused.map { ($0.id, $0.fault.code) }
        return (snapshot.nodes.map(\.id), Dictionary(uniqueKeysWithValues: refused))
    }

    @Test func aStoreThatIsWholeIsReadInReplayOrder() throws {
        let (nodes, refused) = try snapshot()
        #expect(nodes == chain.map(\.id))
        #expect(refused.isEmpty)
    }

    @Test func anEmptyStoreHasNoNodes() throws {
        let snapshot = try TemporaryStore().store.snapshot()
        #expect(snapshot.nodes.isEmpty && snapshot.refused.isEmpty)
    }

    @Test func aDamagedNodeAndWhatFollowsItDoNotCount() throws {
        try temporary.overwrite(chain[2], with: "{".utf8)
        let (nodes, refused) = try snapshot()
        #expect(nodes == chain[..<2].map(\.id))
        #expect(
            refused == [
                chain[2].id: .schemaMismatch, chain[3].id: .parentNotFound,
                chain[4].id: .parentNotFound,
            ])
    }

    @Test func aNodeUnderAnotherIDDoesNotCount() throws {
        try temporary.overwrite(chain[4], with: chain[3].canonicalBytes)
        let (nodes, refused) = try snapshot()
        #expect(nodes == chain[..<4].map(\.id))
        #expect(refused == [chain[4].id: .hashMismatch])
    }

    @Test func whatFollowsAMissingNodeDoesNotCount() throws {
        try Files.remove(temporary.file(chain[0]))
        let (nodes, refused) = try snapshot()
        #expect(nodes == [])
        #expect(Set(refused.keys) == Set(chain.dropFirst().map(\.id)))
        #expect(refused.values.allSatisfy { $0 == .parentNotFound })
    }

    @Test func aFolderInAFilesPlaceDoesNotCount() throws {
        try Files.remove(temporary.file(chain[4]))
        _ = try Files.makeDirectory(temporary.file(chain[4]))
        let (nodes, refused) = try snapshot()
        #expect(nodes == chain[..<4].map(\.id))
        #expect(Set(refused.keys) == [chain[4].id])
    }

    @Test func filesThatAreNoNodesAreLeftOut() throws {
        let root = temporary.store.objects.root
        let directory = Path.parent(of: temporary.file(chain[0]))
        for name in [
            "\(root)/tmp-1234", "\(root)/README", "\(directory)/short", "\(directory)/.swp",
        ] {
            try Data("junk".utf8).write(to: URL(filePath: name))
        }
        for name in ["\(root)/zz", "\(root)/pack", "\(root)/AB"] {
            _ = try Files.makeDirectory(name)
            try Data("junk".utf8).write(
                to: URL(filePath: "\(name)/\(String(repeating: "0", count: 62))"))
        }
        let (nodes, refused) = try snapshot()
        #expect(nodes == chain.map(\.id))
        #expect(refused.isEmpty)
    }

    /// Some nodes are read as they would be with all others.
    @Test func aSelectionIsReadThroughBothStages() throws {
        let ids = Set(chain[1...].map(\.id))
        #expect(try temporary.store.snapshot(of: ids).nodes.map(\.id) == chain[1...].map(\.id))
        #expect(try temporary.store.snapshot(of: []).nodes.isEmpty)
        try temporary.overwrite(chain[2], with: "{".utf8)
        let damaged = try temporary.store.snapshot(of: ids)
        #expect(damaged.nodes.map(\.id) == [chain[1].id])
        #expect(
            Set(damaged.refused.map(\.id)) == Set(chain[2...].map(\.id)))
        #expect(
            damaged.refused.first { $0.id == chain[2].id }?.fault.code
                == ErrorCode.hashMismatch
        )
        #expect(
            damaged.refused.first { $0.id == chain[4].id }?.fault.code
                == ErrorCode.parentNotFound)
    }

    /// Those that are refused, and parents that are missing.
    @Test func aSelectionNotesWhatItLacks() throws {
        let (store, ids) = (temporary.store, Set(chain[3...].map(\.id)))
        _ = try store.snapshot(of: ids)
        #expect(store.incompleteness.count == 0)
        try Files.remove(temporary.file(chain[2]))
        let snapshot = try store.snapshot(of: ids)
        #expect(Set(snapshot.refused.map(\.id)) == ids)
        #expect(store.incompleteness.count == 3)
        store.incompleteness.forget()
        // A node that is not asked for is not read, although the one before it is missing.
        _ = try store.snapshot(of: [chain[0].id, chain[1].id])
        #expect(store.incompleteness.count == 0)
        try temporary.overwrite(chain[1], with: "{".utf8)
        _ = try store.snapshot(of: [chain[0].id, chain[1].id])
        #expect(store.incompleteness.count == 1)
    }
}

import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What other processes do while a store is read, done at the moments when progress is reported.
@Suite struct ChangesWhileReadingTests {
    let temporary: TemporaryStore
    let chain: [Node]
    var store: Store { temporary.store }

    /// A pack of the first nodes and a file of the last one, whose parent is not there yet.
    init() throws {
        temporary = try TemporaryStore()
        chain = try Sample.chain(6)
        try temporary.writePack(Array(chain[..<4]))
    }

    /// Writes a node without asking for its parent.
    private func writeLoose(_ node: Node) throws {
        try store.objects.write([node], validator: NodeValidator()) { _, _ in }
    }

    /// Does something when progress is reported for the first time after a number of times.
    private func once(
        after skipped: Int = 0, _ body: @escaping () throws -> Void
    ) -> StoreProgress {
        var left = skipped
        return { _, _ in
            left -= 1
            guard left == -1 else { return }
            #expect(throws: Never.self) { try body() }
        }
    }

    @Test func aReaderSeesNoChildWithoutItsParent() throws {
        try writeLoose(chain[5])
        let snapshot = try store.snapshot(progress: once { try writeLoose(chain[4]) })
        #expect(snapshot.nodes.map(\.id) == chain.map(\.id))
        #expect(snapshot.refused.isEmpty)
    }

    @Test func aReaderSeesNoChildWithoutAParentThatIsPackedAtOnce() throws {
        try writeLoose(chain[5])
        let snapshot = try store.snapshot(
            progress: once {
                try writeLoose(chain[4])
                _ = try store.pack(.all)
            })
        #expect(snapshot.nodes.map(\.id) == chain.map(\.id))
        #expect(snapshot.refused.isEmpty)
    }

    @Test func aParentThatIsLostIsLookedForOnce() throws {
        try writeLoose(chain[5])
        var count = 0
        let snapshot = try store.snapshot { _, _ in count += 1 }
        #expect(snapshot.refused.map(\.id) == [chain[5].id])
        #expect(count == 2)
    }

    @Test func aReaderFindsWhatIsPackedMeanwhile() throws {
        try temporary.admit(chain)
        let snapshot = try store.snapshot(progress: once { _ = try store.pack(.all) })
        #expect(snapshot.nodes.map(\.id) == chain.map(\.id))
        #expect(snapshot.refused.isEmpty)
    }

    /// After the loose nodes, and after the first of two packs.
    @Test(arguments: [0, 1])
    func aCheckFindsWhatIsPackedMeanwhile(_ moment: Int) throws {
        try temporary.writePack([chain[4]])
        try temporary.admit(chain)
        let check = try store.check(progress: once(after: moment) { _ = try store.pack(.all) })
        #expect(check.findings.isEmpty)
        #expect(check.nodeCount == chain.count)
        #expect(try store.packNames().count == 1)
    }

    @Test func aCheckDoesNotTakeTheIndexOfANewPackForAStray() throws {
        let later = try (50..<53).map { try Sample.node($0) }
        let check = try store.check(progress: once { try temporary.writePack(later) })
        #expect(check.findings.isEmpty)
        let repair = try store.repair(
            progress: once { try temporary.writePack([try Sample.node(60)]) })
        #expect(repair?.actions.isEmpty == true)
        #expect(try store.ids().count == 8)
    }

    @Test func aCheckMissesNoParentThatIsWrittenMeanwhile() throws {
        try writeLoose(chain[5])
        let check = try store.check(progress: once { try writeLoose(chain[4]) })
        #expect(check.findings.isEmpty)
    }

    @Test func aRepairLeavesAFileThatWasMendedMeanwhile() throws {
        try writeLoose(chain[4])
        try temporary.overwrite(chain[4], with: "{".utf8)
        let bytes = chain[4].canonicalBytes + [UInt8(ascii: "\n")]
        let repair = try #require(
            try store.repair(progress: once { try temporary.overwrite(chain[4], with: bytes) }))
        #expect(repair.actions.isEmpty && repair.remaining.isEmpty)
        #expect(try Files.read(temporary.file(chain[4])) == bytes)
        #expect(try Files.names(in: store.quarantinePath).isEmpty)
    }

    @Test func anObjectReaderFindsWhatIsPackedAfterItWasOpened() throws {
        try temporary.admit(chain)
        var objects = try store.objectReader()
        #expect(try objects.line(of: chain[0].id)?.bytes == chain[0].canonicalBytes[...])
        _ = try store.pack(.all)
        for node in chain {
            let line = try objects.line(of: node.id)
            #expect(line?.bytes == node.canonicalBytes[...])
        }
    }

    @Test func aChildIsAcceptedThoughItsParentIsPackedMeanwhile() throws {
        try temporary.admit(Array(chain[..<5]))
        var facts = ParentLookup(store)
        #expect(try facts.facts(of: chain[0].id, validator: NodeValidator()) != nil)
        _ = try store.pack(.all)
        #expect(try facts.facts(of: chain[4].id, validator: NodeValidator())?.lamport == 5)
    }
}

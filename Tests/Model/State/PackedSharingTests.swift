import RedoStore
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoRepository

/// What the columns of indexes say of who may do what, against what the nodes say.
@Suite struct PackedSharingTests {
    private static let rule = LogRule(leavesOutVoid: true)

    /// Stores with a pack, and the rest of a random log loose.
    private static func forEachStore(
        isNarrow: Bool = false,
        _ body: (_ nodes: [Node], _ stored: StoredLog, _ replay: Comment) throws -> Void
    ) throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<25 {
            let nodes = RandomSharedLog(seed: random.next(), isNarrow: isNarrow).nodes
            let directory = try TemporaryDirectory()
            let store = try RandomLogTests.store(directory, "store")
            let count = Int.random(in: 0...nodes.count, using: &random)
            _ = try RandomLogTests.admit(Array(nodes.prefix(count)), to: store)
            _ = try store.pack(.all)
            _ = try RandomLogTests.admit(nodes, to: store)
            try body(nodes, try #require(try store.storedLog()), seed.replay)
        }
    }

    @Test func columnsAndNodesDecideAlike() throws {
        try Self.forEachStore { nodes, stored, comment in
            for log in [LogSource(stored), LogSource(StoredLog(read: nodes))] {
                let replay = Replay(nodes, Exclusion(Self.rule))
                let authority = try #require(log.authority(Self.rule))
                #expect(
                    authority.voidNodes { nodes[$0].id }
                        == replay.authority.voidNodes { nodes[$0].id }, comment)
                #expect(authority.people.voidNodes == replay.authority.people.voidNodes, comment)
                #expect(log.stored.mayHaveVoid || authority.tasks.isEmpty, comment)
                for task in replay.validation.graph.taskIDs {
                    #expect(
                        authority.isClosed(task) == replay.authority.isClosed(task), comment)
                }
                #expect(log.validation(Self.rule)?.verdicts == replay.validation.verdicts, comment)
                #expect(
                    log.replayed(Self.rule) { _, _ in }?.state.canonicalBytes
                        == replay.foldState().canonicalBytes, comment)
                let organisation = log.log(of: Organisation.self, Self.rule).map {
                    Organisation($0)
                }
                #expect(
                    organisation?.hash == Organisation(replay.log(of: Organisation.self)).hash,
                    comment)
            }
        }
    }

    /// The tasks of packs, with loose nodes on top, among them such as revoke and share.
    @Test func theTasksOfPacksAreUpdated() throws {
        var counts = (updated: 0, anew: 0)
        try Self.forEachStore { nodes, stored, comment in
            let packed = try #require(
                LogSource(stored.packed).replayed(Self.rule) { _, _ in })
            guard let updated = packed.updated(by: LogSource(stored), Self.rule) else {
                counts.anew += 1
                return
            }
            counts.updated += 1
            let replay = Replay(nodes, Exclusion(Self.rule))
            #expect(updated.state.canonicalBytes == replay.foldState().canonicalBytes, comment)
        }
        #expect(counts.updated > 0 && counts.anew > 0)
    }

    /// A task by its own nodes is what it is in the log.
    @Test func aTaskAloneIsWhatItIsInTheLog() throws {
        var count = 0
        try Self.forEachStore(isNarrow: true) { nodes, stored, comment in
            let log = LogSource(stored)
            let whole = Replay(nodes, Exclusion(Self.rule))
            for task in whole.validation.graph.taskIDs {
                guard let own = stored.nodes(of: [task]) else { continue }
                count += 1
                let alone = Replay(own, try #require(log.exclusion(Self.rule)))
                #expect(
                    alone.task(task)?.canonicalBytes() == whole.task(task)?.canonicalBytes(),
                    comment)
                let void = own.filter { alone.voids.reason(of: $0.id) != nil }.map(\.id)
                #expect(
                    void
                        == nodes.filter {
                            $0.taskID == task && whole.voids.reason(of: $0.id) != nil
                        }.map(\.id), comment)
            }
        }
        #expect(count > 0)
    }
}

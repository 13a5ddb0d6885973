import RedoModel
import SampleNodes
import Testing

@testable import RedoGit

/// Commits that hold heads together.
@Suite struct CheckpointTests {
    private func heads(_ count: Int) -> [Checkpoint.Head] {
        (0..<count).map {
            Checkpoint.Head(
                id: Sample.id(1000 - $0), commit: SampleCommit.id(UInt8($0 % 251)),
                seconds: Int64($0)
            )
        }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func noHeadsNeedNone() {
        #expect(Checkpoint.chain(of: [], after: [], device: "phone").isEmpty)
    }

    @Test(arguments: [(1, 1), (100, 1), (101, 2), (250, 3)])
    func manyHeadsNeedSeveral(count: Int, expected: Int) throws {
        let chain = Checkpoint.chain(of: heads(count), after: [], device: "phone")
        #expect(chain.count == expected)
        var previous: GitObjectID?
        var parents: [GitObjectID] = []
        for checkpoint in chain {
            let header = try #require(CommitHeader(checkpoint.id, checkpoint.commit))
            #expect(header.isCheckpoint && header.checkpointDevice == "phone")
            if let previous { #expect(header.parents.first == previous) }
            parents += previous == nil ? header.parents[...] : header.parents.dropFirst()
            #expect(
                checkpoint.list.count <= Checkpoint.maximumHeadCount * (NodeID.textByteCount + 1))
            previous = checkpoint.id
        }
        #expect(parents == heads(count).map(\.commit))
    }

    @Test func itIsAFunctionOfWhatItHolds() throws {
        let previous = Checkpoint.Previous(id: SampleCommit.id(7), seconds: 9)
        let chain = Checkpoint.chain(
            of: Array(heads(2).reversed()), after: [previous], device: "Ana's phone")
        let checkpoint = try #require(chain.first)
        #expect(
            text(checkpoint.list) == """
                \(Sample.id(999))
                \(Sample.id(1000))

                """)
        #expect(
            text(checkpoint.commit) == """
                tree \(checkpoint.treeID)
                parent 0707070707070707070707070707070707070707
                parent 0101010101010101010101010101010101010101
                parent 0000000000000000000000000000000000000000
                author redo <redo@Ana-s-phone> 1 +0000
                committer redo <redo@Ana-s-phone> 1 +0000

                Checkpoint of 2 heads

                Redo-Checkpoint: 1

                """)
        #expect(
            text(Checkpoint.chain(of: heads(1), after: [], device: "x")[0].commit)
                .contains("\nCheckpoint of 1 head\n"))
    }

    /// Where two histories of one device come together.
    @Test(arguments: [(0, 1), (3, 1), (150, 2)])
    func twoCheckpointsAreJoined(count: Int, expected: Int) throws {
        let previous = [7, 8].map {
            Checkpoint.Previous(id: SampleCommit.id($0), seconds: 5000 + Int64($0))
        }
        let chain = Checkpoint.chain(of: heads(count), after: previous, device: "phone")
        #expect(chain.count == expected)
        let header = try #require(CommitHeader(chain[0].id, chain[0].commit))
        #expect(header.parents.prefix(2) == [SampleCommit.id(7), SampleCommit.id(8)])
        #expect(header.parents.count == 2 + min(count, 100))
        #expect(header.seconds == 5008)
        #expect(text(chain[0].commit).contains("\nCheckpoint of \(min(count, 100)) heads\n"))
    }
}

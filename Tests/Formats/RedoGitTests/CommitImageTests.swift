import RedoCrypto
import RedoModel
import SampleNodes
import Testing

@testable import RedoGit

/// The objects of a node. The names are those that plain git gives to the same contents.
@Suite struct CommitImageTests {
    private func commit(_ node: Node, after parents: [GitObjectID] = []) -> (GitObjectID, String) {
        var sha1 = SHA1()
        let content = CommitImage(node, &sha1).commit(after: parents)
        return (
            GitObjectID(.commit, content.span, &sha1), String(decoding: content, as: UTF8.self)
        )
    }

    @Test func aNodeIsAlwaysTheSameCommit() throws {
        var sha1 = SHA1()
        let image = CommitImage(Sample.create, &sha1)
        #expect(image.blob == Sample.create.canonicalBytes + [UInt8(ascii: "\n")])
        #expect(image.blobID == GitObjectID("ab51808563716de4e46af44fc1e4e587c50a5c25"))
        #expect(image.treeID == GitObjectID("c30b7ca2f532ae6642db3bc372ec737254673e6b"))
        #expect(
            commit(Sample.create).0 == GitObjectID("89f4b0e71d49d2b60eccb55d8185e549308bb61d"))
    }

    @Test func theCommitIsThatOfTheDocument() throws {
        let parent = try #require(GitObjectID("89f4b0e71d49d2b60eccb55d8185e549308bb61d"))
        let (id, text) = commit(Sample.createTodo, after: [parent])
        #expect(id == GitObjectID("985cb6bfa0134a2f351519f7ec94b3e64583d3df"))
        #expect(
            text == """
                tree 49a9660e53d9e4ca5d64f374bb9d684776c88fd7
                parent 89f4b0e71d49d2b60eccb55d8185e549308bb61d
                author Ana <fd01c56e9f3c5c539638b15ab8fa61de@ana-phone> 1735722000 +0000
                committer Ana <fd01c56e9f3c5c539638b15ab8fa61de@ana-phone> 1735722000 +0000

                CREATE_TODO: due 2025-01-05T09:00:00.000Z

                Redo-Node: sha256:ea797e9a562ac73dadc8a144bf6fba8d2b485bccf0be4d0f81f2f81983239928
                Redo-Task: c0ffee11-1111-4111-8111-111111111111
                Redo-Action: CREATE_TODO

                """)
    }

    @Test func aNodeWithoutTaskHasNoTrailerForOne() throws {
        let (_, text) = commit(try SampleCommit.node(name: "Ana"))
        #expect(!text.contains("Redo-Task") && text.hasSuffix("\nRedo-Action: CREATE\n"))
    }

    @Test func otherParentsMakeAnotherCommit() {
        let ids = [[], [SampleCommit.id(1)], [SampleCommit.id(1), SampleCommit.id(2)]].map {
            commit(Sample.create, after: $0).0
        }
        #expect(Set(ids).count == 3)
    }

    /// What is written is what is read.
    @Test func aReaderFindsWhatTheCommitSays() throws {
        let parents = [SampleCommit.id(1), SampleCommit.id(2)]
        let (id, text) = commit(Sample.create, after: parents)
        let header = try #require(CommitHeader(id, Array(text.utf8)))
        #expect(header.parents == parents)
        #expect(header.tree == GitObjectID("c30b7ca2f532ae6642db3bc372ec737254673e6b"))
        #expect(header.seconds == 1_735_718_400)
        #expect(header.nodeID == Sample.create.id)
        #expect(!header.isCheckpoint && header.checkpointDevice == nil)
    }

    @Test(arguments: [
        "", "tree", "tree 89f4b0e71d49d2b60eccb55d8185e549308bb61", "parent x\n", "\u{0}\u{1}",
    ])
    func whatHasNoTreeIsNoCommit(_ text: String) {
        #expect(CommitHeader(SampleCommit.id(1), Array(text.utf8)) == nil)
    }
}

import RedoCrypto
import RedoJSON
import RedoRepository
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Nodes are signed while further ones are made, and some are taken back.
@Suite struct SigningAheadTests {
    @Test func whatIsTakenBackLeavesTheOthersSigned() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<10 {
            let store = try TemporaryStore()
            let repository = Repository(
                store.store,
                Repository.Options(showsProgress: false, version: ""))
            let writer = TaskWriter(
                log: .empty,
                identity: Identity(author: Sample.author, signer: Signer(Sample.key())),
                isSigning: true, now: Sample.wall, dialect: .fields)
            var kept = 0
            try repository.edit(writer) { (writer) throws(RedoError) in
                for number in 0..<Int.random(in: 1...60, using: &random) {
                    let count = Int.random(in: 1...12, using: &random)
                    let isKept = Bool.random(using: &random)
                    do throws(RedoError) {
                        try writer.attempt { (writer) throws(RedoError) in
                            for place in 0..<count {
                                // Some are the same again, after they were taken back.
                                let task = Sample.taskID(number / 2 * 100 + place)
                                try writer.add(.create, task, [JSONMember("title", "a title")])
                            }
                            if !isKept { throw RedoError(.notFound, "taken back") }
                        }
                        kept += count
                    } catch {}
                }
            }
            let nodes = try store.store.snapshot().nodes
            #expect(nodes.count <= kept && (nodes.count > 0) == (kept > 0), seed.replay)
            #expect(nodes.allSatisfy { $0.isSigned }, seed.replay)
            let validator = NodeValidator()
            for node in nodes {
                _ = try validator.readCanonical(node.canonicalBytes, signature: .required)
            }
        }
    }
}

import RedoCrypto
import RedoJSON
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What an index says of a pack's nodes, against the nodes.
@Suite struct PackIndexTests {
    /// Packs nodes, and opens the index with all that it has. It ends with the SHA-256 of what comes before.
    private func index(of nodes: [Node]) throws -> PackIndex {
        let temporary = try TemporaryStore()
        let path = temporary.indexPath(try temporary.writePack(nodes))
        let bytes = try Files.read(path)
        let digest = SHA256.digest(bytes.span.extracting(first: bytes.count - Digest.byteCount))
        #expect(bytes.suffix(Digest.byteCount).elementsEqual(digest.bytes))
        return try PackIndex(MappedFile(path), using: IndexChunk.allCases)
    }

    @Test func eachColumnIsThatOfTheNodes() throws {
        let seed = Seed()
        var random = seed.generator
        var foreignCount = 0
        for _ in 0..<20 {
            let nodes = VectorNodes.some(&random)
            let index = try index(of: nodes)
            #expect(index.nodeCount == nodes.count, seed.replay)
            for (number, node) in nodes.enumerated() {
                #expect(index.id(of: number) == node.id, seed.replay)
                #expect(index.position(of: number) == node.position, seed.replay)
                #expect(index.timestamp(of: number) == node.timestamp, seed.replay)
                #expect(index.isSigned(number) == (node.signature != nil), seed.replay)
                #expect(
                    IndexChunk.dialect(flags: index.flags[number]) == node.dialect, seed.replay)
                #expect(index.taskID(of: number) == node.taskID, seed.replay)
                #expect(index.parents(of: number) == node.parents, seed.replay)
                #expect(index.subject(of: number) == node.subject, seed.replay)
                #expect(index.action(of: number) == node.action, seed.replay)
            }
            let ids = Set(nodes.map(\.id))
            foreignCount += nodes.flatMap(\.parents).count { !ids.contains($0) }
        }
        #expect(foreignCount > 0, seed.replay)
    }

    /// So that it is known without reading the nodes which tasks are closed from the start.
    @Test func theCreatesThatCloseTheirTasksAreNamed() throws {
        let writer = Writer(1)
        let nonce: JSONString = "00112233445566778899aabbccddeeff"
        let key = try #require(writer.author.publicKey)
        let task = TaskID(OwnedKind.task.certifiedID(key, nonce: nonce))
        let fields: JSONValue = [
            "title": "T", "ownerNonce": .string(nonce), "closed": .bool(true),
        ]
        // The same says nothing of a task whose id it does not certify.
        let open = try writer.node(.create, minute: 0, fields)
        let closed = try writer.node(.create, task: task, minute: 1, fields)
        let changed = try writer.node(
            .update, task: task, after: [closed], minute: 2, ["closed": .bool(true)])
        let index = try index(of: [open, closed, changed])
        #expect(index.closingCount == 1)
        #expect((0..<index.closing.count).map { Int(index.closing[$0]) } == [1])
    }

    /// What the test above would not notice if the vectors lacked it.
    @Test func theVectorsHaveEveryKindOfNode() {
        let nodes = VectorNodes.all
        let codes = Set(nodes.map(\.action.code))
        #expect(codes == Set(0...10).union([Action.undefinedCode]))
        #expect(Set(nodes.map(\.dialect)).count == 2)
        #expect(nodes.contains { $0.signature == nil } && nodes.contains { $0.signature != nil })
        #expect(nodes.contains { $0.taskID == nil } && nodes.contains { $0.parents.count > 2 })
    }

    @Test func aNodeIsFoundByItsID() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<20 {
            let nodes = VectorNodes.some(&random)
            let index = try index(of: nodes)
            let numbers = Dictionary(
                uniqueKeysWithValues: nodes.enumerated().map { ($1.id, $0) })
            for node in VectorNodes.all {
                #expect(index.number(of: node.id) == numbers[node.id], seed.replay)
            }
        }
    }

    @Test func idsAreListedFromOneOn() throws {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<20 {
            let nodes = VectorNodes.some(&random)
            let index = try index(of: nodes)
            let sorted = nodes.map(\.id).sorted()
            let start = VectorNodes.all[Int.random(in: VectorNodes.all.indices, using: &random)].id
            let end = VectorNodes.all[Int.random(in: VectorNodes.all.indices, using: &random)].id
            #expect(index.ids(from: start) { _ in true } == sorted.filter { $0 >= start })
            #expect(
                index.ids(from: start) { $0 < end } == sorted.filter { $0 >= start && $0 < end },
                seed.replay)
        }
    }

    @Test func theFirstAndLastIDsThatThereCanBeAreLookedUp() throws {
        let index = try index(of: try Sample.chain(3))
        for digit in ["0", "f"] {
            let id = try #require(NodeID("sha256:" + String(repeating: digit, count: 64)))
            #expect(index.number(of: id) == nil)
            #expect(index.ids(from: id) { _ in true }.count == (digit == "0" ? 3 : 0))
        }
    }

    @Test func everyLineIsWhereTheIndexSays() throws {
        let temporary = try TemporaryStore()
        let nodes = try Sample.longNodes()
        try temporary.writePack(nodes)
        let pack = try #require(try temporary.store.packs.open(using: Pack.lookup).first)
        #expect(pack.index.frameCount > 1)
        let decompressor = Decompressor()
        for (number, node) in nodes.enumerated() {
            let frame = pack.index.frame(of: number)
            #expect(pack.index.nodes(ofFrame: frame).contains(number))
            let content = try pack.content(ofFrame: frame, decompressor)
            let line = try pack.line(of: number, inFrame: frame, content: content)
            #expect(line == node.canonicalBytes[...])
        }
    }

    /// Otherwise each line would be read in full, which says the same and takes longer.
    @Test func theMembersOfEveryLineAreWhereTheIndexSays() throws {
        let temporary = try TemporaryStore()
        let nodes = VectorNodes.all.inReplayOrder
        try temporary.writePack(nodes)
        let pack = try #require(try temporary.store.packs.open(using: Pack.facts).first)
        let index = pack.index
        let decompressor = Decompressor()
        var foundCount = 0
        for frame in 0..<index.frameCount {
            let content = try pack.content(ofFrame: frame, decompressor)
            let columns = LineColumns(index)
            for number in index.nodes(ofFrame: frame) {
                let node = nodes[number]
                let found = columns.lines.line(
                    of: number, among: index.nodes(ofFrame: frame), in: content.span)
                let line = try #require(found)
                let layout = columns.layout(
                    of: number, authorByteCount: CanonicalJSON.bytes(node.author.json).count,
                    line: line)
                let isFound = layout?.payload(in: content.span) != nil
                // What a merge decides is read in full.
                #expect(isFound == !node.action.isDecision(node.dialect), "\(node.id)")
                if isFound { foundCount += 1 }
                let taskID = columns.taskID(of: number)
                let timestamp = columns.timestamp(of: number)
                #expect(taskID == node.taskID && timestamp == node.timestamp)
            }
        }
        #expect(foundCount > nodes.count / 2)
    }
}

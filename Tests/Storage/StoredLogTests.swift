import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What is asked of some tasks of a log in packs and files.
@Suite struct StoredLogTests {
    let temporary: TemporaryStore

    init() throws { temporary = try TemporaryStore() }

    private func log() throws -> StoredLog { try #require(try temporary.store.storedLog()) }

    /// Twelve tasks of four nodes each; the last node of each second task is in a file.
    private func writeTasks() throws -> [Node] {
        let nodes = try Sample.longNodes()
        let loose = nodes.filter { $0.timestamp.lamport == 4 && Self.isEven($0) }
        try #require(loose.count == 6)
        let ids = Set(loose.map(\.id))
        try temporary.writePack(nodes.filter { !ids.contains($0.id) })
        try temporary.writeLoose(loose)
        return nodes
    }

    private static func isEven(_ node: Node) -> Bool {
        (0..<12).contains { $0.isMultiple(of: 2) && node.taskID == Sample.taskID($0) }
    }

    @Test func theNodesOfTasksAreReadFromPacksAndFiles() throws {
        let nodes = try writeTasks()
        let log = try log()
        #expect(log.loose.count == 6 && log.packedCount == 42)
        for number in 0..<12 {
            let task = Sample.taskID(number)
            let expected = nodes.filter { $0.taskID == task }
            #expect(expected.count == 4)
            #expect(log.nodes(of: [task])?.lines == expected.lines)
        }
        let some: Set<TaskID> = [Sample.taskID(3), Sample.taskID(8)]
        let expected = nodes.filter { $0.taskID.map(some.contains) == true }
        #expect(log.nodes(of: some)?.lines == expected.lines)
        #expect(log.nodes(of: [Sample.taskID(99)])?.isEmpty == true)
        #expect(log.nodes(of: [])?.isEmpty == true)
    }

    /// What a node of another task says of its own is not known then.
    @Test func aTaskThatFollowsAnotherIsNotReadAlone() throws {
        let chain = try Sample.chain(2)
        let child = try Sample.node(5, task: Sample.otherTask, after: [chain[1]])
        try temporary.writePack(chain + [child])
        let log = try log()
        #expect(log.nodes(of: [Sample.otherTask]) == nil)
        #expect(log.nodes(of: [Sample.task])?.lines == chain.lines)
        #expect(
            log.nodes(of: [Sample.task, Sample.otherTask])?.lines
                == (chain + [child]).inReplayOrder.lines)
    }

    @Test func aTaskOfWhichANodeIsMissingIsNotRead() throws {
        let chain = try Sample.chain(3)
        try temporary.writePack([chain[0]])
        try temporary.writeLoose([chain[2]])
        #expect(try log().nodes(of: [Sample.task]) == nil)
    }

    @Test func aTaskInADamagedFrameIsNotRead() throws {
        let name = try temporary.writePack(try Sample.chain(3))
        var bytes = try Files.read(temporary.packPath(name))
        bytes[PackFormat.headerByteCount + 20] ^= 0x55
        try temporary.replace(temporary.packPath(name), with: bytes)
        #expect(try log().nodes(of: [Sample.task]) == nil)
    }

    @Test func authorsAreCountedByTheCopiesOfTheirNodes() throws {
        let nodes = try writeTasks()
        let chain = try Sample.chain(3)
        try temporary.writePack(chain)
        try temporary.writeLoose([chain[0]])
        let log = try log()
        let (first, second) = (nodes[0].author, chain[0].author)
        #expect(Set(log.authors.keys) == [first.userID, second.userID])
        #expect(log.authors[first.userID]?.nodeCount == 48)
        #expect(log.authors[second.userID]?.nodeCount == 4)
        for author in [first, second] {
            let key = try #require(author.publicKey)
            #expect(log.hasAuthor(with: key))
        }
        let stranger = try #require(Writer(77).author.publicKey)
        #expect(!log.hasAuthor(with: stranger))
    }

    // MARK: Mentions

    @Test func theTaskInWhoseLineATextStandsIsFound() throws {
        let nodes = try Sample.longNodes()
        try temporary.writePack(nodes)
        let log = try log()
        #expect(log.packs.first.map { $0.index.frameCount > 1 } == true)
        for number in nodes.indices {
            let title = Array("\"roses \(number)\"".utf8)
            #expect(
                log.tasks(mentioning: title, atMost: 9) == [Sample.taskID(number / 4)], "\(number)")
        }
        #expect(log.tasks(mentioning: Array("tulips".utf8), atMost: 9).isEmpty)
    }

    @Test func aSearchEndsAfterSomeTasks() throws {
        try temporary.writePack(try Sample.longNodes())
        let log = try log()
        let text = Array("roses want".utf8)
        for count in 1...12 {
            #expect(log.tasks(mentioning: text, atMost: count).count == count)
        }
        #expect(log.tasks(mentioning: text, atMost: 13).count == 12)
    }

    /// They are few, and are looked at anyway.
    @Test func theTasksOfLooseNodesAreAmongTheFound() throws {
        _ = try writeTasks()
        let found = try log().tasks(mentioning: Array("\"roses 4\"".utf8), atMost: 9)
        let loose = (0..<12).filter { $0.isMultiple(of: 2) }.map { Sample.taskID($0) }
        #expect(found == Set(loose + [Sample.taskID(1)]))
    }
}

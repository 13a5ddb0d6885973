import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// What the columns of a log say whose nodes are scattered over two packs and files, some of them twice, against the
/// nodes.
@Suite struct LogIndexTests {
    let temporary: TemporaryStore
    /// In replay order; the last one is packed.
    let nodes: [Node]

    init() throws {
        temporary = try TemporaryStore()
        let connected = VectorNodes.connected
        nodes = Array(connected.prefix(connected.count / 7 * 7 - 1))
        try #require(nodes.count > 300)
        // Of seven nodes three are in one pack, one in both, two in the other pack and one in a file; some of the packed ones
        // are in files, too.
        try temporary.writePack(part { $0 % 7 < 4 })
        try temporary.writePack(part { (3...5).contains($0 % 7) })
        try temporary.writeLoose(part { $0 % 7 == 6 || ($0 % 7 < 5 && $0 % 11 == 3) })
    }

    /// The nodes whose places a condition holds for.
    private func part(where isWanted: (Int) -> Bool) -> [Node] {
        nodes.indices.filter(isWanted).map { nodes[$0] }
    }

    private func logIndex() throws -> LogIndex {
        let log = try #require(try temporary.store.storedLog())
        try #require(log.packs.count == 2 && log.copyCount > nodes.count + nodes.count / 7)
        return try #require(log.logIndex())
    }

    @Test func eachNodeHasItsPlaceOnce() throws {
        let logIndex = try logIndex()
        #expect(logIndex.count == nodes.count)
        for (number, node) in nodes.enumerated() {
            #expect(logIndex.id(of: number) == node.id, "\(number)")
            #expect(logIndex.number(of: node.id) == number)
        }
        #expect(logIndex.number(of: Sample.id(1)) == nil)
    }

    @Test func anEntryIsThatOfItsNode() throws {
        let logIndex = try logIndex()
        for (number, node) in nodes.enumerated() {
            let entry = logIndex[number]
            #expect(entry.id == node.id && entry.timestamp == node.timestamp, "\(number)")
            #expect(entry.wall == node.timestamp.wall && entry.parents == node.parents)
            #expect(entry.taskID == node.taskID && entry.action == node.action)
            #expect(entry.isSigned == node.isSigned && entry.author == node.author)
        }
    }

    @Test func idsAreListedInAnyOrder() throws {
        let logIndex = try logIndex()
        func listed(_ numbers: [Int]) -> [NodeID] {
            var ids: [NodeID] = []
            logIndex.forEachID(of: numbers[...]) { ids.append($0) }
            return ids
        }
        let orders: [[Int]] = [
            Array(nodes.indices), nodes.indices.reversed(), [5, 5, 6, 6, 0], [],
        ]
        for numbers in orders {
            #expect(listed(numbers) == numbers.map { nodes[$0].id })
        }
    }

    @Test func theFactsAreThoseOfTheNodes() throws {
        let facts = try #require(try logIndex().facts())
        let expected = LogFacts(nodes)
        #expect(facts.graph.ids == expected.graph.ids)
        #expect(facts.graph.taskIDs == expected.graph.taskIDs)
        #expect(facts.roles == expected.roles)
        #expect(facts.todos == expected.todos)
        #expect(facts.bases == expected.bases)
        for number in nodes.indices {
            #expect(facts.wall(number) == expected.wall(number), "\(number)")
            #expect(facts.graph.task(of: number) == expected.graph.task(of: number))
            let parents = Array(facts.graph.parents(of: number))
            #expect(parents == Array(expected.graph.parents(of: number)))
        }
    }

    /// What the tests here would not notice if the nodes lacked it.
    @Test func theNodesHaveManyTodosAndMerges() {
        let packed = part { $0 % 7 < 3 }
        #expect(packed.count { $0.payload.todo != nil } > 20)
        #expect(packed.count { $0.payload.mergeBase != nil } > 5)
        #expect(nodes.contains { $0.taskID == nil })
        #expect(Set(nodes.map { AuthorKey($0.author) }).count > 2)
    }

    @Test func theOrderOfTimesIsThatOfTheNodes() throws {
        let order = try logIndex().timeOrder
        let expected = TimeOrder(LogGraph(nodes)) { nodes[$0].timestamp.wall }
        #expect(order.newestFirst() == expected.newestFirst())
    }

    @Test func authorsAreThoseOfTheNodes() throws {
        let logIndex = try logIndex()
        let authors = try #require(logIndex.authors())
        #expect(Set(authors.keys).count == authors.keys.count)
        for (number, node) in nodes.enumerated() {
            #expect(authors[number] == AuthorKey(node.author), "\(number)")
        }
        let users = Set(nodes.prefix(1).map(\.author.userID))
        #expect(
            logIndex.isAuthored(by: users) == nodes.map { users.contains($0.author.userID) })
    }

    @Test func nodesAreFoundByActionsThatThisVersionDoesNotDefine() throws {
        let logIndex = try logIndex()
        let actions = Set(nodes.map(\.action).filter { !$0.isKnown })
        try #require(actions.count > 1)
        for action in actions {
            let found = logIndex.numbers(withAction: { $0 == action })
            #expect(found == nodes.indices.filter { nodes[$0].action == action }, "\(action)")
        }
        let unknown = logIndex.numbers(withAction: { !$0.isKnown })
        #expect(unknown == nodes.indices.filter { !nodes[$0].action.isKnown })
        #expect(logIndex.numbers(withAction: { _ in false }) == [])
    }

    // MARK: Reading

    @Test func nodesAreReadByTheirNumbers() throws {
        let logIndex = try logIndex()
        let reader = LogIndexReader(logIndex)
        for (number, node) in nodes.enumerated() {
            #expect(reader.node(number)?.canonicalBytes == node.canonicalBytes, "\(number)")
            let change = try #require(reader.change(number))
            expect(change, isOf: node)
        }
        let some = try #require(logIndex.nodes(where: { $0.isMultiple(of: 10) }))
        #expect(some.keys.sorted() == nodes.indices.filter { $0.isMultiple(of: 10) })
        #expect(some.allSatisfy { $0.value.id == nodes[$0.key].id })
        #expect(logIndex.canRead(Array(nodes.indices)))
    }

    private func expect(
        _ change: Change, isOf node: Node, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(change.id == node.id, sourceLocation: sourceLocation)
        #expect(change.timestamp == node.timestamp, sourceLocation: sourceLocation)
        #expect(change.user == node.author.userID, sourceLocation: sourceLocation)
        #expect(change.taskID == node.taskID, sourceLocation: sourceLocation)
        #expect(change.action == node.action, sourceLocation: sourceLocation)
        #expect(change.payload.todo == node.payload.todo, sourceLocation: sourceLocation)
    }

    @Test func theNodesOfARangeAreReadTogether() throws {
        let logIndex = try logIndex()
        for range in [nodes.indices, 0..<0, 40..<47, nodes.count - 9..<nodes.count] {
            for step in [1, 3] {
                let wanted = range.filter { $0.isMultiple(of: step) }
                let batch = try #require(
                    logIndex.batch(range, where: { $0.isMultiple(of: step) }))
                var read: [(number: Int, change: Change)] = []
                let isRead = batch.forEachChange(
                    where: { $0.isMultiple(of: step) }, NodeValidator()
                ) { number, change in
                    read.append((number, change))
                }
                #expect(isRead)
                #expect(read.map(\.number) == wanted)
                for (number, change) in read { expect(change, isOf: nodes[number]) }
            }
        }
    }

    @Test func aLogWithAMissingParentHasNoIndex() throws {
        let child = try #require(nodes.last(where: { !$0.parents.isEmpty }))
        let other = try TemporaryStore()
        try other.writePack([child])
        let log = try #require(try other.store.storedLog())
        #expect(log.logIndex() == nil)
    }
}

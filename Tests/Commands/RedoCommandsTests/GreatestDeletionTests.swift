import RedoJSON
import TestSupport
import Testing

/// The DELETE of a task with as many nodes as a `deletedChain` can name, and of one with one more.
@Suite struct GreatestDeletionTests {
    /// So many ids have room in a node of 1 MiB.
    private static let greatest = 14_162

    /// A store with a task of a CREATE, UPDATEs that all follow it, and layers of UPDATEs of which
    /// each joins ten of the layer above, down to one head.
    private func store(nodeCount: Int) throws -> TaskStore {
        let store = try TaskStore()
        var layer = try store.runner.store(SampleNode())
        var count = layer.count
        var lamport = 1
        func add(_ parents: [[String]]) throws {
            lamport += 1
            let nodes = parents.enumerated().map { number, parents in
                SampleNode(
                    action: "UPDATE", parents: parents, lamport: lamport,
                    fields: ["title": .string(JSONString("title \(number)"))])
            }
            layer = try store.runner.store(nodes)
            count += layer.count
        }
        // What the layers below need is known only when the first one's size is.
        var width = nodeCount
        while 1 + Self.layers(of: width).reduce(0, +) > nodeCount { width -= 1 }
        try add(Array(repeating: layer, count: width))
        while layer.count > 1 {
            try add(
                stride(from: 0, to: layer.count, by: 10).map { start in
                    Array(layer[start..<min(start + 10, layer.count)])
                })
        }
        try #require(count == nodeCount)
        return store
    }

    /// The sizes of a layer and of those below it.
    private static func layers(of width: Int) -> [Int] {
        width == 1 ? [1] : [width] + layers(of: (width + 9) / 10)
    }

    /// The fields dialect takes a DELETE without a chain for one of all ancestors.
    @Test func aChainThatHasNoRoomIsLeftOut() throws {
        let store = try store(nodeCount: Self.greatest)
        let head = try #require(store.heads(of: SampleNode.task(1)).first)
        let named = try delete(in: store)
        #expect(named.dialect == "payload")
        #expect(named.content?["deletedChain"]?.elements.count == Self.greatest)

        // It brings back all that it follows, and is one more.
        try store.commit(
            "UPDATE", "--task", SampleNode.task(1), "--parent", head, "-f", "title=once more")
        try #require(try store.state(of: SampleNode.task(1)) != nil)
        let unnamed = try delete(in: store)
        #expect(unnamed.dialect == "fields")
        #expect(unnamed.content?.names == [])
    }

    /// Deletes the task.
    ///
    /// - Returns: the DELETE.
    private func delete(in store: TaskStore) throws -> JSONValue {
        let outcome = try store.run(
            "delete", ["--now", SampleNode.task(1), "--dialect", "payload"])
        try #require(outcome.status == 0, "\(outcome)")
        #expect(try store.state(of: SampleNode.task(1)) == nil)
        let latest = try TaskStore.objects(store.run("log", ["-n", "1", "--json"]))
        #expect(latest.map(\.action) == ["DELETE"])
        return try #require(latest.first)
    }
}

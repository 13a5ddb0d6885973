import RedoJSON
import RedoModel
import RedoSystem

extension TaskWriter {
    /// How many ids a node has room for: 1 MiB of 74 bytes each, with quotes and comma.
    private static let greatestChainCount = 1_048_000 / 74

    /// Makes the DELETE of a whole task: it follows all ends of the task, and names all nodes of the
    /// task that it follows, from the root on.
    ///
    /// A chain that is too long for a node is left out, which the fields dialect reads as all
    /// ancestors: the same.
    ///
    /// - Throws: E_BROKEN_BRANCH for a task that is deleted already.
    @discardableResult
    package mutating func addDelete(of task: TaskID) throws(RedoError) -> Node {
        let followed = try joinedEnds(of: task)
        let validation = validation(knowing: followed)
        var chain: Set<Int> = []
        for number in followed.compactMap({ validation.graph.number(of: $0.id) }) {
            chain.insert(number)
            chain.formUnion(validation.ancestry.ancestors(of: number))
        }
        guard chain.count <= Self.greatestChainCount else {
            return try make(.delete, task, [], after: followed, dialect: .fields)
        }
        let ids = chain.sorted().map { JSONString(validation.graph.id(of: $0).description) }
        return try make(
            .delete, task, [JSONMember("deletedChain", .array(ids.map { .string($0) }))],
            after: followed)
    }
}

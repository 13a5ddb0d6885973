import RedoJSON

@testable import RedoModel

/// What a family makes of a log that is in memory.
package struct FamilyAnswer {
    package let state: String
    package let hash: NodeID
    package let voidNodes: [VoidNode]

    /// - Parameter nodes: in replay order.
    package init(_ nodes: [Node], _ family: FamilyName) {
        self = family.reducer.map { Self.reduced(nodes, $0) } ?? Self.folded(nodes, family)
    }

    private init(state: String, hash: NodeID, voidNodes: [VoidNode]) {
        self.state = state
        self.hash = hash
        self.voidNodes = voidNodes
    }

    private static func folded(_ nodes: [Node], _ family: FamilyName) -> FamilyAnswer {
        let replay = Replay(
            nodes, Exclusion(LogRule(leavesOutVoid: family == .effective)))
        let state = replay.foldState()
        var bytes: [UInt8] = []
        state.forEachCanonicalPart { bytes += $0 }
        return FamilyAnswer(
            state: String(decoding: bytes, as: UTF8.self), hash: state.hash,
            voidNodes: replay.authority.voidNodes { nodes[$0].id })
    }

    private static func reduced<Reducer: FamilyReducer>(
        _ nodes: [Node], _ family: Reducer.Type
    ) -> FamilyAnswer {
        let reduced = Reducer(
            Replay(nodes, Exclusion(LogRule(leavesOutVoid: true))).log(of: family))
        return FamilyAnswer(
            state: String(decoding: CanonicalJSON.bytes(reduced.canonicalState), as: UTF8.self),
            hash: reduced.hash, voidNodes: reduced.voidNodes)
    }
}

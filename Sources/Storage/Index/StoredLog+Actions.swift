import RedoModel

extension StoredLog {
    /// The nodes with a wanted action, from the first that passes a test on.
    ///
    /// - Parameters:
    ///   - isWanted: whether an action is wanted.
    ///   - isFirst: whether a node with such an action can be the first.
    /// - Returns: in replay order, each once; empty if there is no first. Nil if one cannot be read, or an action is
    ///   named only by its node.
    /// - Complexity: O(c) for c codes in use in a packed log without such actions; otherwise O(n) for n nodes whose
    ///   columns are read, and the wanted nodes are read in full.
    package func nodes(
        withAction isWanted: (Action) -> Bool, sinceFirst isFirst: (Action, Instant) -> Bool
    ) -> [Node]? {
        let having = packs.filter { $0.index.mayHave(isWanted) }
        let loose = loose.filter { isWanted($0.action) }
        var start = loose.first { isFirst($0.action, $0.timestamp.wall) }?.position
        var numbers: [[Int]] = []
        for pack in having {
            let index = pack.index
            let wantedCodes = index.codes(isWanted)
            let actions = index.actions
            var found: [Int] = []
            for number in 0..<pack.nodeCount {
                guard let isWantedCode = wantedCodes[Int(actions[number])] else { return nil }
                guard isWantedCode, let action = index.action(of: number) else { continue }
                found.append(number)
                let position = index.position(of: number)
                if isFirst(action, index.wall(of: number)), start.map({ position < $0 }) ?? true {
                    start = position
                }
            }
            numbers.append(found)
        }
        guard let start else { return [] }
        var nodes = loose
        let validator = NodeValidator()
        for (pack, numbers) in zip(having, numbers) {
            var frames = FrameCursor(pack)
            for number in numbers where pack.index.position(of: number) >= start {
                guard case .success(let node)? = try? frames.node(number, validator) else {
                    return nil
                }
                nodes.append(node)
            }
        }
        var seen: Set<NodeID> = []
        return nodes.filter { $0.position >= start && seen.insert($0.id).inserted }
            .sorted { $0.position < $1.position }
    }
}

import RedoModel
import RedoSystem

extension LogIndex {
    /// Reads the nodes that a condition holds for, by number; nil if one is unreadable.
    package func nodes(where isWanted: (Int) -> Bool) -> [Int: Node]? {
        let reader = LogIndexReader(self)
        var nodes: [Int: Node] = [:]
        for number in locations.indices where isWanted(number) {
            guard let node = reader.node(number) else { return nil }
            nodes[number] = node
        }
        return nodes
    }

    /// Whether some nodes can be read: then what reads them one after the other needs no answer to
    /// damage. On all processors.
    package func canRead(_ numbers: [Int]) -> Bool {
        Parallel.map(count: numbers.count, smallestShare: 1024) { range in
            let reader = LogIndexReader(self)
            return [
                range.allSatisfy {
                    locations[numbers[$0]].pack == Location.loose
                        || reader.change(numbers[$0]) != nil
                }
            ]
        }.allSatisfy { $0 }
    }
}

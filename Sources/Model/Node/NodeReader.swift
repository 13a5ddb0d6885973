/// A reader of some nodes of a log.
package protocol NodeReader: Sendable {
    /// Some nodes by number; nil if one cannot be read.
    func nodes(where isWanted: (Int) -> Bool) -> [Int: Node]?
}

extension NodeReader {
    /// Some nodes by number; nil if one cannot be read.
    func nodes(_ numbers: Set<Int>) -> [Int: Node]? {
        numbers.isEmpty ? [:] : nodes { numbers.contains($0) }
    }
}

extension [Node]: NodeReader {
    package func nodes(where isWanted: (Int) -> Bool) -> [Int: Node]? {
        var nodes: [Int: Node] = [:]
        for number in indices where isWanted(number) { nodes[number] = self[number] }
        return nodes
    }
}

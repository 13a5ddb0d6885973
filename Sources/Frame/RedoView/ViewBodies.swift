import RedoJSON
import RedoModel
import RedoRepository

/// The members of nodes that the columns of the page do not have, from which its script writes the canonical bytes.
struct ViewBodies {
    /// The author members of the nodes, each once.
    private(set) var authors: [JSONValue] = []
    private var authorNumbers: [JSONValue: Int] = [:]
    private let log: Log
    private let graph: ViewGraph

    init(_ log: Log, _ graph: ViewGraph) {
        self.log = log
        self.graph = graph
    }

    /// The number of a node's author in ``authors``.
    mutating func author(of position: Int) -> Int {
        let author = log.nodes[graph.numbers[position]].author.json
        if let known = authorNumbers[author] { return known }
        authorNumbers[author] = authors.count
        authors.append(author)
        return authors.count - 1
    }

    /// The members that do not follow from the columns, by name; empty for bytes that cannot be read.
    func rest(of position: Int) -> [JSONMember] {
        let node = log.nodes[graph.numbers[position]]
        guard case .object(let members)? = (try? JSONDocument(node.canonicalBytes))?.root.value
        else { return [] }
        let expected = expected(node)
        return members.filter { expected[$0.name] != $0.value }
    }

    private func expected(_ node: Node) -> [JSONString: JSONValue] {
        func text(_ value: some CustomStringConvertible) -> JSONValue {
            .string(JSONString(value.description))
        }
        let numbers = node.parents.map { log.replay.validation.graph.number(of: $0) }
        let areShown = numbers.allSatisfy { $0.map { graph.positions[$0] != nil } ?? false }
        var members: [JSONString: JSONValue] = [
            "action": text(node.action), "author": node.author.json, "id": text(node.id),
            "timestamp": [
                "lamport": .number(Double(node.timestamp.lamport)),
                "wall": text(node.timestamp.wall.wallText),
            ],
            "version": 1,
        ]
        if areShown { members["parents"] = .array(node.parents.map(text)) }
        if let task = node.taskID { members["taskId"] = text(task) }
        if let signature = node.signature {
            members["signature"] = .string(JSONString(signature.hexadecimal))
        }
        return members
    }
}

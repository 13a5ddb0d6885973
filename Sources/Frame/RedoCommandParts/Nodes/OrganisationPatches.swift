import RedoJSON
import RedoModel

/// The changes of categories and comments by the nodes of a log, as lines for people.
struct OrganisationPatches {
    /// The nodes about each category and comment, in replay order.
    private var numbers: [String: [Int]] = [:]
    /// The names of categories, also of deleted ones: the last that a node gives.
    private var categoryNames: [String: String] = [:]
    private let nodes: [Node]

    /// - Complexity: O(n) for n nodes.
    init(_ nodes: [Node]) {
        self.nodes = nodes
        for (number, node) in nodes.enumerated() {
            guard let id = Self.id(of: node) else { continue }
            numbers[id, default: []].append(number)
            guard let name = node.fields?["name"]?.string else { continue }
            categoryNames[id] = name.printable
        }
    }

    /// The id of the category or comment that a node is about; nil for any other node.
    private static func id(of node: Node) -> String? {
        guard let kind = OrganisationActions.effect(of: node.action)?.kind,
            kind == .category || kind == .comment
        else { return nil }
        return node.fields?[kind.idName]?.string?.description
    }

    /// The values that a node changed; empty for a node of another family, and for one about work.
    func lines(of number: Int) -> [String] {
        let node = nodes[number]
        guard let id = Self.id(of: node), let effect = OrganisationActions.effect(of: node.action)
        else { return [] }
        let members: [StaticString] = effect.kind == .category ? Self.ofCategory : Self.ofComment
        let earlier = (numbers[id] ?? []).filter { $0 < number }
        return members.compactMap { name in
            let before = earlier.reversed().lazy.compactMap { nodes[$0].fields?[name]?.value }.first
            let after = effect.verb == .remove ? nil : node.fields?[name]?.value
            guard before != after, effect.verb == .remove || after != nil else { return nil }
            let member = StateMember(JSONString("\(name)"))
            return member.changeLine(from: before.map(named), to: after.map(named))
        }
    }

    private static let ofCategory: [StaticString] = ["name", "color", "parentCategory"]
    private static let ofComment: [StaticString] = ["text"]

    /// The name of a category in place of its id; any other value as it is.
    func named(_ value: JSONValue) -> JSONValue {
        guard let id = value.string, let name = categoryNames[id.description] else { return value }
        return .string(JSONString(name))
    }
}

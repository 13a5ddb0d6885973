import RedoRepository
import Testing

/// Operands of walks, in git's notation.
@Suite struct NodeExpressionTests {
    @Test(arguments: [
        ("a", NodeExpression.node("a")), ("^a", .without("a")), ("^", .node("^")), ("", .node("")),
        ("a^2", .node("a^2")), ("a~1", .node("a~1")), ("a.b", .node("a.b")),
        ("a..b", .range(from: "a", to: "b")), ("a^..b~2", .range(from: "a^", to: "b~2")),
        ("a..", .range(from: "a", to: nil)), ("..b", .range(from: nil, to: "b")),
        ("..", .range(from: nil, to: nil)), ("a...b", .difference("a", "b")),
        ("a...", .difference("a", nil)), ("...b", .difference(nil, "b")),
        ("...", .difference(nil, nil)), ("Grüße..x", .range(from: "Grüße", to: "x")),
    ])
    func eachNotationIsRead(_ text: String, _ expected: NodeExpression) {
        #expect(NodeExpression(text) == expected)
    }
}

import RedoInsight
import RedoModel
import TestSupport

/// Makes queries with what is hard to write: marks of the language in texts, nesting, other alphabets.
struct RandomQuery {
    var generator: SeededGenerator

    private static let pieces = [
        "a", "B", "7", "and", "or", "not", "none", "any", " ", "\"", "\\", ":", "..", ".", "(", ")",
        "-", "<", ">=", "=", "é", "水", "👩‍🚀", "e\u{301}", "|", "'", "#",
    ]

    mutating func text() -> String {
        let count = Int.random(in: 1...5, using: &generator)
        return (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    mutating func test() -> QueryTerm.Test {
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: return .absent
        case 1: return .present
        case 2: return .range(low: text(), high: text())
        case 3: return .range(low: nil, high: text())
        case 4: return .range(low: text(), high: nil)
        case 5:
            let comparison = QueryTerm.Comparison.allCases.randomElement(using: &generator)
            return .comparison(comparison ?? .less, text())
        default: return .value(Bool.random(using: &generator) ? text() : "")
        }
    }

    mutating func query(depth: Int) -> Query {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &generator) {
        case 0:
            let text = text()
            // White space alone is not text.
            return .text(text.allSatisfy { $0 == " " } ? "a" : text)
        case 1, 2:
            let key = ["due", "x", "depends-on", "aB9"].randomElement(using: &generator) ?? "x"
            return .term(QueryTerm(key, test()))
        case 3: return .not(query(depth: depth - 1))
        case 4: return .all(parts(depth: depth - 1))
        default: return .any(parts(depth: depth - 1))
        }
    }

    private mutating func parts(depth: Int) -> [Query] {
        (0..<Int.random(in: 2...4, using: &generator)).map { _ in query(depth: depth) }
    }
}

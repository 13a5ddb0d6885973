import TestSupport
import Testing

@testable import RedoLogCommands

/// Every edge of a random graph can be followed in its drawing, and there is no other.
@Suite struct RandomGraphTests {
    @Test func everyEdgeCanBeFollowed() throws {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<500 {
            let count = Int.random(in: 1...30, using: &generator)
            let forks = Int.random(in: 1...8, using: &generator)
            let parents = (0..<count).map { number -> [Int] in
                let most = min(number, Int.random(in: 0...4, using: &generator))
                return (0..<most).map { _ in
                    Int.random(in: max(0, number - forks)..<number, using: &generator)
                }
            }
            var tracer = EdgeTracer()
            var layout = GraphLayout()
            var drawing = ""
            for number in (0..<count).reversed() {
                let step = layout.draw(number, parents: parents[number])
                for row in step.before { tracer.follow(row.text) }
                tracer.follow(step.node.text, node: number, isRoot: parents[number].isEmpty)
                for row in step.after { tracer.follow(row.text) }
                let rows = step.before + [step.node] + step.after
                for row in rows {
                    #expect(row.cells.count <= step.width, seed.replay)
                    #expect(row.text.last != " ", seed.replay)
                }
                drawing += rows.map { $0.text + "\n" }.joined()
                if Bool.random(using: &generator) { tracer.follow(layout.pad().text) }
            }
            let edges = Set(
                parents.enumerated().flatMap { child, parents in
                    parents.map { EdgeTracer.Edge(child: child, parent: $0) }
                })
            #expect(tracer.mistakes == [], "\(drawing)")
            #expect(tracer.edges == edges, seed.replay)
            guard tracer.mistakes.isEmpty, tracer.edges == edges else {
                Issue.record("\(parents)\n\(drawing)\n\(seed.replay)")
                return
            }
        }
    }

    /// The lines do not become longer with the graph.
    @Test func aLongChainStaysNarrow() {
        var layout = GraphLayout()
        for number in (1...20_000).reversed() {
            let parents = number % 3 == 0 ? [number - 1, number - 2] : [number - 1]
            #expect(layout.draw(number, parents: parents).width <= 6)
        }
    }
}

/// Follows lines of a drawing downwards, by what they look like alone.
struct EdgeTracer {
    struct Edge: Hashable {
        let child: Int
        let parent: Int
    }

    private(set) var edges: Set<Edge> = []
    private(set) var mistakes: [String] = []

    /// What arrives between two lines.
    private struct Arrival {
        var children: Set<Int>
        var cameFromRight = false
        var isNode = false
    }

    private var arrivals: [Int: [Arrival]] = [:]

    /// - Parameters:
    ///   - node: whose star the line has.
    ///   - isRoot: nothing leads down from it, though another node may stand right below.
    mutating func follow(_ line: String, node: Int? = nil, isRoot: Bool = false) {
        let glyphs = Array(line)
        /// Strokes by where they start: their glyph, and where they end.
        var strokes: [Int: [(glyph: Character, end: Int)]] = [:]
        var star: Int?
        for (place, glyph) in glyphs.enumerated() {
            switch glyph {
            case "|": strokes[place, default: []].append(("|", place))
            case "/" where place.isMultiple(of: 2): strokes[place, default: []].append(("|", place))
            case "\\": strokes[place - 1, default: []].append((glyph, place + 1))
            case "/":
                var end = place - 1
                while end >= 1, glyphs[end - 1] == "_" { end -= 2 }
                strokes[place + 1, default: []].append((glyph, end))
            case "*":
                star = place
                strokes[place, default: []].append((glyph, place))
            case "_", " ", "-", ".": break
            default: mistakes.append("\(glyph) in \(line)")
            }
        }
        var next: [Int: [Arrival]] = [:]
        for (start, strokes) in strokes {
            let arrived = arrivals.removeValue(forKey: start) ?? []
            if arrived.isEmpty, strokes.map(\.glyph) != ["*"] {
                mistakes.append("nothing leads to \(start) of \(line)")
            }
            for stroke in strokes {
                // Where a line goes straight on and another one to the left, each keeps its way.
                let isSplit = strokes.count > 1 && arrived.first?.isNode != true
                let taken = arrived.filter { !isSplit || $0.cameFromRight == (stroke.glyph == "/") }
                if isSplit, taken.isEmpty { mistakes.append("\(line) splits at \(start)") }
                let children = taken.reduce(into: Set<Int>()) { $0.formUnion($1.children) }
                if stroke.glyph == "*", let node {
                    for child in children { edges.insert(Edge(child: child, parent: node)) }
                } else {
                    next[stroke.end, default: []].append(
                        Arrival(children: children, cameFromRight: stroke.glyph == "/"))
                }
            }
        }
        for place in arrivals.keys {
            mistakes.append("what leads to \(place) of \(line) is lost")
        }
        if let node, let star, !isRoot {
            var end = star
            while end + 1 < glyphs.count, glyphs[end + 1] == "-" || glyphs[end + 1] == "." {
                end += 1
            }
            for place in stride(from: star, through: end, by: 2) {
                next[place, default: []].append(Arrival(children: [node], isNode: true))
            }
        }
        arrivals = next
    }
}

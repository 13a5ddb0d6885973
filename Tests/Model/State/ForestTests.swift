import TestSupport
import Testing

@testable import RedoModel

/// What is a part of what.
@Suite struct ForestTests {
    private static func forest(
        _ links: [(Int, Int)], missing: Set<Int> = []
    ) -> Forest<Int> {
        Forest(links.map { (part: $0.0, parent: $0.1) }) { !missing.contains($0) }
    }

    /// `1 .2 ..3`: a dot for each level.
    private static func text(_ forest: Forest<Int>, _ list: [Int]) -> String {
        let lines =
            forest.nested(list) ?? list.indices.map { Forest<Int>.Line(index: $0, depth: 0) }
        return lines.map { String(repeating: ".", count: $0.depth) + "\(list[$0.index])" }
            .joined(separator: " ")
    }

    @Test func partsAreBeneathTheirWholes() {
        let forest = Self.forest([(2, 1), (3, 2), (4, 1)])
        #expect(Self.text(forest, [1, 2, 3, 4, 5]) == "1 .2 ..3 .4 5")
        #expect(Self.text(forest, [5, 3, 4, 1, 2]) == "5 1 .2 ..3 .4")
        #expect(forest.parent(of: 3) == 2 && forest.parent(of: 1) == nil)
    }

    /// The order of a list stays: a group is where the first of its members was.
    @Test func aGroupIsWhereItsFirstMemberWas() {
        let forest = Self.forest([(2, 1), (3, 1)])
        #expect(Self.text(forest, [7, 3, 8, 2, 9, 1]) == "7 1 .3 .2 8 9")
    }

    /// A whole that the list does not have is passed over.
    @Test func theNearestWholeInTheListCounts() {
        let forest = Self.forest([(2, 1), (3, 2), (4, 3), (5, 3)])
        #expect(Self.text(forest, [1, 4, 5]) == "1 .4 .5")
        #expect(forest.nested([2, 6]) == nil)
        #expect(forest.nested([]) == nil)
        #expect(Forest<Int>().nested([1, 2]) == nil)
    }

    @Test func parentsOfCirclesAndMissingOnesCountAsAbsent() {
        let circle = Self.forest([(1, 2), (2, 3), (3, 1), (4, 1), (5, 5), (6, 9)], missing: [9])
        #expect([1, 2, 3, 5, 6].allSatisfy { circle.parent(of: $0) == nil })
        #expect(circle.parent(of: 4) == 1)
        #expect(Self.text(circle, [6, 5, 4, 3, 2, 1]) == "6 5 1 .4 3 2")
    }

    @Test func chainsCanBeLong() {
        let forest = Self.forest((1..<50_000).map { ($0, $0 - 1) })
        let lines = forest.nested(Array((0..<50_000).reversed())) ?? []
        #expect(lines.map(\.index) == Array((0..<50_000).reversed()))
        #expect(lines.map(\.depth) == Array(0..<50_000))
        // Of a chain that is not listed only the ends are.
        #expect(forest.nested([49_999, 0, 49_998])?.map(\.depth) == [0, 1, 2])
    }

    /// Every list has each of its things once, beneath its nearest whole, whatever the links are.
    @Test func randomListsHaveEverythingOnce() {
        let seed = Seed()
        var random = seed.generator
        var (nestedCount, circleCount) = (0, 0)
        for _ in 0..<500 {
            let count = Int.random(in: 1...9, using: &random)
            let links = (0..<count).filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
                .map { ($0, Int.random(in: 0..<count, using: &random)) }
            let forest = Self.forest(links)
            var given: [Int: Int] = [:]
            for (part, parent) in links { given[part] = parent }
            for part in 0..<count {
                var next = given[part]
                var steps = 0
                while let whole = next, whole != part, steps <= count {
                    next = given[whole]
                    steps += 1
                }
                let isOfCircle = next == part
                if isOfCircle { circleCount += 1 }
                #expect(forest.parent(of: part) == (isOfCircle ? nil : given[part]), seed.replay)
            }
            let list = (0..<count).filter { _ in Bool.random(using: &random) }
                .shuffled(using: &random)
            guard let lines = forest.nested(list) else { continue }
            nestedCount += 1
            #expect(lines.map(\.index).sorted() == Array(list.indices), seed.replay)
            var path: [Int] = []
            for line in lines {
                path.removeLast(path.count - line.depth)
                let id = list[line.index]
                var whole = forest.parent(of: id)
                while let next = whole, !list.contains(next) { whole = forest.parent(of: next) }
                #expect(path.last == whole, seed.replay)
                path.append(id)
            }
        }
        #expect(nestedCount > 50 && circleCount > 50, seed.replay)
    }
}

import RedoJSON
import Testing

@testable import RedoInsight
@testable import RedoModel

/// Paths of categories that anyone can have made.
@Suite struct CategoryPathTests {
    private static let count = 20_000

    private static func id(_ number: Int) -> UUIDValue {
        UUIDValue(high: 0xEEEE_EEEE_0000_4000, low: 1 << 63 | UInt64(number))
    }

    /// Categories of which each is in the one before; the first is in one that `outermost` says.
    private static func chain(_ count: Int, outermost: UUIDValue?) -> OrganisationFacts {
        OrganisationFacts(
            categories: Dictionary(
                uniqueKeysWithValues: (0..<count).map { number in
                    (
                        id(number),
                        OrganisationFacts.Category(
                            name: JSONString("c\(number)"),
                            parent: number == 0 ? outermost : id(number - 1))
                    )
                }))
    }

    @Test func aDeepPathIsBounded() {
        let facts = Self.chain(Self.count, outermost: nil)
        #expect(facts.path(of: Self.id(0)) == ["c0"])
        let whole = (0..<16).map { JSONString("c\($0)") }
        #expect(facts.path(of: Self.id(15)) == whole)
        #expect(facts.path(of: Self.id(16)) == ["…"] + (1...16).map { JSONString("c\($0)") })
        let sum = (0..<Self.count).reduce(0) { $0 + facts.path(of: Self.id($1)).count }
        #expect(sum < 17 * Self.count)
    }

    @Test func aCircleIsCut() {
        let small = Self.chain(3, outermost: Self.id(2))
        #expect(small.path(of: Self.id(1)) == ["c2", "c0", "c1"])
        #expect(Self.chain(1, outermost: Self.id(0)).path(of: Self.id(0)) == ["c0"])
        let large = Self.chain(Self.count, outermost: Self.id(Self.count - 1))
        for number in 0..<Self.count { #expect(large.path(of: Self.id(number)).count == 17) }
    }

    /// A long name is in the path of each category below.
    @Test func aLongNameIsCut() throws {
        let name = String(repeating: "ä", count: 300)
        let facts = OrganisationFacts(categories: [
            Self.id(1): .init(name: JSONString(name), parent: nil),
            Self.id(2): .init(name: "b", parent: Self.id(1)),
        ])
        let path = facts.path(of: Self.id(2)).map(\.description)
        #expect(path == [String(repeating: "ä", count: 126) + "…", "b"])
        // A query by the whole name still finds what is in it.
        let task = SampleTask.make(
            1, "in it", ["category": .string(JSONString(Self.id(2).text))])
        #expect(try SampleTask.titles("category:\(name)", of: [task], facts) == ["in it"])
        #expect(try SampleTask.titles("category:\(name.prefix(9))", of: [task], facts).isEmpty)
    }
}

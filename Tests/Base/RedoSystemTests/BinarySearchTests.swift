import RedoSystem
import TestSupport
import Testing

@Suite struct BinarySearchTests {
    /// Against a search from the start, on sorted numbers of which many are equal.
    @Test func theFirstElementOfTheSecondPartIsFound() {
        let seed = Seed()
        var random = seed.generator
        for count in 0..<200 {
            let sorted = (0..<count).map { _ in Int.random(in: 0...60, using: &random) }.sorted()
            let wanted = Int.random(in: -2...62, using: &random)
            let expected = sorted.firstIndex { $0 >= wanted } ?? sorted.count
            #expect(sorted.partitioningIndex { $0 >= wanted } == expected, seed.replay)
            #expect(sorted.firstIndex(notBelow: wanted) == expected, seed.replay)
        }
    }

    @Test func indicesOfASliceAreThoseOfItsArray() {
        let slice = [9, 1, 3, 3, 5][1...]
        #expect(slice.firstIndex(notBelow: 3) == 2)
        #expect(slice.firstIndex(notBelow: 0) == 1)
        #expect(slice.firstIndex(notBelow: 6) == 5)
    }

    @Test func aRangeIsSearchedByItsNumbers() {
        #expect((4..<100).partitioningIndex { $0 * $0 >= 50 } == 8)
        #expect((4..<4).partitioningIndex { _ in true } == 4)
    }

    @Test func fewElementsAreLookedAt() {
        var lookCount = 0
        _ = (0..<1_000_000).partitioningIndex {
            lookCount += 1
            return $0 >= 123_456
        }
        #expect(lookCount <= 20)
    }
}

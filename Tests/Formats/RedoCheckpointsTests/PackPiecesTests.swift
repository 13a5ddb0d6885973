import RedoCheckpoints
import TestSupport
import Testing

@Suite struct PackPiecesTests {
    @Test func piecesEndWithFramesAndAreAsLongAsTheyMayBe() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<200 {
            var ends: [Int] = []
            var end = 0
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                end += Int.random(in: 1...30, using: &generator)
                ends.append(end)
            }
            let ranges = PackPieces.ranges(frameEnds: ends, limit: 50)
            #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == end, seed.replay)
            for (range, next) in zip(ranges, ranges.dropFirst()) {
                #expect(range.upperBound == next.lowerBound, seed.replay)
                // The next frame did not fit.
                let following = ends.first { $0 > range.upperBound } ?? end
                #expect(following - range.lowerBound > 50, seed.replay)
            }
            #expect(
                ranges.allSatisfy { ends.contains($0.upperBound) && $0.count <= 50 }, seed.replay)
        }
    }

    @Test func aFrameThatIsTooLongIsAPieceOfItsOwn() {
        #expect(
            PackPieces.ranges(frameEnds: [10, 90, 95], limit: 50) == [0..<10, 10..<90, 90..<95])
        #expect(PackPieces.ranges(frameEnds: []).isEmpty)
    }
}

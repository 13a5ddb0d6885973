import TestSupport
import Testing

@testable import RedoEpochs

/// How large padded plaintexts are.
@Suite struct PaddingTests {
    /// Worked out by hand: of 4,097 = 2^12 + 1, 4 of the 12 bits after the first stay.
    @Test(arguments: [
        (0, 4_096), (1, 4_096), (4_088, 4_096), (4_089, 4_352), (4_344, 4_352),
        (4_345, 4_608), (8_184, 8_192), (8_185, 8_704), (65_528, 65_536), (65_529, 67_584),
        (8_388_600, 8_388_608), (8_388_608, 8_650_752), (32_505_848, 32_505_856),
        (32_505_849, 33_030_144), (33_030_136, 33_030_144), (33_030_137, 33_554_432),
    ])
    func theSizeIsThatOfThePaper(_ content: Int, _ padded: Int) {
        #expect(Padding.paddedByteCount(ofContent: content) == padded)
    }

    @Test func zerosAreAtMostAnEighth() {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<10_000 {
            let greatest = 1 << Int.random(in: 13...40, using: &random)
            let count = Int.random(in: 4089...greatest, using: &random)
            let padded = Padding.paddedByteCount(ofContent: count)
            let needed = count + Padding.lengthByteCount
            #expect(padded >= needed && (padded - needed) * 100 <= needed * 12, seed.replay)
            #expect(Padding.isPadded(padded), seed.replay)
        }
    }
}

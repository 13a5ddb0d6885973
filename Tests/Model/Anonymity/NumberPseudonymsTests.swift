import RedoJSON
import TestSupport
import Testing

@testable import RedoModel

/// Numbers of anonymous copies.
@Suite struct NumberPseudonymsTests {
    /// Numbers of few and of 17 digits, in all magnitudes, many with a beginning in common.
    @Test func othersHaveTheSameLengthSignAndOrder() {
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<200 {
            var numbers: Set<Double> = []
            let scale = Int.random(in: -40...40, using: &generator)
            for _ in 0..<Int.random(in: 1...60, using: &generator) {
                let digits = String(
                    UInt64.random(in: 1...99_999_999_999_999_999, using: &generator)
                ).prefix(Int.random(in: 1...17, using: &generator))
                let text =
                    (Bool.random(using: &generator) ? "-" : "") + digits
                    + "e\(scale + Int.random(in: -3...0, using: &generator))"
                if let number = Double(text) { numbers.insert(number) }
                if let number = numbers.randomElement(using: &generator) {
                    numbers.insert(number.nextUp)
                }
            }
            var secret: [UInt8] = []
            for _ in 0..<32 { secret.append(.random(in: 0...255, using: &generator)) }
            let images = NumberPseudonyms(of: numbers, PseudonymSource(secret: secret)).images
            for number in numbers {
                let image = images[number] ?? .nan
                #expect(
                    CanonicalJSON.bytes(.number(image)).count
                        == CanonicalJSON.bytes(.number(number)).count,
                    "\(number) became \(image); \(seed.replay.rawValue)")
                #expect((image < 0) == (number < 0), seed.replay)
            }
            let sorted = numbers.sorted()
            for (one, other) in zip(sorted, sorted.dropFirst()) where other != one.nextUp {
                #expect(
                    (images[one] ?? .nan) <= (images[other] ?? .nan),
                    seed.replay)
            }
        }
    }
}

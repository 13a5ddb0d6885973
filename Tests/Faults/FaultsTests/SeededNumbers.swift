import TestSupport

/// Random numbers from a seed, for many small decisions.
struct SeededNumbers {
    private var generator: SeededGenerator

    init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
    mutating func next() -> UInt64 { generator.next() }
}

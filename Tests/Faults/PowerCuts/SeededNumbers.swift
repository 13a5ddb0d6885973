import TestSupport

/// Random numbers from a seed, for many small decisions.
package struct SeededNumbers {
    private var generator: SeededGenerator

    package init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

    package mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }
    package mutating func next() -> UInt64 { generator.next() }
}

import Foundation
import Testing

/// SplitMix64: small, fast, and the same everywhere (Steele, Lea and Flood, "Fast Splittable
/// Pseudorandom Number Generators", 2014).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The seed of a property test: the one in `REDO_SEED`, otherwise a random one.
public struct Seed {
    public let value: UInt64
    /// Said where an expectation fails: the command that runs the test with the same numbers.
    public let replay: Comment

    /// - Parameter file: the test's file, which bears the name of its suite.
    public init(file: String = #fileID) {
        let given = ProcessInfo.processInfo.environment["REDO_SEED"].flatMap { UInt64($0) }
        value = given ?? UInt64.random(in: 0...UInt64.max)
        let suite = URL(filePath: file).deletingPathExtension().lastPathComponent
        replay = "again with: REDO_SEED=\(value) swift test --filter \(suite)"
    }

    public var generator: SeededGenerator { SeededGenerator(seed: value) }
}

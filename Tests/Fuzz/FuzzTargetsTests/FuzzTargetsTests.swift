import Foundation
import FuzzTargets
import TestSupport
import Testing

/// The fuzz targets on the seeds, on inputs that once broke something, and on some that are made of both.
@Suite struct FuzzTargetsTests {
    /// The only target whose seeds are spoiled; nil for all.
    private static let chosen = ProcessInfo.processInfo.environment["REDO_FUZZ_TARGET"]
    /// How many times each seed is spoiled.
    private static let count =
        ProcessInfo.processInfo.environment["REDO_FUZZ_COPIES"].flatMap { Int($0) } ?? 8
    private static let crashers = Fixtures.package.appending(path: "Tests/Fuzz/Crashers")

    @Test(arguments: FuzzTarget.all.map(\.name))
    func seedsHoldWhatIsPromised(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let seeds = try target.seeds()
        #expect(!seeds.isEmpty)
        for seed in seeds { #expect(throws: Never.self, "\(seed)") { try target.run(seed) } }
    }

    @Test(arguments: FuzzTarget.all.map(\.name))
    func whatOnceBrokeHolds(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let directory = Self.crashers.appending(path: name)
        guard FileManager.default.fileExists(atPath: directory.path) else { return }
        for file in try Fixtures.names(in: directory) {
            let input = [UInt8](try Data(contentsOf: directory.appending(path: file)))
            #expect(throws: Never.self, "\(name)/\(file)") { try target.run(input) }
        }
    }

    /// Bytes of the seeds are changed, left out and doubled at random.
    @Test(arguments: FuzzTarget.all.map(\.name).filter { chosen == nil || $0 == chosen })
    func spoiledSeedsHoldWhatIsPromised(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let seed = Seed()
        var generator = seed.generator
        for input in try target.seeds() {
            for _ in 0..<Self.count {
                let spoiled = Self.spoiled(input, &generator)
                #expect(throws: Never.self, "\(seed.replay) \(spoiled)") { try target.run(spoiled) }
            }
        }
    }

    private static func spoiled(_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var input = input
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !input.isEmpty {
            let place = Int.random(in: input.indices, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: input[place] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: input.remove(at: place)
            case 2: input.insert(input[place], at: place)
            default: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
        }
        return input
    }

    @Test func everyDirectoryOfInputsIsOfATarget() throws {
        let names = Set(FuzzTarget.all.map(\.name))
        #expect(names.count == FuzzTarget.all.count)
        #expect(try names.isSuperset(of: Fixtures.names(in: Self.crashers)))
    }
}

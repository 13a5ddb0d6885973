import Glibc
import RedoSystem
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel
@testable import RedoStore

/// Packs that another process removes while they are opened, since another pack has their nodes.
@Suite struct PackReplacementTests {
    private let temporary: TemporaryStore

    init() throws { temporary = try TemporaryStore() }

    /// Does not depend on luck: a pack that is gone does not come back, and fewer go than a reader tries again.
    @Test func aReaderListsThePacksAgainIfOneIsGone() throws {
        let nodes = try (0..<40).map { number in
            try Sample.node(number, task: Sample.taskID(number), isSigned: false)
        }
        let all = try temporary.writePack(nodes)
        let names = try nodes.map { try temporary.writePack([$0]) }.sorted()
        let (kept, replaced) = (names[..<20], names[20...])
        let packs = temporary.store.packs
        let (begun, isDone) = (Locked(0), Locked(false))
        let failures = Parallel.map(count: 2, smallestShare: 1) { range in
            range.map { role -> [String] in
                if role == 0 {
                    defer { begun.withLock { $0 = Int.max } }
                    var failures: [String] = []
                    // Where there is one processor, nothing is removed until this ends.
                    for _ in 0..<200 where !isDone.withLock({ $0 }) {
                        begun.withLock { $0 += 1 }
                        failures += Self.failures { _ = try packs.open(using: Pack.lookup) }
                    }
                    return failures
                }
                defer { isDone.withLock { $0 = true } }
                return Self.failures {
                    var seen = 0
                    // The last to be opened goes when an opening has just begun.
                    for name in replaced.reversed() {
                        while begun.withLock({ $0 }) == seen, seen < Int.max { sched_yield() }
                        seen = begun.withLock { $0 }
                        try packs.remove([name])
                    }
                }
            }
        }
        #expect(failures == [[], []])
        #expect(try packs.open(using: Pack.lookup).map(\.name) == (kept + [all]).sorted())
    }

    private static func failures(_ body: () throws -> Void) -> [String] {
        do {
            try body()
            return []
        } catch {
            return ["\(error)"]
        }
    }
}

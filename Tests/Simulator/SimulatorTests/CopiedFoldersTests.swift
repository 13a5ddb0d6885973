import Foundation
import RedoSimulator
import Synchronization
import TestSupport
import Testing

/// Folders that another program copies to each other while devices use them as remotes: what has not arrived is never an
/// error, and once it has, all devices have the same.
@Suite struct CopiedFoldersTests {
    /// What a run of many seeds has come to.
    private struct Progress {
        var next: UInt64 = 0
        var counts: [String: Int] = [:]
        var failure: String?
        var error: (any Error)?
    }

    /// How many pairs of folders: 24, or as many as `REDO_COPIES` says.
    private static let pairCount =
        ProcessInfo.processInfo.environment["REDO_COPIES"].flatMap { UInt64($0) } ?? 24

    @Test func whatHasNotArrivedIsNoError() throws {
        let seed = Seed()
        let first = seed.value
        let progress = Mutex(Progress())
        let threads = ProcessInfo.processInfo.activeProcessorCount
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while let number = progress.withLock({ progress -> UInt64? in
                guard progress.next < Self.pairCount, progress.failure == nil,
                    progress.error == nil
                else { return nil }
                defer { progress.next += 1 }
                return progress.next
            }) {
                let result = Result { try Self.run(first &+ number) }
                progress.withLock { progress in
                    switch result {
                    case .success(let (counts, failure)):
                        progress.counts.merge(counts) { $0 + $1 }
                        progress.failure = progress.failure ?? failure
                    case .failure(let error): progress.error = error
                    }
                }
            }
        }
        let outcome = progress.withLock { $0 }
        if let error = outcome.error { throw error }
        if let failure = outcome.failure { Issue.record("\(failure)") }
        print("\(outcome.next) pairs of folders: \(outcome.counts.sorted { $0.key < $1.key })")
        guard Self.pairCount >= 24, outcome.failure == nil else { return }
        // What a copier does often has been done.
        for event in ["copy", "duplicate", "half", "hidden half", "removal"] {
            #expect(outcome.counts[event] ?? 0 > 0, "\(event) \(seed.replay)")
        }
    }

    /// - Returns: what the copier did how often, and what was not as it should be.
    private static func run(_ seed: UInt64) throws -> (counts: [String: Int], failure: String?) {
        let directories = try CopiedFolders(seed: seed)
        guard let failure = try directories.run(events: 60) else {
            return (directories.counts, nil)
        }
        return (
            directories.counts,
            """
            \(failure)
            the last of what happened:
              \(directories.trace.suffix(40).joined(separator: "\n  "))
            again with: REDO_SEED=\(seed) REDO_COPIES=1 swift test --filter CopiedFoldersTests
            """
        )
    }
}

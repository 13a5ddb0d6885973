import Testing

@testable import RedoSystem

/// How many processors are used.
@Suite struct ParallelLimitTests {
    @Test func theResultIsInOrderHoweverManyThreadsThereAre() {
        for share in [1, 7, 1000] {
            let squares = Parallel.map(count: 1000, smallestShare: share) { $0.map { $0 * $0 } }
            #expect(squares == (0..<1000).map { $0 * $0 })
        }
    }

    @Test func thereIsAProcessor() { #expect(Parallel.processorCount >= 1) }
}

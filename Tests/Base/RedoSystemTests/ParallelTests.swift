import Glibc
import Testing

@testable import RedoSystem

@Suite struct ParallelTests {
    @Test(arguments: [0, 1, 31, 32, 63, 64, 65, 1000])
    func valuesComeInTheOrderOfTheNumbers(_ count: Int) {
        let squares = Parallel.map(count: count) { range in range.map { $0 * $0 } }
        #expect(squares == (0..<count).map { $0 * $0 })
    }

    @Test func aSharesValuesNeedNotBeAsManyAsItsNumbers() {
        let even = Parallel.map(count: 500) { range in range.filter { $0.isMultiple(of: 2) } }
        #expect(even == Array(stride(from: 0, to: 500, by: 2)))
    }

    @Test func whoHasSlowPiecesKeepsTheOrder() {
        // The first numbers take longest, so their pieces are done last.
        let values = Parallel.map(count: 256, smallestShare: 1) { range in
            range.map { number in
                if number < 8 { usleep(2000) }
                return number
            }
        }
        #expect(values == Array(0..<256))
    }

    @Test func piecesAreNoSmallerThanAsked() {
        let counts = Parallel.map(count: 1000, smallestShare: 100) { range in [range.count] }
        #expect(counts.reduce(0, +) == 1000)
        #expect(counts.allSatisfy { $0 >= 100 })
    }
}

/// Arrays whose parts are made concurrently.
@Suite struct ParallelArrayTests {
    @Test(arguments: [0, 1, 9, 10, 11, 1000, 1005])
    func eachPartStandsAtItsPlace(_ count: Int) {
        let texts = Parallel.array(count: count, partSize: 10) {
            (part, texts: inout OutputSpan<String>) in
            while !texts.isFull { texts.append("text number \(part * 10 + texts.count)") }
        }
        #expect(texts == (0..<count).map { "text number \($0)" })
    }

    @Test(arguments: [0, 1, 1023, 1024, 1025, 5000])
    func eachValueStandsAtItsIndex(_ count: Int) {
        let texts = Parallel.array(count: count) { "text number \($0)" }
        #expect(texts == (0..<count).map { "text number \($0)" })
    }

    @Test func whatPartsHaveMadeIsReleasedIfOneEndsEarly() {
        let alive = Locked(0)
        let values = Parallel.array(count: 100, partSize: 10) {
            (part, values: inout OutputSpan<Counted>) in
            let count = part == 4 ? 3 : part == 7 ? 0 : 10
            for _ in 0..<count { values.append(Counted(alive)) }
        }
        #expect(values == nil)
        #expect(alive.withLock { $0 } == 0)
    }
}

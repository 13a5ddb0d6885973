import Glibc
import TestSupport
import Testing

@testable import RedoSystem

/// Values that are computed while further inputs come.
@Suite struct WorkQueueTests {
    @Test(arguments: [0, 1, 7, 8, 9, 100, 1000])
    func valuesComeInTheOrderOfTheInputs(_ count: Int) {
        let queue = WorkQueue<Int, Int> { $0 * $0 }
        for number in 0..<count { queue.append(number) }
        #expect(queue.inputs == Array(0..<count))
        #expect(queue.finish() == (0..<count).map { $0 * $0 })
    }

    /// Its thread finds the queue empty and ends; another one goes on.
    @Test func inputsComeWhileTheOnesBeforeAreComputed() {
        let seed = Seed()
        var random = seed.generator
        let queue = WorkQueue<Int, Int> { number in
            if number.isMultiple(of: 3) { usleep(300) }
            return -number
        }
        for number in 0..<600 {
            if Int.random(in: 0..<40, using: &random) == 0 { usleep(2000) }
            queue.append(number)
        }
        #expect(queue.finish() == (0..<600).map { -$0 }, seed.replay)
        queue.append(600)
        #expect(queue.finish().count == 601)
    }

    @Test(.enabled(if: Parallel.processorCount > 1))
    func aThreadBeginsBeforeTheEnd() {
        let computed = Locked(0)
        let queue = WorkQueue<Int, Int> { number in
            computed.withLock { $0 += 1 }
            return number
        }
        for number in 0..<8 { queue.append(number) }
        while computed.withLock({ $0 }) < 8 { usleep(100) }
        #expect(queue.finish() == Array(0..<8))
    }

    @Test func whatIsNotAskedForIsReleased() {
        let (alive, computed) = (Locked(0), Locked(0))
        do {
            let queue = WorkQueue<Counted, Bool> { _ in
                usleep(2000)
                computed.withLock { $0 += 1 }
                return true
            }
            for _ in 0..<100 { queue.append(Counted(alive)) }
        }
        #expect(computed.withLock { $0 } < 100)
        #expect(alive.withLock { $0 } == 0)
    }
}

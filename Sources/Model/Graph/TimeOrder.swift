/// The order in which people are shown a log: by time, but no node before one that it follows.
///
/// A node's time is its wall time, or the time of the latest node that it follows if that is later because a clock was
/// behind. So a child never counts as older than its parent, and a wrong clock moves no other node.
package struct TimeOrder: Sendable {
    /// Milliseconds since 1970, by number.
    private let times: [Int64]

    /// - Parameter times: the times of all nodes, by number in replay order; none is before that of a parent.
    package init(times: [Int64]) { self.times = times }

    /// All nodes, the latest first; nodes of equal time by replay order, the later first.
    ///
    /// - Complexity: O(n) for n nodes: a radix sort, which keeps the order of equal times.
    package func newestFirst() -> [Int] { ordered(times.indices) }

    /// Sorts nodes, the latest first; nodes of equal time by replay order, the later first.
    ///
    /// - Parameter numbers: the numbers of the nodes, in replay order.
    /// - Complexity: O(n) for n nodes.
    package func newestFirst(_ numbers: [Int]) -> [Int] { ordered(numbers) }

    private func ordered(_ numbers: some RandomAccessCollection<Int>) -> [Int] {
        guard var least = numbers.first.map({ times[$0] }) else { return [] }
        var maximum = least
        var isSorted = true
        var last = least
        for number in numbers {
            let time = times[number]
            least = min(least, time)
            maximum = max(maximum, time)
            if time < last { isSorted = false }
            last = time
        }
        if isSorted { return numbers.reversed() }
        // The difference of two times can exceed the range of a signed number.
        let span = UInt64(bitPattern: maximum &- least)
        let numberBits = UInt64(64 - times.count.leadingZeroBitCount)
        guard span.leadingZeroBitCount >= Int(numberBits) else {
            return numbers.sorted {
                times[$0] == times[$1] ? $0 > $1 : times[$0] > times[$1]
            }
        }
        // Time and number are stored together, so that no time is looked up again.
        let keys = numbers.map {
            UInt64(bitPattern: times[$0] &- least) << numberBits | UInt64($0)
        }
        let mask = (UInt64(1) << numberBits) - 1
        let sorted = Self.sorted(
            keys, from: numberBits, bits: UInt64(64 - span.leadingZeroBitCount))
        return sorted.reversed().map { Int($0 & mask) }
    }

    private static let digitBits: UInt64 = 11
    private static let digitCount = 1 << Int(digitBits)

    /// Sorts keys by some of their bits; equal ones keep their order.
    private static func sorted(_ keys: [UInt64], from start: UInt64, bits: UInt64) -> [UInt64] {
        var sorted = keys
        var others = keys
        var positions = Array(repeating: 0, count: digitCount)
        for shift in stride(from: start, to: start + bits, by: Int(digitBits)) {
            var counts = positions.mutableSpan
            for digit in 0..<digitCount { counts[digit] = 0 }
            for key in sorted {
                let digit = Int(truncatingIfNeeded: key >> shift) & (digitCount - 1)
                // The mask keeps the digit below the number of digits.
                unsafe counts[unchecked: digit] &+= 1
            }
            var sum = 0
            for digit in 0..<digitCount {
                let count = counts[digit]
                counts[digit] = sum
                sum += count
            }
            var slots = others.mutableSpan
            for key in sorted {
                let digit = Int(truncatingIfNeeded: key >> shift) & (digitCount - 1)
                // The counts add up to the number of keys, so each key has its own slot.
                unsafe slots[unchecked: counts[unchecked: digit]] = key
                unsafe counts[unchecked: digit] &+= 1
            }
            swap(&sorted, &others)
        }
        return sorted
    }
}

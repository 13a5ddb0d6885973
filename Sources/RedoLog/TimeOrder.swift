/// The order in which people are shown a log: by time, but no node before one that it follows.
///
/// A node's time is its wall time or, where a clock was behind, that of the latest node that it follows. So a
/// child never counts as older than its parent, and a wrong clock moves no other node.
package struct TimeOrder: Sendable {
    /// Milliseconds since 1970, by number.
    private let times: [Int64]

    /// - Parameter times: of all nodes, by number in replay order; none is below that of a parent.
    package init(times: [Int64]) { self.times = times }

    /// - Parameter wall: the wall time of a node.
    /// - Complexity: O(n) for n nodes and their parents.
    package init(_ graph: LogGraph, wall: (Int) -> Instant) {
        var times: [Int64] = []
        times.reserveCapacity(graph.count)
        for number in 0..<graph.count {
            var time = wall(number).milliseconds
            for parent in graph.parents(of: number) { time = max(time, times[parent]) }
            times.append(time)
        }
        self.times = times
    }

    private static let digitBits: UInt64 = 11
    private static let digitCount = 1 << Int(digitBits)

    /// Puts nodes in order, the latest first; of one time the later in replay order.
    ///
    /// - Parameter numbers: in replay order.
    /// - Complexity: O(n) for n nodes: a radix sort of their times, which keeps the order of equals.
    package func newestFirst(_ numbers: [Int]) -> [Int] {
        guard var least = numbers.first.map({ times[$0] }) else { return [] }
        var greatest = least
        var isSorted = true
        var last = least
        for number in numbers {
            let time = times[number]
            least = min(least, time)
            greatest = max(greatest, time)
            if time < last { isSorted = false }
            last = time
        }
        if isSorted { return numbers.reversed() }
        var sorted = numbers
        var others = numbers
        // Times can be further apart than a signed number tells.
        let span = UInt64(bitPattern: greatest &- least)
        var shift: UInt64 = 0
        while shift < 64, span >> shift > 0 {
            var places = Array(repeating: 0, count: Self.digitCount)
            for number in sorted { places[digit(of: number, least, shift)] += 1 }
            var sum = 0
            for digit in places.indices {
                let count = places[digit]
                places[digit] = sum
                sum += count
            }
            for number in sorted {
                let digit = digit(of: number, least, shift)
                others[places[digit]] = number
                places[digit] += 1
            }
            swap(&sorted, &others)
            shift += Self.digitBits
        }
        return sorted.reversed()
    }

    private func digit(of number: Int, _ least: Int64, _ shift: UInt64) -> Int {
        Int(UInt64(bitPattern: times[number] &- least) >> shift & UInt64(Self.digitCount - 1))
    }
}

import RedoModel
import RedoSystem

/// The key by which tasks are ordered, the most urgent first: only numbers, which are compared one after another.
package struct RankKey: Comparable, Sendable {
    /// The number of the group, which comes before the rank: tasks that someone works on are first.
    private let group: Int32
    /// The priority as a number that decreases while the priority increases.
    private let priority: Int32
    /// The rank, likewise.
    private let urgency: UInt64
    /// The milliseconds of the deadline; the maximum number for none.
    private let due: Int64
    /// The milliseconds of the creation; the same number for all tasks if age does not count.
    private let created: Int64
    /// The number of the part among all, in the order of the ids.
    private var partNumber: UInt32 = 0
    /// The number of the task in its part, in the order of the ids.
    private let positionNumber: UInt32

    /// - Parameters:
    ///   - position: the number of the task in its part, in the order of the ids.
    ///   - isFirst: whether it comes before all tasks that are not first.
    ///   - created: when it was created, if of equal tasks the older one comes first.
    package init(
        of task: TaskState, rank: Double, due: Instant?, position: Int, isFirst: Bool = false,
        created: Instant? = nil
    ) {
        group = isFirst ? 0 : 1
        self.created = created?.milliseconds ?? 0
        // As integers, the bits of positive numbers are in their order, and those of negative ones in the opposite
        // order. Adding zero turns a negative zero into zero.
        let bits = (rank + 0).bitPattern
        urgency = rank < 0 ? bits : bits ^ (UInt64.max >> 1)
        // The complement of a number decreases while the number increases, whatever its sign.
        priority = Int32(clamping: ~task.priority)
        self.due = due?.milliseconds ?? .max
        positionNumber = UInt32(position)
    }

    package var part: Int { Int(partNumber) }
    package var position: Int { Int(positionNumber) }

    var rank: Double {
        Double(bitPattern: urgency >> 63 == 1 ? urgency : urgency ^ (UInt64.max >> 1))
    }

    package static func < (left: RankKey, right: RankKey) -> Bool {
        if left.group != right.group { return left.group < right.group }
        if left.urgency != right.urgency { return left.urgency < right.urgency }
        if left.priority != right.priority { return left.priority < right.priority }
        if left.due != right.due { return left.due < right.due }
        if left.created != right.created { return left.created < right.created }
        return (left.partNumber, left.positionNumber) < (right.partNumber, right.positionNumber)
    }

    /// Sorts the keys of several parts, on all processors.
    ///
    /// - Parameters:
    ///   - parts: in the order of the ids.
    ///   - limit: the maximum number of keys; nil for all.
    /// - Complexity: O(n log n) for n keys.
    package static func sorted(_ parts: [[RankKey]], limit: Int? = nil) -> [RankKey] {
        let shareCount = max(1, min(Parallel.processorCount, parts.count))
        let shares = Parallel.map(count: shareCount, smallestShare: 1) { range in
            range.map { share in
                let range =
                    share * parts.count / shareCount..<(share + 1) * parts.count / shareCount
                var keys: [RankKey] = []
                keys.reserveCapacity(parts[range].reduce(0) { $0 + $1.count })
                for part in range {
                    let start = keys.count
                    keys += parts[part]
                    for index in start..<keys.count { keys[index].partNumber = UInt32(part) }
                }
                return keys.sorted(atMost: limit)
            }
        }
        // Sorting an array of sorted runs only merges them.
        return Array(shares.joined()).sorted(atMost: limit)
    }
}

extension [RankKey] {
    fileprivate func sorted(atMost limit: Int?) -> [RankKey] {
        let sorted = sorted()
        return limit.map { Array(sorted.prefix($0)) } ?? sorted
    }
}

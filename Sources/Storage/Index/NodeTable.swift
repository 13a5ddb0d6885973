import RedoModel

/// The nodes of a pack by their numbers, and the numbers by their ids.
///
/// A hash table of numbers beside the ids: for a million nodes it takes 8 MB, where a dictionary that has the ids
/// again takes 75 MB.
struct NodeTable: Sendable {
    /// By number.
    private(set) var ids: [NodeID] = []
    /// For each slot of the table a number plus one, or 0 if it is empty; their count is a power of two.
    private var slots: [UInt32] = Array(repeating: 0, count: 64)

    var count: Int { ids.count }

    /// Adds a node, which gets the next number. Of several with one id the latest is found.
    ///
    /// - Precondition: there are fewer than 2^32 − 1.
    mutating func append(_ id: NodeID) {
        if 4 * (ids.count + 1) > 3 * slots.count { grow() }
        slots[slot(of: id)] = UInt32(ids.count) + 1
        ids.append(id)
    }

    /// The number of a node; nil if it was not added. O(1).
    func number(of id: NodeID) -> UInt32? {
        let number = slots[slot(of: id)]
        return number == 0 ? nil : number - 1
    }

    /// The slot that an id has in the table, or would get.
    private func slot(of id: NodeID) -> Int {
        let mask = slots.count - 1
        // The hash is seeded, so no one can construct ids that collide.
        var slot = id.hashValue & mask
        while slots[slot] != 0, ids[Int(slots[slot] - 1)] != id { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: 2 * slots.count)
        for (number, id) in ids.enumerated() { slots[slot(of: id)] = UInt32(number) + 1 }
    }

    /// The numbers, sorted by their ids. O(n) for ids that are digests, O(n log n) for any.
    var numbersByID: [UInt32] {
        // Each bucket has the few ids that begin with the same bits.
        let bitCount = max(0, UInt64.bitWidth - UInt64(ids.count).leadingZeroBitCount - 2)
        func bucket(_ id: NodeID) -> Int {
            bitCount == 0 ? 0 : Int(id.digest.firstWord >> UInt64(UInt64.bitWidth - bitCount))
        }
        var ends = Array(repeating: 0, count: (1 << bitCount) + 1)
        for id in ids { ends[bucket(id) + 1] += 1 }
        for bucket in 1..<ends.count { ends[bucket] += ends[bucket - 1] }
        var sorted = Array(repeating: UInt32(0), count: ids.count)
        for (number, id) in ids.enumerated() {
            sorted[ends[bucket(id)]] = UInt32(number)
            ends[bucket(id)] += 1
        }
        var start = 0
        for end in ends.dropLast() {
            sort(&sorted, start..<end)
            start = end
        }
        return sorted
    }

    /// Sorts a part of some numbers by their ids.
    private func sort(_ numbers: inout [UInt32], _ part: Range<Int>) {
        guard part.count <= Self.maximumInsertionCount else {
            return numbers[part].sort { ids[Int($0)] < ids[Int($1)] }
        }
        for index in part.dropFirst() {
            var hole = index
            while hole > part.lowerBound, ids[Int(numbers[hole])] < ids[Int(numbers[hole - 1])] {
                numbers.swapAt(hole, hole - 1)
                hole -= 1
            }
        }
    }

    /// The maximum number of elements that are sorted by insertion.
    private static let maximumInsertionCount = 16
}

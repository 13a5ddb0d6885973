import RedoModel
import RedoSystem

/// A set of ids that occupies 32 bytes for each, less than half of what a `Set` does.
///
/// It consists of sorted runs, each at least twice as long as the next, so there are O(log n) of them. While two are
/// merged, both are in memory twice.
package struct IDSet: Sendable {
    private var runs: [[NodeID]] = []
    package private(set) var count = 0

    package init() {}

    package init(_ ids: consuming [NodeID]) {
        ids.sort()
        ids.removeRepetitions()
        self.init(sorted: ids)
    }

    /// - Parameter sorted: the ids, sorted and without duplicates.
    package init(sorted: [NodeID]) {
        if !sorted.isEmpty { runs = [sorted] }
        count = sorted.count
    }

    package var isEmpty: Bool { count == 0 }

    /// Whether the set has an id. O(log² n).
    package func contains(_ id: NodeID) -> Bool {
        for run in runs {
            let index = run.firstIndex(notBelow: id)
            if index < run.count, run[index] == id { return true }
        }
        return false
    }

    /// Adds ids.
    ///
    /// - Returns: those that are new, sorted and without duplicates.
    /// - Complexity: O(log n) for each, amortized; cheaper for many at once.
    @discardableResult
    package mutating func insert(_ ids: some Sequence<NodeID>) -> [NodeID] {
        var new = ids.filter { !contains($0) }
        new.sort()
        new.removeRepetitions()
        guard !new.isEmpty else { return [] }
        runs.append(new)
        count += new.count
        while let last = runs.last, runs.count > 1, runs[runs.count - 2].count < 2 * last.count {
            runs.removeLast()
            runs[runs.count - 1] = merged(runs[runs.count - 1], last)
        }
        return new
    }

    /// All ids, sorted.
    package var sorted: [NodeID] {
        runs.reversed().reduce([]) { $0.isEmpty ? $1 : merged($1, $0) }
    }

    /// Whether a condition holds for all ids. O(n).
    package func allSatisfy(_ isGood: (NodeID) -> Bool) -> Bool {
        runs.allSatisfy { $0.allSatisfy(isGood) }
    }
}

extension IDSet: Equatable {
    package static func == (left: IDSet, right: IDSet) -> Bool {
        left.count == right.count && left.allSatisfy(right.contains)
    }
}

extension IDSet: ExpressibleByArrayLiteral {
    package init(arrayLiteral ids: NodeID...) { self.init(ids) }
}

/// Merges two sorted lists.
private func merged(_ left: [NodeID], _ right: [NodeID]) -> [NodeID] {
    var merged: [NodeID] = []
    merged.reserveCapacity(left.count + right.count)
    var (first, second) = (0, 0)
    while first < left.count, second < right.count {
        if right[second] < left[first] {
            merged.append(right[second])
            second += 1
        } else {
            merged.append(left[first])
            first += 1
        }
    }
    merged += left[first...]
    merged += right[second...]
    return merged
}

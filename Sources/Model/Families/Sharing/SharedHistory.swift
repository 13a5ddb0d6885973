/// The nodes of a task or category with SHAREs or UNSHAREs: which of these each node has seen, and which have seen it.
///
/// Each SHARE and UNSHARE has an index here, in replay order; so has the CREATE that closes a task.
struct SharedHistory: Sendable {
    /// In replay order.
    let shares: [ShareNode]
    /// The numbers of all nodes of the subject, in replay order.
    let numbers: [Int]
    /// By index in ``numbers``, the SHAREs and UNSHAREs that the node has seen.
    private var pasts: [BitSet]
    private var futures: [BitSet]
    /// The index of each SHARE and UNSHARE in ``numbers``, by index.
    private var positionsOfShares: [Int] = []

    /// - Parameters:
    ///   - numbers: the numbers of the subject's nodes, in replay order.
    ///   - nearest: returns the nearest ancestors of a node within the subject.
    /// - Complexity: O(e s / 64) for e edges between the nodes and s of these.
    init(_ shares: [ShareNode], among numbers: [Int], nearest: (Int) -> NodeNumbers) {
        self.shares = shares
        self.numbers = numbers
        pasts = Array(repeating: BitSet(), count: numbers.count)
        futures = pasts
        var positions: [Int: Int] = [:]
        positions.reserveCapacity(numbers.count)
        for (position, number) in numbers.enumerated() { positions[number] = position }
        var indices: [Int?] = Array(repeating: nil, count: numbers.count)
        for (index, share) in shares.enumerated() {
            guard let position = positions[share.number] else { continue }
            indices[position] = index
            positionsOfShares.append(position)
        }
        let parents = numbers.map { nearest($0).compactMap { positions[$0] } }
        for position in numbers.indices {
            for parent in parents[position] {
                pasts[position].formUnion(pasts[parent])
                if let index = indices[parent] { pasts[position].insert(index) }
            }
        }
        for position in numbers.indices.reversed() {
            var below = futures[position]
            if let index = indices[position] { below.insert(index) }
            for parent in parents[position] { futures[parent].formUnion(below) }
        }
    }

    /// The SHAREs and UNSHAREs that a node has seen, by its index in ``numbers``.
    func past(of position: Int) -> BitSet { pasts[position] }

    /// The SHAREs and UNSHAREs that have seen a node, by its index in ``numbers``.
    func future(of position: Int) -> BitSet { futures[position] }

    func past(ofShare index: Int) -> BitSet { pasts[positionsOfShares[index]] }

    /// Whether a node and a SHARE or UNSHARE are concurrent: neither has seen the other.
    func isConcurrent(_ position: Int, with index: Int) -> Bool {
        positionsOfShares[index] != position && !pasts[position].contains(index)
            && !futures[position].contains(index)
    }

    /// Whether two SHAREs or UNSHAREs are concurrent: neither has seen the other.
    func areConcurrent(_ index: Int, _ other: Int) -> Bool {
        isConcurrent(positionsOfShares[index], with: other)
    }
}

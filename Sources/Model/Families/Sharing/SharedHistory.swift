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
    private var placesOfShares: [Int] = []

    /// - Parameters:
    ///   - numbers: the numbers of the subject's nodes, in replay order.
    ///   - nearest: returns the nearest ancestors of a node within the subject.
    /// - Complexity: O(e s / 64) for e edges between the nodes and s of these.
    init(_ shares: [ShareNode], among numbers: [Int], nearest: (Int) -> NodeNumbers) {
        self.shares = shares
        self.numbers = numbers
        pasts = Array(repeating: BitSet(), count: numbers.count)
        futures = pasts
        var places: [Int: Int] = [:]
        places.reserveCapacity(numbers.count)
        for (place, number) in numbers.enumerated() { places[number] = place }
        var indices: [Int?] = Array(repeating: nil, count: numbers.count)
        for (index, share) in shares.enumerated() {
            guard let place = places[share.number] else { continue }
            indices[place] = index
            placesOfShares.append(place)
        }
        let parents = numbers.map { nearest($0).compactMap { places[$0] } }
        for place in numbers.indices {
            for parent in parents[place] {
                pasts[place].formUnion(pasts[parent])
                if let index = indices[parent] { pasts[place].insert(index) }
            }
        }
        for place in numbers.indices.reversed() {
            var below = futures[place]
            if let index = indices[place] { below.insert(index) }
            for parent in parents[place] { futures[parent].formUnion(below) }
        }
    }

    /// The SHAREs and UNSHAREs that a node has seen, by its index in ``numbers``.
    func past(of place: Int) -> BitSet { pasts[place] }

    /// The SHAREs and UNSHAREs that have seen a node, by its index in ``numbers``.
    func future(of place: Int) -> BitSet { futures[place] }

    func past(ofShare index: Int) -> BitSet { pasts[placesOfShares[index]] }

    /// Whether a node and a SHARE or UNSHARE are concurrent: neither has seen the other.
    func isConcurrent(_ place: Int, with index: Int) -> Bool {
        placesOfShares[index] != place && !pasts[place].contains(index)
            && !futures[place].contains(index)
    }

    /// The same for two SHAREs or UNSHAREs.
    func areConcurrent(_ index: Int, _ other: Int) -> Bool {
        isConcurrent(placesOfShares[index], with: other)
    }
}

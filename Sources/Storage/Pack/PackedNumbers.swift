/// The number in the log of each node of each pack.
struct PackedNumbers: Sendable {
    /// The numbers of one pack after those of the other.
    private var numbers: [Int32]
    /// The index at which each pack's numbers start.
    private let starts: [Int]

    /// Creates a table for nodes that have no numbers yet.
    init(_ packs: [Pack]) {
        var count = 0
        starts = packs.map { pack in
            defer { count += pack.nodeCount }
            return count
        }
        numbers = Array(repeating: 0, count: count)
    }

    /// Numbers consecutive nodes of a pack.
    ///
    /// - Parameter first: the number of the first of them.
    mutating func number(_ nodes: Range<Int>, of pack: Int, from first: Int) {
        let start = starts[pack]
        for node in nodes { numbers[start + node] = Int32(first + node - nodes.lowerBound) }
    }

    subscript(node: Int, of pack: Int) -> Int {
        get { Int(numbers[starts[pack] + node]) }
        set { numbers[starts[pack] + node] = Int32(newValue) }
    }
}

/// The number in the log of each node of each pack.
struct PackedNumbers: Sendable {
    /// One pack's after the other's.
    private var numbers: [Int32]
    /// Where a pack's start.
    private let starts: [Int]

    /// Of nodes that have no numbers yet.
    init(_ packs: [Pack]) {
        var count = 0
        starts = packs.map { pack in
            defer { count += pack.nodeCount }
            return count
        }
        numbers = Array(repeating: 0, count: count)
    }

    subscript(node: Int, of pack: Int) -> Int {
        get { Int(numbers[starts[pack] + node]) }
        set { numbers[starts[pack] + node] = Int32(newValue) }
    }
}

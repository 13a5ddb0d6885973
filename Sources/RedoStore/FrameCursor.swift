import RedoLog

/// Reads nodes of a pack, best in their order: the frame that was read last is kept.
struct FrameCursor: ~Copyable {
    private let pack: Pack
    private let decompressor = Decompressor()
    private var frame: Int?
    private var nodes = 0..<0
    private var content: [UInt8] = []

    init(_ pack: Pack) { self.pack = pack }

    /// - Throws: ``Pack/FrameDamage`` where its frame is damaged, or does not hold it.
    mutating func node(
        _ number: Int, _ reader: borrowing NodeReader
    ) throws(Pack.FrameDamage) -> Result<Node, Rejection> {
        let frame = try load(number)
        return try pack.node(number, inFrame: frame, content: content, reader)
    }

    /// What a node does; nil where it is no node.
    ///
    /// - Throws: ``Pack/FrameDamage`` where its frame is damaged, or does not hold it.
    mutating func change(
        _ number: Int, _ reader: borrowing NodeReader
    ) throws(Pack.FrameDamage) -> Change? {
        let frame = try load(number)
        return try pack.change(number, inFrame: frame, content: content, reader)
    }

    /// Has the frame of a node in memory.
    ///
    /// - Returns: which frame that is.
    private mutating func load(_ number: Int) throws(Pack.FrameDamage) -> Int {
        if let frame, nodes.contains(number) { return frame }
        let frame = pack.index.frame(of: number)
        self.frame = nil
        content = try pack.content(ofFrame: frame, decompressor)
        nodes = pack.index.nodes(ofFrame: frame)
        self.frame = frame
        return frame
    }
}

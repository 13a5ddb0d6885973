import RedoModel

/// Reads nodes of a pack, best in their order: the frame that was read last is kept.
struct FrameCursor: ~Copyable {
    private let pack: Pack
    private let decompressor = Decompressor()
    private var frame: Int?
    private var nodes = 0..<0
    private var content: [UInt8] = []
    /// What has been read of the pack and not been forgotten since.
    private var read = 0..<0

    /// A pack can be larger than what memory there is. Forgetting stops all processors for a moment,
    /// so that it is not done for every frame.
    private static let greatestReadByteCount = 4 << 20

    init(_ pack: Pack) { self.pack = pack }

    /// - Throws: ``Pack/FrameDamage`` where its frame is damaged, or does not hold it.
    mutating func node(
        _ number: Int, _ validator: borrowing NodeValidator
    ) throws(Pack.FrameDamage) -> Result<Node, Rejection> {
        let frame = try load(number)
        return try pack.node(number, inFrame: frame, content: content, validator)
    }

    /// What a node does; nil if it is not a node.
    ///
    /// - Throws: ``Pack/FrameDamage`` where its frame is damaged, or does not hold it.
    mutating func change(
        _ number: Int, _ validator: borrowing NodeValidator
    ) throws(Pack.FrameDamage) -> Change? {
        let frame = try load(number)
        return try pack.change(number, inFrame: frame, content: content, validator)
    }

    /// Has the frame of a node in memory.
    ///
    /// - Returns: which frame that is.
    private mutating func load(_ number: Int) throws(Pack.FrameDamage) -> Int {
        if let frame, nodes.contains(number) { return frame }
        let frame = pack.index.frame(of: number)
        self.frame = nil
        content = try pack.content(ofFrame: frame, decompressor)
        forget(pack.index.frame(frame))
        nodes = pack.index.nodes(ofFrame: frame)
        self.frame = frame
        return frame
    }

    /// Forgets what has been read, once it is much.
    private mutating func forget(_ frame: IndexBuilder.Frame) {
        let range = frame.offset..<frame.offset + frame.byteCount
        read =
            read.isEmpty
            ? range
            : min(read.lowerBound, range.lowerBound)..<max(read.upperBound, range.upperBound)
        guard read.count > Self.greatestReadByteCount else { return }
        pack.forget(read)
        read = 0..<0
    }
}

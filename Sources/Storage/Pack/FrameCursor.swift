import RedoModel

/// A reader of the nodes of a pack, fastest in their order: the last frame is kept.
struct FrameCursor: ~Copyable {
    private let pack: Pack
    private let decompressor = Decompressor()
    private var frame: Int?
    private var nodes = 0..<0
    private var content: [UInt8] = []
    /// The range of the pack that has been read and not been freed since.
    private var read = 0..<0

    /// The maximum size of that range, since a pack can be larger than the memory. Freeing memory stops all
    /// processors for a moment, so it is not done for every frame.
    private static let maximumReadByteCount = 4 << 20

    init(_ pack: Pack) { self.pack = pack }

    /// - Throws: ``Pack/FrameDamage`` if its frame is damaged, or does not have the node.
    mutating func node(
        _ number: Int, _ validator: borrowing NodeValidator
    ) throws(Pack.FrameDamage) -> Result<Node, Rejection> {
        let frame = try load(number)
        return try pack.node(number, inFrame: frame, content: content, validator)
    }

    /// The change that a node makes; nil if it is not a node.
    ///
    /// - Throws: ``Pack/FrameDamage`` if its frame is damaged, or does not have the node.
    mutating func change(
        _ number: Int, _ validator: borrowing NodeValidator
    ) throws(Pack.FrameDamage) -> Change? {
        let frame = try load(number)
        return try pack.change(number, inFrame: frame, content: content, validator)
    }

    /// Loads the frame of a node.
    ///
    /// - Returns: the index of the frame.
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

    /// Frees what has been read, once it exceeds the maximum.
    private mutating func forget(_ frame: IndexBuilder.Frame) {
        let range = frame.offset..<frame.offset + frame.byteCount
        read =
            read.isEmpty
            ? range
            : min(read.lowerBound, range.lowerBound)..<max(read.upperBound, range.upperBound)
        guard read.count > Self.maximumReadByteCount else { return }
        pack.forget(read)
        read = 0..<0
    }
}

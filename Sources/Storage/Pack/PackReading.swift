import RedoModel
import RedoSystem

/// The result of reading every byte of a pack.
struct PackReading {
    /// In the order of the pack.
    let damages: [PackScan.Damage]
    /// The index of the pack, if it is whole.
    let index: IndexImage
    /// The number of nodes in the trailer; nil if the trailer does not match the pack's name.
    private let trailerCount: Int?

    /// Whether a number of nodes is all that the pack had.
    func isAll(_ count: Int) -> Bool { count == trailerCount }

    /// - Parameters:
    ///   - rule: which signatures are required.
    ///   - body: receives each whole node, in the order of the pack.
    init(
        _ file: MappedFile, named name: PackName,
        signature rule: NodeValidator.SignatureRule = .ifPresent,
        _ progress: StoreProgress = { _, _ in }, _ body: (Node) -> Void
    ) {
        let scan = PackScan(file, named: name)
        var reader = PackFrameReader(signature: rule)
        reader.read(scan, progress, body)
        self.init(file, named: name, scan, consume reader)
    }

    /// - Parameter reader: one that has read the frames of `scan`.
    init(
        _ file: MappedFile, named name: PackName, _ scan: PackScan,
        _ reader: consuming PackFrameReader
    ) {
        var damages = scan.damages + reader.damages
        let nodeCount = reader.nodeCount
        if damages.isEmpty, scan.nodeCount != nodeCount {
            damages.append(
                PackScan.Damage(
                    offset: file.count - PackFormat.trailerByteCount,
                    reason: "it holds \(nodeCount) nodes, and its trailer says another number"))
        }
        damages.sort { $0.offset < $1.offset }
        self.damages = damages
        trailerCount = scan.nodeCount
        let isWhole = damages.isEmpty
        index = isWhole ? (consume reader).index(of: name, byteCount: file.count) : .none
    }
}

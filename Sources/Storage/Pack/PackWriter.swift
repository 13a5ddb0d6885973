import RedoCrypto
import RedoModel
import RedoSystem

/// A writer of a pack and its index: it writes them under temporary names, reads them back, syncs them, and gives
/// them their own names.
struct PackWriter: ~Copyable {
    private let directory: ContainedDirectory
    private let isSynced: Bool
    private let names: TemporaryNames
    private let file: FileDescriptor
    private var sha256 = IncrementalSHA256()
    private var index = IndexBuilder()
    private var byteCount = 0
    private var frameCount = 0
    /// Lines of the current frame, and the number of its first node.
    private var content: [UInt8] = []
    private var firstNode = 0
    /// Frames that wait to be compressed, several at a time on several processors.
    private var pending: [(content: [UInt8], firstNode: Int)] = []

    /// The fastest level, which also compresses better than the next ones: these find short repetitions in
    /// hexadecimal digits, whose references take more bytes than they save (docs/performance.md).
    static let level: Int32 = 1
    private static let pendingCount = 16

    /// The names of the temporary files, which are removed with this object if they still exist.
    ///
    /// A class: Swift 6.3 destroys a non-copyable structure in here with a function that calls itself forever.
    private final class TemporaryNames {
        let pack: ContainedFile
        let index: ContainedFile

        init(in directory: ContainedDirectory) {
            let name = LooseObjects.temporaryName()
            pack = ContainedFile(name + PackFormat.packSuffix, in: directory)
            index = ContainedFile(name + PackFormat.indexSuffix, in: directory)
        }

        deinit { for file in [pack, index] { try? file.remove() } }
    }

    private init(
        directory: ContainedDirectory, isSynced: Bool, names: TemporaryNames,
        file: consuming FileDescriptor
    ) {
        self.directory = directory
        self.isSynced = isSynced
        self.names = names
        self.file = file
    }

    /// Starts a pack.
    ///
    /// - Parameter directory: the directory of packs; it is created if it is missing.
    static func begin(in directory: ContainedDirectory, isSynced: Bool) throws(RedoError)
        -> PackWriter
    {
        do throws(SystemError) {
            let isNew = try directory.make()
            if isNew, isSynced { try Files.synchronizeDirectory(Path.parent(of: directory.path)) }
            let names = TemporaryNames(in: directory)
            let file = try names.pack.create(mode: 0o444)
            var writer = PackWriter(
                directory: directory, isSynced: isSynced, names: names, file: file)
            try writer.write(PackFormat.header)
            return writer
        } catch {
            throw RedoError(.writeFailed, "the nodes cannot be written", cause: error)
        }
    }

    /// Adds the next node in replay order.
    ///
    /// - Throws: STORAGE_003 if it cannot be written, or if a signal that is held back requests the end of the
    ///   process.
    mutating func add(_ node: Node) throws(RedoError) {
        index.add(node, lineOffset: content.count)
        node.appendLine(to: &content)
        content.append(UInt8(ascii: "\n"))
        if content.count >= PackFormat.frameByteCount { try endFrame() }
    }

    /// The data that stage 2 needs of a node; nil if it was not added. O(1).
    func facts(of id: NodeID) -> ParentFacts? { index.facts(of: id) }

    private mutating func endFrame() throws(RedoError) {
        pending.append((content, firstNode))
        content = []
        firstNode = index.nodeCount
        guard pending.count == Self.pendingCount else { return }
        try failing(.writeFailed, "the nodes cannot be written") { () throws(SystemError) in
            try writePending()
        }
    }

    private mutating func writePending() throws(SystemError) {
        if Signals.isTerminationPending { throw .interrupted }
        let contents = pending.map(\.content)
        let frames = Parallel.map(count: contents.count, smallestShare: 1) { range in
            let compressor = Compressor(level: Self.level)
            return range.map {
                let content = contents[$0]
                return compressor.frame(content.span)
            }
        }
        for (entry, frame) in zip(pending, frames) {
            index.add(
                IndexBuilder.Frame(
                    offset: byteCount, byteCount: frame.count,
                    contentByteCount: entry.content.count, firstNode: entry.firstNode))
            try write(frame)
            frameCount += 1
        }
        pending.removeAll()
    }

    private mutating func write(_ bytes: [UInt8]) throws(SystemError) {
        try file.write(bytes.span)
        sha256.update(bytes.span)
        byteCount += bytes.count
    }

    /// Completes the pack and gives it its name. It is on disk when this returns.
    ///
    /// - Throws: STORAGE_003 if it cannot be written, or if reading it back gives other bytes. Then no file is left.
    consuming func finish() throws(RedoError) -> PackName {
        if !content.isEmpty { try endFrame() }
        do throws(SystemError) {
            try writePending()
            return try named()
        } catch {
            throw RedoError(.writeFailed, "the nodes cannot be written", cause: error)
        }
    }

    private consuming func named() throws(SystemError) -> PackName {
        let name = PackName(sha256.digest())
        let trailer = PackFormat.trailer(
            nodeCount: index.nodeCount, frameCount: frameCount, digest: name.digest)
        try file.write(trailer.span)
        // The disk writes the pack while the index is built, and both end in one transaction of the file system.
        if isSynced { file.beginSynchronizing() }
        let image = index.image(of: name, byteCount: byteCount + trailer.count)
        let indexFile = try names.index.create(mode: 0o444)
        try image.write(to: indexFile)
        if isSynced {
            indexFile.beginSynchronizing()
            try file.synchronize()
            try indexFile.synchronize()
        }
        try Self.check(names, name, image)
        let (index, target) = (names.index, ContainedFile(name.indexFileName, in: directory))
        try PackDirectory.name(names.pack, name, in: directory, isSynced: isSynced) {
            () throws(SystemError) in
            try index.move(to: target)
        }
        return name
    }

    /// Reads both files back.
    private static func check(
        _ names: TemporaryNames, _ name: PackName, _ index: IndexImage
    ) throws(SystemError) {
        let pack = try MappedFile(names.pack.path)
        let end = pack.count - PackFormat.trailerByteCount
        guard end >= 0, pack.digest(ofFirst: end) == name.digest,
            try index.isContent(of: names.index.path)
        else {
            throw SystemError.damagedOnTheWay(names.pack.path)
        }
    }
}

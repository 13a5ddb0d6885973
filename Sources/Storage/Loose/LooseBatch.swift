import RedoModel
import RedoSystem

/// The loose nodes that one command writes: all of them are in the store or none is, whenever the command or the
/// machine stops.
///
/// ```
/// objects/tmp-<20 digits>-<number of nodes>-<64 digits of the id>
/// ```
///
/// The 20 random digits are the same for the nodes of a batch. All files are synced before the first node gets its
/// name, and they are removed when all names are synced. So a batch that has all its files and a node in the store
/// was started and not finished: the next command that opens the store gives the others their names. A batch without
/// a node in the store is left to `redo gc`.
struct LooseBatch {
    private let name: String
    /// The number of its nodes.
    let count: Int

    private static let digitCount = 20

    /// A new batch.
    init(count: Int) {
        name = RandomBytes.hexadecimal(count: Self.digitCount / 2)
        self.count = count
    }

    /// The name of the temporary file of a node.
    func fileName(of id: NodeID) -> String {
        "\(LooseObjects.temporaryPrefix)\(name)-\(count)-\(id.digest.hexadecimal)"
    }

    /// Reads the name of a file.
    ///
    /// - Returns: the name and the size of its batch, and the node; nil for a file that is not of a batch.
    private static func parts(of fileName: String) -> (batch: String, count: Int, id: NodeID)? {
        guard fileName.hasPrefix(LooseObjects.temporaryPrefix) else { return nil }
        let parts = fileName.dropFirst(LooseObjects.temporaryPrefix.utf8.count).split(
            separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == digitCount, let count = Int(parts[1]),
            let id = NodeID("sha256:" + parts[2])
        else { return nil }
        return ("\(parts[0])-\(count)", count, id)
    }

    /// The batches that have all their files, by the names of the files.
    ///
    /// - Parameter names: of the files in `objects`.
    static func whole(among names: [String]) -> [[(file: String, id: NodeID)]] {
        var batches: [String: [(file: String, id: NodeID)]] = [:]
        var counts: [String: Int] = [:]
        for file in names {
            guard let (batch, count, id) = parts(of: file) else { continue }
            batches[batch, default: []].append((file, id))
            counts[batch] = count
        }
        return batches.filter { counts[$0.key] == $0.value.count }.sorted { $0.key < $1.key }
            .map(\.value)
    }
}

extension Store {
    /// Finishes the batches that a command has started and not finished, because it was killed or a name could not be
    /// given.
    ///
    /// If that fails the store stays as it is, and the next command tries again.
    ///
    /// - Complexity: O(n) for n names in `objects`.
    func finishBatches() {
        guard let names = try? objects.directory.contents() else { return }
        for batch in LooseBatch.whole(among: names) where batch.contains(where: { has($0.id) }) {
            try? finish(batch)
        }
    }

    private func has(_ id: NodeID) -> Bool {
        if (try? objects.contains(id)) == true { return true }
        let packs = (try? packs.open(using: Pack.lookup)) ?? []
        return packs.contains { $0.index.number(of: id) != nil }
    }

    private func finish(_ batch: [(file: String, id: NodeID)]) throws(SystemError) {
        let mask = Signals.deferTermination()
        defer { Signals.restore(mask) }
        let validator = NodeValidator()
        var nodes: [(node: Node, file: ContainedFile)] = []
        for (name, id) in batch {
            let file = ContainedFile(name, in: objects.directory)
            guard try Files.statusOfLink(file.path)?.kind == .regular else { return }
            var line = try Files.read(
                file.path, limit: NodeValidator.maximumNodeByteCount + 1)
            if line.last == UInt8(ascii: "\n") { line.removeLast() }
            guard
                let node = try? read(line, as: id, signature: .ifPresent, validator: validator)
            else { return }
            nodes.append((node, file))
        }
        // Parents before children.
        nodes.sort { $0.node.position < $1.node.position }
        for (node, file) in nodes where !has(node.id) {
            let target = objects.file(of: node.id)
            try target.directory.make()
            try objects.link(file, to: target)
        }
        try objects.synchronizeDirectories(
            of: nodes.map(\.node.id).filter { (try? objects.contains($0)) == true })
        for (_, file) in nodes { try file.removeIfPresent() }
    }
}

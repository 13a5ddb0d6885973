import RedoCrypto
import RedoModel
import RedoSystem

extension Store {
    /// Admits the whole nodes and signatures in the quarantine that the store lacks. If a file provided one, and all
    /// its nodes are in the store then, it is removed.
    ///
    /// The caller holds the lock.
    ///
    /// - Parameter isChosen: which files are read, by name.
    /// - Throws: STORAGE_003 if nodes cannot be written or a file cannot be removed.
    func readmit(
        _ repair: inout StoreRepair,
        from isChosen: (String) -> Bool = { !$0.hasPrefix(Quarantine.tasksName + ".") }
    ) throws(RedoError) {
        guard Files.isDirectory(quarantinePath) else { return }
        let names = try listed { () throws(SystemError) in try quarantineDirectory.contents() }
        var offers: [(path: String, nodes: [Node])] = []
        let validator = NodeValidator()
        for name in names.sorted()
        where !name.hasSuffix(Quarantine.reasonSuffix) && isChosen(name) {
            let path = Path.join(quarantinePath, name)
            do throws(SystemError) {
                let file = try MappedFile(path)
                let nodes = Self.wholeNodes(in: file, validator)
                let wanted = nodes.filter { isWanted($0, validator: validator) }
                if !wanted.isEmpty {
                    offers.append((path, wanted))
                } else if Quarantine.isCutOff(name), !nodes.isEmpty {
                    // Its nodes have all been received again from elsewhere.
                    try objects.quarantine.remove(path)
                }
            } catch {
                if error.isNotFound || error.isAboutContent { continue }
                repair.actions.append("left \(path) where it is: \(error.reason)")
            }
        }
        let candidates = offers.flatMap(\.nodes)
        if candidates.isEmpty { return }
        let verdicts = try admitAlone(candidates.map { .success($0) }, validator: validator)
        var rest = verdicts[...]
        for (path, nodes) in offers {
            let own = rest.prefix(nodes.count)
            rest = rest.dropFirst(nodes.count)
            let takenCount = own.count { $0 == nil }
            if takenCount == 0 { continue }
            repair.returnedCount += takenCount
            repair.actions.append(
                "took \(takenCount) \(takenCount == 1 ? "node" : "nodes") back from \(path)")
            guard takenCount == nodes.count else { continue }
            try writing { () throws(SystemError) in try objects.quarantine.remove(path) }
        }
    }

    /// Whether the store lacks a node, or its signature.
    private func isWanted(_ node: Node, validator: borrowing NodeValidator) -> Bool {
        guard let stored = (try? self.node(node.id, validator: validator)) ?? nil else {
            return true
        }
        return node.isSigned && !stored.isSigned
    }

    /// The whole nodes of a file, which is a pack or lines of JSON.
    static func wholeNodes(in file: MappedFile, _ validator: borrowing NodeValidator)
        -> [Node]
    {
        let header = PackFormat.header
        var nodes: [Node] = []
        if file.count >= header.count,
            file.bytes.extracting(first: header.count).isEqual(to: header.span)
        {
            // The name does not matter for the contents.
            _ = PackReading(file, named: PackName(Digest(words: 0, 0, 0, 0))) { nodes.append($0) }
            return nodes
        }
        let limit = NodeValidator.maximumNodeByteCount
        for line in file.bytes.array.lines where line.bytes.count <= limit {
            if let node = try? validator.read(line.bytes, signature: .ifPresent) {
                nodes.append(node)
            }
        }
        return nodes
    }
}

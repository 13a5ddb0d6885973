import RedoModel
import RedoSystem

extension Store {
    /// How many loose nodes are read between two reports of progress: a tenth of a second's work.
    private static let chunkCount = 4096
    /// How many signatures take as long as starting some threads.
    private static let smallestShare = 4
    /// How many hashes do.
    private static let smallestUncheckedShare = 64

    /// The ids of the loose nodes, sorted.
    ///
    /// Whoever wants all nodes lists these first and packs second: what a gc packs in between is in a
    /// pack then.
    package func looseIDs() throws(RedoError) -> [NodeID] {
        try listed { () throws(SystemError) in try objects.ids() }
    }

    /// Reads loose nodes through stage 1, on all processors.
    ///
    /// - Parameter rule: what is demanded of signatures.
    /// - Returns: one outcome for each id; nil for a node that is gone, which a gc has packed.
    func looseOutcomes(
        _ ids: [NodeID], signature rule: NodeValidator.SignatureRule = .unchecked,
        progress: StoreProgress = { _, _ in }
    ) -> [Result<Node, NodeFault>?] {
        let share = rule == .unchecked ? Self.smallestUncheckedShare : Self.smallestShare
        return looseMap(ids, smallestShare: share, progress) { id, validator in
            looseOutcome(id, signature: rule, validator: validator)
        }
    }

    /// Reads something of each of some loose nodes, on all processors.
    ///
    /// - Parameter share: how many of them take as long as starting some threads.
    private func looseMap<Result: Sendable>(
        _ ids: [NodeID], smallestShare share: Int, _ progress: StoreProgress,
        _ body: @Sendable (NodeID, borrowing NodeValidator) -> Result
    ) -> [Result] {
        var results: [Result] = []
        results.reserveCapacity(ids.count)
        for start in stride(from: 0, to: ids.count, by: Self.chunkCount) {
            let chunk = ids[start..<min(start + Self.chunkCount, ids.count)]
            results += Parallel.map(count: chunk.count, smallestShare: share) { range in
                let validator = NodeValidator()
                return range.map { body(chunk[start + $0], validator) }
            }
            progress(results.count, ids.count)
        }
        return results
    }

    /// The file of a loose node, byte for byte.
    enum LooseFile: Sendable {
        case whole(Node)
        /// It has the node in another form: not as canonical JSON and a line feed.
        case misformed(Node)
        case faulty(NodeFault)
    }

    /// Reads the files of loose nodes, hashes and signatures included, on all processors.
    ///
    /// - Returns: one for each id; nil for a node that is gone, which a gc has packed.
    func looseFiles(_ ids: [NodeID], progress: StoreProgress) -> [LooseFile?] {
        looseMap(ids, smallestShare: Self.smallestShare, progress) { id, validator in
            looseFile(id, validator)
        }
    }

    private func looseFile(_ id: NodeID, _ validator: borrowing NodeValidator) -> LooseFile? {
        let bytes: [UInt8]
        do throws(SystemError) {
            guard let found = try objects.contents(of: id) else { return nil }
            bytes = found
        } catch {
            return .faulty(NodeFault(error, of: id))
        }
        let line = LooseObjects.line(of: bytes)
        do throws(Rejection) {
            let node = try validator.read(line, signature: .ifPresent)
            guard node.id == id else { return .faulty(.other(node.id)) }
            return bytes == LooseObjects.file(of: node) ? .whole(node) : .misformed(node)
        } catch {
            return .faulty(.rejected(error))
        }
    }

    /// Whether the loose nodes of a log are there and their signatures, where they have one, are valid.
    package func verifies(looseNodesOf log: StoredLog) -> Bool {
        looseOutcomes(log.loose.map(\.id), signature: .ifPresent).allSatisfy {
            if case .success? = $0 { return true }
            return false
        }
    }

    /// Reads a loose node; nil if it is gone.
    func looseOutcome(
        _ id: NodeID, signature rule: NodeValidator.SignatureRule = .unchecked,
        validator: borrowing NodeValidator
    ) -> Result<Node, NodeFault>? {
        let line: [UInt8]
        do throws(SystemError) {
            guard let found = try objects.line(of: id) else { return nil }
            line = found
        } catch {
            return .failure(NodeFault(error, of: id))
        }
        do throws(Rejection) {
            let node = try validator.read(line, signature: rule)
            return node.id == id ? .success(node) : .failure(.other(node.id))
        } catch {
            return .failure(.rejected(error))
        }
    }

    /// What a damaged loose node belongs to, as far as its bytes still say. Those of another node say nothing.
    func looseSubject(_ id: NodeID) -> RefusedNode.Subject {
        let name = Array("\"taskId\":\"".utf8)
        guard let line = (try? objects.line(of: id)) ?? nil,
            let place = firstOffset(of: name, in: line, from: 0),
            (try? NodeValidator().read(line, signature: .unchecked)) == nil
        else { return .unknown }
        let text = line[(place + name.count)...].prefix(while: { $0 != UInt8(ascii: "\"") })
        return TaskID(String(decoding: text, as: UTF8.self)).map { .claimed($0) } ?? .unknown
    }
}

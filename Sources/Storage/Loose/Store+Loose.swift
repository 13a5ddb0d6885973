import RedoModel
import RedoSystem

extension Store {
    /// The number of loose nodes between two reports of progress: a tenth of a second's work.
    private static let chunkCount = 4096
    /// The minimum share of a thread if signatures are verified: it takes as long as starting some threads.
    private static let smallestShare = 4
    /// The minimum share of a thread if only hashes are verified.
    private static let smallestUncheckedShare = 64

    /// The ids of the loose nodes, sorted.
    ///
    /// A reader of all nodes lists these first and packs second: a node that a gc packs in between is then found in a
    /// pack.
    package func looseIDs() throws(RedoError) -> [NodeID] {
        try listed { () throws(SystemError) in try objects.ids() }
    }

    /// Reads loose nodes through stage 1, on all processors.
    ///
    /// - Parameter rule: which signatures are required.
    /// - Returns: one outcome for each id; nil for a node that a gc has packed in the meantime.
    func looseOutcomes(
        _ ids: [NodeID], signature rule: NodeValidator.SignatureRule = .unchecked,
        progress: StoreProgress = { _, _ in }
    ) -> [Result<Node, NodeFault>?] {
        let share = rule == .unchecked ? Self.smallestUncheckedShare : Self.smallestShare
        return looseMap(ids, smallestShare: share, progress) { id, validator in
            looseOutcome(id, signature: rule, validator: validator)
        }
    }

    /// Maps some loose nodes, on all processors.
    ///
    /// - Parameter share: the number of nodes that take as long as starting some threads.
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

    /// The content of the file of a loose node, byte for byte.
    enum LooseFile: Sendable {
        case whole(Node)
        /// The file has the node, but not as canonical JSON and a line feed.
        case misformed(Node)
        case faulty(NodeFault)
    }

    /// Reads the files of loose nodes, hashes and signatures included, on all processors.
    ///
    /// - Returns: one for each id; nil for a node that a gc has packed in the meantime.
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

    /// Whether the loose nodes of a log exist, and their signatures, if they have any, are valid.
    package func verifies(looseNodesOf log: StoredLog) -> Bool {
        looseOutcomes(log.loose.map(\.id), signature: .ifPresent).allSatisfy {
            if case .success? = $0 { return true }
            return false
        }
    }

    /// Reads a loose node; nil if it is missing.
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

    /// The task of a damaged loose node, as far as its bytes still name it. The bytes of another node do not count.
    func looseSubject(_ id: NodeID) -> RefusedNode.Subject {
        let name = Array("\"taskId\":\"".utf8)
        guard let line = (try? objects.line(of: id)) ?? nil,
            let offset = firstOffset(of: name, in: line, from: 0),
            (try? NodeValidator().read(line, signature: .unchecked)) == nil
        else { return .unknown }
        let text = line[(offset + name.count)...].prefix(while: { $0 != UInt8(ascii: "\"") })
        return TaskID(String(decoding: text, as: UTF8.self)).map { .claimed($0) } ?? .unknown
    }
}

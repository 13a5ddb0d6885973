import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// The faults of the record of a remote, read strictly. ``CheckpointRecord`` itself reads what is valid in any record.
extension CheckpointRecord {
    /// A fault of a file of the record.
    package struct Fault: Sendable, Equatable {
        package let reason: String
        /// The file of the record with the fault, relative to its directory; nil for `state`.
        package var file: String?
        /// Whether the fault is harmless: a list that is not synced can be missing after a power failure.
        package var isNote = false
    }

    /// The fault of the bytes of `state`; nil if each part is valid.
    package static func fault(in bytes: [UInt8]) -> String? {
        guard let state = (try? JSONDocument(bytes))?.root.value else { return "it is not JSON" }
        guard CanonicalJSON.bytes(state) + [UInt8(ascii: "\n")] == bytes else {
            return "it is not canonical JSON and a line feed"
        }
        guard case .object = state else { return "it is not a record of a remote" }
        // A record of an earlier version has no nonce: the store draws a new slot.
        if let own = state["own"], own["nonce"] != nil {
            guard let read = Own(own) else { return "it has no sound slot of this store" }
            if own["statement"] != nil, read.last == nil {
                return "the last statement of this store is not sound"
            }
        }
        for (name, isSound) in elements where !allAreSound(state[name], isSound) {
            return "something in its list '\(name)' is not sound"
        }
        for (name, isSound) in members {
            if let value = state[name], !isSound(value) { return "its '\(name)' is not sound" }
        }
        return nil
    }

    private static var elements: [(name: StaticString, isSound: (JSONValue) -> Bool)] {
        [
            ("seen", { Seen($0) != nil }), ("findings", { NotedFinding($0) != nil }),
            ("listed", { Statement.digest($0) != nil }),
        ]
    }

    private static var members: [(name: StaticString, isSound: (JSONValue) -> Bool)] {
        [
            ("settled", { numbers($0) != nil }), ("accepted", { accepted($0) != nil }),
            ("judged", { Statement.digest($0) != nil }),
            ("told", { Statement.Position($0) != nil }),
            ("left", { $0.string.flatMap { PublicKey(hexadecimal: $0.utf8.span) } != nil }),
            ("sealed", { $0.string != nil }),
            ("source", { Statement.digest($0) != nil }),
            ("swept", { $0.string.flatMap { Instant(wall: $0.utf8.span) } != nil }),
            ("witnessed", { statement($0) != nil }), ("witness", { statement($0) != nil }),
        ]
    }

    private static func allAreSound(_ list: JSONValue?, _ isSound: (JSONValue) -> Bool) -> Bool {
        guard let list else { return true }
        guard case .array(let elements) = list else { return false }
        return elements.allSatisfy(isSound)
    }

    /// The inconsistencies of the record: in its lists of ids, and with its directory.
    ///
    /// - Parameter others: the directories of the other records of the store.
    /// - Complexity: O(n log n) for n ids in the lists of the store's last statement.
    package func faults(beside others: [ContainedDirectory]) -> [Fault] {
        var faults: [Fault] = []
        if let own, let other = others.first(where: { own.isOf($0) }) {
            faults.append(
                Fault(reason: "it is the record of the remote \(Path.name(of: other.path))"))
        }
        faults += faultsOfLists()
        let names = (try? idsDirectory.contents()) ?? []
        let listed = listedNames
        for name in names.sorted()
        where !listed.contains(name) && Digest(hexadecimal: Array(name.utf8).span) != nil {
            faults.append(
                Fault(
                    reason: "no statement lists the pack whose nodes it has", file: "ids/\(name)",
                    isNote: true))
        }
        return faults
    }

    /// The stored lists of ids, with their paths, by name.
    package var lists: [(path: String, list: NodeIDList)] {
        ((try? idsDirectory.contents()) ?? []).sorted().compactMap { name in
            guard let pack = Digest(hexadecimal: Array(name.utf8).span) else { return nil }
            let path = idsDirectory.file(name)
            return NodeIDList(reading: path, of: pack).map { (path, $0) }
        }
    }

    /// Compares the lists of the packs of the store's last statement with the statement.
    private func faultsOfLists() -> [Fault] {
        guard let last = own?.last?.statement.statement else { return [] }
        var lists: [NodeIDList] = []
        var faults: [Fault] = []
        for pack in last.packs {
            if let list = ids(of: pack.name) {
                lists.append(list)
            } else if !hasIDs(of: pack.name) {
                faults.append(
                    Fault(
                        reason:
                            "it is missing, and the last statement of this store lists its pack",
                        file: "ids/\(pack.name.hexadecimal)", isNote: true))
            }
        }
        guard lists.count == last.packs.count else { return faults }
        let count = NodeIDList.distinctCount(lists)
        if count != last.nodeCount {
            faults.append(
                Fault(
                    reason: "the lists of its packs have \(count) nodes, and the last statement of "
                        + "this store has \(last.nodeCount)"))
        }
        return faults
    }
}

extension CheckpointRecord.Own {
    /// Whether the identity in the record is that of a directory.
    fileprivate func isOf(_ directory: ContainedDirectory) -> Bool {
        (try? FolderIdentity.of(directory.path)) == identity
    }
}

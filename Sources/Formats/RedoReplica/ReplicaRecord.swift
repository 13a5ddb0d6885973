import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// The record of a store about a replica: which nodes it has, and up to which position it was read.
///
/// This module has the address of a replica in Firestore and its record in the store, which commands can read without
/// the network. Requests and documents are in RedoFirestore, the exchange in RedoFirestoreRemote. Start here; then read
/// ``FetchCursor`` and ``FirestoreURL``.
///
/// ```
/// firestore/NAME/state     JSON: the replica, the position up to which it was read, the fingerprint of the store
///                          when all of it was in the replica
/// firestore/NAME/nodes     the ids of the nodes that the replica has, one a line
/// firestore/NAME/refused   those of nodes that were refused there for good, likewise
/// ```
///
/// All of it can be removed at any time: then the replica is read again, and nodes that are sent again are found to be
/// present.
package struct ReplicaRecord {
    /// The directory of the record.
    package let directory: String
    /// The nodes that the replica has.
    package private(set) var nodes = IDSet()
    /// Nodes of the store that the replica refuses, and their descendants: they are not sent again.
    package private(set) var refused = IDSet()
    package var cursor = FetchCursor.beginning
    /// The point to which it was read beyond that, where later documents can still arrive before earlier ones.
    package var recent: Recent?
    /// Nodes that could not be admitted because a parent is missing, with the missing parents.
    package var waiting: [NodeID: [NodeID]] = [:]
    /// Documents of the replica that are refused here.
    package var rejected = RejectedDocuments()
    /// The fingerprint of the store when both had the same nodes.
    package var source: Digest?
    /// Whether the list of the user's nodes is written; false once it has become too long.
    package var listsNodes = true

    /// By subject of documents, the accounts by which the lists of their readers were extended.
    package var readers: [String: [String]] = [:]

    /// The end of the last fetch.
    package struct Recent: Equatable, Sendable {
        package var cursor: FetchCursor
        /// The time of the last reading from ``ReplicaRecord/cursor`` on, in seconds of this machine's clock.
        package let second: Int

        package init(cursor: FetchCursor, second: Int) {
            self.cursor = cursor
            self.second = second
        }
    }

    /// Whether nothing was written about this replica.
    private var isNew = true
    private let replica: String
    private let authors: [String]

    private static let stateName = "state"
    /// The file of the nodes that the replica has.
    package static let nodesName = "nodes"
    private static let refusedName = "refused"
    private static let maximumStateByteCount = 1 << 24
    /// The maximum number of waiting nodes in the record: anyone can create nodes that wait.
    private static let maximumWaitingCount = 10_000

    /// The directory of the record of a remote.
    package static func directory(ofRemote name: String, inStore path: String) -> String {
        Path.join(path, "firestore/\(name)")
    }

    /// The directories of the records of a store.
    package static func directories(inStore path: String) -> [String] {
        let directory = ContainedDirectory(["firestore"], in: path)
        return ((try? directory.names(of: .directory)) ?? []).sorted().map { directory.file($0) }
    }

    /// Reads a record. It is a new one if there is none, if it belongs to another replica, or if it is unreadable.
    ///
    /// - Parameters:
    ///   - replica: the text that identifies the replica.
    ///   - authors: the authors whose nodes are admitted: if they change, everything is read again.
    package init(in directory: String, of replica: String, authors: [String]) {
        self.directory = directory
        self.replica = replica
        self.authors = authors
        guard
            let bytes = try? Files.read(
                Path.join(directory, Self.stateName), limit: Self.maximumStateByteCount),
            let state = (try? JSONDocument(bytes))?.root.value,
            state["replica"]?.string == JSONString(replica)
        else { return }
        isNew = false
        listsNodes = state["listsNodes"] != false
        nodes = Self.ids(in: Path.join(directory, Self.nodesName))
        refused = Self.ids(in: Path.join(directory, Self.refusedName))
        if case .object(let members)? = state["readers"] {
            for member in members {
                guard case .array(let uids) = member.value else { continue }
                readers[member.name.description] = uids.compactMap { $0.string?.description }
            }
        }
        rejected = RejectedDocuments(state["rejected"])
        guard state["authors"] == Self.list(authors) else { return }
        source = state["source"]?.string.flatMap { Digest(hexadecimal: $0.utf8.span) }
        cursor = state["place"].flatMap { FetchCursor($0) } ?? .beginning
        if let cursor = state["recent"]?["place"].flatMap({ FetchCursor($0) }),
            let second = state["recent"]?["second"]?.integer
        {
            recent = Recent(cursor: cursor, second: second)
        }
        if case .object(let members)? = state["waiting"] {
            for member in members {
                guard let id = NodeID(text: member.name.utf8.span) else { continue }
                waiting[id] = Self.ids(member.value)
            }
        }
    }

    /// The nodes in a record's file, without reading the rest of the record.
    package static func nodes(in directory: String) -> IDSet {
        ids(in: Path.join(directory, nodesName))
    }

    /// The state of that file, which changes with its contents; nil if there is no file.
    package static func nodesState(in directory: String) -> String? {
        let status = (try? Files.status(of: Path.join(directory, nodesName))) ?? nil
        return status.map {
            "\($0.signature.size) \($0.signature.changed) \($0.signature.inode)"
        }
    }

    /// Resets the position, so that the next fetch reads all of the replica.
    package mutating func resetCursor() {
        cursor = .beginning
        recent = nil
        waiting = [:]
        source = nil
    }

    /// The first line of a list of ids, which distinguishes an empty list from an emptied file.
    static let listStart = Array("ids\n".utf8)

    /// The ids in a file, one a line. It is read in parts.
    private static func ids(in path: String) -> IDSet {
        guard let file = try? FileDescriptor(opening: path, for: .readRegular) else { return [] }
        var ids: [NodeID] = []
        ids.reserveCapacity(((try? file.status().size) ?? 0) / lineByteCount)
        var rest: [UInt8] = []
        while let count = try? file.read(atMost: partByteCount, into: &rest), count > 0 {
            rest.removeFirst(takeLines(of: rest.span, &ids))
        }
        return IDSet(ids)
    }

    /// Parses the ids of complete lines.
    ///
    /// - Returns: the size of these lines in bytes.
    private static func takeLines(of text: Span<UInt8>, _ ids: inout [NodeID]) -> Int {
        var start = 0
        // The nodes of a truncated line, and of what was appended to it, are sent again.
        while let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) {
            if let id = NodeID(text: text.extracting(start..<end)) { ids.append(id) }
            start = end + 1
        }
        return start
    }

    private static let partByteCount = 1 << 16
    private static let lineByteCount = NodeID.textByteCount + 1

    // MARK: Writing

    private var containedDirectory: ContainedDirectory { ContainedDirectory(directory, depth: 2) }

    private func file(_ name: String) -> ContainedFile {
        ContainedFile(name, in: containedDirectory)
    }

    /// Records nodes that the replica has.
    ///
    /// - Throws: ``SystemError`` if the record cannot be written.
    package mutating func add(_ ids: some Sequence<NodeID>) throws(SystemError) {
        let new = nodes.insert(ids)
        guard !new.isEmpty else { return }
        // The descendants of a node that was refused can be sent now.
        if new.contains(where: refused.contains) { try forgetRefusals() }
        try append(new, to: Self.nodesName)
    }

    /// Records that the replica has exactly these nodes.
    package mutating func replaceNodes(_ ids: IDSet) throws(SystemError) {
        nodes = ids
        if isNew { try save() }
        let list = Self.listStart + Self.lines(ids.sorted)
        try file(Self.nodesName).replace(with: list.span, mode: 0o644)
    }

    /// Records nodes that the replica refuses.
    package mutating func refuse(_ ids: some Sequence<NodeID>) throws(SystemError) {
        try append(refused.insert(ids), to: Self.refusedName)
    }

    /// Clears the refusals, so that the next push tries these nodes again.
    package mutating func forgetRefusals() throws(SystemError) {
        guard !refused.isEmpty else { return }
        source = nil
        // First, since a crash could otherwise leave a record that there is nothing to send.
        try save()
        refused = []
        try file(Self.refusedName).replace(with: Self.listStart.span, mode: 0o644)
    }

    private mutating func append(_ ids: [NodeID], to name: String) throws(SystemError) {
        guard !ids.isEmpty else { return }
        if isNew { try save() }
        try file(name).append(Self.lines(ids).span)
    }

    private static func lines(_ ids: [NodeID]) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(ids.count * lineByteCount)
        for id in ids {
            id.append(to: &lines)
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }

    /// Writes everything except the lists of nodes.
    package mutating func save() throws(SystemError) {
        var members: [JSONMember] = [
            JSONMember("replica", .string(JSONString(replica))),
            JSONMember("authors", Self.list(authors)), JSONMember("place", cursor.json),
            JSONMember("listsNodes", .bool(listsNodes)),
        ]
        if let source {
            members.append(JSONMember("source", .string(JSONString(source.hexadecimal))))
        }
        if !readers.isEmpty {
            let lists = readers.sorted { $0.key < $1.key }
            members.append(
                JSONMember(
                    "readers",
                    .object(lists.map { JSONMember(JSONString($0.key), Self.list($0.value)) })))
        }
        if let recent {
            members.append(
                JSONMember(
                    "recent",
                    ["place": recent.cursor.json, "second": .number(Double(recent.second))]))
        }
        if !rejected.documents.isEmpty { members.append(JSONMember("rejected", rejected.json)) }
        let waiting = self.waiting.sorted { $0.key < $1.key }.prefix(Self.maximumWaitingCount)
        members.append(
            JSONMember(
                "waiting",
                .object(
                    waiting.map {
                        JSONMember(
                            JSONString($0.key.description), Self.list($0.value.map(\.description)))
                    })))
        let bytes = CanonicalJSON.bytes(.object(members)) + [UInt8(ascii: "\n")]
        try containedDirectory.make(isSynced: true)
        if isNew {
            // The lists of another replica must not be used for this one.
            for name in [Self.nodesName, Self.refusedName] {
                try file(name).replace(with: Self.listStart.span, mode: 0o644)
            }
            isNew = false
        }
        try file(Self.stateName).replace(with: bytes.span, mode: 0o644)
    }

    private static func list(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string(JSONString($0)) })
    }

    private static func ids(_ json: JSONValue) -> [NodeID] {
        guard case .array(let elements) = json else { return [] }
        return elements.compactMap { $0.string.flatMap { NodeID(text: $0.utf8.span) } }
    }
}

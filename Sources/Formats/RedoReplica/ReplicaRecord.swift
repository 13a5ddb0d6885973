import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// What a store knows of a replica without asking: which nodes are there, and how far it has been read.
///
/// ```
/// firestore/NAME/state     JSON: which replica, how far it was read, what the store was like when all
///                          of it was there
/// firestore/NAME/nodes     the ids of the nodes that are known to be there, one a line
/// firestore/NAME/refused   those of nodes that were refused there for good, likewise
/// ```
///
/// All of it can be removed at any time: the replica is read again then, and what is sent to it and there
/// already is found to be there.
package struct ReplicaRecord {
    /// Where the record is.
    package let folder: String
    /// The nodes that are known to be there.
    package private(set) var nodes = IDSet()
    /// Nodes of the store that the replica does not take, or that follow one of those: they are not sent
    /// again.
    package private(set) var refused = IDSet()
    package var place = FetchCursor.beginning
    /// How far it was read beyond that, where later documents can still come before earlier ones.
    package var recent: Recent?
    /// Nodes that could not be taken in because a parent is missing, and which.
    package var waiting: [NodeID: [NodeID]] = [:]
    /// Documents that are there and are not taken in here.
    package var rejected = RejectedDocuments()
    /// What the store was like when all its nodes were there and all that was there was in it.
    package var source: Digest?
    /// Whether the list of the user's nodes is written; it is not when it has become too long.
    package var listsNodes = true

    /// What the lists of accounts that may read documents have been extended by, by what the documents are about.
    package var readers: [String: [String]] = [:]

    /// Where the last fetch ended.
    package struct Recent: Equatable, Sendable {
        package var place: FetchCursor
        /// When it was last read from ``ReplicaRecord/place`` on, in seconds of this machine's clock.
        package let second: Int

        package init(place: FetchCursor, second: Int) {
            self.place = place
            self.second = second
        }
    }

    /// Whether nothing has been written of this replica.
    private var isNew = true
    private let replica: String
    private let authors: [String]

    private static let stateName = "state"
    /// The file of the nodes that are known to be there.
    package static let nodesName = "nodes"
    private static let refusedName = "refused"
    private static let greatestStateByteCount = 1 << 24
    /// A list of nodes that wait is not longer: anyone can have nodes wait.
    private static let greatestWaitingCount = 10_000

    /// Where the record of a remote is.
    package static func folder(ofRemote name: String, inStore path: String) -> String {
        Path.join(path, "firestore/\(name)")
    }

    /// The folders of the records of a store.
    package static func folders(inStore path: String) -> [String] {
        let folder = ContainedFolder(["firestore"], in: path)
        return ((try? folder.names(of: .directory)) ?? []).sorted().map { folder.file($0) }
    }

    /// Reads a record; a new one where there is none, or where it is of another replica, or says nothing
    /// that can be read.
    ///
    /// - Parameters:
    ///   - replica: what tells the replica from others.
    ///   - authors: whose nodes are taken in: when that changes, all is read again.
    package init(in folder: String, of replica: String, authors: [String]) {
        self.folder = folder
        self.replica = replica
        self.authors = authors
        guard
            let bytes = try? Files.read(
                Path.join(folder, Self.stateName), limit: Self.greatestStateByteCount),
            let state = (try? JSONDocument(bytes))?.root.value,
            state["replica"]?.string == JSONString(replica)
        else { return }
        isNew = false
        listsNodes = state["listsNodes"] != false
        nodes = Self.ids(in: Path.join(folder, Self.nodesName))
        refused = Self.ids(in: Path.join(folder, Self.refusedName))
        if case .object(let members)? = state["readers"] {
            for member in members {
                guard case .array(let uids) = member.value else { continue }
                readers[member.name.description] = uids.compactMap { $0.string?.description }
            }
        }
        rejected = RejectedDocuments(state["rejected"])
        guard state["authors"] == Self.list(authors) else { return }
        source = state["source"]?.string.flatMap { Digest(hexadecimal: $0.utf8.span) }
        place = state["place"].flatMap { FetchCursor($0) } ?? .beginning
        if let place = state["recent"]?["place"].flatMap({ FetchCursor($0) }),
            let second = state["recent"]?["second"]?.integer
        {
            recent = Recent(place: place, second: second)
        }
        if case .object(let members)? = state["waiting"] {
            for member in members {
                guard let id = NodeID(text: member.name.utf8.span) else { continue }
                waiting[id] = Self.ids(member.value)
            }
        }
    }

    /// The nodes that a record's file names, without looking at what else is recorded.
    package static func nodes(in folder: String) -> IDSet {
        ids(in: Path.join(folder, nodesName))
    }

    /// Tells the contents of that file from others; nil if there is none.
    package static func nodesState(in folder: String) -> String? {
        let status = (try? Files.status(of: Path.join(folder, nodesName))) ?? nil
        return status.map {
            "\($0.signature.size) \($0.signature.changed) \($0.signature.inode)"
        }
    }

    /// Forgets how far the replica was read: the next fetch reads all of it.
    package mutating func forgetPlace() {
        place = .beginning
        recent = nil
        waiting = [:]
        source = nil
    }

    /// The first line of a list of ids, which tells a list without any from an emptied file.
    static let listStart = Array("ids\n".utf8)

    /// The ids in a file, one a line. It is read part by part.
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

    /// Takes the ids of whole lines.
    ///
    /// - Returns: bytes of these lines.
    private static func takeLines(of text: Span<UInt8>, _ ids: inout [NodeID]) -> Int {
        var start = 0
        // A line that was cut off, and what was put behind it, are of nodes that are sent once more.
        while let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) {
            if let id = NodeID(text: text.extracting(start..<end)) { ids.append(id) }
            start = end + 1
        }
        return start
    }

    private static let partByteCount = 1 << 16
    private static let lineByteCount = NodeID.textByteCount + 1

    // MARK: Writing

    private var containedFolder: ContainedFolder { ContainedFolder(folder, depth: 2) }

    private func file(_ name: String) -> ContainedFile { ContainedFile(name, in: containedFolder) }

    /// Notes nodes that are there.
    ///
    /// - Throws: ``SystemError`` where the record cannot be written.
    package mutating func add(_ ids: some Sequence<NodeID>) throws(SystemError) {
        let new = nodes.insert(ids)
        guard !new.isEmpty else { return }
        // What followed one that had been refused can go there now.
        if new.contains(where: refused.contains) { try forgetRefusals() }
        try append(new, to: Self.nodesName)
    }

    /// Notes that these and no other nodes are there.
    package mutating func replaceNodes(_ ids: IDSet) throws(SystemError) {
        nodes = ids
        if isNew { try save() }
        let list = Self.listStart + Self.lines(ids.sorted)
        try file(Self.nodesName).replace(with: list.span, mode: 0o644)
    }

    /// Notes nodes that the replica does not take.
    package mutating func refuse(_ ids: some Sequence<NodeID>) throws(SystemError) {
        try append(refused.insert(ids), to: Self.refusedName)
    }

    /// Has the next push try once more what was refused.
    package mutating func forgetRefusals() throws(SystemError) {
        guard !refused.isEmpty else { return }
        source = nil
        // First, or a crash would leave what says that there is nothing to send.
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

    /// Writes what is not a list of nodes.
    package mutating func save() throws(SystemError) {
        var members: [JSONMember] = [
            JSONMember("replica", .string(JSONString(replica))),
            JSONMember("authors", Self.list(authors)), JSONMember("place", place.json),
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
                    ["place": recent.place.json, "second": .number(Double(recent.second))]))
        }
        if !rejected.documents.isEmpty { members.append(JSONMember("rejected", rejected.json)) }
        let waiting = self.waiting.sorted { $0.key < $1.key }.prefix(Self.greatestWaitingCount)
        members.append(
            JSONMember(
                "waiting",
                .object(
                    waiting.map {
                        JSONMember(
                            JSONString($0.key.description), Self.list($0.value.map(\.description)))
                    })))
        let bytes = CanonicalJSON.bytes(.object(members)) + [UInt8(ascii: "\n")]
        try containedFolder.make(isSynced: true)
        if isNew {
            // What was known of another replica must not be taken for this one's.
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

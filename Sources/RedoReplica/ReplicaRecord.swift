import RedoCrypto
import RedoJSON
import RedoLog
import RedoSystem

/// What a store knows of a replica without asking: which nodes are there, and how far it has been read.
///
/// ```
/// firestore/NAME/state     JSON: which replica, how far it was read, what the store was like when all
///                          of it was there
/// firestore/NAME/nodes     the ids of the nodes that are known to be there, one a line
/// ```
///
/// All of it can be removed at any time: the replica is read again then, and what is sent to it and there
/// already is found to be there.
package struct ReplicaRecord {
    /// Where the record is.
    package let folder: String
    /// The nodes that are known to be there.
    package private(set) var nodes: Set<ChangeID> = []
    package var place = FetchPlace.beginning
    /// How far it was read beyond that, where later documents can still come before earlier ones.
    package var recent: Recent?
    /// Nodes that could not be taken in because a parent is missing, and which.
    package var waiting: [ChangeID: [ChangeID]] = [:]
    /// What the store was like when all its nodes were there and all that was there was in it.
    package var source: Digest?
    /// Whether the list of the user's nodes is written; it is not when it has become too long.
    package var listsNodes = true

    /// Where the last fetch ended.
    package struct Recent: Equatable, Sendable {
        package var place: FetchPlace
        /// When it was last read from ``ReplicaRecord/place`` on, in seconds of this machine's clock.
        package let second: Int

        package init(place: FetchPlace, second: Int) {
            self.place = place
            self.second = second
        }
    }

    /// Whether nothing has been written of this replica.
    private var isNew = true
    private let replica: String
    private let authors: [String]

    private static let stateName = "state"
    private static let nodesName = "nodes"
    private static let greatestStateByteCount = 1 << 24
    /// A list of nodes that wait is not longer: anybody can have nodes wait.
    private static let greatestWaitingCount = 10_000

    /// Where the record of a remote is.
    package static func folder(ofRemote name: String, inStore path: String) -> String {
        Path.join(path, "firestore/\(name)")
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
        readNodes()
        guard state["authors"] == Self.list(authors) else { return }
        source = state["source"]?.string.flatMap { Digest(hexadecimal: $0.utf8.span) }
        place = state["place"].flatMap { FetchPlace($0) } ?? .beginning
        if let place = state["recent"]?["place"].flatMap({ FetchPlace($0) }),
            let second = state["recent"]?["second"]?.integer
        {
            recent = Recent(place: place, second: second)
        }
        if case .object(let members)? = state["waiting"] {
            for member in members {
                guard let id = ChangeID(text: member.name.utf8.span) else { continue }
                waiting[id] = Self.ids(member.value)
            }
        }
    }

    /// Forgets how far the replica was read: the next fetch reads all of it.
    package mutating func forgetPlace() {
        place = .beginning
        recent = nil
        waiting = [:]
        source = nil
    }

    private mutating func readNodes() {
        guard let bytes = try? Files.read(Path.join(folder, Self.nodesName)) else { return }
        nodes.reserveCapacity(bytes.count / (ChangeID.textByteCount + 1))
        let text = bytes.span
        var start = 0
        // A line that was cut off, and what was put behind it, are of nodes that are sent once more.
        for index in text.indices where text[index] == UInt8(ascii: "\n") {
            if let id = ChangeID(text: text.extracting(start..<index)) { nodes.insert(id) }
            start = index + 1
        }
    }

    // MARK: Writing

    /// Notes nodes that are there.
    ///
    /// - Throws: ``SystemError`` where the record cannot be written.
    package mutating func add(_ ids: some Sequence<ChangeID>) throws(SystemError) {
        var lines: [UInt8] = []
        for id in ids where nodes.insert(id).inserted {
            id.append(to: &lines)
            lines.append(UInt8(ascii: "\n"))
        }
        guard !lines.isEmpty else { return }
        if isNew { try save() }
        try Files.append(lines.span, to: Path.join(folder, Self.nodesName))
    }

    /// Notes that these and no other nodes are there.
    package mutating func replaceNodes(_ ids: Set<ChangeID>) throws(SystemError) {
        var lines: [UInt8] = []
        for id in ids.sorted() {
            id.append(to: &lines)
            lines.append(UInt8(ascii: "\n"))
        }
        nodes = ids
        if isNew { try save() }
        try Files.replace(Path.join(folder, Self.nodesName), with: lines.span, mode: 0o644)
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
        if let recent {
            members.append(
                JSONMember(
                    "recent",
                    ["place": recent.place.json, "second": .number(Double(recent.second))]))
        }
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
        try Files.makeDirectories(folder)
        if isNew {
            // What was known of another replica must not be taken for this one's.
            try Files.replace(Path.join(folder, Self.nodesName), with: Span(), mode: 0o644)
            isNew = false
        }
        try Files.replace(Path.join(folder, Self.stateName), with: bytes.span, mode: 0o644)
    }

    private static func list(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string(JSONString($0)) })
    }

    private static func ids(_ json: JSONValue) -> [ChangeID] {
        guard case .array(let elements) = json else { return [] }
        return elements.compactMap { $0.string.flatMap { ChangeID(text: $0.utf8.span) } }
    }
}

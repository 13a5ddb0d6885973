import RedoCrypto
import RedoJSON
import RedoModel
import RedoSystem

/// The record of a store about a remote that keeps checkpoints.
///
/// ```
/// checkpoints/REMOTE/state       JSON: the store's own slot, and what was seen of the others
/// checkpoints/REMOTE/ids/NAME    the ids of a pack that a statement lists
/// checkpoints/REMOTE/epochs/NAME an epoch of an encrypted remote that was accepted, as it is there
/// checkpoints/REMOTE/unkept      JSON: the names of other epoch files there (``UnkeptEpochs``)
/// checkpoints/REMOTE/lock        held by a command that exchanges nodes with the remote; its date is that of the last fetch
/// checkpoints/REMOTE/recovery    a recovery key, sealed to this device, whose words were not shown yet
/// ```
///
/// Without the file the store draws a new slot, and the old one stays on the remote until it is removed there.
package struct CheckpointRecord: Sendable {
    /// The state of the store's own slot on the remote.
    package struct Own: Sendable {
        package let slot: Slot
        /// The owner of the slot: the key that signs its statements.
        package let key: PublicKey
        /// With the key, it determines the name of the slot.
        package let nonce: SlotNonce
        /// The identity of this record's directory. If it differs, the directory is a copy.
        package let identity: String
        /// The digests of the last signed statements, the latest last, whether or not they arrived.
        package var signed: [Digest] = []
        /// The number of statements that were signed in the slot.
        package var sequence = 0
        /// The last statement that arrived, and its version; nil before the first.
        package var last: (statement: SignedStatement, version: String)?
        /// The slots that this one replaces, the latest last.
        package var retired: [Statement.Mention] = []
        /// The retired slots that no other copy of the store uses, so that they may be removed.
        package var removable: Set<Slot> = []
        /// The packs of ``last`` that this store has created, whoever else lists them.
        package var made: Set<Digest> = []
        /// Whether statements of its key counted when they were last judged.
        package var isCounting = true

        /// - Parameter nonce: a new one draws a slot that no other store has.
        package init(of key: PublicKey, nonce: SlotNonce = .random(), identity: String) {
            self.key = key
            self.nonce = nonce
            slot = Slot(of: key, nonce: nonce)
            self.identity = identity
        }
    }

    package var own: Own?
    /// The last statement of each slot.
    package var seen: [Slot: Seen] = [:]
    /// Statements under the name of a slot to which they do not belong: only their nodes are used.
    package var stray: [Slot: Seen] = [:]
    /// The slots of the entries that are stored in the file.
    var keptSlots: Set<Slot> = []
    /// By slot, the number up to which the remote need not show it any more (``RemoteComparison/Known/settled``).
    package var settled: [Slot: Int] = [:]
    /// By witness and slot, the number up to which the user has accepted that the witness has seen more than the remote shows.
    package var accepted: [PublicKey: [Slot: Int]] = [:]
    /// The digest of what the last judgement depended on; nil before the first.
    package var judgedBy: Digest?
    /// The fingerprint of the store when all its nodes were on the remote.
    package var source: Digest?
    /// Packs of the store whose nodes are all in ``Own/last``.
    package var listedPacks: Set<Digest> = []
    /// The store's last statement that a statement of another key has seen, and that one, for proofs.
    package var witnessed: (statement: SignedStatement, by: SignedStatement)?
    /// What the last fetch found the remote to withhold, by slot.
    package var findings: [NotedFinding] = []
    /// The time of the last search for files that no statement lists, or of the beginning of the wait for the first;
    /// nil before.
    package var swept: Instant?

    /// The last statement in the slot of the member who added this store to an encrypted remote.
    package var invitedPosition: Statement.Position?

    /// The key with which this store has left an encrypted remote; nil if it has not.
    package var left: PublicKey?

    /// The first encrypted file that was found on a remote whose configuration does not decide whether it is encrypted.
    package var sealedFile: String?

    /// Whether the remote was ever fetched.
    private var isFetched = false

    let directory: ContainedDirectory
    /// The contents of the file, as this value has read or written it; nil if they are unknown.
    private var kept: [UInt8]?

    private static let signedCount = 16
    static let maximumByteCount = 64 << 20

    /// The directory of the record of a remote.
    package static func directory(ofRemote name: String, inStore path: String) -> ContainedDirectory
    {
        ContainedDirectory(["checkpoints", name], in: path)
    }

    /// The directories of the records of a store.
    package static func directories(inStore path: String) -> [ContainedDirectory] {
        let directory = ContainedDirectory(["checkpoints"], in: path)
        return ((try? directory.names(of: .directory)) ?? []).sorted().map {
            directory.directory($0)
        }
    }

    /// Reads the record of a remote of a store.
    package init(ofRemote name: String, inStore path: String) {
        self.init(in: Self.directory(ofRemote: name, inStore: path))
    }

    /// Reads the record of a remote. If it is missing or damaged, the value is empty.
    package init(in directory: ContainedDirectory) {
        self.directory = directory
        guard
            let bytes = try? Files.read(directory.file("state"), limit: Self.maximumByteCount),
            let state = (try? JSONDocument(bytes))?.root.value
        else { return }
        kept = bytes
        own = state["own"].flatMap(Own.init)
        if case .array(let elements)? = state["seen"] {
            for case let entry? in elements.map(Seen.init) { note(entry) }
            keptSlots = Set(seen.keys).union(stray.keys)
        }
        settled = Self.numbers(state["settled"]) ?? [:]
        accepted = Self.accepted(state["accepted"]) ?? [:]
        judgedBy = state["judged"].flatMap(Statement.digest)
        invitedPosition = state["told"].flatMap { Statement.Position($0) }
        left = state["left"]?.string.flatMap { PublicKey(hexadecimal: $0.utf8.span) }
        isFetched = state["fetched"] == true
        sealedFile = state["sealed"]?.string?.description
        source = state["source"].flatMap(Statement.digest)
        swept = state["swept"]?.string.flatMap { Instant(wall: $0.utf8.span) }
        if case .array(let names)? = state["listed"] {
            listedPacks = Set(names.compactMap(Statement.digest))
        }
        if let own = statement(state["witnessed"]), let other = statement(state["witness"]) {
            witnessed = (own, other)
        }
        if case .array(let noted)? = state["findings"] {
            findings = noted.compactMap { NotedFinding($0) }
        }
    }

    /// Writes the record, which is durable when this returns. An unchanged file is not written: syncing the disk takes
    /// longer than fetching nothing.
    ///
    /// - Throws: STORAGE_003.
    package mutating func save() throws(RedoError) {
        let entries = keptSeen
        var members = [
            JSONMember("seen", .array(entries.map(\.json))),
            JSONMember("findings", .array(findings.map(\.json))),
            JSONMember("listed", .array(listedPacks.sorted().map(Statement.json))),
        ]
        if !settled.isEmpty { members.append(JSONMember("settled", Self.json(settled))) }
        if !accepted.isEmpty { members.append(JSONMember("accepted", Self.json(accepted))) }
        if let judgedBy { members.append(JSONMember("judged", Statement.json(judgedBy))) }
        if isFetched { members.append(JSONMember("fetched", .bool(true))) }
        if let own { members.append(JSONMember("own", own.json)) }
        if let swept {
            members.append(JSONMember("swept", .string(JSONString(swept.wallText))))
        }
        if let sealedFile {
            members.append(JSONMember("sealed", .string(JSONString(sealedFile))))
        }
        if let invitedPosition { members.append(JSONMember("told", invitedPosition.json)) }
        if let left { members.append(JSONMember("left", .string(JSONString(left.hexadecimal)))) }
        if let source { members.append(JSONMember("source", Statement.json(source))) }
        if let witnessed {
            members.append(JSONMember("witness", text(of: witnessed.by)))
            members.append(JSONMember("witnessed", text(of: witnessed.statement)))
        }
        keptSlots = Set(entries.map(\.slot))
        let bytes = CanonicalJSON.bytes(.object(members)) + [UInt8(ascii: "\n")]
        if bytes == kept { return }
        kept = nil
        try failing(.writeFailed, "the record of the remote cannot be written") {
            () throws(SystemError) in
            try directory.make(isSynced: true)
            try ContainedFile("state", in: directory).replace(with: bytes.span, mode: 0o644)
        }
        kept = bytes
    }

    /// Writes the record after a fetch, and sets the date of the lock to the time of the fetch, so that an unchanged
    /// record need not be written.
    ///
    /// - Throws: STORAGE_003.
    package mutating func saveFetched() throws(RedoError) {
        isFetched = true
        try save()
        try? FileDescriptor(
            opening: directory.file("lock"), for: .overwrite(truncating: false)
        ).touch()
    }

    /// The time of the last fetch, in seconds since 1970; nil if there was none or it is unknown.
    package var lastFetch: Int? {
        isFetched ? (try? Files.status(of: directory.file("lock")))?.modified : nil
    }

    /// Records that a statement is about to be sent.
    ///
    /// - Throws: STORAGE_003.
    package mutating func recordSigned(_ statement: SignedStatement) throws(RedoError) {
        if var own {
            own.sequence = statement.statement.sequence
            own.signed = Array((own.signed + [statement.digest]).suffix(Self.signedCount))
            self.own = own
        }
        try save()
    }

    // MARK: Beside the record

    /// The time that an exchange waits for another one, in milliseconds. A new process briefly holds the descriptors of its
    /// parent.
    private static var patience: Int { 2000 }

    /// Acquires the lock for exchanges with the remote.
    ///
    /// - Throws: STORAGE_003 if another command holds it.
    package func lock() throws(RedoError) -> FileLock {
        let lock = try failing(.writeFailed, "the exchange cannot be locked") {
            () throws(SystemError) in
            try directory.make(isSynced: true)
            return try FileLock.take(directory.file("lock"), patience: Self.patience)
        }
        guard let lock else {
            throw RedoError(
                .writeFailed, "another command is exchanging nodes with the remote",
                hints: ["repeat this one when it is done"])
        }
        return lock
    }

    /// The identity of the directory, which a copy of it does not have.
    ///
    /// - Throws: STORAGE_003 if the directory cannot be created.
    package func identity() throws(RedoError) -> String {
        try failing(.writeFailed, "the record of the remote cannot be written") {
            () throws(SystemError) in
            try directory.make(isSynced: true)
            return try FolderIdentity.of(directory.path)
        }
    }

    var idsDirectory: ContainedDirectory { directory.directory("ids") }

    /// The ids of a pack that was listed; nil if they are not stored.
    package func ids(of pack: Digest) -> NodeIDList? {
        NodeIDList(reading: idsDirectory.file(pack.hexadecimal), of: pack)
    }

    /// Whether the file with the ids of a pack exists.
    package func hasIDs(of pack: Digest) -> Bool {
        ((try? Files.statusOfLink(idsDirectory.file(pack.hexadecimal))) ?? nil) != nil
    }

    /// Stores the ids of a pack, and their links. They are synced, because the state that is written afterwards lists
    /// the pack, and once the pack is replaced here, only this file shows that none of its nodes is missing.
    ///
    /// - Throws: STORAGE_003.
    package func keep(_ links: NodeLinks, of pack: Digest) throws(RedoError) {
        let bytes = NodeIDList.bytes(of: links, in: pack)
        try failing(.writeFailed, "the record of the remote cannot be written") {
            () throws(SystemError) in
            try idsDirectory.make(isSynced: true)
            try ContainedFile(pack.hexadecimal, in: idsDirectory)
                .replace(with: bytes.span, mode: 0o644)
        }
    }

    private var recoveryFile: ContainedFile { ContainedFile("recovery", in: directory) }
    private static let maximumRecoveryByteCount = 1024

    /// A sealed recovery key whose words were not shown yet; nil if there is none.
    package func keptRecovery() -> [UInt8]? {
        try? Files.read(recoveryFile.path, limit: Self.maximumRecoveryByteCount)
    }

    /// Stores a sealed recovery key until its words are shown.
    ///
    /// - Throws: STORAGE_003.
    package func keep(recovery sealed: [UInt8]) throws(RedoError) {
        try failing(.writeFailed, "the recovery key of the remote cannot be kept") {
            () throws(SystemError) in
            try directory.make(isSynced: true)
            try recoveryFile.replace(with: sealed.span, mode: 0o600)
        }
    }

    /// Removes the recovery key: its words were shown, or will never be valid.
    package func removeRecovery() { try? recoveryFile.removeIfPresent() }

    /// The names of the packs of the recorded statements.
    var listedNames: Set<String> {
        var listed = Set(own?.last?.statement.statement.packs.map(\.name.hexadecimal) ?? [])
        listed.formUnion(witnessed?.statement.statement.packs.map(\.name.hexadecimal) ?? [])
        for entry in allSeen {
            listed.formUnion(entry.statement.statement.packs.map(\.name.hexadecimal))
            listed.formUnion(entry.expected?.statement.packs.map(\.name.hexadecimal) ?? [])
        }
        return listed
    }

    /// Whether a signed statement may be on the remote without a confirmation, since the connection failed.
    private var isUnsettled: Bool {
        own.map { $0.sequence > $0.last?.statement.statement.sequence ?? 0 } ?? false
    }

    /// Removes the ids of packs that no recorded statement lists. Those of a statement that may be on the remote stay:
    /// if it is found there, it becomes the last one, and its packs may be repacked here by then.
    package func removeUnlisted() {
        if isUnsettled { return }
        let listed = listedNames
        for name in (try? idsDirectory.contents()) ?? [] where !listed.contains(name) {
            try? idsDirectory.remove(name)
        }
    }
}

// MARK: JSON

extension CheckpointRecord.Own {
    fileprivate var json: JSONValue {
        var members = [
            JSONMember("identity", .string(JSONString(identity))),
            JSONMember("key", .string(JSONString(key.hexadecimal))),
            JSONMember("nonce", .string(JSONString(nonce.hexadecimal))),
            JSONMember("made", .array(made.sorted().map(Statement.json))),
            JSONMember(
                "removable", .array(removable.sorted().map { .string(JSONString($0.hexadecimal)) })),
            JSONMember("retired", .array(retired.map(\.json))),
            JSONMember("sequence", .number(Double(sequence))),
            JSONMember("signed", .array(signed.map(Statement.json))),
            JSONMember("slot", .string(JSONString(slot.hexadecimal))),
        ]
        if !isCounting { members.append(JSONMember("counts", .bool(false))) }
        if let last {
            members.append(JSONMember("statement", text(of: last.statement)))
            members.append(JSONMember("version", .string(JSONString(last.version))))
        }
        return .object(members)
    }

    init?(_ json: JSONValue) {
        guard let slot = json["slot"]?.string.flatMap({ Slot(hexadecimal: $0.utf8.span) }),
            let key = json["key"]?.string.flatMap({ PublicKey(hexadecimal: $0.utf8.span) }),
            let nonce = json["nonce"]?.string.flatMap({ SlotNonce(hexadecimal: $0.utf8.span) }),
            let identity = json["identity"]?.string, let sequence = json["sequence"]?.integer,
            case .array(let digests)? = json["signed"], case .array(let retired)? = json["retired"]
        else { return nil }
        self.init(of: key, nonce: nonce, identity: identity.description)
        if self.slot != slot { return nil }
        self.sequence = sequence
        isCounting = json["counts"] != false
        signed = digests.compactMap(Statement.digest)
        self.retired = retired.compactMap { Statement.Mention($0) }
        if case .array(let names)? = json["made"] { made = Set(names.compactMap(Statement.digest)) }
        if case .array(let slots)? = json["removable"] {
            removable = Set(
                slots.compactMap { $0.string.flatMap { Slot(hexadecimal: $0.utf8.span) } })
        }
        if let statement = statement(json["statement"]), statement.statement.slot == slot,
            let version = json["version"]?.string
        {
            last = (statement, version.description)
        }
    }
}

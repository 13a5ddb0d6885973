import RedoCrypto
import RedoModel
import RedoSystem

/// The state of a slot on a remote.
package struct CheckpointTip: Hashable, Sendable {
    package let slot: Slot
    /// Distinguishes this tip from any other of the slot; the storage determines the form.
    package let version: String

    package init(slot: Slot, version: String) {
        self.slot = slot
        self.version = version
    }

    /// The number of the statement, if the version contains it: in stores of files.
    package var sequence: Int? { StoredName.statementName(version)?.sequence }
}

/// The next statement of a slot, with all its files.
package struct NewCheckpoint: Sendable {
    package let statement: SignedStatement
    /// The bytes of the file `statement`: sealed on an encrypted remote.
    package let file: [UInt8]
    /// The files of epochs that are written with it, by the digests of their bytes.
    package let epochs: [Digest: [UInt8]]
    /// Files that tips of the remote listed when they were last read.
    package let listed: Set<Digest>
    /// Reads a file that the statement needs, if the remote lacks it.
    package let content: @Sendable (Digest) throws(RedoError) -> [UInt8]

    package init(
        _ statement: SignedStatement, sealedAs file: [UInt8]? = nil,
        epochs: [Digest: [UInt8]] = [:], listed: Set<Digest>,
        content: @escaping @Sendable (Digest) throws(RedoError) -> [UInt8]
    ) {
        self.statement = statement
        self.file = file ?? statement.file
        self.epochs = epochs
        self.listed = listed
        self.content = content
    }
}

/// The files of a remote that should be removed.
package struct RemovalMarks: Hashable, Sendable {
    /// Files that no statement lists: no writer may list them again.
    package var marked: Set<Digest> = []
    /// Files that are removed as soon as no statement lists them: no writer may list them, not even one whose last
    /// statement does.
    package var going: Set<Digest> = []

    package init() {}

    package var isEmpty: Bool { marked.isEmpty && going.isEmpty }

    /// All files that may not be listed again.
    package var all: Set<Digest> { marked.union(going) }
}

/// The storage of a remote that keeps checkpoints: a git repository, a folder, or a store that a helper reaches.
///
/// It is not trusted: the caller compares its contents with digests and signatures. A typical reading:
///
/// ```
/// let tips = try storage.tips()
/// try storage.receive(tips) { done, total in }
/// let file = try storage.statement(of: tips[0])
/// ```
package protocol CheckpointStorage {
    /// Lists the current tips of the slots. If a slot has several statements, the current one comes first.
    ///
    /// - Throws: NETWORK_001, NETWORK_002, STORAGE_001 if the remote cannot be read.
    mutating func tips() throws(RedoError) -> [CheckpointTip]

    /// Downloads the files of tips, if they cannot be read one by one.
    ///
    /// - Throws: as ``tips()``; STORAGE_004 if the remote lacks some of it.
    mutating func receive(
        _ tips: [CheckpointTip], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError)

    /// The file `statement` of a tip; nil if it is missing: no such file, or one whose digest differs from its name.
    ///
    /// - Throws: STORAGE_004 if it cannot be read.
    mutating func statement(of tip: CheckpointTip) throws(RedoError) -> [UInt8]?

    /// A file of data that a tip's statement lists; nil if it is missing.
    ///
    /// - Throws: STORAGE_004 if it cannot be read.
    mutating func data(_ name: Digest, of tip: CheckpointTip) throws(RedoError) -> [UInt8]?

    /// The name of a tip's statement on the remote, for messages.
    func fileName(of tip: CheckpointTip) -> String

    /// The name of a file of data on the remote, for messages.
    func fileName(_ data: Digest, of tip: CheckpointTip) -> String

    /// The name of the first epoch on the remote, for messages.
    var genesisName: String { get }

    /// Whether the remote has a first epoch, according to the last ``tips()``.
    var hasGenesis: Bool { get }

    /// Some names of other contents of a location without checkpoints; empty if the location is empty.
    ///
    /// - Throws: as ``tips()``.
    mutating func namesWithoutCheckpoint() throws(RedoError) -> [String]

    /// Whether the remote has nodes outside slots, according to the last ``tips()``.
    var hasOtherNodes: Bool { get }

    /// The file of the first epoch; nil if there is none.
    ///
    /// - Throws: as ``tips()``; STORAGE_004 if it cannot be read.
    mutating func genesis() throws(RedoError) -> [UInt8]?

    /// Writes the file of the first epoch, unless there is one.
    ///
    /// - Returns: whether this file is there now.
    /// - Throws: STORAGE_003 if the remote refuses it.
    mutating func putGenesis(_ file: [UInt8]) throws(RedoError) -> Bool

    /// The names of the epoch files in the received tips. An unreadable tip has none.
    ///
    /// - Throws: as ``tips()``.
    mutating func epochNames(of tips: [CheckpointTip]) throws(RedoError) -> EpochListing

    /// An epoch file that the last ``epochNames(of:)`` listed; nil if it is missing: no such file, an unreadable one,
    /// or one whose digest differs from its name.
    ///
    /// - Throws: as ``tips()``.
    mutating func epoch(_ name: Digest) throws(RedoError) -> [UInt8]?

    /// The files among some listed ones that the remote lacks.
    ///
    /// - Throws: as ``tips()``.
    mutating func missing(_ names: [Digest]) throws(RedoError) -> Set<Digest>

    /// Advances a slot to a statement, with all files that it needs. They are durable when this returns.
    ///
    /// - Parameters:
    ///   - previous: the expected tip of the slot; nil for a new slot.
    ///   - ignored: tips of the slot that were read, and are not statements of it.
    /// - Returns: the new tip; nil if the slot does not have the expected tip any more.
    /// - Throws: STORAGE_003 if the remote refuses it.
    mutating func advance(
        to checkpoint: NewCheckpoint, from previous: CheckpointTip?,
        besides ignored: Set<CheckpointTip>, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> CheckpointTip?

    /// Whether a statement of this store is still on the remote, with the files that it lists, as far as the storage
    /// can determine that without a request for each file.
    ///
    /// - Throws: as ``tips()``.
    mutating func holds(_ tip: CheckpointTip, _ pieces: [Digest]) throws(RedoError) -> Bool

    /// Removes a slot that another one replaces, unless it has changed.
    ///
    /// - Throws: STORAGE_003 if the remote does not permit it.
    mutating func remove(_ tip: CheckpointTip) throws(RedoError)

    /// The files to remove.
    ///
    /// - Throws: as ``tips()``.
    mutating func marks() throws(RedoError) -> RemovalMarks

    /// Whether listed files remain. This is checked after the statement is written: a store that removes files has seen
    /// the statement, or its mark is seen here.
    ///
    /// - Throws: as ``tips()``.
    mutating func keeps(_ names: [Digest]) throws(RedoError) -> Bool

    /// Whether reading all statements is cheap, so that each push searches for files that none lists.
    var isNear: Bool { get }

    /// Marks files that no statement lists, and removes those that were marked long ago. It may be interrupted at any
    /// point.
    ///
    /// - Parameters:
    ///   - replaced: by slot, the maximum number of a statement whose nodes later statements have.
    ///   - pieces: reads the files that a statement lists; nil if it cannot be read.
    /// - Returns: the tips that cannot be read and could list anything: while there are any, nothing is removed.
    mutating func removeUnlisted(
        at now: Instant, besides replaced: [Slot: Int], _ pieces: ([UInt8]) -> [Digest]?
    ) throws(RedoError) -> [CheckpointTip]

    /// Notes for people about how the remote was read; each is returned once.
    mutating func takeNotes() -> [String]
}

extension CheckpointStorage {
    package func fileName(of tip: CheckpointTip) -> String { StoredName.statement(tip) }

    package func fileName(_ data: Digest, of tip: CheckpointTip) -> String {
        StoredName.data(data)
    }

    package var genesisName: String { StoredName.genesis }

    package mutating func namesWithoutCheckpoint() throws(RedoError) -> [String] { [] }

    package mutating func marks() throws(RedoError) -> RemovalMarks { RemovalMarks() }

    package mutating func keeps(_ names: [Digest]) throws(RedoError) -> Bool { true }

    package var isNear: Bool { true }

    package mutating func removeUnlisted(
        at now: Instant, besides replaced: [Slot: Int], _ pieces: ([UInt8]) -> [Digest]?
    ) throws(RedoError) -> [CheckpointTip] { [] }

    package mutating func holds(
        _ tip: CheckpointTip, _ pieces: [Digest]
    ) throws(RedoError) -> Bool { true }

    package mutating func takeNotes() -> [String] { [] }
}

import RedoCrypto
import RedoModel
import RedoSystem

/// Where a slot stands on a remote.
package struct CheckpointTip: Hashable, Sendable {
    package let slot: Slot
    /// What tells this tip from any other of the slot; its form is up to the storage.
    package let version: String

    package init(slot: Slot, version: String) {
        self.slot = slot
        self.version = version
    }

    /// The number of its statement, where the version names it: in stores of files.
    package var sequence: Int? { StoredName.statementName(version)?.sequence }
}

/// What a slot is to stand at.
package struct NewCheckpoint: Sendable {
    package let statement: SignedStatement
    /// The bytes of the file `statement`: sealed on an encrypted remote.
    package let file: [UInt8]
    /// The files of epochs that go with it, by the digests of their bytes.
    package let epochs: [Digest: [UInt8]]
    /// Files that tips of the remote listed when they were last read.
    package let listed: Set<Digest>
    /// Gives the bytes of a file that the statement needs, where the remote lacks it.
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

/// The files of a remote to remove.
package struct RemovalMarks: Hashable, Sendable {
    /// Found to be listed by no statement: no writer may list them again.
    package var marked: Set<Digest> = []
    /// To be removed as soon as no statement lists them: no writer may list them, not even one whose last statement does.
    package var going: Set<Digest> = []

    package init() {}

    package var isEmpty: Bool { marked.isEmpty && going.isEmpty }

    /// Those that may not be listed again.
    package var all: Set<Digest> { marked.union(going) }
}

/// A place that keeps checkpoints: a git repository, a folder, or what a helper reaches.
///
/// It is not trusted: what it gives is compared with digests and signatures by the caller.
package protocol CheckpointStorage {
    /// Lists where the slots stand now. If a slot has several statements, the one that counts comes first.
    ///
    /// - Throws: NETWORK_001, NETWORK_002, STORAGE_001 if the remote cannot be read.
    mutating func tips() throws(RedoError) -> [CheckpointTip]

    /// Brings what tips have within reach.
    ///
    /// - Throws: as ``tips()``; STORAGE_004 if the remote lacks some of it.
    mutating func receive(
        _ tips: [CheckpointTip], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError)

    /// The file `statement` of a tip; nil if it is not there: no such file, or one whose digest is not its name.
    ///
    /// - Throws: STORAGE_004 if it cannot be read.
    mutating func statement(of tip: CheckpointTip) throws(RedoError) -> [UInt8]?

    /// A file of data that a tip's statement lists; nil if it is not there.
    ///
    /// - Throws: STORAGE_004 if it cannot be read.
    mutating func data(_ name: Digest, of tip: CheckpointTip) throws(RedoError) -> [UInt8]?

    /// What the statement of a tip is called on the remote, in messages.
    func fileName(of tip: CheckpointTip) -> String

    /// What a file of data that a tip's statement lists is called on the remote, in messages.
    func fileName(_ data: Digest, of tip: CheckpointTip) -> String

    /// What the first epoch is called on the remote, in messages.
    var genesisName: String { get }

    /// Whether the remote has a first epoch, as the last ``tips()`` found.
    var hasGenesis: Bool { get }

    /// What is there although no checkpoint is, by some names; nothing if the place is empty.
    ///
    /// - Throws: as ``tips()``.
    mutating func namesWithoutCheckpoint() throws(RedoError) -> [String]

    /// Whether nodes are there in another way than in slots, as the last ``tips()`` found.
    var hasOtherNodes: Bool { get }

    /// The file of the first epoch; nil if there is none.
    ///
    /// - Throws: as ``tips()``; STORAGE_004 if it cannot be read.
    mutating func genesis() throws(RedoError) -> [UInt8]?

    /// Puts the file of the first epoch there, unless there is one.
    ///
    /// - Returns: whether it is this file that is there now.
    /// - Throws: STORAGE_003 if the remote refuses it.
    mutating func putGenesis(_ file: [UInt8]) throws(RedoError) -> Bool

    /// The names of the epoch files that tips have which were received. A tip that cannot be read has none.
    ///
    /// - Throws: as ``tips()``.
    mutating func epochNames(of tips: [CheckpointTip]) throws(RedoError) -> EpochListing

    /// An epoch file that the last ``epochNames(of:)`` named; nil if it is not there: no such file, one that cannot be read,
    /// or one whose digest is not its name.
    ///
    /// - Throws: as ``tips()``.
    mutating func epoch(_ name: Digest) throws(RedoError) -> [UInt8]?

    /// Which of some files that tips list are not there.
    ///
    /// - Throws: as ``tips()``.
    mutating func missing(_ names: [Digest]) throws(RedoError) -> Set<Digest>

    /// Lets a slot stand at a statement, with all files that it needs. When this returns, they last there.
    ///
    /// - Parameters:
    ///   - previous: where the slot stands; nil for a new one.
    ///   - ignored: tips of the slot that were read, and are not statements of it.
    /// - Returns: where it stands; nil if it does not stand where it should any more.
    /// - Throws: STORAGE_003 if the remote refuses it.
    mutating func advance(
        to checkpoint: NewCheckpoint, from previous: CheckpointTip?,
        besides ignored: Set<CheckpointTip>, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> CheckpointTip?

    /// Whether a statement that this store has put there is still there, with the files that it lists, as far as the
    /// storage can tell without a request for each file.
    ///
    /// - Throws: as ``tips()``.
    mutating func holds(_ tip: CheckpointTip, _ pieces: [Digest]) throws(RedoError) -> Bool

    /// Removes a slot that another one replaces, unless it stands elsewhere by now.
    ///
    /// - Throws: STORAGE_003 if the remote does not let it.
    mutating func remove(_ tip: CheckpointTip) throws(RedoError)

    /// The files to remove.
    ///
    /// - Throws: as ``tips()``.
    mutating func marks() throws(RedoError) -> RemovalMarks

    /// Whether files stay that a statement lists. It is asked after the statement is there: whoever removes files has seen
    /// it, or is seen here.
    ///
    /// - Throws: as ``tips()``.
    mutating func keeps(_ names: [Digest]) throws(RedoError) -> Bool

    /// Whether all statements can be read by the way, so that each push looks for files that none lists.
    var isNear: Bool { get }

    /// Marks files that no statement lists, and removes those that were marked long ago. It may be cut off at any point.
    ///
    /// - Parameters:
    ///   - replaced: by slot, the greatest number of a statement whose nodes later statements have.
    ///   - pieces: reads the files that a statement lists; nil if it cannot be read.
    /// - Returns: the tips that cannot be read and could list anything: while there are any, nothing is removed.
    mutating func removeUnlisted(
        at now: Instant, besides replaced: [Slot: Int], _ pieces: ([UInt8]) -> [Digest]?
    ) throws(RedoError) -> [CheckpointTip]

    /// What to say of how the remote was read, once.
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

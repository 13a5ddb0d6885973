import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoModel
import RedoSystem

/// Claims on a remote whose configuration does not decide whether it is encrypted: they are read, and none is written
/// once something encrypted was found there (docs/encrypted-remotes.md).
struct UndecidedClaimStorage: ClaimStorage {
    private var base: any ClaimStorage
    /// The directory of the record of the remote.
    private let directory: ContainedDirectory
    /// Why nothing may be written; nil if nothing encrypted was found.
    private var refusal: RedoError?
    private let remote: UndecidedRemote

    /// - Parameters:
    ///   - directory: the directory of the record of the remote.
    ///   - refusal: why nothing may be written; nil if nothing encrypted was found yet.
    init(
        _ base: any ClaimStorage, of remote: UndecidedRemote,
        recordIn directory: ContainedDirectory,
        refusal: RedoError?
    ) {
        self.base = base
        self.directory = directory
        self.refusal = refusal
        self.remote = remote
    }

    func name(of task: TaskID) -> String { base.name(of: task) }

    func isMember(_ key: PublicKey) -> Bool? { base.isMember(key) }

    mutating func names() throws(RedoError) -> [String] { try base.names() }

    mutating func read(_ name: String) throws(RedoError) -> ClaimState {
        let state = try base.read(name)
        let isSealed = state.files.contains { file in
            file.map { SealHeader.isAtStart(of: $0.span) } ?? false
        }
        if isSealed, refusal == nil {
            let file = "\(StoredName.claimsDirectory)/\(name)"
            refusal = remote.refusal(of: file)
            try note(file)
        }
        return state
    }

    /// Records an encrypted file, which stops pushes as well.
    private func note(_ file: String) throws(RedoError) {
        let lock = try CheckpointRecord(in: directory).lock()
        defer { _ = lock }
        var record = CheckpointRecord(in: directory)
        guard record.sealedFile == nil else { return }
        record.sealedFile = file
        try record.save()
    }

    mutating func put(
        _ file: [UInt8], as name: String, after state: ClaimState, time: Instant
    ) throws(RedoError) -> Bool {
        if let refusal { throw refusal }
        return try base.put(file, as: name, after: state, time: time)
    }
}

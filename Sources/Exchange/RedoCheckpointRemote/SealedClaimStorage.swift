import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoModel
import RedoSystem

/// Claims on an encrypted remote: their files are sealed, and their names do not reveal the tasks (docs/claims.md).
struct SealedClaimStorage: ClaimStorage {
    private var base: any ClaimStorage
    private let epochs: RemoteEpochs
    private let genesis: OpenedEpoch
    private let seal: Seal

    /// - Parameters:
    ///   - base: the storage of the sealed files.
    ///   - genesis: the first epoch, whose key determines the names, so that they never change.
    ///   - seal: the seal of new files.
    init(_ base: any ClaimStorage, _ epochs: RemoteEpochs, _ genesis: OpenedEpoch, _ seal: Seal) {
        self.base = base
        self.epochs = epochs
        self.genesis = genesis
        self.seal = seal
    }

    func name(of task: TaskID) -> String {
        var bytes: [UInt8] = []
        appendBigEndian(task.value.high, to: &bytes)
        appendBigEndian(task.value.low, to: &bytes)
        return genesis.key.claimName(of: bytes)
    }

    func isMember(_ key: PublicKey) -> Bool? { epochs.isMember(key) }

    mutating func names() throws(RedoError) -> [String] { try base.names() }

    mutating func read(_ name: String) throws(RedoError) -> ClaimState {
        let state = try base.read(name)
        // A file that no epoch has sealed is not a claim.
        return ClaimState(
            version: state.version,
            files: state.files.map { file in
                file.flatMap { try? epochs.history.open($0.span, as: .claim) }
            })
    }

    mutating func put(
        _ file: [UInt8], as name: String, after state: ClaimState, time: Instant
    ) throws(RedoError) -> Bool {
        try base.put(try seal.sealed(file, as: .claim), as: name, after: state, time: time)
    }
}

import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Exchanges the nodes of a store with a remote that keeps packs in signed checkpoints, wherever it keeps them
/// (docs/checkpoints.md).
package final class CheckpointExchange: Exchange {
    /// What people call the remote.
    let name: String
    let session: ExchangeSession
    /// Whether another program copies what is there (docs/checkpoints.md, "When the remote lies").
    let isCopied: Bool
    var storage: any CheckpointStorage
    /// Where tasks are claimed; nil if nowhere.
    private let claimStorage: ClaimStorageOpener?
    var record: CheckpointRecord
    /// Where packs lie that come and go.
    let folder: ContainedFolder
    /// Whether the remote is encrypted.
    var encryption: RemoteEncryption
    /// The epochs of an encrypted remote; nil before they are needed.
    var epochs: RemoteEpochs?
    /// The key of this device, once it was opened; nil before it is needed.
    var openedKey: OpenedKey?
    let lists = NodeIDLists()
    /// The nodes that this exchange has received, each with the slot that it came from.
    var arrivals: [(id: NodeID, slot: Slot)] = []
    package var arrived: [NodeID] { arrivals.map(\.id) }
    /// Whether the store is being made from the remote.
    package var isCloning = false
    /// How many nodes pushes have brought.
    package internal(set) var sentCount = 0
    /// Tips of the store's own slot that are not statements: the next statement is put beside them.
    var ignoredTips: Set<CheckpointTip> = []

    /// Opens the place where tasks are claimed.
    package typealias ClaimStorageOpener = () throws(RedoError) -> any ClaimStorage

    /// - Parameters:
    ///   - name: of the remote in the store's configuration.
    ///   - isCopied: whether another program copies what is there.
    ///   - claimStorage: opens the place where tasks are claimed; nil if they cannot be.
    /// - Throws: wrong usage if the configuration names a first epoch that is none.
    package init(
        _ name: String, _ session: ExchangeSession, in storage: any CheckpointStorage,
        isCopied: Bool = false, claims claimStorage: ClaimStorageOpener? = nil
    ) throws(RedoError) {
        self.name = name
        self.isCopied = isCopied
        self.session = session
        self.storage = storage
        self.claimStorage = claimStorage
        folder = CheckpointRecord.folder(ofRemote: name, inStore: session.store.path)
        record = CheckpointRecord(in: folder)
        encryption = try RemoteEncryption(of: name, in: session.store)
    }

    var store: Store { session.store }

    /// The log as it is now: other commands write to it, too.
    var log: Repository {
        session.repository.forget()
        return session.repository
    }

    package func claims() throws(RedoError) -> any ClaimStorage {
        guard let claimStorage else { throw .noClaims }
        return try claims(in: claimStorage())
    }

    /// Lets no other command use the record, and reads it.
    ///
    /// - Returns: the lock, which ends with its last owner.
    func lockRecord() throws(RedoError) -> FileLock {
        let lock = try record.lock()
        record = CheckpointRecord(in: folder)
        return lock
    }

    /// Whether a push of this store has arrived there.
    var hasPushed: Bool { record.own?.last != nil }

    /// A tip that was read, and whose signature holds.
    struct ReadTip {
        let tip: CheckpointTip
        let statement: SignedStatement

        /// Why it says nothing of the slot under whose name it is; nil if it is the slot's.
        var strayReason: String? {
            StatementJudge.strayReason(statement.statement, under: tip.slot)
        }
    }

    /// Reads a tip.
    ///
    /// - Throws: STORAGE_004 if a member of an encrypted remote has sealed what is not a statement, or someone has put a
    ///   statement there that is not sealed.
    func read(_ tip: CheckpointTip) throws(RedoError) -> TipContent {
        guard var bytes = try storage.statement(of: tip) else { return .absent }
        if isStraySealed(bytes, storage.fileName(of: tip)) { return .invalid("it is encrypted") }
        if encryption.isSealed {
            guard let header = SealHeader(of: bytes.span) else {
                if (try? SignedStatement(reading: bytes)) == nil {
                    return .invalid("it is not encrypted, and not a statement")
                }
                throw RedoError(
                    .corrupted,
                    "the statement of the slot \(tip.slot) is not encrypted, as it has to be on this remote"
                )
            }
            // A statement is seldom sealed by an epoch that came after the tips were listed.
            if epochs?.canOpen(bytes) != true { try learnEpochs(of: [tip]) }
            if isCopied, epochs?.isMissing(header.epoch) == true { return .absent }
            bytes = try opened(bytes, as: .statement, "the statement of the slot \(tip.slot)")
        }
        let reason: String
        do throws(SignedStatement.Fault) {
            return .statement(ReadTip(tip: tip, statement: try SignedStatement(reading: bytes)))
        } catch {
            reason = "it cannot be used as a statement: \(error)"
        }
        guard encryption.isSealed else { return .invalid(reason) }
        throw RedoError(
            .corrupted, "the statement of the slot \(tip.slot) is not what it has to be: \(reason)")
    }

    /// The ids of a listed pack, which are kept as soon as a pack of its name was taken in or is the store's own.
    func ids(of pack: Digest) -> NodeIDList? { lists.list(of: pack, in: record) }
}

extension CheckpointExchange {
    /// Accepts that the remote does not show what the last fetch found to be missing, if it is missing still: up to there nothing
    /// is reported again.
    ///
    /// The word of a witness is noted by witness and slot. What this store has seen itself of a slot gives way to what the slot
    /// shows now.
    package func accept() throws(RedoError) -> AcceptOutcome {
        let lock = try lockRecord()
        defer { _ = lock }
        let noted = record.findings
        if noted.isEmpty { return AcceptOutcome() }
        let tips = try storage.tips()
        let refusal = try requireReadable(tips)
        let reading = try take(tips, isRefetching: false, accepting: noted)
        warnOfSealed(refusal)
        let now = try session.now()
        let accepted = reading.accepted.map { finding in
            let old = noted.first {
                $0.finding.seen.slot == finding.seen.slot
                    && $0.finding.witnessKey == finding.witnessKey
            }
            return NotedFinding(
                finding, key: old?.key, missingCount: old?.missingCount, since: now)
        }
        return AcceptOutcome(accepted: accepted, received: try report(reading))
    }
}

extension CheckpointExchange {
    /// Fills a new store. A place without checkpoints is an error unless it has nothing at all: it is another one, or is
    /// still being copied.
    package func clone() throws(RedoError) -> FetchOutcome {
        isCloning = true
        let isEmpty = try storage.tips().isEmpty
        if !isEmpty || storage.hasGenesis {
            let outcome = try fetch()
            guard !isEmpty, !isCopied, arrived.isEmpty, record.seen.isEmpty else { return outcome }
            // A store without nodes would look like one of a remote that has none.
            throw RedoError(
                .notFound, "\(name.printable) has slots, and nothing in them can be read yet",
                hints: [
                    "if another program copies it, run this again when that is done",
                    "'redo sync' on a device that pushes puts right what is damaged there",
                ])
        }
        let names = try storage.namesWithoutCheckpoint()
        guard let first = names.first else {
            var outcome = FetchOutcome()
            outcome.isEmpty = true
            return outcome
        }
        let others = names.count == 1 ? "" : " and \(names.count - 1) more"
        throw RedoError(
            .notFound,
            "\(name.printable) has no log of redo: there is no checkpoint, but \(first.printable)\(others)",
            hints: [
                "if it is still being copied, wait until that is done",
                "'redo remote' on a device that pushes prints the URL",
            ])
    }
}

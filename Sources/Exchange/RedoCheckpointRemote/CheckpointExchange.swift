import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Exchanges the nodes of a store with a remote that keeps packs in signed checkpoints (docs/checkpoints.md).
///
/// This module decides what a statement lists, which packs are sent and received, whose statements count, and how
/// epochs of an encrypted remote are read and started. It does not know where a remote keeps its files:
/// ``CheckpointStorage`` does, which folders, store helpers and git repositories implement. Start here; then read
/// `CheckpointExchange+Fetch` and `CheckpointPush` for the two directions, and ``CheckpointRecord`` for what is
/// remembered between exchanges.
package final class CheckpointExchange: Exchange {
    /// The name of the remote, for people.
    let name: String
    let session: ExchangeSession
    /// Whether another program copies the remote's files (docs/checkpoints.md, "When the remote lies").
    let isCopied: Bool
    var storage: any CheckpointStorage
    /// Opens the storage of claims; nil if tasks cannot be claimed here.
    private let claimStorage: ClaimStorageOpener?
    var record: CheckpointRecord
    /// The directory for temporary packs.
    let directory: ContainedDirectory
    /// Whether the remote is encrypted.
    var encryption: RemoteEncryption
    /// The epochs of an encrypted remote; nil before they are needed.
    var epochs: RemoteEpochs?
    /// The epochs of an encrypted remote; nil before they are needed.
    var openedKey: OpenedKey?
    let lists = NodeIDLists()
    /// The nodes that this exchange has received, each with the slot that it came from.
    var arrivals: [(id: NodeID, slot: Slot)] = []
    package var arrived: [NodeID] { arrivals.map(\.id) }
    /// Whether the store is being created from the remote.
    package var isCloning = false
    /// The number of nodes that pushes have sent.
    package internal(set) var sentCount = 0
    /// Tips of the store's own slot that are not statements. The next statement is put beside them.
    var ignoredTips: Set<CheckpointTip> = []

    /// Opens the storage in which tasks are claimed.
    package typealias ClaimStorageOpener = () throws(RedoError) -> any ClaimStorage

    /// - Parameters:
    ///   - name: of the remote in the store's configuration.
    ///   - isCopied: whether another program copies the remote's files.
    ///   - claimStorage: opens the storage of claims; nil if tasks cannot be claimed.
    /// - Throws: wrong usage if the first epoch in the configuration is invalid.
    package init(
        _ name: String, _ session: ExchangeSession, in storage: any CheckpointStorage,
        isCopied: Bool = false, claims claimStorage: ClaimStorageOpener? = nil
    ) throws(RedoError) {
        self.name = name
        self.isCopied = isCopied
        self.session = session
        self.storage = storage
        self.claimStorage = claimStorage
        directory = CheckpointRecord.directory(ofRemote: name, inStore: session.store.path)
        record = CheckpointRecord(in: directory)
        encryption = try RemoteEncryption(of: name, in: session.store)
    }

    var store: Store { session.store }

    /// The current log, which includes what other commands have written.
    var log: Repository {
        session.repository.forget()
        return session.repository
    }

    package func claims() throws(RedoError) -> any ClaimStorage {
        guard let claimStorage else { throw .noClaims }
        return try claims(in: claimStorage())
    }

    /// Locks the record against other commands, and reads it.
    ///
    /// - Returns: the lock, which is released with its last owner.
    func lockRecord() throws(RedoError) -> FileLock {
        let lock = try record.lock()
        record = CheckpointRecord(in: directory)
        return lock
    }

    /// Whether a push of this store has succeeded.
    var hasPushed: Bool { record.own?.last != nil }

    /// A tip that was read, with a valid signature.
    struct ReadTip {
        let tip: CheckpointTip
        let statement: SignedStatement

        /// Why it is not a statement of the slot under whose name it is stored; nil if it is.
        var strayReason: String? {
            StatementJudge.strayReason(statement.statement, under: tip.slot)
        }
    }

    /// Reads a tip.
    ///
    /// - Throws: STORAGE_004 if a member of an encrypted remote has sealed something other than a statement, or a
    ///   statement on it is not sealed.
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
            // Rarely, a statement is sealed by an epoch that was added after the tips were listed.
            if epochs?.canOpen(bytes) != true { try learnEpochs(of: [tip]) }
            if isCopied, epochs?.isMissing(header.epoch) == true { return .absent }
            bytes = try opened(bytes, as: .statement, "the statement of the slot \(tip.slot)")
        }
        let reason: String
        do throws(SignedStatement.Fault) {
            let signed = try SignedStatement(reading: bytes)
            // Anyone who can write to the remote can copy an old statement to a later number.
            if let number = tip.sequence, number != signed.statement.sequence {
                return .invalid(
                    "it has statement \(signed.statement.sequence) under the number \(number)")
            }
            return .statement(ReadTip(tip: tip, statement: signed))
        } catch {
            reason = "it cannot be used as a statement: \(error)"
        }
        guard encryption.isSealed else { return .invalid(reason) }
        throw RedoError(
            .corrupted, "the statement of the slot \(tip.slot) is not what it has to be: \(reason)")
    }

    /// The ids of a listed pack, which are kept once a pack of its name was received completely, or is in the store.
    func ids(of pack: Digest) -> NodeIDList? { lists.list(of: pack, in: record) }
}

extension CheckpointExchange {
    /// Accepts that the remote does not show what the last fetch found to be missing, if it is still missing. It is not
    /// reported again.
    ///
    /// What a witness reports is recorded by witness and slot. What this store itself has seen of a slot is replaced by
    /// what the slot shows now.
    package func accept() throws(RedoError) -> AcceptOutcome {
        let lock = try lockRecord()
        defer { _ = lock }
        let noted = record.findings
        if noted.isEmpty { return AcceptOutcome() }
        let tips = try storage.tips()
        let refusal = try requireReadable(tips)
        let reading = try admit(tips, isRefetching: false, accepting: noted)
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
    /// Fills a new store. A location without checkpoints is an error unless it is empty: it is the wrong one, or is
    /// still being copied.
    package func clone() throws(RedoError) -> FetchOutcome {
        isCloning = true
        let isEmpty = try storage.tips().isEmpty
        if !isEmpty || storage.hasGenesis {
            let outcome = try fetch()
            guard !isEmpty, !isCopied, arrived.isEmpty, record.seen.isEmpty else { return outcome }
            // An empty store would look like one cloned from a remote without nodes.
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

import RedoCheckpoints
import RedoCommandLine
import RedoCommands
import RedoCrypto
import RedoEpochs
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// Exchanges the nodes of a store with a remote that keeps packs in signed checkpoints, wherever it keeps them
/// (docs/checkpoints.md).
package struct CheckpointExchange<Storage: CheckpointStorage> {
    /// What people call the remote.
    let name: String
    let store: Store
    /// Whether another program copies what is there (docs/checkpoints.md, "When the remote lies").
    let isCopied: Bool
    var storage: Storage
    var record: CheckpointRecord
    /// Where packs lie that come and go.
    let folder: ContainedFolder
    /// Whether the remote is encrypted.
    var encryption: RemoteEncryption
    /// The epochs of an encrypted remote; nil before they are needed.
    var epochs: RemoteEpochs?
    /// The key of this device, once it was opened; nil before it is needed.
    var ownKey: OpenedKey?
    let lists = NodeIDLists()
    /// The nodes that fetches have taken in, also where a fetch failed.
    package internal(set) var arrived: [NodeID] = []
    /// Whether fetches read again all that is there, since the store lacks nodes that it had.
    package var isRestoring = false
    /// Whether the store is being made from the remote.
    package var isCloning = false
    /// Whether nodes came from the remote in another form before: then a fetch that brings none does not say that nothing is
    /// new.
    package var isBesideNews = false
    /// How many nodes pushes have brought.
    package internal(set) var sentCount = 0
    /// Tips of the store's own slot that are not statements: the next statement is put beside them.
    var ignoredTips: Set<CheckpointTip> = []

    /// - Parameters:
    ///   - name: of the remote in the store's configuration.
    ///   - isCopied: whether another program copies what is there.
    /// - Throws: wrong usage if the configuration names a first epoch that is none.
    package init(
        _ name: String, of store: Store, in storage: Storage, isCopied: Bool = false
    ) throws(RedoError) {
        self.name = name
        self.isCopied = isCopied
        self.store = store
        self.storage = storage
        folder = CheckpointRecord.folder(ofRemote: name, inStore: store.path)
        record = CheckpointRecord(in: folder)
        encryption = try RemoteEncryption(of: name, in: store)
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
    mutating func read(
        _ tip: CheckpointTip, _ context: borrowing CommandContext
    ) throws(RedoError) -> TipContent {
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
            if epochs?.canOpen(bytes) != true { try learnEpochs(of: [tip], context) }
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

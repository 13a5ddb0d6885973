import RedoCheckpoints
import RedoCommandLine
import RedoGit
import RedoModel
import RedoStore
import RedoSystem

extension GitExchange {
    /// Tells who writes here, and asks who writes elsewhere: `refs/redo/composing/<device>`.
    package mutating func exchangeComposing(
        _ change: ComposingChange?, _ context: borrowing CommandContext
    ) throws(RedoError) -> [ComposingNotice] {
        // Nothing goes to an encrypted remote in the clear.
        if encryption.isSealed { return [] }
        let record = CheckpointRecord(ofRemote: remote.name, inStore: store.path)
        if encryption == .undecided, record.sealedFile != nil || !record.keptEpochs.isEmpty {
            return []
        }
        let now = try context.now()
        let place = ComposingRepository(of: store)
        let lock = try place.lock()
        defer { place.remove(lock) }
        if encryption == .undecided, change != nil {
            // Nor beside what may be encrypted: a first epoch, and slots that no fetch has found plain.
            let isPlain = try remote.connection(in: place.make()).references(for: .fetch)
                .allSatisfy { reference in
                    if GenesisReference.names.contains(reference.name) { return false }
                    guard let slot = SlotReference.slot(of: reference.name) else { return true }
                    return record.seen[slot] != nil || record.own?.slot == slot
                }
            if !isPlain { return [] }
        }
        let connection = try remote.connection(in: place.make())
        switch change {
        case .writes(let notice): try connection.set(notice)
        case .stopped(_, let device): try connection.removeComposing(of: device.description)
        case nil: break
        }
        return try remote.connection(in: place.open()).composing(at: now)
    }
}

/// The repository for what goes to and comes from a remote for the sake of who writes: it lasts as long as the exchange, so that
/// nothing gathers.
///
/// ```
/// git/composing       the repository
/// git/composing.lock  held while it is used
/// ```
private struct ComposingRepository {
    private let parent: ContainedFolder
    private let folder: ContainedFolder

    init(of store: Store) {
        parent = ContainedFolder(["git"], in: store.path)
        folder = ContainedFolder(["git", "composing"], in: store.path)
    }

    func lock() throws(RedoError) -> FileLock {
        try failing(.writeFailed, "the repository for who is writing cannot be locked") {
            () throws(SystemError) in
            try parent.make()
            return try FileLock.wait(parent.file("composing.lock"))
        }
    }

    /// Makes it; what a command that was killed has left goes away.
    func make() throws(RedoError) -> GitRepository {
        try failing(.writeFailed, "\(folder.path) cannot be removed") { () throws(SystemError) in
            try folder.removeTree()
        }
        return try GitRepository(making: folder.path, branch: Mirror.branch)
    }

    func open() throws(RedoError) -> GitRepository { try GitRepository.open(folder.path) }

    func remove(_ lock: borrowing FileLock) { try? folder.removeTree() }
}

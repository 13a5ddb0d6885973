import RedoCrypto
import RedoEpochs
import RedoSystem

/// The epochs of an encrypted remote, as far as a key opens them.
struct RemoteEpochs {
    let genesis: GenesisPin
    /// By the digests of their bytes.
    private(set) var files: [Digest: EpochFile]
    private(set) var history: EpochHistory
    private var opened: [OpenedEpoch]
    /// Files whose key is not known.
    let unopenedCount: Int

    /// Opens what can be opened.
    ///
    /// - Parameters:
    ///   - known: epochs that were opened before.
    ///   - unseal: opens a box; nil for one that was sealed to another key.
    init(
        _ files: [Digest: EpochFile], genesis: GenesisPin, known: RemoteEpochs? = nil,
        unsealing unseal: (Span<UInt8>) -> [UInt8]?
    ) {
        var keys: [EpochID: EpochKey] = [:]
        for epoch in known?.opened ?? [] { keys[epoch.id] = epoch.key }
        let archive = EpochArchive(
            opening: Array(files.values), known: keys, unsealing: unseal)
        self.genesis = genesis
        self.files = files
        opened = archive.epochs
        unopenedCount = archive.unopened.count
        history = EpochHistory(archive.epochs, genesis: genesis)
    }

    /// Adds an epoch that this device has made.
    mutating func add(_ file: EpochFile, _ epoch: OpenedEpoch) {
        files[file.digest] = file
        opened.append(epoch)
        history = EpochHistory(opened, genesis: genesis)
    }

    /// Whether an epoch was accepted: otherwise the key is of no member, or the remote is another one.
    var isOpen: Bool { history.genesis != nil }

    /// Whether a file is sealed by an epoch that was opened.
    func canOpen(_ file: [UInt8]) -> Bool {
        guard let header = SealHeader(of: file.span) else { return false }
        return opened.contains { $0.id == header.epoch }
    }

    /// Whether there is an epoch of this id whose key is not known.
    func hasUnopened(_ id: EpochID) -> Bool {
        files.values.contains { $0.id == id } && !opened.contains { $0.id == id }
    }

    /// Whether an epoch is not there yet, or others before it are not.
    func isMissing(_ id: EpochID) -> Bool {
        guard let epoch = opened.first(where: { $0.id == id }) else {
            return !files.values.contains { $0.id == id }
        }
        guard case .waiting? = history.standing(of: epoch.reference) else { return false }
        return true
    }

    /// Whether a key is a device of a member now.
    func isMember(_ key: PublicKey) -> Bool {
        history.members.contains { $0.devices.contains { $0.key == key } }
    }

    /// The files of the epochs that were accepted: what a writer puts beside its statement.
    var acceptedFiles: [Digest: [UInt8]] {
        var accepted: Set<EpochID> = []
        for epoch in history.epochs { accepted.insert(epoch.id) }
        return files.filter { accepted.contains($0.value.id) }.mapValues(\.bytes)
    }
}

/// What a push seals with.
struct SealingEpoch {
    let seal: Seal
    /// The files of all epochs.
    let files: [Digest: [UInt8]]
    /// The epoch that the push starts; nil if it starts none.
    let started: EpochFile?
    /// The change of the members that was asked for; nil if none was. Nodes that must stay do not hold it up.
    let request: EpochRequest?
}

/// A change of the members, for which a push starts an epoch.
struct EpochRequest {
    var change: MembershipChange
    /// Who signs the epoch: a recovery key; nil for the key of this device.
    var recovery: Signer?
    /// The key of this device if it leaves, by an epoch after the one that seals the push.
    var leaving: PublicKey?
}

extension Seal {
    /// Seals a content.
    ///
    /// - Throws: E_PAYLOAD_TOO_LARGE.
    func sealed(_ content: [UInt8], as kind: SealKind) throws(RedoError) -> [UInt8] {
        do throws(SealFault) {
            return try seal(content.span, as: kind)
        } catch {
            throw RedoError(.payloadTooLarge, "a \(kind) cannot be sealed: \(error)")
        }
    }
}

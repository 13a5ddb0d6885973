import RedoCheckpoints
import RedoCrypto
import RedoEpochs
import RedoSystem

/// The epochs of an encrypted remote, as far as one box key opens them.
struct RemoteEpochs {
    /// The trusted first epoch.
    var genesis: GenesisPin
    /// The box key that opens the epochs.
    let box: BoxPublicKey
    /// The files that were read.
    private(set) var archive: EpochArchive
    private(set) var history: EpochHistory
    /// The records of files that are not kept.
    var unkept: UnkeptEpochs
    /// The names of files that could not be read in this process.
    var absent: Set<Digest> = []

    /// - Parameters:
    ///   - unkept: the records of earlier readings; nil if there are none.
    ///   - known: epochs that another key of this process has opened.
    init(
        genesis: GenesisPin, box: BoxPublicKey, unkept: UnkeptEpochs?, known: RemoteEpochs? = nil
    ) {
        self.genesis = genesis
        self.box = box
        // This box key may open what another one did not. The order of the listing is kept.
        var notes = UnkeptEpochs(box: box, genesis: genesis.id.digest)
        if let unkept, unkept.box == box, unkept.genesis == notes.genesis {
            notes = unkept
        } else {
            notes.untried = unkept?.untried ?? []
        }
        self.unkept = notes
        archive = EpochArchive(known: known?.archive.openKeys ?? [:])
        history = EpochHistory([], genesis: genesis)
        for file in known?.archive.files ?? [] { archive.add(file) }
        if known != nil { judge() }
    }

    // MARK: Reading

    /// Adds a file, and opens it if its key is known.
    mutating func add(_ file: EpochFile) { archive.add(file) }

    /// Tries the boxes of a file.
    ///
    /// - Returns: whether the file's key is known now.
    mutating func tryBoxes(of file: EpochFile, _ unseal: (Span<UInt8>) -> [UInt8]?) -> Bool {
        archive.tryBoxes(of: file, unsealing: unseal)
    }

    /// Judges all opened epochs.
    mutating func judge() { history = EpochHistory(archive.epochs, genesis: genesis) }

    /// Adds an epoch that this device has created.
    mutating func add(_ file: EpochFile, _ epoch: OpenedEpoch) {
        archive.add(file, epoch)
        judge()
    }

    /// Whether a listing has files that were neither read nor tried before.
    func hasNews(in listing: EpochListing) -> Bool {
        listing.names.contains {
            !archive.names.contains($0) && !absent.contains($0) && !unkept.hasTried($0)
        }
    }

    /// Whether there are files whose boxes did not open, and that are not recorded.
    var hasUnnoted: Bool {
        archive.unopened.contains {
            !archive.isUntried($0) && unkept.unopened[$0.digest] == nil
        }
    }

    /// Records the results for the files that were read.
    ///
    /// - Parameter isNoting: whether boxes that did not open are recorded as sealed to other keys.
    mutating func settle(notingUnopened isNoting: Bool) {
        let accepted = Set(acceptedFiles.keys)
        for file in refusedFiles { unkept.refused[file.digest] = file.id.digest }
        var waiting = absent
        for file in archive.unopened where !archive.isUntried(file) {
            if isNoting { unkept.unopened[file.digest] = file.id.digest }
            waiting.insert(file.digest)
        }
        for epoch in archive.epochs {
            guard let file = archive.file(of: epoch.reference) else { continue }
            if accepted.contains(file.digest) {
                unkept.unopened[file.digest] = nil
            } else {
                waiting.insert(file.digest)
            }
        }
        let rest = unkept.untried.filter { !accepted.contains($0) && !unkept.hasTried($0) }
        // Files that had their turn come last, so that each file has one.
        unkept.untried = rest.filter { !waiting.contains($0) } + rest.filter(waiting.contains)
    }

    // MARK: Looking

    /// Whether an epoch was accepted: otherwise the key belongs to no member, or the remote is another one.
    var isOpen: Bool { history.genesis != nil }

    /// The number of files whose keys are unknown.
    var unopenedCount: Int {
        let names = archive.unopened.map(\.digest)
        return Set(names).union(unkept.unopened.keys).count
    }

    /// Whether the key opened an epoch, accepted or not.
    var hasOpened: Bool { !archive.openKeys.isEmpty }

    /// The number of files that were listed, and must still be read or tried.
    var untriedCount: Int {
        archive.unopened.count(where: archive.isUntried)
            + unkept.untried.count { !archive.names.contains($0) && !absent.contains($0) }
    }

    /// Whether a file is sealed by an epoch that was opened.
    func canOpen(_ file: [UInt8]) -> Bool {
        SealHeader(of: file.span).map { archive.isOpen($0.epoch) } ?? false
    }

    /// Whether a file of an epoch was read, now or before.
    func has(_ id: EpochID) -> Bool {
        archive.has(id) || unkept.unopened.values.contains(id.digest)
    }

    /// Whether an epoch with this id is present and its key is unknown.
    func hasUnopened(_ id: EpochID) -> Bool { has(id) && !archive.isOpen(id) }

    /// Whether an epoch was refused before, and is not read again.
    func isRefused(_ id: EpochID) -> Bool { unkept.refused.values.contains(id.digest) }

    /// Whether an epoch, or one before it, is missing so far.
    func isMissing(_ id: EpochID) -> Bool {
        guard archive.isOpen(id) else { return !has(id) && !isRefused(id) }
        return !history.epochs.contains { $0.id == id }
            && archive.epochs.contains { epoch in
                guard epoch.id == id, case .waiting? = history.standing(of: epoch.reference) else {
                    return false
                }
                return true
            }
    }

    /// Whether a key is a device of a member now.
    func isMember(_ key: PublicKey) -> Bool {
        history.members.contains { $0.devices.contains { $0.key == key } }
    }

    /// The files of the accepted epochs, which a writer puts beside its statement, and a store keeps.
    var acceptedFiles: [Digest: [UInt8]] {
        var files: [Digest: [UInt8]] = [:]
        for epoch in history.epochs {
            if let file = archive.file(of: epoch.reference) { files[file.digest] = file.bytes }
        }
        return files
    }

    /// The files that can never be accepted: their bodies are invalid, or their signers may not start them.
    private var refusedFiles: [EpochFile] {
        var files = archive.damaged.map(\.file)
        // Without a first epoch, a refused epoch may still be accepted later.
        guard isOpen else { return files }
        for epoch in archive.epochs {
            guard case .refused? = history.standing(of: epoch.reference) else { continue }
            if let file = archive.file(of: epoch.reference) { files.append(file) }
        }
        return files
    }
}

/// The seal of a push.
struct SealingEpoch {
    let seal: Seal
    /// The files of all epochs.
    let files: [Digest: [UInt8]]
    /// The epoch that the push starts; nil for none.
    let started: EpochFile?
    /// The requested change of the members; nil for none. Nodes that cannot be sent do not prevent it.
    let request: EpochRequest?
}

/// A requested change of the members, for which a push starts an epoch.
struct EpochRequest {
    var change: MembershipChange
    /// The recovery key that signs the epoch; nil for the key of this device.
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

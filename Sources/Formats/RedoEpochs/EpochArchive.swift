import RedoCrypto

/// The epoch files of a remote, as far as one key opens them: by its boxes, and by the keys in the bodies of later
/// epochs.
///
/// Files are added one by one. A file with a known key is opened at once. The boxes of the others are tried only on
/// request, since a stranger can put any number of files on the remote, and each box may need a request to a program.
package struct EpochArchive: Sendable {
    /// An epoch, and its file.
    private struct Opened: Sendable {
        let file: EpochFile
        let epoch: OpenedEpoch
    }

    /// The digests of all files that were added.
    package private(set) var names: Set<Digest> = []
    /// Ids that are in bodies, and for which no file was added.
    package private(set) var lacking: Set<EpochID> = []
    /// Files with a known key, and an invalid body.
    package private(set) var damaged: [(file: EpochFile, fault: EpochFault)] = []
    private var opened: [EpochReference: Opened] = [:]
    private var openIDs: Set<EpochID> = []
    /// Files for which no key is known.
    private var locked: [EpochID: [EpochFile]] = [:]
    /// The known keys of each id. Later bodies can have wrong keys for earlier epochs, so there may be several to try.
    private var keys: [EpochID: [EpochKey]]
    /// The ids whose boxes were tried: files of one id have the same boxes.
    private var tried: Set<EpochID> = []
    private var added: Set<EpochID> = []

    /// - Parameter known: keys from earlier readings. Only boxes of other files are tried.
    package init(known: [EpochID: EpochKey] = [:]) { keys = known.mapValues { [$0] } }

    /// Opens as many files as possible.
    ///
    /// - Parameters:
    ///   - files: the files, in any order; duplicates are ignored.
    ///   - known: keys from earlier readings.
    ///   - unseal: opens a box; returns nil for one that was sealed to another key.
    /// - Complexity: O(n) calls for n boxes.
    package init<Failure: Error>(
        opening files: [EpochFile], known: [EpochID: EpochKey] = [:],
        unsealing unseal: (_ box: Span<UInt8>) throws(Failure) -> [UInt8]?
    ) throws(Failure) {
        self.init(known: known)
        for file in files { add(file) }
        for file in files.sorted(by: { $0.digest < $1.digest }) {
            _ = try tryBoxes(of: file, unsealing: unseal)
        }
    }

    // MARK: Opening

    /// Adds a file, and opens it if its key is known.
    package mutating func add(_ file: EpochFile) {
        guard names.insert(file.digest).inserted else { return }
        added.insert(file.id)
        lacking.remove(file.id)
        if let key = keys[file.id]?.first(where: { $0.commitment == file.commitment }) {
            open([(file, key)])
        } else {
            locked[file.id, default: []].append(file)
        }
    }

    /// Adds an epoch that this device has created.
    package mutating func add(_ file: EpochFile, _ epoch: OpenedEpoch) {
        names.insert(file.digest)
        added.insert(file.id)
        keys[epoch.id, default: []].append(epoch.key)
        opened[epoch.reference] = Opened(file: file, epoch: epoch)
        openIDs.insert(epoch.id)
    }

    /// Tries the boxes of a file that was added, unless it is open or they were tried before.
    ///
    /// - Parameter unseal: opens a box; returns nil for one that was sealed to another key.
    /// - Returns: whether the key is known now.
    /// - Complexity: O(n) calls for n boxes.
    package mutating func tryBoxes<Failure: Error>(
        of file: EpochFile, unsealing unseal: (_ box: Span<UInt8>) throws(Failure) -> [UInt8]?
    ) throws(Failure) -> Bool {
        guard isUntried(file) else { return false }
        guard let key = try file.key(unsealing: unseal) else {
            tried.insert(file.id)
            return false
        }
        open(addKey(key, of: file.id))
        return true
    }

    /// Opens files with their keys, and then all files whose keys are in their bodies.
    private mutating func open(_ files: [(EpochFile, EpochKey)]) {
        var ready = files
        while let (file, key) = ready.popLast() {
            let epoch: OpenedEpoch
            do throws(EpochFault) {
                epoch = try file.open(with: key)
            } catch {
                damaged.append((file, error))
                continue
            }
            guard opened[epoch.reference] == nil else { continue }
            opened[epoch.reference] = Opened(file: file, epoch: epoch)
            openIDs.insert(epoch.id)
            let past = epoch.body.past
            for (index, reference) in past.references.enumerated() {
                if !added.contains(reference.id) { lacking.insert(reference.id) }
                let isKnown = keys[reference.id]?.contains { past.hasKey($0, at: index) }
                if isKnown == true { continue }
                ready += addKey(past.key(at: index), of: reference.id)
            }
        }
    }

    /// Adds a key.
    ///
    /// - Returns: the files that it opens.
    private mutating func addKey(_ key: EpochKey, of id: EpochID) -> [(EpochFile, EpochKey)] {
        keys[id, default: []].append(key)
        // All files of an id have one commitment.
        guard let files = locked[id], key.commitment == files[0].commitment else { return [] }
        locked[id] = nil
        return files.map { ($0, key) }
    }

    // MARK: Looking

    /// The opened epochs, sorted.
    package var epochs: [OpenedEpoch] {
        opened.values.map(\.epoch).sorted { $0.reference < $1.reference }
    }

    /// Files without a known key: those of members who have not added this one, and those of strangers.
    package var unopened: [EpochFile] {
        locked.values.flatMap(\.self).sorted { $0.digest < $1.digest }
    }

    /// The file of an opened epoch; nil for any other.
    package func file(of reference: EpochReference) -> EpochFile? { opened[reference]?.file }

    /// Whether an epoch with an id was opened.
    package func isOpen(_ id: EpochID) -> Bool { openIDs.contains(id) }

    /// Whether there is a file with an id and without a known key.
    package func isLocked(_ id: EpochID) -> Bool { locked[id] != nil }

    /// Whether a file with an id was added.
    package func has(_ id: EpochID) -> Bool { added.contains(id) }

    /// Whether a file has no known key, and its boxes were not tried.
    package func isUntried(_ file: EpochFile) -> Bool {
        locked[file.id] != nil && !tried.contains(file.id)
    }

    /// A key of each opened id.
    package var openKeys: [EpochID: EpochKey] {
        opened.values.reduce(into: [:]) { $0[$1.epoch.id] = $1.epoch.key }
    }

    /// All files that were added and are not damaged.
    package var files: [EpochFile] { opened.values.map(\.file) + unopened }
}

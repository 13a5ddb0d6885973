import RedoCrypto

/// The epoch files of a remote, as far as one key opens them: by its boxes, and by the keys in the bodies of later
/// epochs.
package struct EpochArchive: Sendable {
    /// The epochs that could be opened, sorted.
    package private(set) var epochs: [OpenedEpoch] = []
    /// Files for which no key is known: of members who have not listed this one, or of no one.
    package private(set) var unopened: [EpochFile] = []
    /// Files whose key is known, and whose body is not what it should be.
    package private(set) var damaged: [(file: EpochFile, fault: EpochFault)] = []

    /// Opens what can be opened.
    ///
    /// - Parameters:
    ///   - files: in any order; each counts once.
    ///   - known: keys from earlier. Only boxes of other files are tried.
    ///   - unseal: opens a box; nil for one that was sealed to another key.
    /// - Complexity: O(n) calls for n boxes.
    package init<Failure: Error>(
        opening files: [EpochFile], known: [EpochID: EpochKey] = [:],
        unsealing unseal: (_ box: Span<UInt8>) throws(Failure) -> [UInt8]?
    ) throws(Failure) {
        var waiting: [Digest: EpochFile] = [:]
        for file in files { waiting[file.digest] = file }
        // Later bodies can have wrong keys for earlier epochs, so there may be several to try.
        var keys: [EpochID: [EpochKey]] = known.mapValues { [$0] }
        var seen: Set<EpochReference> = []
        while true {
            var opened: [OpenedEpoch] = []
            for (digest, file) in waiting {
                guard
                    let key = keys[file.id]?.first(where: { $0.commitment == file.commitment })
                else { continue }
                waiting[digest] = nil
                do throws(EpochFault) {
                    opened.append(try file.open(with: key))
                } catch {
                    damaged.append((file, error))
                }
            }
            for epoch in opened where seen.insert(epoch.reference).inserted {
                epochs.append(epoch)
                keys[epoch.id, default: []].append(epoch.key)
                let past = epoch.body.past
                for (index, reference) in past.references.enumerated() {
                    let isOpened = keys[reference.id]?.contains { past.hasKey($0, at: index) }
                    if isOpened != true {
                        keys[reference.id, default: []].append(past.key(at: index))
                    }
                }
            }
            if !opened.isEmpty { continue }
            // Only where no key helps are boxes tried: a program may be asked for each of them.
            let next = waiting.values.filter { file in
                !unopened.contains { $0.id == file.id }
            }
            guard let file = next.min(by: { $0.digest < $1.digest }) else { break }
            if let key = try file.key(unsealing: unseal) {
                keys[file.id, default: []].append(key)
            } else {
                unopened.append(file)
            }
        }
        unopened = waiting.values.sorted { $0.digest < $1.digest }
        epochs.sort { $0.reference < $1.reference }
        damaged.sort { $0.file.digest < $1.file.digest }
    }
}

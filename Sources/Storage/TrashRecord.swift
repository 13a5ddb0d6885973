import RedoCrypto
import RedoModel
import RedoSystem

/// Since when a store has seen each task in the trash. It is local: what another store has seen does not count here.
package struct TrashRecord: Sendable, Equatable {
    /// When the present state of a task was first seen.
    package struct Sighting: Sendable, Equatable {
        /// The fingerprint of the heads that the task had.
        package let fingerprint: String
        package let since: Instant

        package init(fingerprint: String, since: Instant) {
            self.fingerprint = fingerprint
            self.since = since
        }
    }

    package var sightings: [TaskID: Sighting] = [:]

    package init() {}
}

/// The file `trash` has a line for each task, by id, and a checksum of everything before it:
///
/// ```
/// 86f4db9a-0aba-41ca-aff5-44964e473fd1 <64 hexadecimal digits> 2025-11-16T12:00:00.000Z
/// <64 hexadecimal digits>
/// ```
extension TrashRecord {
    var text: String {
        sightings.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value.fingerprint) \($0.value.since.wallText)\n" }.joined()
    }

    /// Returns nil unless the record is whole.
    init?(_ bytes: [UInt8]) {
        var lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.popLast() == "", let checksum = lines.popLast() else { return nil }
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, let task = TaskID(words[0]),
                let since = Instant(iso8601: Array(words[2].utf8).span)
            else { return nil }
            sightings[task] = Sighting(fingerprint: words[1], since: since)
        }
        guard checksum == Self.checksum(text) else { return nil }
    }

    fileprivate static func checksum(_ text: String) -> String {
        SHA256.digest(Array(text.utf8).span).hexadecimal
    }
}

extension Store {
    private static let trashFileName = "trash"
    private static let maximumTrashByteCount = 64 << 20

    /// The record; a damaged one counts as empty, so that the days are counted again.
    package func trashRecord() -> TrashRecord {
        let file = Path.join(path, Self.trashFileName)
        guard let bytes = try? Files.read(file, limit: Self.maximumTrashByteCount) else {
            return TrashRecord()
        }
        return TrashRecord(bytes) ?? TrashRecord()
    }

    /// Replaces the record.
    ///
    /// - Throws: ``SystemError`` if it cannot be written.
    package func keep(_ record: TrashRecord) throws(SystemError) {
        let file = ContainedFile(Self.trashFileName, in: directory())
        if record.sightings.isEmpty {
            strike(record: Self.trashFileName)
            return try file.removeIfPresent()
        }
        let bytes = Array("\(record.text)\(TrashRecord.checksum(record.text))\n".utf8)
        try file.replace(with: bytes.span, mode: 0o644, isSynced: false)
        note(record: Self.trashFileName)
    }
}

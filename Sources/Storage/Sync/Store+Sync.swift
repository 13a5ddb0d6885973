import RedoJSON
import RedoModel
import RedoSystem

/// The directory of the records about exchanges with remotes. It is local, and may be removed:
///
/// ```
/// sync/log        the last 100 exchanges, a line of canonical JSON each, the latest last
/// sync/log.lock   held while a line is added
/// sync/lock       held by the process that syncs by itself: of sync.auto, or redo sync --watch
/// sync/wanted     there while a command has written what that process has not seen
/// ```
extension Store {
    private var syncDirectory: ContainedDirectory { directory("sync") }
    private var syncLog: ContainedFile { ContainedFile("log", in: syncDirectory) }
    private var syncRequest: ContainedFile { ContainedFile("wanted", in: syncDirectory) }

    private static let keptSyncCount = 100
    private static let maximumSyncByteCount = 16 << 20

    // MARK: The log

    /// The last exchanges, the latest last. Damaged lines are left out.
    package func syncRecords() -> [SyncRecord] { syncLines().compactMap { SyncRecord($0) } }

    /// The last exchange; nil before the first one, or if its line is damaged.
    package var lastSyncRecord: SyncRecord? { syncLines().last.flatMap { SyncRecord($0) } }

    /// The directory that changes with each exchange.
    package var syncPath: String { syncDirectory.path }

    private func syncLines() -> [[UInt8]] { Self.lines(of: syncLogBytes()) }

    private func syncLogBytes() -> [UInt8] {
        (try? Files.read(syncLog.path, limit: Self.maximumSyncByteCount)) ?? []
    }

    private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    /// The lines that stay when one is added. The rest of a line that a power cut left is removed: with another line
    /// after it, it would be damage.
    private func keptSyncLines() -> [[UInt8]] {
        let bytes = syncLogBytes()
        let lines = Self.lines(of: bytes)
        let isCutOff =
            FormFault.hasHole(bytes)
            || SyncRecord.faults(inLog: bytes).contains { $0.gravity == .cutOff }
        return isCutOff ? lines.filter { SyncRecord($0) != nil } : lines
    }

    /// Adds an exchange to the log.
    ///
    /// - Throws: ``SystemError`` if it cannot be written.
    package func add(_ record: SyncRecord) throws(SystemError) {
        try syncDirectory.make()
        let lock = try FileLock.wait(syncDirectory.file("log.lock"))
        let lines =
            keptSyncLines().suffix(Self.keptSyncCount - 1) + [CanonicalJSON.bytes(record.json)]
        let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
        try syncLog.replace(with: bytes.span, mode: 0o644, isSynced: false)
        note(record: "sync/log")
        _ = consume lock
    }

    // MARK: The background sync

    /// Takes the lock of the process that syncs in the background.
    ///
    /// - Returns: nil if another process has it.
    /// - Throws: STORAGE_003 if it cannot be taken.
    package func syncLock() throws(RedoError) -> FileLock? {
        try failing(.writeFailed, "automatic syncs cannot be locked") { () throws(SystemError) in
            try syncDirectory.make()
            return try FileLock.take(syncDirectory.file("lock"))
        }
    }

    /// Whether a command has written something that this process has not seen.
    package var isSyncWanted: Bool { ((try? Files.statusOfLink(syncRequest.path)) ?? nil) != nil }

    /// Notifies that process of new nodes.
    ///
    /// - Throws: STORAGE_003 if it cannot be notified.
    package func requestSync() throws(RedoError) {
        try failing(.writeFailed, "an automatic sync cannot be asked for") {
            () throws(SystemError) in
            try syncDirectory.make()
            let nothing: [UInt8] = []
            try syncRequest.append(nothing.span)
        }
    }

    /// Records that everything written until now is being sent.
    ///
    /// - Throws: STORAGE_003 if that cannot be recorded.
    package func clearSyncRequest() throws(RedoError) {
        try failing(.writeFailed, "an automatic sync cannot be noted") { () throws(SystemError) in
            try syncRequest.removeIfPresent()
        }
    }
}

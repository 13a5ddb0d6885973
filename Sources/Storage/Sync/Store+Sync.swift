import RedoJSON
import RedoModel
import RedoSystem

/// The folder of what is known of exchanges with remotes. It is local, and may be removed:
///
/// ```
/// sync/log        the last 100 exchanges, a line of canonical JSON each, the latest last
/// sync/log.lock   held while a line is added
/// sync/lock       held by the process that syncs by itself: of sync.auto, or redo sync --watch
/// sync/wanted     there while a command has written what that process has not seen
/// ```
extension Store {
    private var syncFolder: ContainedFolder { folder("sync") }
    private var syncLog: ContainedFile { ContainedFile("log", in: syncFolder) }
    private var syncRequest: ContainedFile { ContainedFile("wanted", in: syncFolder) }

    private static let keptSyncCount = 100
    private static let greatestSyncByteCount = 16 << 20

    // MARK: The log

    /// The last exchanges, the latest last. Lines that are damaged are left out.
    package func syncRecords() -> [SyncRecord] { syncLines().compactMap { SyncRecord($0) } }

    /// The last exchange; nil before the first one, or if its line is damaged.
    package var lastSyncRecord: SyncRecord? { syncLines().last.flatMap { SyncRecord($0) } }

    /// The folder whose changes tell of exchanges.
    package var syncPath: String { syncFolder.path }

    private func syncLines() -> [[UInt8]] { Self.lines(of: syncLogBytes()) }

    private func syncLogBytes() -> [UInt8] {
        (try? Files.read(syncLog.path, limit: Self.greatestSyncByteCount)) ?? []
    }

    private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    /// The lines that stay when one is added. What a power cut left of a line goes: behind it another line would be damage.
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
        try syncFolder.make()
        let lock = try FileLock.wait(syncFolder.file("log.lock"))
        let lines =
            keptSyncLines().suffix(Self.keptSyncCount - 1) + [CanonicalJSON.bytes(record.json)]
        let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
        try syncLog.replace(with: bytes.span, mode: 0o644, isSynced: false)
        note(record: "sync/log")
        _ = consume lock
    }

    // MARK: The process that syncs by itself

    /// Takes the lock of the process that syncs by itself.
    ///
    /// - Returns: nil if another process has it.
    /// - Throws: STORAGE_003 if it cannot be taken.
    package func syncLock() throws(RedoError) -> FileLock? {
        try failing(.writeFailed, "automatic syncs cannot be locked") { () throws(SystemError) in
            try syncFolder.make()
            return try FileLock.take(syncFolder.file("lock"))
        }
    }

    /// Whether a command has written what that process has not seen.
    package var isSyncWanted: Bool { ((try? Files.statusOfLink(syncRequest.path)) ?? nil) != nil }

    /// Tells that process of what was written.
    ///
    /// - Throws: STORAGE_003 if it cannot be told.
    package func requestSync() throws(RedoError) {
        try failing(.writeFailed, "an automatic sync cannot be asked for") {
            () throws(SystemError) in
            try syncFolder.make()
            let nothing: [UInt8] = []
            try syncRequest.append(nothing.span)
        }
    }

    /// Notes that what was written until now is being sent.
    ///
    /// - Throws: STORAGE_003 if it cannot be noted.
    package func clearSyncRequest() throws(RedoError) {
        try failing(.writeFailed, "an automatic sync cannot be noted") { () throws(SystemError) in
            try syncRequest.removeIfPresent()
        }
    }
}

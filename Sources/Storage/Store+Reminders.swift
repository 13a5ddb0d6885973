import RedoModel
import RedoSystem

/// The folder of what is known of reminders on this device:
///
/// ```
/// reminders/told      the record, and a line with the SHA-256 of what stands before it
/// reminders/lock      held while something is announced
/// ```
///
/// The record is not synced. Without it, or with a damaged one, a new one begins.
extension Store {
    private var remindersFolder: ContainedFolder { folder("reminders") }
    private var reminderFile: ContainedFile { ContainedFile("told", in: remindersFolder) }
    private static let greatestReminderByteCount = 16 << 20

    /// The record; one that is missing or damaged begins now.
    package func reminderRecord(at now: Instant) -> ReminderRecord {
        guard let bytes = try? Files.read(reminderFile.path, limit: Self.greatestReminderByteCount)
        else { return ReminderRecord(beginningAt: now) }
        return ReminderRecord(file: bytes) ?? ReminderRecord(beginningAt: now)
    }

    /// Replaces the record.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package func keep(_ record: ReminderRecord) throws(RedoError) {
        let bytes = record.file
        try failing(.writeFailed, "what was announced cannot be noted") { () throws(SystemError) in
            try remindersFolder.make()
            try reminderFile.replace(with: bytes.span, mode: 0o644, isSynced: false)
        }
        note(record: "reminders/told")
    }

    /// Takes the lock under which reminders are announced, so that each is announced once.
    ///
    /// - Parameter patience: how long to wait for it, in milliseconds.
    /// - Returns: nil if another process has it all that time.
    /// - Throws: STORAGE_003 if it cannot be taken.
    package func reminderLock(patience: Int = 0) throws(RedoError) -> FileLock? {
        try failing(.writeFailed, "reminders cannot be locked") { () throws(SystemError) in
            try remindersFolder.make()
            return try FileLock.take(remindersFolder.file("lock"), patience: patience)
        }
    }
}

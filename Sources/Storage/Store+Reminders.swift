import RedoModel
import RedoSystem

/// The directory of the records about reminders on this device:
///
/// ```
/// reminders/told      the record, and a line with the SHA-256 of everything before it
/// reminders/lock      held while something is announced
/// ```
///
/// The record is not synced. If it is missing or damaged, a new one is started.
extension Store {
    private var remindersDirectory: ContainedDirectory { directory("reminders") }
    private var reminderFile: ContainedFile { ContainedFile("told", in: remindersDirectory) }
    private static let maximumReminderByteCount = 16 << 20

    /// The record; a new one if it is missing or damaged.
    package func reminderRecord(at now: Instant) -> ReminderRecord {
        guard let bytes = try? Files.read(reminderFile.path, limit: Self.maximumReminderByteCount)
        else { return ReminderRecord(beginningAt: now) }
        return ReminderRecord(file: bytes) ?? ReminderRecord(beginningAt: now)
    }

    /// Replaces the record.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package func keep(_ record: ReminderRecord) throws(RedoError) {
        let bytes = record.file
        try failing(.writeFailed, "what was announced cannot be noted") { () throws(SystemError) in
            try remindersDirectory.make()
            try reminderFile.replace(with: bytes.span, mode: 0o644, isSynced: false)
        }
        note(record: "reminders/told")
    }

    /// Takes the lock for announcing reminders, so that each is announced once.
    ///
    /// - Parameter patience: the timeout, in milliseconds.
    /// - Returns: nil if another process has it until the timeout.
    /// - Throws: STORAGE_003 if it cannot be taken.
    package func reminderLock(patience: Int = 0) throws(RedoError) -> FileLock? {
        try failing(.writeFailed, "reminders cannot be locked") { () throws(SystemError) in
            try remindersDirectory.make()
            return try FileLock.take(remindersDirectory.file("lock"), patience: patience)
        }
    }
}

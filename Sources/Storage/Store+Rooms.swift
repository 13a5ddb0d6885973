import RedoModel
import RedoSystem

/// The directory of what this device keeps about rooms; nothing of it is synced:
///
/// ```
/// rooms/read              for each room its id and how many of its messages were read here; one a line
/// rooms/asking-<digits>   held by the process that asks the machine of that room
/// ```
extension Store {
    private var roomsDirectory: ContainedDirectory { directory("rooms") }
    private var readFile: ContainedFile { ContainedFile("read", in: roomsDirectory) }
    private static let maximumReadByteCount = 4 << 20

    /// The numbers of messages that were read here, by room. A line that is not one counts for nothing.
    ///
    /// - Complexity: constant if there is no file.
    package var readMessageCounts: [NodeID: Int] {
        guard let bytes = try? Files.read(readFile.path, limit: Self.maximumReadByteCount) else {
            return [:]
        }
        var counts: [NodeID: Int] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 2, let room = NodeID(words[0]), let count = Int(words[1]),
                count >= 0
            else { continue }
            counts[room] = count
        }
        return counts
    }

    /// Records how many messages of a room were read here. Fails silently: what cannot be recorded counts as unread.
    package func noteRead(_ count: Int, in room: NodeID) {
        var counts = readMessageCounts
        guard counts[room] ?? 0 != count else { return }
        counts[room] = count
        let text = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
        do throws(SystemError) {
            try roomsDirectory.make()
            try readFile.replace(with: Array(text.utf8).span, mode: 0o644, isSynced: false)
        } catch {}
    }

    /// Whether a process of this device asks the machine of a room.
    ///
    /// - Throws: STORAGE_003 if that cannot be determined.
    package func isAsking(in room: NodeID) throws(RedoError) -> Bool {
        try askingLock(of: room) == nil
    }

    /// Takes the lock for asking the machine of a room, so that one process of this device does.
    ///
    /// - Parameter patience: the timeout, in milliseconds: whoever only looks holds the lock for a moment.
    /// - Returns: nil if another process has it until the timeout.
    /// - Throws: STORAGE_003 if it cannot be taken.
    package func askingLock(
        of room: NodeID, patience: Int = 0
    ) throws(RedoError) -> FileLock? {
        let name = "asking-\(room.digest.hexadecimal.prefix(16))"
        return try failing(.writeFailed, "the machine of the room cannot be locked") {
            () throws(SystemError) in
            try roomsDirectory.make()
            return try FileLock.take(roomsDirectory.file(name), patience: patience)
        }
    }
}

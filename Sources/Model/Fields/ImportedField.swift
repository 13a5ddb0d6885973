import RedoJSON

/// Fields that an import sets: where a task is from, its times there, and what only the other program can read.
package enum ImportedField {
    /// `FORMAT:UID`: by it another import recognises the task.
    package static let origin: JSONString = "importedFrom"
    /// When the task was created in the other program; the wall times of its nodes are that of the import.
    package static let created: JSONString = "createdAt"
    /// When it was last changed there.
    package static let modified: JSONString = "modifiedAt"
    /// When it was deleted there.
    package static let ended: JSONString = "endedAt"
    /// An object with values of Taskwarrior that no field here means.
    package static let taskwarrior: JSONString = "taskwarrior"
    /// The line of todo.txt.
    package static let todotxt: JSONString = "todotxt"

    /// Fields that people have no use for.
    package static let hidden: Set<JSONString> = [taskwarrior, todotxt]
}

extension TaskState {
    /// When the task was created: in the program that it was imported from, or else the wall time of the CREATE.
    package var creation: Instant {
        fields.extra("createdAt")?.string?.instant ?? created
    }

    /// When a to-do was created. One that was imported with its task is as old as the task.
    package func creation(of todo: TodoState) -> Instant {
        todo.created == created ? creation : todo.created
    }
}

extension Organisation.Comment {
    /// When it was written, and its text: an import writes the time in the other program at the beginning of the text,
    /// since ADD_COMMENT takes no further member.
    ///
    /// ```
    /// [2025-11-01T05:39:55.000Z] Ask Ana first
    /// ```
    package var written: (at: Instant, text: JSONString) {
        let bytes = text.utf8
        let length = Self.timeByteCount
        guard bytes.count > length + 3, bytes[0] == UInt8(ascii: "["),
            bytes[length + 1] == UInt8(ascii: "]"), bytes[length + 2] == UInt8(ascii: " "),
            let time = Instant(iso8601: Array(bytes[1...length]).span)
        else { return (created, text) }
        return (time, JSONString(validated: Array(bytes[(length + 3)...])))
    }

    /// The text of a comment that was written at a time in another program.
    package static func text(_ text: String, at time: Instant) -> String {
        "[\(time.wallText)] \(text)"
    }

    /// The same comment with another text, as its log has it: the time at its beginning stays.
    package func replacement(_ other: String) -> String {
        let (time, bare) = written
        return bare.utf8.count == text.utf8.count ? other : Self.text(other, at: time)
    }

    /// The number of bytes of an ``Instant/wallText``.
    private static let timeByteCount = 24
}

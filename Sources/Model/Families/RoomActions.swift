/// The actions of the family `rooms` (docs/extensions.md), as far as this version knows them.
enum RoomActions {
    static let subjects: [SubjectSource.Entry] = [
        ("OPEN_ROOM", .newRoom), ("PAY", .roomField), ("SIGNAL", .roomField),
        ("DECLINE", .roomField), ("CANCEL", .roomField), ("EXPIRE", .roomField),
        ("SAY", .roomField), ("PASS", .roomField), ("RAISE_HAND", .roomField),
        ("LOWER_HAND", .roomField), ("LEAVE", .roomField), ("CENOTAPH", .roomField),
    ]
}

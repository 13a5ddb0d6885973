/// The actions of the family `rooms` (docs/extensions.md), as far as this version knows them.
enum RoomActions {
    static let all: [FamilyAction] =
        [FamilyAction("OPEN_ROOM", of: .newRoom)]
        + [
            "PAY", "SIGNAL", "DECLINE", "CANCEL", "EXPIRE", "SAY", "PASS", "RAISE_HAND",
            "LOWER_HAND", "LEAVE", "CENOTAPH",
        ].map { FamilyAction($0, of: .roomField) }
}

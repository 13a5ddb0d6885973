import RedoJSON

/// How the value of a member is replaced, if its form alone does not tell.
enum FieldRule {
    /// A number of the protocol, which stays.
    case number
    /// Some of the protocol's words, which stay; any other text is a text.
    case words([StaticString])
    /// Texts with dots between them.
    case dotted
    /// A text of letters and digits whose other characters stay.
    case word
    /// The value of an RRULE.
    case recurrence
    /// A name of a time zone.
    case zone
    /// `#RRGGBB`.
    case color
    /// 32 hexadecimal digits of a self-certifying id.
    case nonce
    /// A thing with ids of its own; nil for a to-do.
    case id(OwnedKind?)

    private typealias Row = (name: StaticString, rule: FieldRule)

    private static let table: [Row] = [
        ("recurrence", .recurrence), ("recurrenceFrom", .words(["deadline", "completion"])),
        ("timeZone", .zone), ("project", .dotted), ("color", .color),
        ("ownerNonce", .nonce), ("nonce", .nonce),
        ("taskId", .id(.task)), ("dependsOn", .id(.task)), ("category", .id(.category)),
        ("categoryId", .id(.category)), ("parentCategory", .id(.category)),
        ("commentId", .id(.comment)), ("workId", .id(.work)), ("todoTaskId", .id(nil)),
        ("permission", .words(["read", "write", "admin"])),
        ("strategy", .words(strategies)), ("defaultStrategy", .words(strategies)),
        ("arrayStrategy", .words(strategies)),
        ("lwwTiebreakers", .words(["lamport", "wall", "author"])),
    ]

    private static let ofRooms: [Row] = [
        ("reason", .words(["left", "horizon"])),
        ("kind", .words(["key", "email", "phone", "machine"])),
        ("id", .word), ("originator", .word), ("tier", .number),
    ]

    private static let strategies: [StaticString] = [
        "ours", "theirs", "lww", "union", "max", "min", "manual",
    ]

    /// Numbers that are the protocol's only where they are a field of a task's node.
    private static let numbers: [StaticString] = [
        "priority", "storyPoints", "frequencyDays", "timeEstimate", "daysToExtend",
    ]

    /// The rule for a member; nil if the form of the value tells.
    ///
    /// - Parameters:
    ///   - isField: whether it is a field of a node, not a member of one.
    ///   - isOfRoom: whether the node is about a room.
    static func rule(for name: JSONString, isField: Bool, isOfRoom: Bool) -> FieldRule? {
        if isOfRoom, let row = ofRooms.first(where: { name == $0.name }) { return row.rule }
        if isField, numbers.contains(where: { name == $0 }) { return .number }
        return table.first { name == $0.name }?.rule
    }
}

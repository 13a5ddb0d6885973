import RedoJSON

/// The names of members that the protocol, the families and this suite define: they say nothing of a person.
enum KnownNames {
    /// - Parameter isOfRoom: whether a node about a room has the member.
    static func contains(_ name: [UInt8], isOfRoom: Bool = false) -> Bool {
        all.contains(name) || (isOfRoom && ofRooms.contains(name))
    }

    private static let all: Set<[UInt8]> = {
        var names: Set<[UInt8]> = []
        for definition in TaskActions.definitions {
            for form in [definition.fields, definition.payload] {
                for field in form?.fields ?? [] { names.insert(bytes(field.name)) }
                for name in form?.reserved ?? [] { names.insert(bytes(name)) }
            }
        }
        for name in TaskFieldTable.computed { names.insert(bytes(name)) }
        for name in FamilyAction.fieldNames { names.insert(bytes(name)) }
        for field in TaskField.standard { names.insert(field.name.utf8) }
        for name in further { names.insert(Array(name.utf8)) }
        return names
    }()

    private static func bytes(_ name: StaticString) -> [UInt8] { Array("\(name)".utf8) }

    /// What no table has: members of to-dos, of the payload of a MERGE, of entries, and what imports write.
    private static let further = [
        "recurrence", "recurrenceFrom", "timeZone", "ownerNonce", "closed",
        "superseded",
        "conflictResolution",
        "createdAt", "modifiedAt", "importedFrom", "redoParentGuid", "lamport", "wall",
        "base", "policy", "defaultStrategy", "arrayStrategy", "lwwTiebreakers", "resolutions",
        "task",
        "todos", "fields", "payload", "path", "strategy", "chosenParent", "value",
        "grantee", "permission", "principal", "revokes",
    ]

    /// The names in nodes of rooms, in the entries of their participants among others.
    private static let ofRooms: Set<[UInt8]> = Set(
        RoomActions.all.flatMap(\.fieldNames).map(bytes)
            + ["nickname", "identifier", "kind", "id", "principal", "value"].map { Array($0.utf8) })
}

import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Who can take part in a room.
@Suite struct RoomRosterTests {
    private static func opening(_ ids: [String]) -> JSONValue {
        [
            "participants": .array(
                ids.enumerated().map { place, id in
                    [
                        "id": .string(JSONString(id)),
                        "nickname": .string(JSONString("P\(place)")),
                        "principal": Writer(UInt8(place + 1)).userValue,
                        "identifier": ["kind": "email", "value": "p@example.org"],
                    ]
                }),
            "originator": .string(JSONString(ids[0])), "tier": 10,
        ]
    }

    /// How many take part in a room that is opened so; nil if it is void for its form.
    private static func count(_ ids: [String]) throws -> Int? {
        var scenario = try RoomScenario()
        let node = try scenario.log.add("OPEN_ROOM", Writer(1), opening(ids))
        guard let room = scenario.rooms[node.id] else {
            #expect(scenario.code(node) == "E_SCHEMA_MISMATCH")
            return nil
        }
        return room.roster.count
    }

    @Test(arguments: [1, 2, 15, 16, 17])
    func aRoomHasTwoToSixteenParticipants(_ count: Int) throws {
        let expected = (2...16).contains(count) ? count : nil
        #expect(try Self.count((0..<count).map { "p-\($0)" }) == expected)
    }

    @Test(arguments: [
        ("", false), ("a", true), (String(repeating: "a", count: 31), true),
        (String(repeating: "a", count: 32), true), (String(repeating: "a", count: 33), false),
        ("az-09", true), ("A", false), ("a b", false), ("é", false), ("a_b", false),
    ])
    func anIDHasUpToThirtyTwoLettersDigitsAndHyphens(_ id: String, _ isID: Bool) throws {
        #expect(try (Self.count([id, "other"]) != nil) == isID)
    }
}

import TestSupport
import Testing

/// `redo room say` and `redo room pass`: turns, and what is refused.
@Suite struct RoomSayTests {
    private let rooms: RoomHarness

    init() throws { rooms = try RoomHarness() }

    @Test func whatIsSaidStandsInTheRoom() throws {
        let room = try rooms.activeRoom()
        let said = try rooms.ana.succeed("room", "say", "Eve,Art", "Hello,", "both.")
        #expect(said == "Ana, Eve, Art (1, Ana): it is Eve's turn\n")
        #expect(
            try rooms.eve.succeed("room", "pass", String(room.dropFirst(7).prefix(6)))
                == "Ana, Eve, Art (1, Ana): it is Art's turn\n")
        #expect(
            try rooms.art.succeed("room", "say", room, "--", "--json is an option")
                == "Ana, Eve, Art (2, Art): it is Ana's turn\n")
        #expect(try rooms.ana.succeed("replay", "--family", "rooms", "--void").isEmpty)
        #expect(try rooms.state().contains("\"text\":\"--json is an option\""))
    }

    /// The rule is the family's; what breaks it is not written.
    @Test func whatWouldHaveNoEffectIsNotWritten() throws {
        let room = try rooms.openRoom()
        let stranger = try rooms.device("bob")
        let count = try rooms.ana.nodeCount()
        let refused: [(CommandHarness, [String], String)] = [
            (
                rooms.ana, ["room", "say", room, "x"],
                "E_ROOM_STATE: nothing is written: the room has not begun: awaiting Eve, Art"
            ),
            (
                stranger, ["room", "pass", room],
                "E_NOT_A_PARTICIPANT: nothing is written: you do not take part in the room of Ana, Eve, Art"
            ),
        ]
        for (device, words, message) in refused {
            let outcome = try device.run(words)
            #expect(outcome.status == 1)
            #expect(outcome.error.hasPrefix("error: \(message)\n"), "\(outcome.error)")
            #expect(outcome.output.isEmpty)
        }
        #expect(try rooms.ana.nodeCount() == count)
    }

    @Test func outOfTurnAHandIsNamed() throws {
        let room = try rooms.activeRoom()
        let count = try rooms.ana.nodeCount()
        let outcome = try rooms.eve.run("room", "say", room, "First!")
        #expect(outcome.status == 1)
        #expect(
            outcome.error.hasPrefix(
                """
                error: E_NOT_YOUR_TURN: nothing is written: it is Ana's turn
                hint: 'redo room hand
                """), "\(outcome.error)")
        #expect(try rooms.ana.nodeCount() == count)
    }

    @Test func wrongUsageIsSaid() throws {
        let room = try rooms.activeRoom()
        for (words, message) in [
            (["room", "sya", room], "room takes "),
            (["room", "say"], "an operand is missing: room say"),
            (["room", "pass", room, "x"], "unexpected argument 'x'"),
            (["room", "say", "--json", room, "x"], "room say takes no --json"),
        ] {
            let outcome = try rooms.ana.run(words)
            #expect(outcome.status == 129, "\(words)")
            #expect(outcome.error.hasPrefix("error: USAGE: \(message)"), "\(outcome.error)")
        }
    }

    /// Whoever belongs to a person speaks as that person, from whichever device.
    @Test func aDeviceOfAPersonSpeaksForIt() throws {
        let room = try rooms.activeRoom()
        _ = try rooms.people.makePerson()
        try rooms.people.join("phone")
        // The room names Ana's key, not the person.
        #expect(try rooms.device("phone").run("room", "say", room, "x").status == 1)
        try rooms.ana.succeed("room", "say", room, "x")
    }
}

import TestSupport
import Testing

/// `redo room accept|decline|hand|leave|cancel|cenotaph`: how rooms begin and end.
@Suite struct RoomAnswerTests {
    private let rooms: RoomHarness

    init() throws { rooms = try RoomHarness() }

    @Test func aRoomBeginsWhenAllAreHere() throws {
        let room = try rooms.openRoom()
        #expect(
            try rooms.eve.succeed("room", "accept", room) == "Ana, Eve, Art (0): awaiting Art\n")
        let count = try rooms.ana.nodeCount()
        #expect(
            try rooms.eve.succeed("room", "accept", room)
                == "you are here already: awaiting Art\n")
        #expect(try rooms.ana.nodeCount() == count)
        #expect(
            try rooms.art.succeed("room", "accept", room)
                == "Ana, Eve, Art (0): it is Ana's turn\n")
    }

    @Test func whoeverDeclinesEndsIt() throws {
        let room = try rooms.openRoom()
        #expect(
            try rooms.eve.succeed("room", "decline", room)
                == "Ana, Eve, Art (0): ended: Eve declined to join\n")
        try rooms.expectRefused(
            rooms.art, ["room", "accept", room], status: 1,
            "E_ROOM_STATE: nothing is written: the room has ended: Eve declined to join")
        try rooms.expectRefused(
            rooms.ana, ["room", "cenotaph", room, "x"], status: 1,
            "E_ROOM_STATE: nothing is written: nothing was said in the room")
    }

    @Test func oneWhoIsHereCannotDecline() throws {
        let room = try rooms.openRoom()
        try rooms.eve.succeed("room", "accept", room)
        try rooms.expectRefused(
            rooms.eve, ["room", "decline", room], status: 1,
            "E_ROOM_STATE: nothing is written: you are here already")
        try rooms.expectRefused(
            rooms.ana, ["room", "decline", room], status: 1,
            "E_NOT_A_PARTICIPANT: nothing is written: you opened the room")
    }

    @Test func aHandGoesUpAndDown() throws {
        let room = try rooms.activeRoom()
        try rooms.expectRefused(
            rooms.ana, ["room", "hand", room], status: 1,
            "E_ROOM_STATE: nothing is written: it is your turn")
        try rooms.art.succeed("room", "hand", room)
        #expect(try rooms.eve.succeed("room", "show", room).contains("\nhand up: Art\n"))
        #expect(
            try rooms.art.succeed("room", "hand", room)
                == "your hand is up already: it is Ana's turn\n")
        try rooms.art.succeed("room", "hand", "--lower", room)
        #expect(!(try rooms.eve.succeed("room", "show", room).contains("hand up")))
        // Once more in this turn would have no effect.
        try rooms.expectRefused(
            rooms.art, ["room", "hand", room], status: 1,
            "E_ROOM_STATE: nothing is written: you did the same in this turn")
    }

    @Test func whoeverOpenedItCancels() throws {
        let room = try rooms.openRoom()
        try rooms.expectRefused(
            rooms.eve, ["room", "cancel", room], status: 1,
            "E_NOT_A_PARTICIPANT: nothing is written: only Ana, who opened the room, can do this")
        #expect(
            try rooms.ana.succeed("room", "cancel", room)
                == "Ana, Eve, Art (0): ended: Ana cancelled it\n")
        let begun = try rooms.activeRoom(["A", "B", "C"])
        try rooms.expectRefused(
            rooms.ana, ["room", "cancel", begun], status: 1,
            "E_ROOM_STATE: nothing is written: the room has begun")
    }

    /// After its time everyone may end a room that has not begun.
    @Test func aRoomExpires() throws {
        let room = try rooms.openRoom(expiresAt: "2025-11-17T12:00:00Z")
        #expect(try rooms.eve.run("room", "cancel", room).status == 1)
        let later = RoomHarness.device(rooms.eve, ["REDO_WALL": "2025-11-17T12:00:00.001Z"])
        #expect(
            try later.succeed("room", "cancel", room) == "Ana, Eve, Art (0): ended: it expired\n")
    }

    @Test func whoeverLeavesEndsItAndItGetsACenotaph() throws {
        let room = try rooms.activeRoom()
        try rooms.ana.succeed("room", "say", room, "Hello")
        try rooms.expectRefused(
            rooms.ana, ["room", "cenotaph", room, "x"], status: 1,
            "E_ROOM_STATE: nothing is written: the room has not ended: it is Eve's turn")
        #expect(
            try rooms.eve.succeed("room", "leave", room)
                == "Ana, Eve, Art (1, Ana): ended: Eve departed\n")
        try rooms.expectRefused(
            rooms.eve, ["room", "cenotaph", room, "x"], status: 1,
            "E_NOT_A_PARTICIPANT: nothing is written: only Ana")
        try rooms.ana.succeed("room", "cenotaph", room, "It", "was", "good.")
        #expect(try rooms.eve.succeed("room", "show", room).contains("* It was good.\n"))
        try rooms.expectRefused(
            rooms.ana, ["room", "cenotaph", room, "x"], status: 1,
            "E_ROOM_STATE: nothing is written: the room has its cenotaph")
    }
}

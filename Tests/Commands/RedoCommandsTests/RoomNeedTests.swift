import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem
import TestSupport
import Testing

@testable import RedoInsight
@testable import RedoInteractiveCommands
@testable import RedoTaskCommands

/// What rooms need of people, as `redo remind`, `redo status` and `redo` alone report it.
@Suite struct RoomNeedTests {
    private let rooms: RoomHarness

    init() throws { rooms = try RoomHarness() }

    private func told(_ device: CommandHarness) throws -> [String] {
        let outcome = try device.run("remind", "--print", "--once")
        try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return try outcome.lines.map { line in
            let object = try JSONDocument(Array(line.utf8)).root.value
            #expect(object["link"]?.string?.description.hasPrefix("room://") == true)
            return "\(object["kind"]?.string?.description ?? "") "
                + "\(object["title"]?.string?.description ?? "")"
        }
    }

    @Test func whoIsAwaitedIsToldOnce() throws {
        let room = try rooms.openRoom()
        #expect(try told(rooms.eve) == ["room-accept Ana, Eve, Art (0)"])
        #expect(try told(rooms.eve) == [])
        // Who has nothing to do in it hears nothing of it.
        #expect(try told(rooms.ana) == [])
        let status = try rooms.eve.succeed("status")
        #expect(
            status.contains("room      Ana, Eve, Art (0) waits for you to accept\n"), "\(status)")
        #expect(status.contains("redo room accept"))
        #expect(try rooms.eve.succeed("status", "--json").contains("\"room-accept\""))
        try rooms.eve.succeed("room", "accept", room)
        #expect(try !rooms.eve.succeed("status").contains("waits for you"))
    }

    @Test func aTurnIsToldToTheOneWhoseItIs() throws {
        let room = try rooms.activeRoom()
        #expect(try told(rooms.ana) == ["room-turn Ana, Eve, Art (0)"])
        #expect(try told(rooms.art) == [])
        #expect(
            try rooms.ana.run(Command(SummaryCommand.self), []).text.hasPrefix(
                "Rooms\n  it is your turn in Ana, Eve, Art (0): redo room join "))
        // A hand that goes up begins no other turn.
        try rooms.art.succeed("room", "hand", room)
        #expect(try told(rooms.ana) == [])
        try rooms.ana.succeed("room", "say", room, "Hello")
        #expect(try told(rooms.ana) == [])
        #expect(try told(rooms.eve) == ["room-turn Ana, Eve, Art (1, Ana)"])
    }

    @Test func whoOpenedARoomIsToldToPay() throws {
        _ = try rooms.openRoom(isPaid: false)
        #expect(try told(rooms.ana) == ["room-pay Ana, Eve, Art (0)"])
        #expect(try told(rooms.eve) == [])
    }

    @Test func aRoomWhoseTimeIsOverNeedsNothing() throws {
        _ = try rooms.openRoom(expiresAt: "2025-01-01T00:00:00.000Z")
        #expect(try told(rooms.eve) == [])
    }

    @Test func aMachineThatDoesNotAnswerIsReported() throws {
        let room = try MachineRoom()
        try room.say("Hello, Bot.")
        #expect(try told(room.ana) == [])
        let said = try room.ana.now
        var later = room.ana
        later.variables["REDO_WALL"] =
            Instant(milliseconds: said.milliseconds + RoomNeed.silence).wallText
        #expect(try told(later) == ["room-silent Ana, Bot (1, Ana)"])
        #expect(try later.succeed("status").contains("Bot has not answered in Ana, Bot (1, Ana)"))
    }

    /// The interface reports it in its line, and leads to the room.
    @Test func theInterfaceReportsATurn() throws {
        _ = try rooms.activeRoom()
        var ui = try InterfaceHarness(rooms.ana, columns: 120)
        ui.interface.tasksHaveChanged(at: ui.interface.source.board.now)
        #expect(ui.lines[23].hasPrefix("It is your turn  Ana, Eve, Art (0)"), "\(ui.lines)")
        ui.press("j")
        #expect(try told(rooms.ana) == [])
        ui.press("n")
        try ui.select("It is your turn")
        ui.press("\n")
        #expect(ui.lines[0].hasSuffix("› Ana, Eve, Art (0)"), "\(ui.lines)")
    }

    /// A record with rooms is read as it was written.
    @Test func aRecordRemembersRooms() throws {
        var record = ReminderRecord(beginningAt: .earliest)
        let room = try #require(NodeID("sha256:" + String(repeating: "5a", count: 32)))
        record.note([RoomReminder(.turn, of: room, since: room, at: .earliest)])
        #expect(ReminderRecord(record.text[...]) == record)
        #expect(record.rooms.count == 1)
    }
}

extension CommandHarness {
    /// The moment of its clock, which stands still.
    fileprivate var now: Instant {
        get throws {
            let text = try #require(variables["REDO_WALL"])
            let moment = Instant(iso8601: Array(text.utf8).span)
            return try #require(moment)
        }
    }
}

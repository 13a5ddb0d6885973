import RedoJSON
import TestSupport
import Testing

/// `redo room list`, and how rooms are named.
@Suite struct RoomListTests {
    private let rooms: RoomHarness

    init() throws { rooms = try RoomHarness() }

    @Test func roomsAreShownByNicknamesNumberAndSpeaker() throws {
        #expect(
            try rooms.ana.succeed("room") == "there are no rooms; 'redo room open' opens one\n")
        let room = try rooms.activeRoom(["Jax", "Eve", "Art"])
        let id = String(room.dropFirst(7).prefix(7))
        #expect(try rooms.ana.succeed("room") == "* \(id)  Jax, Eve, Art (0)  it is your turn\n")
        try rooms.ana.succeed("room", "say", room, "Hello")
        #expect(
            try rooms.ana.succeed("room", "list")
                == "  \(id)  Jax, Eve, Art (1, Jax)  it is Eve's turn\n")
        #expect(
            try rooms.device("bob").succeed("room", "list")
                == "  \(id)  Jax, Eve, Art (1, Jax)  it is Eve's turn\n")
    }

    /// The room that changed last comes first; what ended before anything was said is not listed.
    @Test func theLatestComesFirst() throws {
        let first = try rooms.activeRoom(["A", "B", "C"])
        let second = try rooms.openRoom(["D", "E", "F"])
        func titles(_ words: String...) throws -> [String] {
            try rooms.ana.run(["room", "list", "--json"] + words).lines.map { line in
                try JSONDocument(Array(line.utf8)).root["title"]?.string?.description ?? ""
            }
        }
        for number in 0..<3 {
            try [rooms.ana, rooms.eve, rooms.art][number].succeed("room", "say", first, "x")
        }
        #expect(try titles() == ["A, B, C (3, C)", "D, E, F (0)"])
        try rooms.ana.succeed("room", "cancel", second)
        #expect(try titles() == ["A, B, C (3, C)"])
        #expect(try titles("--all") == ["A, B, C (3, C)", "D, E, F (0)"])
        try rooms.eve.succeed("room", "leave", first)
        #expect(try titles() == ["A, B, C (3, C)"])
    }

    @Test func aRoomIsNamedByNicknamesOrItsID() throws {
        let first = try rooms.openRoom(["Ana", "Eve", "Abed"])
        let second = try rooms.openRoom(["Ana", "Eve", "Faced"])
        func id(_ name: String) throws -> String? {
            let outcome = try rooms.ana.run("room", "show", "--json", name)
            guard outcome.status == 0 else { return nil }
            return try JSONDocument(Array(outcome.text.utf8)).root["id"]?.string?.description
        }
        #expect(try id("abed") == first)
        #expect(try id("Faced, ana") == second)
        #expect(try id(String(second.dropFirst(7).prefix(8))) == second)
        #expect(try id(first) == first)
        let several = try rooms.ana.run("room", "show", "Ana")
        #expect(several.status == 128)
        #expect(
            several.codedError.hasPrefix("error: NAME_002: 'Ana' is ambiguous"), "\(several.error)")
        for name in ["", ",", "Ana,", "Bob", "Ana,Bob", "abe"] {
            #expect(try rooms.ana.run("room", "show", name).codedError.hasPrefix("error: NAME_00"))
            #expect(try id(name) == nil, "\(name)")
        }
        // One that has ended gives its name to another one.
        try rooms.ana.succeed("room", "cancel", second)
        #expect(try id("Ana") == first)
        #expect(try id("Faced") == second)
    }

    /// A device that has seen less counts fewer turns: the clocks decide, not the order of replay.
    @Test func theLastActInTimeDecides() throws {
        func later(_ device: CommandHarness, _ wall: String) -> CommandHarness {
            RoomHarness.device(device, ["REDO_WALL": wall])
        }
        let long = try rooms.activeRoom(["A", "B", "C"])
        for device in [rooms.ana, rooms.eve, rooms.art] {
            try device.succeed("room", "say", long, "x")
        }
        let short = try rooms.openRoom(["D", "E", "F"], isPaid: false)
        let paid = try later(rooms.ana, "2025-11-17T12:00:00.000Z").run(
            "commit-node", "PAY", "--room", short, "-f", "receipt=promised")
        try #require(paid.status == 0, "\(paid)")
        let first = try #require(try rooms.ana.run("room", "list").lines.first)
        #expect(first.contains("D, E, F (0)"), "\(first)")
    }

    @Test func roomsOfTheSamePeopleAreToldApart() throws {
        let first = try rooms.activeRoom()
        let second = try rooms.openRoom(expiresAt: "2026-01-01T00:00:00Z")
        try rooms.ana.succeed("room", "say", first, "About the garden\nand more")
        let lines = try rooms.ana.run("room", "list").lines
        #expect(lines.count == 2, "\(lines)")
        let garden = lines.first { $0.contains("(1, Ana)") }
        #expect(garden?.contains("  opened 2025-11-16 12:00: 'About the garden…'") == true)
        #expect(lines.contains { $0.hasSuffix("  opened 2025-11-16 12:00") }, "\(lines)")
        let shown = try rooms.ana.run("room", "show", "Eve")
        #expect(shown.status == 128)
        #expect(
            shown.codedError.contains(
                "hint: \(first.dropFirst(7).prefix(7))  Ana, Eve, Art (1, Ana), opened 2025-11-16 12:00: "
                    + "'About the garden…', it is Eve's turn\n"), "\(shown.error)")
        #expect(shown.error.contains(second.dropFirst(7).prefix(7)))
    }

    @Test func aHiddenRoomIsLeftOutHereAlone() throws {
        let room = try rooms.activeRoom()
        let hidden = try rooms.ana.run("room", "hide", room)
        #expect(hidden.text == "Ana, Eve, Art (0): hidden on this device\n", "\(hidden)")
        #expect(hidden.error.contains("wait for you if it is your turn"))
        #expect(
            try rooms.ana.succeed("room")
                == "1 room hidden here; 'redo room list --all' shows all\n")
        #expect(try rooms.ana.succeed("room", "list", "--all").hasSuffix("  hidden\n"))
        #expect(try !rooms.ana.succeed("status").contains("your turn"))
        #expect(
            try rooms.ana.succeed("room", "hide", room) == "Ana, Eve, Art (0): hidden already\n")
        try rooms.ana.succeed("room", "unhide", room)
        #expect(try rooms.ana.succeed("room").contains("it is your turn"))
        #expect(try rooms.ana.succeed("status").contains("your turn"))
    }

    /// What was said by others since it was last shown on a terminal, or answered.
    @Test func newMessagesAreCounted() throws {
        let room = try rooms.activeRoom()
        // They share a store here, and so what was read: plumbing marks nothing.
        try rooms.ana.succeed("commit-node", "SAY", "--room", room, "-f", "text=One")
        #expect(try rooms.eve.succeed("room").contains("  1 new\n"))
        #expect(try !rooms.device("bob").succeed("room").contains("new"))
        try rooms.eve.succeed("room", "say", room, "Two")
        #expect(try !rooms.eve.succeed("room").contains("new"))
    }

    @Test func completionsNameRooms() throws {
        let room = try rooms.openRoom(["Ana", "Eve", "Art"])
        #expect(
            try rooms.ana.succeed("rev-parse", "--complete", "room", "An")
                == "Ana,Eve,Art\tAna, Eve, Art (0)\n")
        let digits = String(room.dropFirst(7).prefix(12))
        #expect(
            try rooms.ana.succeed("rev-parse", "--complete", "room", String(digits.prefix(5)))
                == "\(digits)\tAna, Eve, Art (0)\n")
        _ = try rooms.openRoom(["Ana", "Eve", "Art"], expiresAt: "2026-01-01T00:00:00Z")
        // Two rooms of the same people have only ids.
        let both = try rooms.ana.run("rev-parse", "--complete", "room", "")
        #expect(both.lines.count == 2 && both.lines.allSatisfy { !$0.hasPrefix("Ana") }, "\(both)")
    }

    @Test func aLinkOpensARoom() throws {
        let room = try rooms.openRoom()
        let shown = try rooms.ana.succeed("room", "show", room)
        #expect(try rooms.ana.succeed("open", "room://\(room.dropFirst(7))") == shown)
    }

    /// A log says of room nodes without effect that they are so, as it does of others.
    @Test func theLogMarksVoidNodes() throws {
        let room = try rooms.activeRoom()
        for isPacked in [false, true] {
            let early = try rooms.eve.run(
                "commit-node", "SAY", "--room", room, "-f", "text=\(isPacked)")
            let id = early.lines[0]
            if isPacked { _ = try rooms.ana.run("gc") }
            let log = try rooms.ana.succeed("log", "-n", "1")
            #expect(
                log.contains(
                    "\nVoid:    the turn that it has seen is that of ana (E_NOT_YOUR_TURN)\n"),
                "\(log)")
            #expect(try rooms.ana.succeed("log", "--oneline", "-n", "1").contains("(void) SAY"))
            let shown = try rooms.ana.succeed("show", id)
            #expect(shown.contains("void: ") && shown.contains(" (E_NOT_YOUR_TURN)"), "\(shown)")
        }
        let said = try rooms.ana.succeed("commit-node", "SAY", "--room", room, "-f", "text=x")
        let shown = try rooms.ana.succeed("show", String(said.dropLast()))
        #expect(!shown.contains("void") && !shown.contains("skipped"), "\(shown)")
    }
}

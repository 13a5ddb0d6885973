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

import Foundation
import RedoJSON
import TestSupport
import Testing

/// Rooms by plumbing: commit-node writes, room-state and room-transcript show.
@Suite struct RoomCommandTests {
    private let people: PeopleHarness
    private let ana: CommandHarness
    private let eve: CommandHarness

    init() throws {
        people = try PeopleHarness()
        ana = try people.device("ana")
        eve = try people.device("eve")
    }

    /// The userId of a device.
    private static func user(_ device: CommandHarness) throws -> String {
        let id = try device.commit("NOTE", [])
        let node = try device.succeed("cat-node", id)
        return try #require(
            JSONDocument(Array(node.utf8)).root["author"]?["userId"]?.string
        ).description
    }

    /// Opens a room of ana and a machine, whose key eve has.
    ///
    /// - Parameter principal: ana's, if not the userId.
    private func open(
        by device: CommandHarness, principal: String? = nil, nickname: String = "Ana"
    ) throws -> String {
        func participant(_ id: String, _ name: String, _ kind: String, _ user: String) -> String {
            """
            {"id":"\(id)","nickname":"\(name)","principal":"\(user)",\
            "identifier":{"kind":"\(kind)","value":"\(name)"}}
            """
        }
        let ana = try principal ?? Self.user(device)
        let roster = [
            participant("ana", nickname, "key", ana),
            participant("bot", "Bot", "machine", try Self.user(eve)),
        ]
        return String(
            try device.succeed(
                "commit-node", "OPEN_ROOM", "-f", "originator=ana", "-f", "tier:=100", "-f",
                "participants:=[\(roster.joined(separator: ","))]"
            ).dropLast())
    }

    private func activeRoom(nickname: String = "Ana") throws -> String {
        let room = try open(by: ana, nickname: nickname)
        try ana.succeed("commit-node", "PAY", "--room", room, "-f", "receipt=promised")
        try eve.succeed("commit-node", "SIGNAL", "--room", String(room.dropFirst(7).prefix(12)))
        return room
    }

    @Test func aRoomIsHeldByPlumbing() throws {
        let room = try activeRoom()
        try ana.succeed("commit-node", "SAY", "-f", "room=\(room)", "-f", "text=Hello")
        let said = try eve.succeed("commit-node", "SAY", "--room", room, "-f", "text=Here")
        try ana.succeed("commit-node", "PASS", "--room", room)
        try ana.succeed("commit-node", "RAISE_HAND", "--room", room)
        for isPacked in [false, true] {
            if isPacked { _ = try ana.run("gc") }
            #expect(
                try ana.succeed("room-state", String(room.prefix(15))) == """
                    room \(room)
                    state active
                    tier 100
                    originator ana
                    turn 3
                    current bot
                    participant ana here raised Ana
                    participant bot here - Bot

                    """)
            let state = try ana.succeed("replay", "--family", "rooms")
            #expect("[\(try ana.succeed("room-state", "--json").dropLast())]" == state)
            #expect(
                try ana.succeed("room-transcript", "--markdown", room) == """
                    # Ana, Bot (2, Bot)

                    *Ana opened a room with \\$100.*

                    *Bot is here.*

                    **Ana:** Hello

                    **Bot:** Here

                    *Ana is listening.*

                    *Ana raised their hand.*

                    """)
        }
        let lines = try ana.run("room-transcript", "--json", room).lines
        #expect(lines.count == 6)
        #expect(
            lines[3]
                == "{\"kind\":\"message\",\"node\":\"\(said.dropLast())\",\"participant\":\"bot\","
                + "\"text\":\"Here\",\"wall\":\"2025-11-16T12:00:00.000Z\"}")
    }

    /// What a reader of the plain text gets is what the machine is sent, with the texts of the user's configuration.
    @Test func theTranscriptIsWhatTheMachineIsSent() throws {
        let room = try activeRoom()
        for (key, text) in [
            ("greeting", "Hello."), ("framing", ""), ("handOff", "Go on."), ("threshold", "*here*"),
        ] {
            try ana.succeed("config", "--global", "room.\(key)", text)
        }
        try ana.succeed("commit-node", "SAY", "--room", room, "-f", "text=How are\nyou?")
        #expect(
            try ana.succeed("room-transcript", room) == """
                Hello.

                1. Ana
                2. Bot (that's you!)

                Go on.

                *here*

                Narrator: Ana opened a room with $100.
                Narrator: Bot is here.
                Ana: How are
                you?
                (your turn)

                """)
    }

    @Test func whatHasNoEffectIsWrittenWithAWarning() throws {
        let room = try activeRoom()
        let early = try eve.run("commit-node", "SAY", "--room", room, "-f", "text=first!")
        #expect(early.status == 0)
        #expect(
            early.codedError
                == "warning: E_NOT_YOUR_TURN: SAY has no effect: the turn that it has seen is that of ana\n"
        )
        let form = try ana.run("commit-node", "SAY", "--room", room)
        #expect(
            form.codedError.hasPrefix(
                "warning: E_SCHEMA_MISMATCH: SAY has no effect: SAY needs text"))
        #expect(try ana.succeed("room-state", room).contains("\nturn 0\n"))
    }

    @Test func aNameThatMeansNoRoomIsRefused() throws {
        let room = try open(by: ana)
        for command in [
            ["room-state", "beef0000"], ["room-state", "milk"], ["room-transcript", "beef0000"],
            ["commit-node", "SAY", "--room", "beef0000", "-f", "text=x"],
        ] {
            let outcome = try ana.run(command)
            #expect(outcome.status == 128, "\(command)")
            #expect(
                outcome.codedError.hasPrefix("error: NAME_001: there is no room '"), "\(command)")
        }
        let count = try ana.nodeCount()
        let twice = try ana.run("commit-node", "PASS", "--room", room, "-f", "room=\(room)")
        #expect(twice.status == 129)
        let other = try ana.run("commit-node", "CREATE", "--room", room, "-f", "title=x")
        #expect(other.status == 129)
        #expect(other.codedError.hasPrefix("error: USAGE: CREATE is not about a room\n"))
        #expect(try ana.nodeCount() == count)
    }

    @Test func aLogWithoutRoomsHasNone() throws {
        let outcome = try ana.run("room-state")
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty && outcome.error.isEmpty)
        #expect(try ana.succeed("replay", "--family", "rooms") == "[]")
    }

    /// A node in the name of a person has to have seen that its key is one of the person's.
    @Test func aDeviceOfAPersonTakesPart() throws {
        _ = try people.makePerson()
        let person = try #require(
            ana.succeed("replay", "--family", "people").split(separator: "\"id\":\"").last?
                .prefix(71))
        let room = try open(by: ana, principal: String(person))
        try people.join("phone")
        let phone = try people.device("phone")
        let paid = try phone.run(
            "commit-node", "PAY", "--room", room, "-f", "receipt=promised")
        #expect(paid.status == 0 && paid.error.isEmpty, "\(paid.error)")
        #expect(try ana.succeed("room-state", room).contains("\nparticipant ana here - Ana\n"))
    }

    /// What people see leaves out those whom they ignore; what all clients compute does not.
    @Test func whatAnIgnoredAuthorDoesInARoomIsLeftOut() throws {
        let room = try activeRoom()
        let before = try ana.succeed("replay", "--family", "rooms", "--hash")
        try ana.succeed("config", "redo.ignoredAuthors", try Self.user(eve))
        #expect(try ana.succeed("room-state", room).contains("\nstate pending\n"))
        #expect(try ana.succeed("replay", "--family", "rooms", "--hash") == before)
    }

    /// A node has at most ten parents.
    @Test func ofManyHeadsTenAreFollowed() throws {
        let room = try activeRoom()
        let last = try ana.run("log", "--format", "%H", "-n", "1").lines[0]
        for number in 0..<12 {
            var later = eve
            later.variables["REDO_WALL"] = "2025-11-16T13:00:\(number + 10)Z"
            try later.succeed("commit-node", "SIGNAL", "--room", room, "--parent", last)
        }
        let id = try ana.succeed("commit-node", "SAY", "--room", room, "-f", "text=x").dropLast()
        let node = try JSONDocument(Array(try ana.succeed("cat-node", String(id)).utf8)).root
        #expect(node["parents"]?.count == 10)
        #expect(try ana.succeed("room-state", room).contains("\nturn 1\n"))
    }

    /// What others wrote stays text.
    @Test func hostileTextsMakeNoMarkupAndNoLines() throws {
        let room = try activeRoom(nickname: "*A*\\nturn 9\\u001b[2J")
        let text = "# no\n\n\n    code\n- item\n2) two\n<b>[x](y)"
        try ana.succeed("commit-node", "SAY", "--room", room, "-f", "text=\(text)")
        #expect(
            try ana.succeed("room-state", room).contains(
                "\nparticipant ana here - *A* turn 9\u{FFFD}[2J\n"))
        let markdown = try ana.succeed("room-transcript", "--markdown", room)
        #expect(
            markdown.hasSuffix(
                """
                **\\*A\\* turn 9\u{FFFD}\\[2J:** \\# no

                code\\
                \\- item\\
                2\\) two\\
                \\<b\\>\\[x\\](y)

                """), "\(markdown)")
    }
}

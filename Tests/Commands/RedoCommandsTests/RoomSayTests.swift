import Foundation
import RedoCommandLine
import RedoModel
import RedoSystem
import TestSupport
import Testing

@testable import RedoInteractiveCommands

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
            #expect(outcome.codedError.hasPrefix("error: \(message)\n"), "\(outcome.error)")
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
            outcome.codedError.hasPrefix(
                """
                error: E_NOT_YOUR_TURN: nothing is written: it is Ana's turn
                hint: 'redo room hand
                """), "\(outcome.error)")
        #expect(try rooms.ana.nodeCount() == count)
    }

    // MARK: The editor

    /// A program in the place of an editor.
    private func editor(_ script: String) throws -> String {
        let path = "\(rooms.ana.directory.path)/editor"
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    private func writer(_ script: String) throws -> CommandHarness {
        RoomHarness.device(
            rooms.ana, ["REDO_EDITOR": try editor(script), "TMPDIR": rooms.ana.directory.path])
    }

    private func drafts() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: rooms.ana.directory.path)
            .filter { $0.hasPrefix("redo-message") }
    }

    @Test func withoutATextTheEditorIsOpened() throws {
        let room = try rooms.activeRoom()
        let directory = rooms.ana.directory.path
        let said = try writer(
            "cp \"$1\" \(directory)/seen; { echo; echo '# A heading'; echo 'two lines'; cat \"$1\"; } >\(directory)/new; cp \(directory)/new \"$1\""
        ).succeed("room", "say", room)
        #expect(said == "Ana, Eve, Art (1, Ana): it is Eve's turn\n")
        #expect(try rooms.state().contains("\"text\":\"# A heading\\ntwo lines\""))
        let seen = try String(contentsOfFile: "\(directory)/seen", encoding: .utf8)
        #expect(seen.contains("\n# * Eve is here.\n"), "\(seen)")
        #expect(try drafts().isEmpty)
    }

    @Test func anEmptyMessageIsNotWritten() throws {
        let room = try rooms.activeRoom()
        for script in ["true", "echo >\"$1\""] {
            let outcome = try writer(script).run("room", "say", room)
            #expect(
                outcome.status == 1 && outcome.codedError == "nothing was written\n", "\(outcome)")
        }
        try rooms.expectRefused(
            rooms.ana, ["room", "say", room, " "], status: 129, "USAGE: the message is empty")
        #expect(try drafts().isEmpty)
    }

    /// What was typed is not lost where it cannot be said.
    @Test func aMessageThatCannotBeSaidIsKept() throws {
        let room = try rooms.openRoom()
        let outcome = try writer("echo Hello >\"$1\"").run("room", "say", room)
        #expect(outcome.status == 1)
        #expect(outcome.codedError.contains("hint: nothing is written; the message is kept in "))
        #expect(try drafts().count == 1)
    }

    @Test func standardInputIsAText() throws {
        let room = try rooms.activeRoom()
        try rooms.ana.succeed("room", "say", room, "-", input: "one\ntwo\n")
        #expect(try rooms.state().contains("\"text\":\"one\\ntwo\""))
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
            #expect(outcome.codedError.hasPrefix("error: USAGE: \(message)"), "\(outcome.error)")
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

    /// A message is written after one look at the rooms, unless something has come in between.
    @Test func whatCameInBetweenIsSeen() throws {
        let room = try rooms.activeRoom()
        let id = try #require(NodeID(room))
        let ana = rooms.ana.context
        let hall = try RoomHall.writing(in: room, ana).hall
        try rooms.ana.succeed("room", "pass", room)
        #expect(throws: RedoError.self) {
            _ = try RoomWriter(ana, hall.repository).write([.say("Late")], in: id, knowing: hall)
        }
        let eve = rooms.eve.context
        let fresh = try RoomHall.writing(in: room, eve).hall
        let after = try RoomWriter(eve, fresh.repository)
            .write([.say("In time")], in: id, knowing: fresh)
        #expect(after.turns.count == 2)
    }
}

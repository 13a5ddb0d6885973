import RedoCommandLine
import RedoJSON
import RedoModel
import RedoSystem
import TestSupport
import Testing

@testable import RedoInteractiveCommands

/// What `redo room watch` prints from one look at the rooms to the next.
@Suite struct RoomWatchTests {
    private let rooms: RoomHarness

    init() throws { rooms = try RoomHarness() }

    private func hall(_ device: CommandHarness) throws -> RoomHall {
        try RoomHall(
            CommandContext(
                in: Surroundings(
                    variables: EnvironmentVariables(device.variables),
                    directory: device.directory.path,
                    input: 0, output: 1, errors: 2)))
    }

    private func texts(_ changes: [JSONValue]) -> [String] {
        changes.map { change in
            let kind = change["kind"]?.string?.description ?? ""
            let what = (change["text"]?.string ?? change["state"]?.string)?.description
            return what.map { "\(kind) \($0)" } ?? kind
        }
    }

    @Test func whatHappensIsToldOnce() throws {
        let room = try rooms.activeRoom()
        var changes = RoomChanges()
        #expect(texts(changes.take(try hall(rooms.eve))) == ["room active"])
        #expect(changes.take(try hall(rooms.eve)).isEmpty)
        try rooms.ana.succeed("room", "say", room, "Hello")
        try rooms.art.succeed("room", "hand", room)
        let told = changes.take(try hall(rooms.eve))
        #expect(
            texts(told) == ["message Hello", "narration Art raised their hand.", "room active"])
        #expect(told[2]["current"]?.string == "eve" && told[2]["me"]?.string == "eve")
        #expect(told[2]["can"] == .array(["say", "pass", "leave"]))
        try rooms.eve.succeed("room", "leave", room)
        #expect(
            texts(changes.take(try hall(rooms.eve)))
                == ["narration Eve departed.", "room defunct"])
        let other = try rooms.openRoom(["A", "B", "C"])
        #expect(
            texts(changes.take(try hall(rooms.eve)))
                == ["narration A opened a room with $10.", "room pending"])
        var one = RoomChanges(only: try NodeID(other).unwrapped)
        #expect(texts(one.take(try hall(rooms.eve))) == ["room pending"])
    }

    /// Of two messages for one turn one is taken back.
    @Test func whatIsNotChosenIsWithdrawn() throws {
        let room = try rooms.activeRoom()
        let before = try rooms.ana.run("log", "--format", "%H", "-n", "1").lines[0]
        func say(_ text: String, _ wall: String) throws {
            let later = RoomHarness.device(rooms.ana, ["REDO_WALL": wall])
            _ = try later.run(
                "commit-node", "SAY", "--room", room, "--parent", before, "-f", "text=\(text)")
        }
        try say("late", "2025-11-16T13:00:00Z")
        var changes = RoomChanges()
        _ = changes.take(try hall(rooms.eve))
        try say("early", "2025-11-16T12:30:00Z")
        #expect(
            texts(changes.take(try hall(rooms.eve))).prefix(2) == ["withdrawn", "message early"])
    }

    @Test func whatAnIgnoredAuthorSaysIsNotTold() throws {
        let room = try rooms.activeRoom()
        let user = try RoomHarness.key(of: rooms.ana).prefix(32)
        try rooms.eve.succeed("config", "--global", "redo.ignoredAuthors", String(user))
        var changes = RoomChanges()
        _ = changes.take(try hall(rooms.eve))
        try rooms.ana.succeed("room", "say", room, "Hello")
        let told = changes.take(try hall(rooms.eve))
        #expect(told[0]["kind"]?.string == "message" && told[0]["text"] == .null)
    }
}

extension Optional {
    fileprivate var unwrapped: Wrapped { get throws { try #require(self) } }
}

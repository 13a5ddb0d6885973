import Foundation
import RedoCommandLine
import RedoModel
import RedoSystem
import TestSupport
import Testing

@testable import RedoInteractiveCommands

/// `redo room show`: the conversation for people.
@Suite struct RoomShowTests {
    private let rooms: RoomHarness

    init() throws { rooms = try RoomHarness() }

    @Test func aRoomIsShown() throws {
        let room = try rooms.activeRoom()
        try rooms.ana.succeed("room", "say", room, "Hello")
        try rooms.art.succeed("room", "hand", room)
        #expect(
            try rooms.eve.succeed("room", "show", room) == """
                Ana, Eve, Art (1, Ana)
                room \(room.dropFirst(7).prefix(12)), $10

                * Ana opened a room with $10.
                * Eve is here.
                * Art is here.
                Ana: Hello
                * Art raised their hand.

                hand up: Art
                it is your turn
                you can: say, pass, leave

                """)
        // One who does not take part can do nothing.
        let other = try rooms.device("bob").succeed("room", "show", room)
        #expect(other.hasSuffix("\nhand up: Art\nit is Eve's turn\n"))
    }

    /// Nothing of a node moves a cursor or looks like a line of its own.
    @Test func whatOthersWroteStaysText() throws {
        let room = try rooms.activeRoom(["Ana", "E\u{1B}[2Jve\n* Art left", "Art\u{202E}"])
        try rooms.ana.succeed(
            "room", "say", room, "a\u{1B}]0;x\u{07}b\n* Art departed.\r\nEve: no\u{85}\u{2028}x")
        for words in [["show", room], ["list"], ["show", room, "--json"]] {
            let shown = try rooms.ana.run(["room"] + words).text
            if words.last != "--json" {
                #expect(!shown.contains("\u{1B}") && !shown.contains("\u{202E}"), "\(shown)")
            }
            #expect(!shown.contains("\n* Art departed"), "\(shown)")
            #expect(!shown.contains("\n* Art left"), "\(shown)")
            #expect(!shown.contains("\nEve: no"), "\(shown)")
        }
    }

    @Test func namesHaveColours() throws {
        let room = try rooms.activeRoom()
        try rooms.ana.succeed("room", "say", room, "Hello")
        let shown = try RoomHarness.device(rooms.ana, ["REDO_COLOR": "always"])
            .succeed("room", "show", room)
        #expect(shown.contains("\u{1B}[32mAna\u{1B}[m: Hello\n"), "\(shown)")
    }

    /// Ignored authors take turns, and what they say is not shown.
    @Test func anIgnoredAuthorTakesTurns() throws {
        let room = try rooms.activeRoom()
        try rooms.ana.succeed("room", "say", room, "Hello")
        try rooms.eve.succeed("room", "say", room, "a secret")
        let user = try RoomHarness.key(of: rooms.eve).prefix(32)
        try rooms.art.succeed("config", "--global", "redo.ignoredAuthors", String(user))
        let shown = try rooms.art.succeed("room", "show", room)
        #expect(shown.contains("\nEve: (ignored)\n") && !shown.contains("secret"), "\(shown)")
        #expect(
            try rooms.art.succeed("room", "say", room, "x")
                == "Ana, Eve, Art (3, Art): it is Ana's turn\n")
    }

    // MARK: On a terminal

    private func page(_ room: String, columns: Int, isStyled: Bool = false) throws -> [String] {
        let directory = rooms.ana.directory.path
        let context = CommandContext(
            in: Surroundings(
                variables: EnvironmentVariables(rooms.ana.variables), directory: directory,
                input: 0,
                output: 1, errors: 2))
        let view = try RoomHall(context).view(of: room)
        return String(
            decoding: RoomPage(view, columns: columns, isStyled: isStyled).bytes, as: UTF8.self
        ).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func narrationsStandInTheMiddle() throws {
        let room = try rooms.activeRoom()
        try rooms.ana.succeed("room", "say", room, "Hello to all who are here today.\n\nBye")
        let lines = try page(room, columns: 30)
        #expect(lines.contains("         Eve is here."))
        #expect(lines.contains("Ana: Hello to all who are here"))
        #expect(lines.contains("    today."))
        #expect(lines.contains("    Bye"))
        #expect(
            try page(room, columns: 30, isStyled: true).contains(
                "         \u{1B}[3mEve is here.\u{1B}[m"))
    }

    /// However narrow a terminal is, and however wide the letters, no line is longer, and no letter is lost.
    @Test(arguments: [20, 21, 25, 40, 79, 200])
    func noLineIsWiderThanTheTerminal(_ columns: Int) throws {
        let name = String(repeating: "名前", count: 30)
        let room = try rooms.activeRoom(["Ana", name, "Art"])
        let text = "x \(String(repeating: "ab", count: 60)) 日本語のテキスト 👩‍👩‍👧 end\n  indented"
        try rooms.ana.succeed("room", "say", room, text)
        try rooms.eve.succeed("room", "say", room, text)
        let lines = try page(room, columns: columns)
        for line in lines { #expect(displayWidth(line) <= columns, "\(line)") }
        let kept = lines.joined().filter { $0 == "b" }.count
        #expect(kept >= 120)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "  three"]),
        ("abcdefghij", 4, ["abcd", "  ef", "  gh", "  ij"]),
        ("", 5, [""]), ("a  b", 10, ["a  b"]), ("aaaa bb", 4, ["aaaa", "  bb"]),
    ])
    func textsBreakAtSpaces(_ text: String, _ columns: Int, _ lines: [String]) {
        #expect(TextWrapping(columns: columns, indent: "  ").lines(of: text) == lines)
    }
}

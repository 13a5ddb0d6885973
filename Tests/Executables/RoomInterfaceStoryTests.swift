import Foundation
import TestSupport
import Testing

/// A room from its opening to its last words, by two people with `redo ui` alone and a machine that answers beside the
/// screen of one of them: each has a device of their own, and a git repository is between them.
@Suite struct RoomInterfaceStoryTests {
    /// The repository is removed with it.
    private let fixture: GitFixture
    private let ana: TaskStore
    private let eve: TaskStore

    init() throws {
        fixture = try GitFixture()
        ana = try fixture.device("ana")
        eve = try fixture.device("eve")
        try prepareMachine()
    }

    private func user(_ device: TaskStore) throws -> String {
        try RoomPair.user(of: device)
    }

    /// The fake language model: it counts the lines that it was sent.
    private func prepareMachine() throws {
        let own = try user(ana)
        let made = try ana.run("keygen", ["--no-passphrase"])
        let machine = try #require(made.lines.first)
        let script = try ana.runner.write(
            """
            #!/bin/sh
            text=$(cat)
            case $text in
                *"(you are invited"*) echo ACCEPT ;;
                *) echo "I read $(echo "$text" | grep -c '^Ana: ') of Ana's." ;;
            esac

            """.utf8, to: "model")
        for (key, value) in [
            ("user.key", own), ("room.machineKey", machine),
            ("room.command", "/bin/sh '\(script)'"),
        ] { try ana.expect(["config", "--global", key, value]) }
    }

    @Test func aRoomIsLivedThroughInTheInterface() throws {
        let line = try #require(
            eve.expect(["key", "show"]).lines.first { $0.hasPrefix("publicKey ") })
        let key = line.dropFirst("publicKey ".count)
        let first = try RealTerminal(ana.runner, columns: 100, rows: 24)
        let second = try RealTerminal(eve.runner, columns: 100, rows: 24)

        // Ana opens the room, and the machine joins.
        try first.type("'redo ui'", "Enter") { $0.contains("6 Rooms") }
        try first.type("6") { $0.contains("No rooms.") }
        try first.type(
            "':room open Eve=\(key) Ana=me Bot=machine --tier 10'", "Enter"
        ) { $0.contains("open the room and pay $10? [y/N]") }
        try first.type("y", "Enter") {
            $0.contains("room://") && $0.contains("press Enter to go back")
        }
        try first.type("Enter") { $0.contains("Eve, Ana, Bot (0)  awaiting Eve") }

        // Eve gets it with a sync, and comes.
        try second.type("'redo ui'", "Enter") { $0.contains("6 Rooms") }
        try second.type("6", "S") { $0.contains("Eve, Ana, Bot (0)") }
        try second.type("Enter") { $0.contains("Bot is here.") && $0.contains("awaiting Eve") }
        try second.type("a") { $0.contains("Eve is here.") && $0.contains("it is your turn") }
        try first.type("Enter") { $0.contains("it is Eve's turn") }

        // What is said comes by itself, and so does a hand.
        try second.type("Enter") { $0.contains("say:") }
        try second.type("'Hello, Ana.'", "Enter") { $0.contains("it is Ana's turn") }
        try first.type { $0.contains("Eve: Hello, Ana.") && $0.contains("it is your turn") }
        try second.type("w") { $0.contains("hand up: Eve") }
        try first.type { $0.contains("hand up: Eve") }

        // The machine answers Ana's words by itself: they were written on the device with its key.
        try first.type("i") { $0.contains("say:") }
        try first.type("'Hello, both.'", "Enter") { $0.contains("Bot: I read 1 of Ana's.") }
        try second.type { $0.contains("Bot: I read 1 of Ana's.") && $0.contains("your turn") }

        // A turn is passed after a question.
        try second.type("p") { $0.contains("never comes back (y or n)") }
        try second.type("y", "Enter") { $0.contains("Eve is listening.") }
        try first.type { $0.contains("Eve is listening.") && $0.contains("it is your turn") }
        try first.type("i") { $0.contains("say:") }
        try first.type("'Was it good?'", "Enter") { $0.contains("Bot: I read 2 of Ana's.") }
        try second.type { $0.contains("Bot: I read 2 of Ana's.") }

        // Eve leaves, which ends it; Ana says the last words.
        try second.type("L") { $0.contains("ends the room for everyone (y or n)") }
        try second.type("y", "Enter") { $0.contains("ended: Eve departed") }
        try first.type { $0.contains("ended: Eve departed") }
        try first.type("E") { $0.contains("the last words:") }
        try first.type("'They spoke, and were heard.'", "Enter") {
            $0.contains("They spoke, and were heard.") && !$0.contains("the last words:")
        }
        try second.type { $0.contains("They spoke, and were heard.") }
        try first.type("q") { $0.contains("ready:") }
        try second.type("q") { $0.contains("ready:") }

        // Both have the same room, with each message once.
        let rooms = try [ana, eve].map { try $0.run("replay", ["--family", "rooms"]).text }
        #expect(rooms[0] == rooms[1])
        let log = try ana.run("log", ["--oneline"]).lines
        #expect(log.count { $0.contains(" SAY") } == 5 && !log.contains { $0.contains("(void)") })
    }
}

import RedoCommandLine
import RedoScreen
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommands
@testable import RedoInteractiveCommands

/// `redo room join` without a terminal: keys go in, frames come out.
@Suite struct RoomScreenTests {
    private let room: MachineRoom

    init() throws { room = try MachineRoom() }

    private func screen(rows: Int = 12, columns: Int = 60) throws -> RoomScreen {
        let context = CommandContext(
            suite: Suite.commands,
            in: Surroundings(
                variables: EnvironmentVariables(room.ana.variables),
                directory: room.ana.directory.path,
                input: 0, output: 1, errors: 2))
        let session = try RoomSession(context, context.openStore(), room.id)
        return RoomScreen(session, rows: rows, columns: columns, isColored: false)
    }

    private func press(_ keys: String, _ screen: inout RoomScreen) {
        for key in keys {
            switch key {
            case "\n": screen.handle(.key(.enter))
            case "\t": screen.handle(.key(.tab))
            default: screen.handle(.key(.character(key)))
            }
        }
    }

    @Test func whatIsTypedIsSaid() throws {
        var screen = try screen()
        #expect(
            screen.frame().lines == [
                "Ana, Bot (0)", "                Ana opened a room with $10.",
                "                        Bot is here.", "", "", "", "", "", "", "",
                "it is your turn", "say>  Tab: let the next one speak",
            ])
        press("Hello, Bot.\n", &screen)
        let lines = screen.frame().lines
        #expect(lines[0] == "Ana, Bot (1, Ana)")
        #expect(lines[3] == "Ana: Hello, Bot.")
        #expect(lines[10] == "Bot is listening…")
        #expect(lines[11] == ">  Tab: raise your hand, or lower it")
        let hasWritten = screen.takeWritten()
        #expect(hasWritten)
        #expect(try room.conversation().contains("Ana: Hello, Bot."))
    }

    @Test func lastWordsAreSaidWhereTheRoomHasEnded() throws {
        var early = try screen()
        press("/cenotaph Too early\n", &early)
        #expect(early.frame().lines[10].hasPrefix("nothing is written: the room has not ended"))
        var screen = try screen()
        press("Hello\n/leave yes\n/cenotaph  It was good. \n", &screen)
        let state = try room.ana.succeed("room-state", room.id)
        #expect(state.hasSuffix("\ncenotaph It was good.\n"), "\(state)")
        #expect(RoomLine("/cenotaph") == .unknown("/cenotaph"))
        #expect(RoomLine("//cenotaph x") == .say("/cenotaph x"))
    }

    @Test func whatIsTypedOutOfTurnStays() throws {
        var screen = try screen()
        press("One\nTwo\n", &screen)
        #expect(screen.frame().lines[10] == "Bot is listening…: what you typed stays here")
        #expect(screen.frame().lines[11] == "> Two")
        _ = try room.answer("Go on.")
        screen.storeHasChanged()
        #expect(screen.frame().lines.contains("Bot: Go on."))
        #expect(screen.frame().lines[11] == "say> Two")
        press("\n", &screen)
        #expect(screen.frame().lines.contains("Ana: Two"))
    }

    /// Passing and raising a hand share the place of what is said.
    @Test func tabDoesWhatNeedsNoWords() throws {
        var screen = try screen()
        press("x\t", &screen)
        #expect(try room.ana.succeed("room-state", room.id).contains("\nturn 0\n"))
        screen.handle(.key(.backspace))
        // A turn that is passed never comes back: once is not enough, and another key in between is no answer.
        press("\t", &screen)
        #expect(
            screen.frame().lines[10] == "Tab again passes: a turn that is passed never comes back")
        screen.handle(.key(.left))
        press("\t", &screen)
        #expect(try room.ana.succeed("room-state", room.id).contains("\nturn 0\n"))
        press("\t", &screen)
        #expect(try room.ana.succeed("room-state", room.id).contains("\nturn 1\n"))
        press("\t", &screen)
        #expect(screen.frame().lines[10].hasSuffix("hand up: Ana"))
        press("\t", &screen)
        #expect(!screen.frame().lines[10].contains("hand up"))
    }

    /// What cannot be written is not lost.
    @Test func aFailureKeepsWhatWasTyped() throws {
        var screen = try screen()
        press("Precious words", &screen)
        try room.ana.succeed("config", "--global", "user.key", String(repeating: "0", count: 32))
        press("\n", &screen)
        #expect(screen.frame().lines[10] != "it is your turn")
        #expect(screen.frame().lines[11] == "say> Precious words")
        let hasWritten = screen.takeWritten()
        #expect(!hasWritten)
    }

    @Test func whatEndsARoomIsConfirmed() throws {
        var screen = try screen()
        press("/leave\n", &screen)
        #expect(screen.frame().lines[10] == "'/leave yes': leave the room, which ends it")
        #expect(try room.ana.succeed("room-state", room.id).contains("\nstate active\n"))
        press(" yes\n", &screen)
        #expect(screen.frame().lines[10] == "ended: Ana departed")
        press("/dance\n", &screen)
        #expect(screen.frame().lines[10] == "not a command: '/dance'; /help lists them")
    }

    @Test func leavingNeedsTwoStepsOverText() throws {
        var screen = try screen()
        press("Draft", &screen)
        screen.handle(.key(.control("c")))
        #expect(!screen.isOver)
        press("!", &screen)
        screen.handle(.key(.control("c")))
        #expect(!screen.isOver && screen.frame().lines[11] == "say> Draft!")
        screen.handle(.key(.control("c")))
        #expect(screen.isOver)
        var other = try self.screen()
        other.handle(.key(.control("d")))
        #expect(other.isOver)
        var third = try self.screen()
        press("/quit\n", &third)
        #expect(third.isOver)
    }

    @Test func aLongRoomScrollsAndNarrowTerminalsWrap() throws {
        for number in 0..<12 {
            try room.say("Message \(number)")
            #expect(try room.answer("Answer \(number) with more words than fit").status == 0)
        }
        var screen = try screen(rows: 8, columns: 30)
        let last = screen.frame().lines[1..<6]
        #expect(last.contains { $0.contains("Answer 11") })
        for _ in 0..<20 { screen.handle(.key(.pageUp)) }
        #expect(
            screen.frame().lines[1].contains("Ana opened")
                || screen.frame().lines[5].contains("Ana opened"))
        for _ in 0..<30 { screen.handle(.key(.pageDown)) }
        #expect(Array(screen.frame().lines[1..<6]) == Array(last))
        // What is read stays where it is while others write.
        screen.handle(.scroll(-6))
        let read = screen.frame().lines[1..<6]
        try room.say("Something new")
        screen.storeHasChanged()
        #expect(screen.frame().lines[1..<6] == read)
        for (rows, columns) in [(1, 1), (3, 19), (4, 20), (60, 200), (8, 21)] {
            screen.handle(.resize(rows: rows, columns: columns))
            #expect(screen.frame().lines.count == rows)
        }
    }

    /// What others wrote moves no cursor.
    @Test func hostileTextsAreHarmless() throws {
        try room.ana.succeed(
            "commit-node", "SAY", "--room", room.id, "-f", "text=a\u{1B}[2J\u{202E}b\nBot: I am Bot"
        )
        let screen = try screen()
        let lines = screen.frame().lines
        #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect(!lines.contains { $0.hasPrefix("Bot: ") })
    }

    @Test func aPasteIsOneMessage() throws {
        var screen = try screen()
        screen.handle(.paste("one\r\ntwo\n\nthree\n"))
        #expect(try room.ana.succeed("room-state", room.id).contains("\nturn 0\n"))
        #expect(screen.frame().lines[11] == "say> one⏎two⏎⏎three⏎")
        press("\n", &screen)
        #expect(
            try room.ana.succeed("room", "show", "--json", room.id).contains(
                "one\\ntwo\\n\\nthree\""))
        #expect(screen.frame().lines.contains("Ana: one"))
        #expect(screen.frame().lines[11].hasPrefix(">  "))
    }

    /// A line feed is a character of the line like any other.
    @Test func lineFeedsCanBeEdited() throws {
        var screen = try screen()
        screen.handle(.paste("one\ntwo"))
        for _ in 0..<4 { screen.handle(.key(.left)) }
        #expect(screen.frame().cursor?.column == 8)
        screen.handle(.key(.delete))
        #expect(screen.frame().lines[11] == "say> onetwo")
        screen.handle(.paste("\n"))
        screen.handle(.key(.end))
        screen.handle(.key(.control("w")))
        #expect(screen.frame().lines[11] == "say> one⏎")
    }

    // MARK: Lines

    @Test func linesGoInAndOut() throws {
        // Nothing is asked beside the lines.
        try room.ana.succeed("config", "--global", "--unset", "room.command")
        let outcome = try room.ana.run(
            "room", "join", "--plain", room.id, input: "Hello\nMore\n/hand\n/quit\nlost\n")
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(
            outcome.lines == [
                "Ana, Bot (0)", "* Ana opened a room with $10.", "* Bot is here.",
                "-- it is your turn", "Ana: Hello", "-- Bot is listening…",
                "not done: nothing is written: it is Bot's turn",
                "hint: 'redo room hand \(room.id.dropFirst(7).prefix(12))' raises your hand",
                "* Ana raised their hand.", "-- Bot is listening…; hand up: Ana",
            ])
    }

    @Test func aLineThatBeginsWithASlashIsACommand() throws {
        let outcome = try room.ana.run(
            "room", "join", "--plain", room.id, input: "/what\n/leave\n//slash\n\n")
        #expect(
            Array(outcome.lines.dropFirst(4)) == [
                "not a command: '/what'; /help lists them",
                "not done: '/leave yes' would leave the room, which ends it", "Ana: /slash",
                "-- Bot is listening…",
            ])
        let help = try room.ana.run("room", "join", "--plain", room.id, input: "/help\n").text
        for word in RoomCommandWord.allCases { #expect(help.contains("\n/\(word.rawValue)")) }
    }

    @Test func withoutATerminalLinesAreNamed() throws {
        let outcome = try room.ana.run("room", "join", room.id)
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: redo room join needs a terminal\n"))
    }
}

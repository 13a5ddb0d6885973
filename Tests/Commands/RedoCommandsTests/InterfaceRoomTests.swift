import Foundation
import RedoScreen
import TestSupport
import Testing

@testable import RedoCommandParts
@testable import RedoInteractiveCommands

/// The rooms of `redo ui`: keys go in, frames and nodes come out.
@Suite struct InterfaceRoomTests {
    private let rooms: RoomHarness

    init() throws { rooms = try RoomHarness() }

    private func interface(
        _ device: CommandHarness, columns: Int = 80
    ) throws -> InterfaceHarness {
        var ui = try InterfaceHarness(device, columns: columns)
        ui.press("6")
        return ui
    }

    private func state(_ room: String) throws -> String {
        try rooms.ana.succeed("room-state", room)
    }

    /// The last row without what is at its right.
    private func footer(_ ui: InterfaceHarness) -> String {
        (ui.lines.last ?? "").components(separatedBy: "   ").first ?? ""
    }

    @Test func theListShowsTurnsNewsAndLastWords() throws {
        let room = try rooms.activeRoom()
        // They share a store here, and so what was read: plumbing marks nothing.
        try rooms.ana.succeed(
            "commit-node", "SAY", "--room", room, "-f", "text=Shall we begin?")
        let ui = try interface(rooms.eve)
        #expect(
            ui.lines[1]
                == "*▸Ana, Eve, Art (1, Ana)  1 new  it is your turn  Ana: Shall we begin?")
        let ana = try interface(rooms.ana)
        #expect(
            ana.lines[1] == " ▸Ana, Eve, Art (1, Ana)  it is Eve's turn  Ana: Shall we begin?")
        // A narrow window has no room for the words.
        let narrow = try interface(rooms.ana, columns: 50)
        #expect(narrow.lines[1] == " ▸Ana, Eve, Art (1, Ana)  it is Eve's turn")
    }

    @Test func withoutRoomsTheKeyThatOpensOneIsShown() throws {
        var ui = try interface(rooms.ana)
        #expect(ui.lines[1] == " No rooms. 'o' opens one: a conversation by turns.")
        ui.press("p")
        #expect(footer(ui) == "pass: no room is selected")
        ui.press("o")
        #expect(ui.interface.takeRequests() == [.run(["room", "open"])])
    }

    @Test func aRoomIsAcceptedAndSpokenIn() throws {
        let room = try rooms.openRoom()
        var art = try interface(rooms.art)
        art.press("a")
        #expect(footer(art) == "Ana, Eve, Art (0): awaiting Eve")
        var eve = try interface(rooms.eve)
        eve.press("i")
        #expect(footer(eve) == "say: awaiting Eve")
        eve.press("\na")
        #expect(footer(eve) == "Ana, Eve, Art (0): it is Ana's turn")
        var hasWritten = eve.interface.takeWrittenInRoom()
        #expect(hasWritten)
        hasWritten = eve.interface.takeWrittenInRoom()
        #expect(!hasWritten)
        var ana = try interface(rooms.ana)
        ana.press("\n\nHello, both.\n")
        #expect(footer(ana) == "Ana, Eve, Art (1, Ana): it is Eve's turn")
        #expect(ana.lines.contains("Ana: Hello, both."), "\(ana.lines)")
        // What others say appears, and is read.
        try rooms.eve.succeed("room", "say", room, "Hello, Ana.")
        ana.interface.storeHasChanged()
        #expect(ana.lines.contains("Eve: Hello, Ana."), "\(ana.lines)")
        ana.press(.escape)
        #expect(!ana.lines[1].contains("new"), "\(ana.lines)")
    }

    /// A turn that is passed never comes back, and a room that has ended is never continued.
    @Test(arguments: [("p", "turn 1", "turn 0"), ("L", "reason left", "state active")])
    func whatNothingTakesBackIsAskedFor(_ key: String, _ after: String, _ before: String) throws {
        let room = try rooms.activeRoom()
        var ui = try interface(rooms.ana)
        for answer in ["\n", "n\n", "no\n", "yes please\n"] {
            ui.press(key)
            #expect(footer(ui).hasSuffix("(y or n):"), "\(footer(ui))")
            ui.press(answer)
            #expect(footer(ui) == "nothing was written")
            #expect(try state(room).contains("\n\(before)\n"))
        }
        ui.press("\(key)y\n")
        #expect(try state(room).contains("\n\(after)\n"))
    }

    @Test func keysThatDoNothingSayWhy() throws {
        _ = try rooms.activeRoom()
        var eve = try interface(rooms.eve)
        for (key, reason) in [
            ("p", "pass: it is Ana's turn"), ("a", "accept: it is Ana's turn"),
            ("D", "decline: it is Ana's turn"), ("E", "last words: it is Ana's turn"),
            ("M", "ask the machine: no machine takes part"),
        ] {
            eve.press(key)
            #expect(footer(eve) == reason)
        }
        var frame = eve.interface
        frame.say("")
        let cells = frame.frame()
        let line = cells.lines.last ?? ""
        // Possible keys come first, the others are faint.
        #expect(line.hasPrefix("w raise hand  L leave  J whole screen"), "\(line)")
        let last = cells.cells.suffix(cells.columns)
        #expect(last.first?.style == .plain)
        #expect(last.contains { $0.style.attributes.contains(.faint) })
        var bob = try interface(rooms.device("bob"))
        bob.press("w")
        #expect(footer(bob) == "raise hand: you do not take part")
    }

    @Test func aHandIsRaisedAndLowered() throws {
        let room = try rooms.activeRoom()
        var eve = try interface(rooms.eve)
        eve.press("\nw")
        #expect(eve.lines.contains("hand up: Eve"), "\(eve.lines)")
        #expect(try state(room).contains("eve"))
        eve.press("w")
        #expect(!eve.lines.contains("hand up: Eve"), "\(eve.lines)")
    }

    @Test func theLastWordsAreWrittenOverARoomThatEnded() throws {
        let room = try rooms.activeRoom()
        try rooms.ana.succeed("room", "say", room, "One")
        try rooms.eve.succeed("room", "leave", room)
        var ana = try interface(rooms.ana)
        ana.press("\nEIt was good.\n")
        #expect(ana.lines.contains { $0.contains("It was good.") }, "\(ana.lines)")
        ana.press("E")
        #expect(footer(ana) == "last words: ended: Eve departed")
    }

    @Test func aRoomIsHiddenHere() throws {
        _ = try rooms.activeRoom()
        var ui = try interface(rooms.ana)
        ui.press("H")
        #expect(ui.lines[1].hasPrefix(" No rooms."), "\(ui.lines)")
        #expect(ui.lines[2] == "  1 room hidden here: redo room list --all")
    }

    @Test func aLinkAndAReminderOpenTheRoom() throws {
        let room = try rooms.activeRoom()
        let link = try Link("room://\(room.dropFirst(7))", beginnings: [])
        let ui = try InterfaceHarness(rooms.ana, opening: link)
        #expect(ui.interface.heading == "Rooms, Ana, Eve, Art (0)")
        var reminded = try InterfaceHarness(rooms.ana)
        let now = reminded.interface.source.board.now
        reminded.interface.tasksHaveChanged(at: now)
        reminded.press("n")
        try reminded.select("It is your turn")
        reminded.press("\n")
        #expect(reminded.lines.contains("it is your turn"), "\(reminded.lines)")
    }

    @Test func theMachineIsAskedBesideTheScreen() throws {
        let machine = try MachineRoom()
        try machine.say("Hello, Bot.")
        var ui = try interface(machine.ana)
        ui.press("\n")
        #expect(
            ui.lines.contains {
                $0.hasPrefix("no one asks Bot now: 'redo room answer' does")
            }, "\(ui.lines)")
        ui.press("M")
        #expect(
            ui.interface.takeRequests()
                == [.begin(BackgroundWork(title: nil, ["room", "answer", machine.id]))])
    }

    @Test func theKeysArePartOfTheHelpAndOfLines() throws {
        let room = try rooms.activeRoom()
        var ui = try interface(rooms.eve)
        ui.press("?")
        #expect(ui.lines.contains { $0.hasPrefix("p        pass  (not now: it is Ana's turn)") })
        var plain = try interface(rooms.ana)
        plain.interface.take(line: "say")
        plain.interface.take(line: "Said in a line")
        #expect(try rooms.ana.succeed("room", "show", room).contains("Ana: Said in a line"))
    }
}

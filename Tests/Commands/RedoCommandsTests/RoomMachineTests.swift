import Foundation
import RedoJSON
import RedoModel
import TestSupport
import Testing

/// `redo room answer`: the machine of a room as an equal participant.
@Suite struct RoomMachineTests {
    @Test func aMachineIsAskedFirstWhetherItJoins() throws {
        let room = try MachineRoom(isActive: false)
        let outcome = try room.answer("ACCEPT. Gladly.\n")
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(outcome.text == "Ana, Bot (0): it is your turn\n")
        #expect(
            try room.told().hasSuffix(
                """
                1. Ana
                2. Bot (that's you!)

                Take the room as it is, and answer at its scale.

                *a room*

                Narrator: Ana opened a room with $10.
                (you are invited; begin your answer with ACCEPT to take part, or with DECLINE if you would rather not)

                """))
    }

    /// What is printed for a person is byte for byte what the machine is sent.
    @Test func theTranscriptIsWhatTheMachineReads() throws {
        let room = try MachineRoom(isActive: false)
        for step in ["ACCEPT", "Hello.", "YIELD"] {
            let printed = try room.ana.succeed("room-transcript", room.id)
            #expect(try room.answer(step).status == 0)
            #expect(try room.told() == printed)
            try room.say("And you?")
        }
    }

    /// One process of the device that did what the machine answers to asks it; a room shows if none does.
    @Test func aRoomShowsWhoAsksTheMachine() throws {
        let room = try MachineRoom()
        func last() throws -> [String] {
            try room.ana.run("room", "show", room.id).lines.suffix(3)
        }
        #expect(try !last().contains { $0.contains("asks") })
        try room.say("Hello, Bot.")
        let line = try #require(try last().first { $0.contains("asks") })
        #expect(
            line
                == "no one asks Bot now: 'redo room answer' does, and redo ui and redo sync --watch do here"
        )
        do {
            let store = try room.ana.context.openStore()
            let lock = try store.askingLock(of: try #require(NodeID(room.id)))
            let isLocked = lock != nil
            #expect(isLocked)
            #expect(try last().contains("this device asks Bot"))
            _ = consume lock
        }
        #expect(try last().contains(line))
        try room.ana.succeed("config", "--global", "--unset", "room.command")
        #expect(
            try last().contains(
                "no one asks Bot: it is for this device, and neither room.endpoint nor room.command names it"
            ))
        #expect(
            try room.people.device("eve").run("room", "show", room.id).lines.contains(
                "it is for Ana's device to ask Bot"))
    }

    @Test func aMachineMayDecline() throws {
        let room = try MachineRoom(isActive: false)
        #expect(try room.answer("DECLINE").status == 0)
        #expect(try room.ana.succeed("room-state", room.id).contains("\nreason declined\n"))
        #expect(try room.answer("ACCEPT").status == 1)
    }

    @Test func aMachineSpeaksPassesAndDeparts() throws {
        let room = try MachineRoom()
        try room.say("Hello, Bot.")
        #expect(
            try room.answer("Hello,\r\nAna.\n\n").text == "Ana, Bot (2, Bot): it is your turn\n")
        try room.say("A pause?")
        #expect(try room.answer("YIELD.").status == 0)
        try room.say("Goodbye?")
        #expect(try room.answer("DEPART. Be well.").status == 0)
        #expect(
            try room.conversation().dropLast() == [
                "Narrator: Ana opened a room with $10.", "Narrator: Bot is here.",
                "Ana: Hello, Bot.", "Hello,", "Ana.", "Ana: A pause?",
                "Narrator: Bot is listening.",
                "Ana: Goodbye?", "Be well.", "Narrator: Bot departed.",
            ])
        #expect(try room.ana.succeed("replay", "--family", "rooms", "--void").isEmpty)
    }

    @Test func theHorizonEndsTheRoomWithLastWords() throws {
        let room = try MachineRoom()
        try room.say("A long story")
        #expect(try room.answer("I can hold no more.", status: 42).status == 0)
        let state = try room.ana.succeed("room-state", room.id)
        #expect(state.contains("\nstate defunct\nreason horizon\n"))
        #expect(try room.conversation().contains("I can hold no more."))
    }

    /// A room that ended is closed only when a person wants it.
    @Test func aCenotaphIsAskedFor() throws {
        let room = try MachineRoom()
        try room.say("Hello")
        _ = try room.answer("DEPART")
        #expect(try room.answer("Not asked").status == 1)
        let outcome = try room.answer("They spoke once.", "--cenotaph")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            try room.told().hasSuffix(
                "\n(this room has ended; what you write now closes it, and is shown as the narrator's)\n"
            ))
        #expect(
            try room.ana.succeed("room-state", room.id).hasSuffix("\ncenotaph They spoke once.\n"))
        #expect(try room.answer("Again", "--cenotaph").status == 1)
    }

    /// Of an answer that is not whole, or means nothing, no node is written; and the machine can be asked again.
    @Test func nothingIsWrittenUnlessAnAnswerIsWhole() throws {
        let room = try MachineRoom(isActive: false)
        let faults: [(String, Int, String)] = [
            ("Perhaps", 0, "the machine's answer begins neither with ACCEPT nor with DECLINE"),
            ("ACCEPT", 1, "the machine's command ended with status 1"),
            ("ACCEPT", 42, "the machine answered with the status 422"),
            ("", 0, "the machine's answer is empty"),
            (" \n\n", 0, "the machine's answer is empty"),
            ("ACCEPT\u{1B}[2J", 0, "the machine's answer has a control character at byte 6"),
            (
                "ACCEPT" + String(repeating: "!", count: 65_531), 0,
                "the machine's answer has more than 65536 bytes"
            ),
        ]
        let count = try room.ana.nodeCount()
        for (text, status, reason) in faults {
            let outcome = try room.answer(text, status: status)
            #expect(outcome.status == 128)
            #expect(
                outcome.codedError.hasPrefix(
                    "error: MACHINE_001: nothing is written: \(reason)\nhint: "),
                "\(outcome.error)")
            #expect(outcome.output.isEmpty)
        }
        try Data([0x41, 0xFF]).write(to: URL(filePath: "\(room.ana.directory.path)/answer"))
        try room.ana.succeed(
            "config", "--global", "room.command", "cat '\(room.ana.directory.path)/answer'")
        #expect(try room.ana.run("room", "answer", room.id).codedError.contains("is not UTF-8"))
        try room.ana.succeed("config", "--global", "room.command", "sleep 30")
        try room.ana.succeed("config", "--global", "room.timeout", "1")
        #expect(
            try room.ana.run("room", "answer", room.id).codedError.contains(
                "did not answer within 1 s"))
        #expect(try room.ana.nodeCount() == count)
        #expect(try room.answer("ACCEPT").status == 0)
    }

    /// The machine in five lines of docs/rooms.md, with a fake model.
    @Test func theExampleOfTheDocumentationAnswers() throws {
        let room = try MachineRoom(isActive: false)
        let page = try String(
            contentsOf: Fixtures.package.appending(path: "docs/rooms.md"), encoding: .utf8)
        let start = try #require(page.range(of: "#!/bin/sh\n"))
        let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
        let script = String(page[start.lowerBound..<end.lowerBound])
        #expect(script.split(separator: "\n").count == 5)
        let directory = room.ana.directory.path
        try Data(script.utf8).write(to: URL(filePath: "\(directory)/machine"))
        try Data("#!/bin/sh\nsed -n 's/^Ana: /You said: /p' | tail -n 1\n".utf8).write(
            to: URL(filePath: "\(directory)/model"))
        chmod("\(directory)/model", 0o755)
        try room.ana.succeed(
            "config", "--global", "room.command",
            "PATH='\(directory)':$PATH /bin/sh '\(directory)/machine'")
        try room.ana.succeed("room", "answer", room.id)
        try room.say("Good morning")
        try room.ana.succeed("room", "answer", room.id)
        #expect(try room.conversation().contains("You said: Good morning"))
        try room.say(String(repeating: "A long story. ", count: 15_000))
        try room.ana.succeed("room", "answer", room.id)
        #expect(
            try room.ana.succeed("room-state", room.id).contains("\nreason horizon\n"))
    }

    @Test func aMachineIsNotAskedOutOfTurn() throws {
        let room = try MachineRoom()
        let count = try room.ana.nodeCount()
        try room.answers("Hello")
        try Data().write(to: URL(filePath: "\(room.ana.directory.path)/told"))
        let outcome = try room.ana.run("room", "answer", room.id)
        #expect(outcome.status == 1)
        #expect(
            outcome.codedError
                == "error: E_NOT_YOUR_TURN: the machine is not asked: it is your turn\n")
        #expect(try room.told().isEmpty)
        #expect(try room.ana.nodeCount() == count)
    }

    /// A store can come from others, so it says neither what is run nor where a text is sent.
    @Test func aStoreConfiguresNoMachine() throws {
        let room = try MachineRoom(isActive: false)
        for (key, value) in [
            ("room.command", "touch '\(room.ana.directory.path)/ran'; echo ACCEPT"),
            ("room.endpoint", "http://127.0.0.1:1/"),
        ] {
            try Data("[room]\n\t\(key.dropFirst(5)) = \"\(value)\"\n".utf8).write(
                to: URL(filePath: "\(room.ana.directory.path)/.redo/config"))
            let outcome = try room.ana.run("room", "answer", room.id)
            #expect(outcome.status == 128)
            #expect(
                outcome.codedError.contains("error: MACHINE_001: no machine is configured"),
                "\(outcome)"
            )
        }
        #expect(!FileManager.default.fileExists(atPath: "\(room.ana.directory.path)/ran"))
    }

    @Test func withoutTheKeyOfTheMachineNothingIsAsked() throws {
        let room = try MachineRoom(isActive: false)
        let eve = try room.people.device("eve")
        try eve.succeed("config", "--global", "room.command", "echo ACCEPT")
        let outcome = try eve.run("room", "answer", room.id)
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError.hasPrefix(
                "error: KEYCHAIN_002: the key of Bot, \(room.machine), is not on this device\n"))
    }

    /// Two devices that answer at once leave one message, the same on both, whatever order what they wrote comes in.
    @Test func ofTwoAnswersAtOnceOneStays() throws {
        let seed = Seed()
        var generator = seed.generator
        let room = try MachineRoom()
        for round in 0..<12 {
            try room.say("Turn \(round)")
            let files = FileManager.default
            let other = "\(room.ana.directory.path)/other-\(round)"
            try files.copyItem(atPath: "\(room.ana.directory.path)/.redo", toPath: other)
            let isSpeaking = Bool.random(using: &generator)
            let isFirst = Bool.random(using: &generator)
            for isHere in isFirst ? [true, false] : [false, true] {
                var device = room.ana
                if !isHere { device.variables["REDO_DIR"] = other }
                device.variables["REDO_WALL"] =
                    "2025-11-16T12:\(10 + round):\(Int.random(in: 10..<60, using: &generator)).000Z"
                try room.answers(isHere ? "Here \(round)" : isSpeaking ? "There \(round)" : "YIELD")
                try device.succeed("room", "answer", room.id)
            }
            var there = room.ana
            there.variables["REDO_DIR"] = other
            let here = try room.ana.succeed("export")
            let elsewhere = try there.succeed("export")
            _ = try room.ana.run("import", input: elsewhere)
            _ = try there.run("import", input: here)
            let states = try [room.ana, there].map {
                try $0.succeed("replay", "--family", "rooms")
            }
            #expect(states[0] == states[1], seed.replay)
            let turn = "\nturn \(2 * round + 2)\n"
            #expect(try room.ana.succeed("room-state", room.id).contains(turn), seed.replay)
        }
        #expect(try room.ana.run("replay", "--family", "rooms", "--void").lines.count == 12)
    }
}

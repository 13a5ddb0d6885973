import Foundation
import TestSupport
import Testing

/// `redo room answer` as a process: over HTTP, and with `--watch` whenever the machine is asked.
@Suite struct RoomAnswerLoopTests {
    private let ana: TaskStore
    private let room: String
    private let machine: String

    /// A room of Ana and a machine that has not answered yet.
    init() throws {
        ana = try TaskStore()
        let words = try ana.run("key", ["list"]).text.split(whereSeparator: \.isWhitespace)
        let own = String(try #require(words.first { $0.count == 32 }))
        machine = try #require(try ana.run("keygen", ["--no-passphrase"]).lines.first)
        try ana.expect(["config", "--global", "user.key", own])
        room = try ana.commit(
            "OPEN_ROOM", "-f", "originator=ana", "-f", "tier:=1", "-f",
            """
            participants:=[{"id":"ana","nickname":"Ana","principal":"\(own)","identifier":{"kind":"key","value":"\(own)"}},\
            {"id":"bot","nickname":"Bot","principal":"\(machine)","identifier":{"kind":"machine","value":"Bot"}}]
            """)
        _ = try ana.commit("PAY", "--room", room, "-f", "receipt=promised")
    }

    private func endpoint(_ server: ServerProcess, _ path: String) throws {
        try ana.expect([
            "config", "--global", "room.endpoint", "http://127.0.0.1:\(server.port)/\(path)",
        ])
    }

    @Test func anEndpointTakesPart() throws {
        let server = try ServerProcess(script: "machine.py", [])
        try endpoint(server, "say/ACCEPT")
        #expect(try ana.run("room", ["answer", room]).status == 0)
        try ana.expect(["room", "say", room, "Hello"])
        let count = try ana.nodes().count
        for (path, reason) in [
            ("status/500", "the machine answered with the status 500"),
            ("cut", "the machine cannot be reached: 127.0.0.1:"),
            ("huge", "the machine's answer has more"),
            ("bytes/41ff", "the machine's answer is not UTF-8"),
            ("bytes/411b", "the machine's answer has a control character at byte 1"),
            ("say/", "the machine's answer is empty"),
            ("html", "the machine's answer is not plain text"),
            ("closed", "the machine cannot be reached: 127.0.0.1:"),
        ] {
            try endpoint(server, path)
            let outcome = try ana.run("room", ["answer", room])
            #expect(outcome.status == 128)
            #expect(
                outcome.codedError.hasPrefix("error: MACHINE_001: nothing is written: \(reason)"),
                "\(path): \(outcome)")
        }
        #expect(try ana.nodes().count == count)
        try endpoint(server, "status/422")
        #expect(try ana.run("room", ["answer", room]).status == 0)
        #expect(try ana.run("room-state", [room]).text.contains("\nreason horizon\n"))
    }

    @Test func aWatchingMachineAnswersUntilTheRoomEnds() throws {
        // The first answer fails, and is asked for again.
        let script = try ana.runner.write(
            """
            cd '\(ana.runner.directory.path)'
            text=$(cat)
            [ -e asked ] || { touch asked; exit 1; }
            case $text in
                *invited*) echo ACCEPT ;;
                *) echo "Turn $(echo "$text" | grep -c '^Ana: ')" ;;
            esac

            """.utf8, to: "model")
        try ana.expect(["config", "--global", "room.command", "/bin/sh '\(script)'"])
        let process = try Coprocess(
            ana.runner, "redo-room", ["answer", "--watch", room], errorFile: "errors")
        #expect(process.line() == "Ana, Bot (0): it is Ana's turn")
        for turn in 1...3 {
            try ana.expect(["room", "say", room, "Word \(turn)"])
            #expect(process.line() == "Ana, Bot (\(2 * turn), Bot): it is Ana's turn")
        }
        _ = try ana.commit("LEAVE", "--room", room, "-f", "reason=left")
        #expect(process.line() == "Ana, Bot (6, Bot): ended: Ana departed")
        #expect(process.wait() == 0)
        let errors = try String(contentsOfFile: ana.runner.path("errors"), encoding: .utf8)
        #expect(
            errors.codesFirst
                == "warning: MACHINE_001: nothing is written: the machine's command ended with status 1; "
                + "next attempt in 5 s\n")
        #expect(try ana.run("replay", ["--family", "rooms", "--void"]).lines.isEmpty)
    }

    /// An answer to what has been answered elsewhere is not put into the next turn.
    @Test func aLateAnswerIsDropped() throws {
        let redo = "cd '\(ana.runner.directory.path)'; '\(CommandRunner.executables.path)/redo'"
        try ana.expect(["config", "--global", "room.command", "echo ACCEPT"])
        try ana.expect(["room", "answer", room])
        try ana.expect(["room", "say", room, "Hello"])
        // While this device asks, another one answers, and Ana goes on: it is the machine's turn again.
        try ana.expect([
            "config", "--global", "room.command",
            "exec 3>&1 >/dev/null; \(redo) -c user.key=\(machine) commit-node PASS --room \(room); "
                + "\(redo) room say \(room) More; echo Late >&3",
        ])
        let outcome = try ana.run("room", ["answer", room])
        #expect(outcome.status == 1)
        #expect(
            outcome.codedError.contains(
                "error: E_NOT_YOUR_TURN: nothing is written: the room has changed since the machine was asked\n"
            ), "\(outcome)")
        let state = try ana.run("room-state", [room]).text
        #expect(state.contains("\nturn 3\ncurrent bot\n"), "\(state)")
    }

    /// Ana writes ten messages for one turn, each earlier than the one before: each is the one that counts.
    @Test func aMessageThatIsReplacedAgainAndAgainCostsFewQuestions() throws {
        let script = try ana.runner.write(
            """
            cd '\(ana.runner.directory.path)'
            text=$(cat)
            case $text in *invited*) echo ACCEPT; exit ;; esac
            echo asked >>asked; exec sleep 300

            """.utf8, to: "model")
        try ana.expect(["config", "--global", "room.command", "/bin/sh '\(script)'"])
        #expect(try ana.run("room", ["answer", room]).status == 0)
        let accepted = try #require(try ana.nodes().last?["id"]?.string).description
        let process = try Coprocess(ana.runner, "redo-room", ["answer", "--watch", room])
        for minute in 0..<10 {
            let said = try ana.run(
                "commit-node", ["SAY", "--room", room, "-p", accepted, "-f", "text=\(minute)"],
                extra: ["REDO_WALL": "2025-11-16T11:\(59 - minute):00.000Z"])
            #expect(said.status == 0, "\(said)")
            for _ in 0..<400
            where minute == 0
                && !FileManager.default.fileExists(
                    atPath: ana.runner.path("asked"))
            {
                usleep(25_000)
            }
            usleep(300_000)
        }
        process.send(signal: SIGTERM)
        #expect(process.wait() == 128 + SIGTERM)
        // After the first one the pauses are 5, 10 and 20 seconds.
        let asked = String(decoding: try ana.runner.contents(ofFile: "asked"), as: UTF8.self)
        #expect((1...4).contains(asked.split(separator: "\n").count))
    }

    /// A machine that is being asked does not outlive the command.
    @Test(arguments: [SIGTERM, SIGINT]) func aSignalEndsTheMachineToo(_ signal: Int32) throws {
        try ana.expect([
            "config", "--global", "room.command",
            "cd '\(ana.runner.directory.path)'; echo $$ >pid; exec sleep 300",
        ])
        let process = try Coprocess(ana.runner, "redo-room", ["answer", "--watch", room])
        var machine: Int32?
        for _ in 0..<400 where machine == nil {
            let text = try? String(contentsOfFile: ana.runner.path("pid"), encoding: .utf8)
            machine = text.flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
            usleep(25_000)
        }
        let asked = try #require(machine)
        process.send(signal: signal)
        #expect(process.wait() == 128 + signal)
        var isThere = true
        for _ in 0..<200 where isThere {
            isThere = kill(asked, 0) == 0
            usleep(10_000)
        }
        #expect(!isThere)
        #expect(try ana.nodes().count == 2)
    }
}

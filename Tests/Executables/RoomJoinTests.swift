import Foundation
import TestSupport
import Testing

/// `redo room join` as a process: in a real terminal, with signals, and between two devices.
@Suite struct RoomJoinTests {
    private let fixture: GitFixture
    private let ana: TaskStore
    private let eve: TaskStore
    private let room: String

    init() throws {
        let fixture = try GitFixture()
        self.fixture = fixture
        let pair = try RoomPair { try fixture.device($0) }
        (ana, eve, room) = (pair.ana, pair.eve, pair.room)
    }

    /// Waits for a line; nil if it does not come.
    private func line(_ process: Coprocess, _ isRight: (String) -> Bool) -> String? {
        while let line = process.line() {
            if isRight(line) { return line }
        }
        return nil
    }

    /// Two devices that meet at a bare repository see each other's messages without a command.
    @Test func twoDevicesTalk() throws {
        let here = try Coprocess(ana.runner, "redo-room", ["join", "--plain", room])
        let there = try Coprocess(eve.runner, "redo-room", ["join", "--plain", room])
        #expect(line(here) { $0 == "-- it is your turn" } != nil)
        for round in 0..<3 {
            try here.send("Hello \(round)\n")
            #expect(line(there) { $0 == "Ana: Hello \(round)" } != nil)
            try there.send("Answer \(round)\n")
            #expect(line(here) { $0 == "Eve: Answer \(round)" } != nil)
        }
        try here.send("/quit\n")
        // Not by the end of the input, which servers of other tests can hold open.
        try there.send("/quit\n")
        #expect(here.wait() == 0)
        #expect(there.wait() == 0)
        for device in [ana, eve] { try device.expect(["sync"]) }
        #expect(
            try ana.run("replay", ["--family", "rooms", "--hash"]).text
                == eve.run("replay", ["--family", "rooms", "--hash"]).text)
    }

    /// What is said by a command is at the remote at once.
    @Test func whatIsSaidIsSent() throws {
        let said = try ana.run("room", ["say", room, "Hello"])
        #expect(said.status == 0 && said.error.isEmpty, "\(said)")
        try eve.expect(["fetch"])
        #expect(try eve.run("room", ["show", room]).text.contains("Ana: Hello"))
        _ = try fixture.place.shell("mv remote.git elsewhere.git")
        let offline = try eve.run("room", ["say", room, "Anyone?"])
        #expect(offline.status == 0)
        #expect(
            offline.codedError.hasPrefix("warning: NETWORK_001: written here, and not sent yet: "),
            "\(offline)")
        _ = try fixture.place.shell("mv elsewhere.git remote.git")
        try eve.expect(["sync"])
        try ana.expect(["fetch"])
        #expect(try ana.run("room", ["show", room]).text.contains("Eve: Anyone?"))
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aSignalEndsIt(_ signal: Int32) throws {
        let process = try Coprocess(ana.runner, "redo-room", ["join", "--plain", room])
        #expect(line(process) { $0 == "-- it is your turn" } != nil)
        process.send(signal: signal)
        #expect(process.wait() == 128 + signal)
        #expect(try ana.run("fsck").status == 0)
    }

    /// Git shows a repository to whoever can read it.
    @Test func whoElseCanReadIsSaid() throws {
        let process = try Coprocess(ana.runner, "redo-room", ["join", "--plain", room])
        #expect(
            line(process) {
                $0
                    == "-- whoever can read the remote 'origin' can read this room"
            } != nil)
        try process.send("/quit\n")
        #expect(process.wait() == 0)
    }

    // MARK: The terminal

    @Test func aRoomIsFollowedInATerminal() throws {
        let terminal = try RealTerminal(ana.runner, columns: 70, rows: 16)
        try terminal.type("'redo room join \(room.dropFirst(7).prefix(12)); echo over'", "Enter") {
            $0.contains("it is your turn") && $0.contains("say> ")
        }
        try terminal.type("'Hello, Eve.'", "Enter") {
            $0.contains("Ana: Hello, Eve.") && $0.contains("it is Eve's turn")
        }
        // It came to the remote, and the answer comes from there.
        for _ in 0..<100 where try !eve.run("room", ["show", room]).text.contains("Hello, Eve.") {
            try eve.expect(["fetch"])
            usleep(50_000)
        }
        #expect(try eve.run("room", ["say", room, "Hello, Ana."]).status == 0)
        try terminal.type { $0.contains("Eve: Hello, Ana.") && $0.contains("it is your turn") }
        for size in 0..<12 { try terminal.tmux("resize-window -x \(20 + size * 4) -y \(4 + size)") }
        // What is pasted is one message of several lines.
        try terminal.tmux("resize-window -x 70 -y 16")
        try terminal.tmux(#"set-buffer "$(printf 'first\nsecond')""#)
        try terminal.tmux("paste-buffer -p")
        try terminal.type { $0.contains("say> first⏎second") }
        try terminal.type("C-u") { !$0.contains("first") }
        try terminal.type("Half", "Space", "a", "Space", "line") { $0.contains("say> Half a line") }
        try terminal.type("C-c") { $0.contains("press C-c again") }
        try terminal.type("C-c") { $0.contains("over") && $0.contains("ready:") }
        try terminal.type("'stty -a | grep -o -w -e -*icanon -e -*echo'", "Enter") {
            $0.contains("icanon\necho")
        }
    }

    @Test(arguments: ["TERM", "HUP", "KILL"])
    func aSignalGivesTheTerminalBack(_ signal: String) throws {
        let terminal = try RealTerminal(ana.runner, columns: 70, rows: 16)
        try terminal.type("'redo room join \(room)'", "Enter") { $0.contains("it is your turn") }
        let directory = try ana.runner.shell("realpath .").lines.first
        for process in try ana.runner.shell("pgrep -f -x 'redo room join \(room)'").lines
        where try ana.runner.shell("readlink /proc/\(process)/cwd || true").lines.first == directory
        {
            _ = try ana.runner.shell("kill -\(signal) \(process)")
        }
        try terminal.type { !$0.contains("it is your turn") && $0.contains("ready:") }
        try terminal.type("'stty -a | grep -o -w -e -*icanon -e -*echo'", "Enter") {
            $0.contains("icanon\necho")
        }
    }
}

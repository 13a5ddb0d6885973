import Foundation
import TestSupport
import Testing

/// What runs under a supervisor: the units, and the socket that the key agent is given.
@Suite struct SupervisedTests {
    private let runner: CommandRunner
    private var prefix: String { runner.path("prefix") }

    init() throws {
        var runner = try CommandRunner.withStore()
        try FileManager.default.createDirectory(
            atPath: runner.path("run/redo"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        runner.environment["XDG_RUNTIME_DIR"] = runner.path("run")
        self.runner = runner
    }

    private func install() throws {
        let script = Fixtures.package.appending(path: "scripts/install").path
        let outcome = try runner.run("/bin/sh", [script, CommandRunner.executables.path, prefix])
        try #require(outcome.status == 0, "\(outcome)")
    }

    /// The exposure that docs/supervisors.md states for each unit, from 0 to 10.
    @Test func theUnitsAreValidAndAsTightAsStated() throws {
        try install()
        let page = try String(
            contentsOf: Fixtures.package.appending(path: "docs/supervisors.md"), encoding: .utf8)
        let units = try FileManager.default.contentsOfDirectory(
            atPath: "\(prefix)/lib/systemd/user"
        ).sorted()
        #expect(units.count == 7)
        for unit in units {
            // An instance of a template.
            let name = unit.replacing("@.", with: "@instance.")
            if name != unit {
                _ = try runner.shell("cd prefix/lib/systemd/user && ln -s \(unit) \(name)")
            }
            let path = "\(prefix)/lib/systemd/user/\(name)"
            let verified = try runner.run(
                "/usr/bin/systemd-analyze", ["--user", "--man=no", "verify", path])
            #expect(verified.status == 0 && verified.error.isEmpty, "\(unit): \(verified)")
            guard unit.hasSuffix(".service") else { continue }
            let rated = try runner.run(
                "/usr/bin/systemd-analyze",
                ["--user", "security", "--offline=yes", "--no-pager", path])
            let score = try #require(
                rated.lines.last?.firstMatch(of: /: ([0-9.]+)\s/)?.output.1, "\(unit): \(rated)")
            #expect(page.contains("| `\(unit)` | \(score) |"), "\(unit): \(score)")
        }
    }

    /// systemd listens, and starts the agent for the first connection.
    @Test func theAgentServesTheSocketThatItIsGiven() throws {
        let outcome = try runner.shell(
            """
            printf 'right\\n' >passphrase
            REDO_PASSPHRASE_FD=3 redo-key lock 3<passphrase
            systemd-socket-activate -E HOME -E PATH -E XDG_RUNTIME_DIR \
                --listen="$XDG_RUNTIME_DIR/redo/agent" redo-key agent run 2>log &
            trap 'kill $! 2>/dev/null; wait' EXIT
            for i in $(seq 100); do [ -S "$XDG_RUNTIME_DIR/redo/agent" ] && break; sleep 0.05; done
            REDO_PASSPHRASE_FD=3 redo add Milk 3<passphrase >/dev/null; echo $?
            setsid -w redo add Bread </dev/null >/dev/null; echo $?
            redo key agent status | grep -c '^key '
            redo key agent start 2>/dev/null; echo $?
            redo key agent run 2>/dev/null; echo $?
            redo key agent stop; echo $?
            test -S "$XDG_RUNTIME_DIR/redo/agent"; echo $?
            """)
        #expect(outcome.lines == ["0", "0", "1", "1", "1", "0", "0"], "\(outcome)")
    }

    /// Only a socket that listens is served.
    @Test func anythingElseIsRefused() throws {
        let outcome = try runner.shell(
            "exec 3</dev/null; LISTEN_FDS=1 exec sh -c 'LISTEN_PID=$$ exec redo-key agent run'")
        #expect(
            outcome.status == 128 && outcome.codedError.contains("not a socket that listens"),
            "\(outcome)")
        // For another process nothing was passed.
        let other = try runner.shell(
            """
            LISTEN_PID=1 LISTEN_FDS=1 redo-key agent run & pid=$!
            for i in $(seq 100); do redo key agent status >/dev/null 2>&1 && break; sleep 0.05; done
            redo key agent stop; wait $pid; echo $?
            """)
        #expect(other.lines == ["0"], "\(other)")
    }
}

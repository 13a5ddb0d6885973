import Foundation
import TestSupport
import Testing

/// `redo key agent`: the process that holds unlocked keys.
@Suite struct KeyAgentTests {
    var runner: CommandRunner

    init() throws {
        runner = try CommandRunner.withStore()
        try FileManager.default.createDirectory(
            atPath: runner.path("run"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        runner.environment["XDG_RUNTIME_DIR"] = runner.path("run")
        try runner.write("right\n".utf8, to: "passphrase")
        let locked = try runner.shell(
            "redo-key lock 3<passphrase", extra: ["REDO_PASSPHRASE_FD": "3"])
        try #require(locked.status == 0, "\(locked)")
    }

    /// Runs a script with an agent, which ends with it. `$P` before a command hands the passphrase over.
    private func shell(_ script: String, time: String = "10min") throws -> CommandOutcome {
        try runner.shell(
            """
            redo key agent start --time \(time) || exit 99
            pid=$(redo key agent status | sed -n 's/^process //p')
            trap 'kill $pid 2>/dev/null' EXIT
            with() { REDO_PASSPHRASE_FD=3 "$@" 3<passphrase; }
            without() { setsid -w "$@" </dev/null; }
            \(script)
            """)
    }

    @Test func aPassphraseIsAskedForOnce() throws {
        let outcome = try shell(
            """
            without redo add Early >/dev/null 2>&1; echo $?
            with redo add Milk >/dev/null; echo $?
            without redo add Bread >/dev/null; echo $?
            redo key agent status | grep -c '^key '
            redo verify --all --require-signature; redo export | wc -l
            """)
        #expect(outcome.lines == ["128", "0", "0", "1", "4"], "\(outcome)")
        #expect(outcome.error.isEmpty, "\(outcome)")
    }

    @Test func aLockedAgentHasNoKey() throws {
        let outcome = try shell(
            """
            with redo add Milk >/dev/null; redo key agent lock
            without redo add Bread >/dev/null 2>errors; echo $?; grep -c KEYCHAIN_002 errors
            redo key agent status | grep -c '^key '
            """)
        #expect(outcome.lines == ["128", "1", "0"], "\(outcome)")
    }

    @Test func aKeyGoesAfterItsTime() throws {
        let outcome = try shell(
            """
            with redo add Milk >/dev/null
            until [ -z "$(redo key agent status | grep '^key ')" ]; do sleep 0.05; done
            without redo add Bread >/dev/null 2>&1; echo $?
            """, time: "1s")
        #expect(outcome.lines == ["128"], "\(outcome)")
    }

    @Test func aWrongPassphraseIsNotHandedOver() throws {
        let outcome = try shell(
            """
            echo wrong >wrong; REDO_PASSPHRASE_FD=3 redo add Milk 3<wrong >/dev/null 2>&1; echo $?
            redo key agent status | grep -c '^key '
            """)
        #expect(outcome.lines == ["128", "0"], "\(outcome)")
    }

    @Test func aDeletedKeyIsForgotten() throws {
        let outcome = try shell(
            """
            with redo add Milk >/dev/null
            redo key delete --force $(redo key show | sed -n 's/^userId //p') >/dev/null 2>&1
            redo key agent status | grep -c '^key '
            """)
        #expect(outcome.lines == ["0"], "\(outcome)")
    }

    @Test func thereIsOneAgentAndItEnds() throws {
        let outcome = try shell(
            """
            redo key agent start; echo $?; redo key agent run; echo $?; ls -l run/redo/agent | cut -c1-10
            stat -c %a run/redo; grep -c "core file size *0 *0 " /proc/$pid/limits
            redo key agent stop; echo $?; redo key agent status; echo $?; ls run/redo
            redo key agent start; redo key agent stop
            """)
        #expect(
            outcome.lines == [
                "1", "1", "srw-------", "700", "1", "0", "128", "agent.lock",
            ], "\(outcome)")
        #expect(
            outcome.codedError.contains("hint: 'redo key agent start' starts one;"), "\(outcome)")
    }

    /// It is killed, and its socket stays: the next one takes its place.
    @Test func aSocketThatWasLeftIsReplaced() throws {
        let outcome = try shell(
            """
            kill -9 $pid; while redo key agent status >/dev/null 2>&1; do sleep 0.02; done
            test -S run/redo/agent && redo key agent start && redo key agent status | grep -c process
            redo key agent stop
            """)
        #expect(outcome.text == "1\n", "\(outcome)")
    }

    @Test(.withTools("python3")) func whatItIsNotAskedForItDoesNotTell() throws {
        let seed = try #require(
            try runner.shell(
                """
                cp -a home copy; HOME=$PWD/copy redo-key unlock 3<passphrase
                sed -n 's/^seed //p' copy/.config/redo/keys/*.key
                """, extra: ["REDO_PASSPHRASE_FD": "3"]
            ).lines.first)
        let outcome = try shell(
            """
            with redo add Milk >/dev/null
            python3 - run/redo/agent $(redo key show | sed -n 's/^publicKey //p') <<'END'
            import socket, sys
            def ask(data):
                with socket.socket(socket.AF_UNIX) as s:
                    s.connect(sys.argv[1])
                    s.settimeout(20)
                    try:
                        s.sendall(data)
                        s.shutdown(socket.SHUT_WR)
                    except OSError:
                        pass
                    answer = b""
                    try:
                        while piece := s.recv(65536): answer += piece
                    except OSError:
                        pass
                    return answer
            key = b"publicKey=" + sys.argv[2].encode() + b"\\n"
            for request in [b"seed", b"key", b"export", b"capabilities", b"list", b""]:
                sys.stdout.buffer.write(ask(b"request=" + request + b"\\n" + key + b"\\n"))
            for data in [b"", b"\\n", b"request", b"request=sign\\n\\n", b"request=sign\\nlength=-1\\n\\n",
                         b"request=sign\\n" + key + b"length=99999999999\\n\\n", b"=" * 100000,
                         b"request=sign\\n" + key + b"length=10\\n\\nabc", b"\\xff\\n\\n",
                         b"request=unseal\\n" + key + b"length=60\\n\\n" + b"x" * 60,
                         b"request=store\\n" + key + b"length=32\\n\\n" + b"x" * 32]:
                sys.stdout.buffer.write(ask(data))
            END
            without redo add Bread >/dev/null; echo $?
            """)
        #expect(outcome.lines.last == "0", "\(outcome)")
        #expect(!outcome.text.contains("ok=1") && outcome.text.contains("error="), "\(outcome)")
        #expect(!outcome.text.contains(seed.prefix(16)))
    }

    /// A client of the user's that sends slowly: first the text to sign after the key's time, then a byte a second.
    @Test(.withTools("python3")) func aSlowRequestKeepsNoKey() throws {
        let outcome = try shell(
            """
            with redo add Milk >/dev/null
            cat >client <<'END'
            import socket, sys, time
            def connection():
                s = socket.socket(socket.AF_UNIX)
                s.settimeout(60)
                s.connect("run/redo/agent")
                return s
            head = b"request=sign\\npublicKey=" + sys.argv[1].encode() + b"\\nlength=5\\n\\n"
            with connection() as s:
                s.sendall(head + b"hel")
                time.sleep(3.2)
                s.sendall(b"lo")
                print(s.recv(100).decode().strip())
            start = time.monotonic()
            with connection() as s:
                try:
                    for byte in head + b"hello":
                        s.sendall(bytes([byte]))
                        time.sleep(1)
                except OSError:
                    pass
            print(time.monotonic() - start < 30)
            END
            python3 client $(redo key show | sed -n 's/^publicKey //p')
            redo key agent lock; echo $?
            """, time: "3s")
        #expect(outcome.lines == ["error=it does not have the key", "True", "0"], "\(outcome)")
    }

    @Test func aFolderThatOthersEnterIsNotUsed() throws {
        _ = try runner.shell("mkdir run/redo; chmod 755 run/redo")
        let outcome = try runner.run("redo", ["key", "agent", "start"])
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.contains("hint: 'chmod 700 \(runner.path("run/redo"))'"))
    }

    @Test func withoutAFolderForSocketsThereIsNone() throws {
        let outcome = try runner.run(
            "redo", ["key", "agent", "start"], extra: ["XDG_RUNTIME_DIR": ""])
        #expect(outcome.status == 128 && outcome.codedError.contains("\nhint: "), "\(outcome)")
        #expect(try runner.run("redo", ["key", "agent", "frob"]).status == 129)
        #expect(try runner.run("redo", ["key", "agent", "run", "--time", "0"]).status == 129)
        #expect(try runner.run("redo", ["key", "list", "--time", "1h"]).status == 129)
    }
}

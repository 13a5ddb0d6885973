import TestSupport
import Testing

/// Signals while a passphrase is asked for: the terminal shows again what is typed.
@Suite struct InterruptedPassphraseTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner.withStore() }

    /// Runs `redo key unlock` on a terminal of its own, below a process that does what a shell does there;
    /// does something at the prompt, and prints how the process changed, `exited`, `killed` or `stopped`, with
    /// a number, and whether the terminal echoes then.
    private static let script = """
        import os, pty, select, signal, sys, termios, time

        def shell():
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            pid = os.fork()
            if pid == 0:
                os.setpgid(0, 0)
                for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGTTOU):
                    signal.signal(number, signal.SIG_DFL)
                signal.pthread_sigmask(signal.SIG_SETMASK, [])
                time.sleep(0.2)
                os.execvp(sys.argv[2], sys.argv[2:])
            os.setpgid(pid, pid)
            os.tcsetpgrp(0, pid)
            os.write(reports, b"%d\\n" % pid)
            while True:
                status = os.waitpid(pid, os.WUNTRACED)[1]
                echo = termios.tcgetattr(0)[3] & termios.ECHO
                kind, number = (
                    ("stopped", os.WSTOPSIG(status)) if os.WIFSTOPPED(status)
                    else ("killed", os.WTERMSIG(status)) if os.WIFSIGNALED(status)
                    else ("exited", os.WEXITSTATUS(status)))
                line = "%s %d %s\\n" % (kind, number, "echo" if echo else "silent")
                os.write(reports, line.encode())
                if kind != "stopped":
                    os._exit(0)
                os.tcsetpgrp(0, pid)
                os.kill(pid, signal.SIGCONT)

        def next_line():
            assert select.select([reading], [], [], 60)[0], "nothing happened"
            return os.read(reading, 4096).decode()

        def wait_for_prompt():
            shown = b""
            while b"Passphrase of the key" not in shown:
                assert select.select([leader], [], [], 60)[0], shown
                shown += os.read(leader, 4096)

        deed = sys.argv[1]
        reading, reports = os.pipe()
        pid, leader = pty.fork()
        if pid == 0:
            shell()
        child = int(next_line())
        wait_for_prompt()
        if deed.startswith("SIG"):
            os.kill(child, getattr(signal, deed))
        else:
            os.write(leader, bytes([int(deed)]))
        line = next_line()
        print(line, end="")
        if line.startswith("stopped"):
            wait_for_prompt()
            os.write(leader, b"tyger\\n")
            print(next_line(), end="")
        """

    private func outcome(of deed: String) throws -> [String] {
        let key = try #require(runner.run("redo-key", ["list"]).text.split(separator: " ").first)
        let locked = try runner.shell(
            "printf 'tyger\\n' > p; REDO_PASSPHRASE_FD=3 redo-key lock 3< p; redo-key list")
        try #require(locked.text.contains("sealed"), "\(locked), \(key)")
        try runner.write(Self.script.utf8, to: "prompt.py")
        // Swift's own report of a SIGQUIT would wait at the terminal for somebody to read it.
        let result = try runner.shell(
            "python3 prompt.py \(deed) redo-key unlock", extra: ["SWIFT_BACKTRACE": "enable=no"])
        try #require(result.status == 0, "\(result)")
        return result.lines
    }

    /// Ctrl-C as the terminal sends it, and signals from elsewhere.
    @Test(arguments: [("3", 2), ("SIGQUIT", 3), ("SIGINT", 2), ("SIGTERM", 15), ("SIGHUP", 1)])
    func aSignalThatEndsItLeavesTheTerminalAsItWas(_ deed: String, _ signal: Int) throws {
        #expect(try outcome(of: deed) == ["killed \(signal) echo"])
    }

    @Test(arguments: ["26", "SIGTSTP"]) func whoGoesOnIsAskedAgain(_ deed: String) throws {
        #expect(try outcome(of: deed) == ["stopped 20 echo", "exited 0 echo"])
    }
}

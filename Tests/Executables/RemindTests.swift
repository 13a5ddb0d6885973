import Foundation
import RedoJSON
import RedoSystem
import TestSupport
import Testing

/// `redo remind` as a process, by the real clock.
@Suite struct RemindTests {
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }

    init() throws {
        var runner = try CommandRunner.withStore()
        runner.environment["REDO_WALL"] = nil
        store = TaskStore(runner)
    }

    /// Adds a task with a moment so many seconds from now: by default it is due then.
    ///
    /// - Returns: when.
    @discardableResult
    private func add(
        _ title: String, _ option: String = "--due", dueIn seconds: Double
    ) throws -> Date {
        let due = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + seconds).rounded(.up))
        let outcome = try store.run(
            "add", [option, ISO8601DateFormatter().string(from: due), "--", title])
        try #require(outcome.status == 0, "\(outcome)")
        return due
    }

    private func configure(_ key: String, _ value: String) throws {
        let outcome = try store.run("config", ["--global", "remind.\(key)", value])
        try #require(outcome.status == 0, "\(outcome)")
    }

    /// Starts it, and waits until it is ready: then it has noted since when it announces, unless another process holds
    /// the lock, which is waited for.
    private func remind(_ words: String..., errors: String = "errors") throws -> Coprocess {
        let path = runner.path(".redo/reminders/told")
        let before =
            try? FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        if before != nil { _ = try FileLock.wait(runner.path(".redo/reminders/lock")) }
        let process = try Coprocess(runner, "redo-remind", words, errorFile: errors)
        while process.isRunning {
            let now =
                try? FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
            if now != nil, now != before { break }
            usleep(1000)
        }
        return process
    }

    private static func end(_ process: Coprocess) {
        process.send(signal: SIGTERM)
        _ = process.wait()
    }

    private func title(_ line: String?) throws -> String? {
        try JSONDocument(Array(try #require(line).utf8)).root.value["title"]?.text
    }

    /// Waits for a file that a command writes in one step.
    private func wait(for name: String) -> String {
        let end = Date().addingTimeInterval(60)
        while Date() < end {
            if let text = store.noted(name), text.hasSuffix("\n") { return text }
            usleep(2000)
        }
        return ""
    }

    /// Makes a program that is found before all others.
    private func program(_ name: String, _ script: String) throws -> String {
        try runner.writeProgram("#!/bin/sh\n\(script)\n", to: "programs/\(name)")
        return runner.path("programs")
    }

    // MARK: Moments

    @Test func aMomentIsAnnouncedWhenItComes() throws {
        let due = try add("Milk", dueIn: 1)
        let process = try remind("--print")
        defer { Self.end(process) }
        #expect(try title(process.line()) == "Milk")
        #expect(Date() >= due)
        // What is added while it runs.
        let next = try add("Bread", dueIn: 1)
        #expect(try title(process.line()) == "Bread")
        #expect(Date() >= next)
    }

    /// A process that stood still, as in a machine that sleeps.
    @Test func whatPassedWhileItStoodStillIsAnnouncedOnce() throws {
        let process = try remind("--print")
        defer { Self.end(process) }
        process.send(signal: SIGSTOP)
        let due = try add("Milk", dueIn: 0.5)
        while Date() < due.addingTimeInterval(0.2) { usleep(10_000) }
        process.send(signal: SIGCONT)
        #expect(try title(process.line()) == "Milk")
        try add("Bread", dueIn: 0.2)
        #expect(try title(process.line()) == "Bread")
    }

    @Test func restartsAndSecondProcessesAnnounceOnce() throws {
        try configure("command", "echo >>~/told")
        let processes = try (0..<3).map { try remind(errors: "errors\($0)") }
        try add("Milk", dueIn: 0.2)
        #expect(wait(for: "told").hasPrefix("Due: Milk "))
        // It is noted after it is announced: what is killed in between announces it again.
        let record = runner.path(".redo/reminders/told")
        while (try? String(contentsOfFile: record, encoding: .utf8))?.contains(" due ") != true {
            usleep(2000)
        }
        for process in processes {
            process.send(signal: SIGKILL)
            _ = process.wait()
        }
        let again = try remind()
        try add("Bread", dueIn: 0.2)
        while store.noted("told")?.contains("Bread") != true, again.isRunning { usleep(2000) }
        Self.end(again)
        let told = try #require(store.noted("told")).split(separator: "\n")
        #expect(told.count == 2 && told[0].hasPrefix("Due: Milk "), "\(told)")
    }

    // MARK: Commands

    /// What a title says is neither an option nor a command.
    @Test func notifySendGetsATextThatDoesNothing() throws {
        let directory = try program(
            "notify-send",
            "for word; do printf '<%s>' \"$word\"; done >~/words.tmp; echo >>~/words.tmp; "
                + "cat >~/input; mv ~/words.tmp ~/words")
        var runner = runner
        runner.environment["PATH"] = "\(directory):/usr/bin:/bin"
        let due = try add("--help \"$(touch ~/ran)\" <b>\u{1B}[31m", dueIn: 0.1)
        Thread.sleep(until: due)
        let outcome = try runner.run("redo-remind", ["--once"])
        #expect(
            outcome.status == 0 && outcome.error.isEmpty && outcome.output.isEmpty, "\(outcome)")
        let words = try #require(store.noted("words"))
        #expect(
            words.hasPrefix(
                "<--app-name=redo><--><Due: --help \"$(touch ~/ran)\" <b>\u{FFFD}[31m><"),
            "\(words)")
        #expect(try title(store.noted("input")?.dropLast().description)?.contains("\u{1B}") == true)
        #expect(store.noted("ran") == nil)
    }

    /// Several of a kind are one announcement for people, and one each for programs.
    @Test func severalOfAKindAreOneAnnouncement() throws {
        try configure("command", "cat >>~/input; f() { echo \"$*\" >>~/told; }; f")
        try store.hook("reminder", "cat >>~/hook")
        let due = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 2).rounded(.up))
        for title in ["Milk", "Bread", "Eggs"] {
            let time = ISO8601DateFormatter().string(from: due)
            try #require(store.run("add", ["--due", time, "--", title]).status == 0)
        }
        Thread.sleep(until: due)
        let outcome = try store.run("remind", ["--once"])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        let told = try #require(store.noted("told"))
        #expect(told.hasPrefix("3 tasks are due ") && told.filter { $0 == "\n" }.count == 1)
        for title in ["Milk", "Bread", "Eggs"] { #expect(told.contains(title), "\(told)") }
        let object = try JSONDocument(Array(#require(store.noted("input")).utf8)).root.value
        guard case .array(let reminders)? = object["reminders"] else {
            Issue.record("no reminders: \(object)")
            return
        }
        #expect(reminders.count == 3 && object["count"] == 3)
        #expect(store.noted("hook")?.split(separator: "\n").count == 3)
    }

    @Test func withoutAProgramItSaysSo() throws {
        let due = try add("Milk", dueIn: 0.1)
        Thread.sleep(until: due)
        let outcome = try store.run("remind", ["--once"], extra: ["PATH": runner.path("nothing")])
        #expect(outcome.status == 0)
        #expect(
            outcome.codedError.hasPrefix(
                "error: STORAGE_001: reminders cannot be announced by notify-send: No such file"),
            "\(outcome)")
        #expect(outcome.codedError.contains("remind.command"))
    }

    /// A command or a hook that hangs, fails or prints binary stops nothing.
    @Test func whatHangsStopsNothing() throws {
        try configure(
            "command",
            "f() { echo \"$1\" >>~/told; case $1 in *Hang*) echo $$ >~/process; sleep 1000 ;; "
                + "*Fail*) printf x; head -c 50000 /dev/urandom; exit 3 ;; esac; }; f")
        try configure("timeout", "3")
        try store.hook(
            "reminder", "cat >>~/hook; case $(tail -n 1 ~/hook) in *Hang*) sleep 1000 ;; esac")
        let process = try remind()
        defer { Self.end(process) }
        // Of three kinds: those of one kind are announced together.
        try add("Hang", dueIn: 0.2)
        try add("Fail", "--scheduled", dueIn: 0.2)
        try add("Good", "--wait", dueIn: 0.2)
        while store.noted("told")?.contains("Good") != true, process.isRunning { usleep(2000) }
        try add("Last", dueIn: 0.2)
        while store.noted("told")?.contains("Last") != true, process.isRunning { usleep(2000) }
        while store.noted("hook")?.contains("Last") != true, process.isRunning { usleep(2000) }
        // The command that hung has been ended.
        let hung = try #require(store.noted("process").flatMap { pid_t($0.dropLast()) })
        while kill(hung, 0) == 0 { usleep(2000) }
        func error() throws -> String { try runner.shell("cat errors").text.codesFirst }
        while try !error().contains("did not end within 3 s"), process.isRunning { usleep(2000) }
        #expect(
            try error().contains(
                "warning: STORAGE_001: the command that announces reminders ended with status 3: x")
        )
        let lines = try #require(store.noted("hook")).split(separator: "\n")
        #expect(try Set(lines.map { try title(String($0)) }) == ["Hang", "Fail", "Good", "Last"])
    }

    @Test func aSignalEndsTheCommandsToo() throws {
        try configure("command", "echo $$ >~/process; sleep 1000; :")
        let process = try remind()
        try add("Milk", dueIn: 0.1)
        let command = try #require(pid_t(wait(for: "process").dropLast()))
        process.send(signal: SIGTERM)
        #expect(process.wait() == 128 + SIGTERM)
        #expect(kill(command, 0) == -1 && errno == ESRCH)
    }

    /// A store that comes from elsewhere runs nothing.
    @Test func aStoreNamesNoCommand() throws {
        try store.configure("[remind]\ncommand = touch \(runner.path("ran"));")
        let due = try add("Milk", dueIn: 0.1)
        Thread.sleep(until: due)
        let outcome = try store.run("remind", ["--once"], extra: ["PATH": runner.path("nothing")])
        #expect(outcome.codedError.contains("remind.command in "), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: runner.path("ran")))
    }

    @Test func aReaderThatGoesAwayEndsIt() throws {
        let outcome = try runner.shell(
            """
            (redo-remind --print; echo $? > status) | head -n 1 &
            while ! [ -e .redo/reminders/told ]; do sleep 0.01; done
            redo-add Milk --due "$(date -u -d '+1 second' +%FT%TZ)" >/dev/null; wait
            """)
        #expect(outcome.lines.count == 1, "\(outcome)")
        while !FileManager.default.fileExists(atPath: runner.path("status")) { usleep(1000) }
        #expect(try runner.shell("cat status").text == "141\n")
    }

    @Test func aStoreThatGoesIsAnError() throws {
        let process = try remind("--print")
        try FileManager.default.removeItem(atPath: runner.path(".redo/objects"))
        #expect(process.wait() == 128)
        #expect(try runner.shell("cat errors").text.codesFirst.hasPrefix("error: STORAGE_001: "))
    }
}

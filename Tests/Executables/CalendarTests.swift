import TestSupport
import Testing

/// `redo calendar --expand`: questions and answers, a line each.
@Suite struct CalendarTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    /// Asks with a rule, a zone, and all else that a question has.
    private func ask(_ questions: (rule: String, zone: String)...) throws -> CommandOutcome {
        let time = "2025-01-01T00:00:00Z"
        let lines = questions.map { "\($0.rule)\tdeadline\t\($0.zone)\t\(time)\t-\t\(time)\t1\n" }
        return try runner.run("redo-calendar", ["--expand"], input: Array(lines.joined().utf8))
    }

    @Test func theTableOfRecurrencesIsAnswered() throws {
        let cases = try Fixtures.lines("recurrence.tsv").dropFirst().map {
            String(decoding: $0, as: UTF8.self).split(separator: "\t")
        }
        let questions = cases.map { $0.prefix(7).joined(separator: "\t") + "\n" }.joined()
        let outcome = try runner.run("redo-calendar", ["--expand"], input: Array(questions.utf8))
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(
            outcome.lines.map { $0.split(separator: "\t")[0] } == cases.map { $0[7] })
    }

    @Test func whatIsNoRuleAndNoZoneIsNamed() throws {
        let outcome = try ask(("FREQ=OFTEN", "UTC"), ("FREQ=DAILY", "../../etc/passwd"))
        #expect(outcome.status == 0)
        #expect(
            outcome.lines == [
                "-\tnot a valid rule: FREQ=OFTEN is not known",
                "-\tthe time zone '../../etc/passwd' is not known",
            ])
    }

    @Test func aRuleIsNoMonth() throws {
        let outcome = try runner.run("redo-calendar", ["--expand", "dec"])
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: unexpected argument 'dec'\n"))
    }

    @Test(arguments: ["", "x", "a\tb", "FREQ=DAILY\tdeadline\tUTC\tnow\t-\tnow\t1"])
    func anotherLineIsAnError(_ line: String) throws {
        let outcome = try runner.run("redo-calendar", ["--expand"], input: Array("\(line)\n".utf8))
        #expect(outcome.status == 1)
        #expect(outcome.text == "error\tthe line is not a completed occurrence\n")
    }

    @Test func stepsAreLimited() throws {
        let outcome = try ask(("FREQ=HOURLY;INTERVAL=24;BYHOUR=1", "UTC"), ("FREQ=DAILY", "UTC"))
        #expect(outcome.status == 1)
        #expect(
            outcome.lines == [
                "error\tthe rule takes more than 10000 steps to its next instance",
                "2025-01-02T00:00:00.000Z",
            ])
    }

    /// What was answered before has been written; what follows is not answered.
    ///
    /// The timer is set for each question and ended after it. The signal comes when it is set the second
    /// time: how fast a machine is does not matter.
    @Test(.withTools("strace")) func timeIsLimited() throws {
        let time = "2025-01-01T00:00:00Z"
        let question = "FREQ=DAILY\tdeadline\tUTC\t\(time)\t-\t\(time)\t1\n"
        let program = CommandRunner.executables.appending(path: "redo").path
        let outcome = try runner.run(
            "/usr/bin/strace",
            [
                "-o", "trace", "-e", "trace=setitimer", "-e",
                "inject=setitimer:signal=PROF:when=3", program, "calendar",
                "--expand",
            ], input: Array(String(repeating: question, count: 3).utf8))
        #expect(outcome.status == 1)
        #expect(
            outcome.lines == [
                "2025-01-02T00:00:00.000Z", "error\tit takes more than 100 ms of processor time",
            ])
        let trace = String(decoding: try runner.contents(ofFile: "trace"), as: UTF8.self)
        #expect(trace.hasPrefix("setitimer(ITIMER_PROF") && trace.contains("tv_usec=100000"))
    }

    /// Matches days, and on them one second in 30,000.
    static let longRule = "FREQ=SECONDLY;INTERVAL=30000;BYSECOND=1"

    @Test func hugeLinesAreRefused() throws {
        let outcome = try ask(
            (String(repeating: "A", count: 1 << 20), "UTC"), ("FREQ=DAILY", "UTC"))
        #expect(
            outcome.lines == [
                "error\tthe line is not a completed occurrence", "2025-01-02T00:00:00.000Z",
            ])
    }

    /// libical is not part of the program: this command loads it.
    @Test func noOtherCommandLoadsLibical() throws {
        let store = try TaskStore()
        try store.add("Rent", "--every", "1st")
        for (command, loads) in [("calendar --expand", true), ("calendar", false), ("done", false)]
        {
            let trace = "strace -e trace=openat -o trace redo-\(command)"
            let words =
                command != "calendar --expand"
                ? command == "done" ? "\(trace) Rent" : trace
                : "printf 'FREQ=DAILY\\tdeadline\\tUTC\\t-\\t-\\t2025-01-01T00:00:00Z\\t1\\n' | \(trace)"
            let outcome = try store.runner.shell(words)
            #expect(outcome.status == 0, "\(outcome)")
            let files = String(decoding: try store.runner.contents(ofFile: "trace"), as: UTF8.self)
            #expect(files.contains("libical.so") == loads, "\(command)")
        }
    }
}

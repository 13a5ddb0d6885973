import TestSupport
import Testing

/// How every executable takes its arguments.
@Suite struct CommandLineTests {
    /// The names of all commands, `redo-list`: each has a page.
    static let names =
        ((try? Fixtures.names(in: Fixtures.package.appending(path: "man"))) ?? [])
        .filter { $0.hasPrefix("redo-") && $0.hasSuffix(".1") }.map { String($0.dropLast(2)) }
        .sorted()

    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    @Test func thereAreCommands() {
        #expect(Self.names.count >= 20)
    }

    @Test(arguments: names)
    func helpIsPrintedWithoutAStore(_ name: String) throws {
        let outcome = try runner.run(name, ["-h"])
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(outcome.text.hasPrefix("usage: redo \(name.dropFirst(5))"))
        #expect(outcome.lines.allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: names)
    func thePageOfTheManualIsShownWithoutAStore(_ name: String) throws {
        for option in ["--help", "--hel"] {
            let outcome = try runner.run(name, [option])
            #expect(outcome.status == 0 && outcome.error.isEmpty)
            #expect(outcome.text.hasPrefix("\(name.uppercased())(1)"), "\(outcome)")
            #expect(outcome.text.contains("\nSYNOPSIS\n     redo \(name.dropFirst(5))"))
            #expect(!outcome.text.contains("\u{8}"))
            // What examples print can be wider.
            let text = outcome.lines.prefix { $0 != "EXAMPLES" }
            #expect(text.allSatisfy { $0.count <= 80 })
        }
    }

    @Test(arguments: names)
    func theVersionIsPrinted(_ name: String) throws {
        let outcome = try runner.run(name, ["--version"])
        #expect(outcome.status == 0)
        #expect(outcome.text == "redo 0.1.0\n")
    }

    @Test(arguments: names)
    func anUnknownOptionIsWrongUsage(_ name: String) throws {
        for (option, shown) in [("--frobnicate", "--frobnicate"), ("-Q", "-Q")] {
            let outcome = try runner.run(name, [option])
            #expect(outcome.status == 129)
            #expect(outcome.output.isEmpty)
            #expect(
                outcome.codedError.hasPrefix(
                    "error: USAGE: unknown option: \(shown)\nusage: redo \(name.dropFirst(5))"))
        }
    }

    @Test(arguments: names)
    func anEmptyEnvironmentCrashesNothing(_ name: String) throws {
        let empty = Dictionary(uniqueKeysWithValues: runner.environment.keys.map { ($0, "") })
        for arguments in [["-h"], [], ["x"]] {
            let outcome = try runner.run(name, arguments, extra: empty)
            #expect([0, 1, 128, 129].contains(outcome.status), "\(name) \(arguments): \(outcome)")
        }
    }

    @Test func optionsAreWrittenAsGNUWritesThem() throws {
        let store = try TaskStore()
        for words in [
            ["--due", "today", "x"], ["--due=today", "x"], ["--du", "today", "x"],
            ["-d", "today", "x"],
            ["-dtoday", "x"], ["x", "-d", "today"], ["-dtoday", "--", "x"],
            ["-p5", "-dtoday", "x"],
        ] {
            let outcome = try store.run("add", words)
            #expect(outcome.status == 0, "\(words): \(outcome)")
        }
        let deadlines = try store.tasks().map { $0["todoTasks"]?.elements.first?["deadline"]?.text }
        #expect(deadlines == Array(repeating: "2025-11-16T23:59:00.000Z", count: 8))
        #expect(try store.run("list", ["-an2"]).lines.count == 3)
        #expect(try store.run("list", ["-an", "2"]).lines.count == 3)
    }

    @Test(arguments: [
        ("list", ["--limit"], "--limit needs a value"), ("list", ["-an"], "-n needs a value"),
        ("list", ["--all=yes"], "--all takes no value"),
        ("list", ["--no-all"], "unknown option: --no-all"),
        ("list", ["-n1", "--limit=2"], "--limit is given twice"),
        ("show", ["-X"], "unknown option: -X"),
        ("replay", ["x", "y"], "unexpected argument 'x'"),
        ("add", [], "an operand is missing: <title>..."),
    ])
    func wrongUsageIsExplained(_ name: String, _ arguments: [String], _ message: String) throws {
        let outcome = try runner.run("redo-\(name)", arguments)
        #expect(outcome.status == 129)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.codedError.hasPrefix("error: USAGE: \(message)\nusage: redo \(name)"),
            "\(outcome)")
    }

    @Test(
        arguments: [
            ("log", ["--sinse", "x"], "unknown option: --sinse", ["did you mean '--since'?"]),
            ("log", ["--onelin=x", "--onelien"], "--oneline takes no value", []),
            ("log", ["--onelien"], "unknown option: --onelien", ["did you mean '--oneline'?"]),
            ("log", ["-json"], "unknown option: -j", ["did you mean '--json'?"]),
            (
                "commit-node", ["--no-singn"], "unknown option: --no-singn",
                ["did you mean '--no-sign'?"]
            ),
            (
                "add", ["--d", "x"],
                "--d could be --due or --description or --depends-on or --draft or --dry-run or --dialect",
                [
                    "--due <when>: the deadline: tomorrow 9am, fri, +3d, 24 dec, 2026-12-24 18:30, none",
                    "--description <text>: a note: what it is about",
                    "--depends-on <task>: a task that must be done first; -TASK removes one, none removes all",
                    "--draft: an idea: it is not yet open",
                    "--dry-run: print what would be added, and write nothing",
                    "--dialect <dialect>: write fields or payload, instead of redo.dialect",
                ]
            ),
        ] as [(String, [String], String, [String])])
    func aMistypedOptionIsExplained(
        _ name: String, _ arguments: [String], _ message: String, _ hints: [String]
    ) throws {
        let outcome = try runner.run("redo-\(name)", arguments)
        #expect(outcome.status == 129)
        let lines = hints.map { "hint: \($0)\n" }.joined()
        #expect(
            outcome.codedError.hasPrefix("error: USAGE: \(message)\n\(lines)usage: redo \(name)"),
            "\(outcome)")
    }

    @Test func anOptionCanBeTakenBack() throws {
        let store = try TaskStore()
        let task = try store.add("x", "--draft")
        try store.commit("ARCHIVE", "--task", task, "--sign", "--no-sign")
        #expect(try store.nodes().last?["signature"] == nil)
        try store.commit("UNARCHIVE", "--task", task, "--no-sign", "--sign")
        #expect(try store.nodes().last?["signature"] != nil)
    }

    @Test func aClosedPipeEndsACommandQuietly() throws {
        let store = try TaskStore()
        for title in ["a", "b"] { try store.add(title) }
        // The reader is gone before the command starts.
        let outcome = try store.runner.shell(
            "mkfifo gone; (exec 3<gone) & exec 4>gone; wait; redo-list --all >&4; echo $?")
        #expect(outcome.text == "141\n", "\(outcome)")
        #expect(outcome.error.isEmpty)
    }

    @Test func aFullDiskIsAnError() throws {
        let outcome = try runner.shell("redo-list -h >/dev/full; echo $?")
        #expect(outcome.text == "128\n")
        #expect(outcome.codedError.hasPrefix("error: STORAGE_002: the output cannot be written: "))
    }
}

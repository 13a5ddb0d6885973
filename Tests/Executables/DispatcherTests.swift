import Foundation
import TestSupport
import Testing

/// `redo X` runs `redo-X`.
@Suite struct DispatcherTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    func redo(_ arguments: String..., extra: [String: String] = [:]) throws -> CommandOutcome {
        try runner.run("redo", arguments, extra: extra)
    }

    /// Makes a program that says its name and its arguments.
    ///
    /// - Returns: its folder.
    @discardableResult
    func makeProgram(_ path: String, mode: Int = 0o755) throws -> String {
        let file = try runner.writeProgram(
            "#!/bin/sh\necho \"\(path): $*\"\nexit 7\n", to: path, mode: mode)
        return URL(filePath: file).deletingLastPathComponent().path
    }

    @Test func aCommandRunsWithItsArguments() throws {
        #expect(
            try redo("init", "project").text
                == "made an empty store: \(runner.path("project"))/.redo\n")
        let status = try redo("-C", "project", "list", "--limit", "x")
        #expect(status.status == 129)
        #expect(status.codedError.hasPrefix("error: USAGE: --limit takes a number, not 'x'\n"))
    }

    @Test func everyCommandOfTheOverviewIsThere() throws {
        for name in try Self.overview(redo("--help").text).map(\.name) {
            #expect(try redo(name, "--version").text == "redo 0.1.0\n", "\(name)")
        }
    }

    /// Names and summaries of commands, without guides.
    static func overview(_ text: String) -> [(name: String, summary: String)] {
        // A summary goes on in lines that are indented as it is.
        let goesOn = "\n" + String(repeating: " ", count: 20)
        let commands = text.components(separatedBy: "\nguides\n")[0]
        let lines = commands.replacingOccurrences(of: goesOn, with: " ").split(separator: "\n")
        return lines.filter { $0.hasPrefix("    ") && !$0.hasPrefix("     ") }.map { line in
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            return (words[0], words[1].trimmingCharacters(in: .whitespaces))
        }
    }

    @Test func theOverviewFitsATerminal() throws {
        for arguments in ["help", "--help", "-h"] {
            #expect(try redo(arguments).lines.allSatisfy { $0.count <= 80 })
        }
        #expect(try redo("help", "-g").lines.allSatisfy { $0.count <= 80 })
    }

    /// A screen has 24 lines, one of which is the prompt.
    @Test func fifteenEverydayCommandsFitOneScreen() throws {
        let outcome = try redo("help")
        #expect(Self.overview(outcome.text).count == 15, "\(outcome)")
        #expect(outcome.lines.count <= 23, "\(outcome)")
        #expect(try redo("-h").text == outcome.text)
        #expect(try redo("--help").text == redo("help", "--all").text)
    }

    @Test func theOverviewNamesEveryExecutable() throws {
        let overview = try Self.overview(redo("help", "--all").text).map(\.name)
        #expect(overview.map { "redo-\($0)" }.sorted() == CommandLineTests.names)
    }

    @Test func theOverviewSummarisesAsTheCommandsDo() throws {
        for (name, summary) in try Self.overview(redo("--help").text) {
            let help = try runner.run("redo-\(name)", ["-h"]).text
            let paragraphs = help.components(separatedBy: "\n\n")
            #expect(
                paragraphs[1].replacingOccurrences(of: "\n", with: " ") == summary + ".", "\(name)")
        }
    }

    @Test func helpOfACommandIsItsHelp() throws {
        for name in ["list", "config"] {
            let help = try runner.run("redo-\(name)", ["--help"])
            #expect(try redo("help", name).output == help.output)
            #expect(try redo("help", "redo-\(name)").output == help.output)
            let short = try runner.run("redo-\(name)", ["-h"])
            #expect(try redo(name, "-h").output == short.output)
            #expect(short.output != help.output)
        }
        #expect(try redo("help", "nonsense").status == 129)
    }

    static let helpHint =
        "hint: 'redo help' lists the everyday commands, 'redo help tutorial' is a first lesson\n"

    @Test func helpHasHelp() throws {
        let shown = try redo("help", "help")
        #expect(shown.status == 0 && shown.text.hasPrefix("usage: redo help ["), "\(shown)")
        #expect(try redo("help", "--help").text == shown.text)
    }

    /// `SummaryTests` has what it shows.
    @Test func withoutACommandItIsTheSummary() throws {
        for arguments in [[], ["--no-pager"], ["--color=never"], ["-C", "."]] {
            let outcome = try runner.run("redo", arguments)
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
            #expect(outcome.text.hasPrefix("no tasks yet\n"), "\(outcome)")
        }
        #expect(try redo("--nonsense").status == 129)
    }

    @Test func anyonesProgramIsACommand() throws {
        let directory = try makeProgram("bin/redo-foo")
        let extra = ["PATH": "/usr/bin:\(directory)"]
        let outcome = try redo("foo", "-x", "--help", "a b", extra: extra)
        #expect(outcome.text == "bin/redo-foo: -x --help a b\n")
        #expect(outcome.status == 7)
        #expect(try redo("help", "foo", extra: extra).text == "bin/redo-foo: --help\n")
    }

    @Test func theSuitesOwnCommandsComeFirst() throws {
        let directory = try makeProgram("bin/redo-list")
        #expect(try redo("list", "--version", extra: ["PATH": directory]).text == "redo 0.1.0\n")
    }

    @Test func aProgramInARelativeFolderIsNotRun() throws {
        try makeProgram("redo-foo")
        try makeProgram("bin/redo-foo")
        for path in [".", "bin", "", ":", "/usr/bin:"] {
            #expect(try redo("foo", extra: ["PATH": path]).status == 129)
        }
    }

    @Test func whatIsNotExecutableIsNotRun() throws {
        let first = try makeProgram("first/redo-foo", mode: 0o644)
        let second = try makeProgram("second/redo-foo")
        try FileManager.default.createDirectory(
            atPath: runner.path("zeroth/redo-foo"), withIntermediateDirectories: true)
        let path = "\(runner.path("zeroth")):\(first):\(second)"
        #expect(try redo("foo", extra: ["PATH": path]).text == "second/redo-foo: \n")
    }

    @Test func theExecPathIsSaidAndChosen() throws {
        let own = try redo("--exec-path").text
        #expect(
            own.hasPrefix("/")
                && FileManager.default.isExecutableFile(atPath: "\(own.dropLast())/redo-list"))
        let directory = try makeProgram("exec/redo-foo")
        #expect(
            try redo("--exec-path", extra: ["REDO_EXEC_PATH": directory]).text == directory + "\n")
        #expect(try redo("--exec-path=\(directory)", "foo", "-a").text == "exec/redo-foo: -a\n")
        #expect(
            try redo("--exec-path=\(directory)", "foo", extra: ["REDO_EXEC_PATH": "/nowhere"]).text
                == "exec/redo-foo: \n")
    }

    @Test func aStoreIsNamedBeforeTheCommand() throws {
        _ = try redo("init", "a")
        let named = runner.path("a/.redo")
        #expect(try redo("--redo-dir", named, "list").status == 0)
        #expect(try redo("--redo-dir=\(named)", "list").status == 0)
        #expect(try redo("--redo-dir", "nowhere", "list").status == 128)
        #expect(try redo("--redo-dir", "nowhere", "list", "--redo-dir", named).status == 0)
    }

    @Test func theDirectoryIsChangedFirst() throws {
        _ = try redo("init", "a/b")
        #expect(try redo("-C", "a", "-C", "b", "list").status == 0)
        #expect(try redo("-C", "a", "list").status == 128)
        #expect(try redo("-C", "a", "--redo-dir", "b/.redo", "list").status == 0)
        let outcome = try redo("-C", "nowhere", "list")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_001: "))
        #expect(outcome.codedError.contains("nowhere"))
    }

    @Test(arguments: [
        ("lst", ["list"]), ("doen", ["done"]), ("ad", ["add"]), ("shwo", ["show"]),
        ("key-gen", ["keygen"]), ("xyzzy", []), ("dlog", ["log"]), ("blaem", ["blame"]),
        ("bmale", ["blame"]),
        ("frobnicate", []), ("x", []), ("List", ["list"]),
    ])
    func anUnknownCommandIsAnErrorWithSuggestions(_ name: String, _ similar: [String]) throws {
        let outcome = try redo(name)
        #expect(outcome.status == 129)
        #expect(outcome.output.isEmpty)
        let hints =
            similar.isEmpty
            ? Self.helpHint : similar.map { "hint: did you mean 'redo \($0)'?\n" }.joined()
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: unknown command: '\(name)'\n\(hints)usage: redo "),
            "\(outcome)")
    }

    @Test(arguments: ["../list", "/usr/bin/env", "a/b", "list/", ""])
    func aNameWithASlashIsNoCommand(_ name: String) throws {
        try makeProgram("redo-a/b")
        let outcome = try redo(name, extra: ["PATH": runner.directory.path])
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: unknown command: '\(name)'\n"))
    }

    @Test(arguments: [["--frobnicate"], ["-x", "list"], ["-C"], ["--redo-dir"]])
    func wrongUsageIsExplained(_ arguments: [String]) throws {
        let outcome = try runner.run("redo", arguments)
        #expect(outcome.status == 129)
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.contains("\nusage: redo [--version] [--help] "))
    }

    @Test func theVersionIsSaid() throws {
        #expect(try redo("--version").text == "redo 0.1.0\n")
    }
}

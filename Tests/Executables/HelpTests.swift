import Foundation
import TestSupport
import Testing

/// `redo help` shows the manual.
@Suite struct HelpTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    func redo(_ arguments: String..., extra: [String: String] = [:]) throws -> CommandOutcome {
        try runner.run("redo", arguments, extra: extra)
    }

    @Test(arguments: [
        ("tutorial", "REDO-TUTORIAL(7)"), ("errors", "REDO-ERRORS(7)"), ("node", "REDO-NODE(5)"),
        ("redo-store", "REDO-STORE(5)"), ("redo", "REDO(1)"), ("log", "REDO-LOG(1)"),
    ])
    func aSubjectHasAPage(_ subject: String, _ title: String) throws {
        let outcome = try redo("help", subject)
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(outcome.text.hasPrefix(title), "\(outcome)")
        #expect(!outcome.text.contains("\u{1B}") && !outcome.text.contains("\u{8}"))
    }

    @Test func guidesAreListed() throws {
        let text = try redo("help", "--guides").text
        for name in ["tutorial", "errors", "node", "store"] {
            #expect(text.contains("    \(name) "))
        }
        #expect(try redo("help", "-g").text == text)
        #expect(try redo("help", "guides").text == text)
    }

    @Test func allThatThereIsIsListed() throws {
        try runner.writeProgram("#!/bin/sh\n", to: "redo-frob")
        _ = try runner.run("redo-init")
        _ = try runner.run("redo-config", ["alias.st", "list --all"])
        let text = try redo("help", "-a", extra: ["PATH": "/usr/bin:\(runner.directory.path)"]).text
        #expect(text.contains("\nguides\n    tutorial "))
        #expect(text.contains("\naliases\n    st              list --all\n"))
        #expect(text.contains("\nother commands in PATH\n    frob\n"))
    }

    @Test func theListOfAllIsPaged() throws {
        let pager = ["REDO_PAGER": "sed s/^/shown:/", "TERM": "dumb"]
        for command in ["redo help --all", "redo list -h"] {
            let outcome = try runner.shell("script -qec '\(command)' /dev/null", extra: pager)
            #expect(outcome.text.contains("shown:"), "\(outcome)")
        }
    }

    @Test func anUnknownSubjectHasSuggestions() throws {
        let outcome = try redo("help", "tutoral")
        #expect(outcome.status == 129)
        #expect(outcome.codedError.contains("hint: did you mean 'redo help tutorial'?\n"))
        #expect(try redo("help", "lgo").codedError.contains("hint: did you mean 'redo log'?\n"))
        #expect(try redo("help", "--frob").status == 129)
    }

    @Test func withoutAProgramForItThereIsTheShortHelp() throws {
        let nothing = ["PATH": runner.directory.path]
        let outcome = try redo("help", "log", extra: nothing)
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("usage: redo log "))
        #expect(outcome.codedError.hasPrefix("hint: "))
        #expect(outcome.codedError.hasSuffix("/man/redo-log.1\n"))
        let guide = try redo("help", "errors", extra: nothing)
        #expect(guide.status == 128)
        #expect(guide.codedError.contains("/man/redo-errors.7\n"))
    }

    @Test func thePrograminPathThatShowsPagesIsChosen() throws {
        // Without mandoc, man is enough.
        try FileManager.default.createSymbolicLink(
            atPath: runner.path("man"), withDestinationPath: "/usr/bin/man")
        let extra = ["PATH": "\(runner.directory.path)"]
        let outcome = try redo("help", "log", extra: extra)
        // man needs programs that are in no PATH here; it must not leave the reader without help.
        #expect(outcome.status == 0 && outcome.text.contains("redo log"), "\(outcome)")
    }

    @Test func anInstalledSuiteFindsItsPages() throws {
        let files = FileManager.default
        let directories = ["bin", "libexec/redo", "share/man/man1", "share/man/man7"]
        for directory in directories {
            try files.createDirectory(
                atPath: runner.path("prefix/\(directory)"), withIntermediateDirectories: true)
        }
        for (name, directory) in [("redo", "bin"), ("redo-log", "libexec/redo")] {
            try ProgramFile.copy(name, to: runner.path("prefix/\(directory)/\(name)"))
        }
        let redo = runner.path("prefix/bin/redo")
        let page = ".Dd June 1, 2026\n.Dt SAMPLE 1\n.Os\n.Sh NAME\n.Nm sample\n.Nd a page\n"
        try runner.write(Array(page.utf8), to: "prefix/share/man/man1/redo-log.1")
        try runner.write(Array(page.utf8), to: "prefix/share/man/man7/redo-errors.7")
        #expect(try runner.run(redo, ["help", "log"]).text.hasPrefix("SAMPLE(1)"))
        #expect(try runner.run(redo, ["log", "--help"]).text.hasPrefix("SAMPLE(1)"))
        #expect(try runner.run(redo, ["help", "errors"]).text.hasPrefix("SAMPLE(1)"))
        let missing = try runner.run(redo, ["help", "node"])
        #expect(missing.status == 128)
        #expect(missing.codedError.hasPrefix("hint: the manual is not installed"))
    }

    @Test func onATerminalThePagerOfTheSuiteShowsIt() throws {
        let line = "script -qec 'redo help log' /dev/null"
        let outcome = try runner.shell(
            line, extra: ["REDO_PAGER": "sed s/^/shown:/", "TERM": "dumb"])
        #expect(outcome.text.contains("shown:"), "\(outcome)")
        #expect(outcome.text.contains("REDO"), "\(outcome)")
    }
}

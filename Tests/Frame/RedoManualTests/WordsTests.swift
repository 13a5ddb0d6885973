import Foundation
import TestSupport
import Testing

/// `scripts/check-words.py` finds the words that docs/writing.md rules out, and the project has none of them.
@Suite(.withTools("python3")) struct WordsTests {
    static func check(_ arguments: String...) throws -> CommandOutcome {
        let script = Fixtures.package.appending(path: "scripts/check-words.py").path
        return try CommandRunner().run("/usr/bin/python3", ["-B", script] + arguments)
    }

    /// Checks a project of a style page with two rows, and one file.
    static func check(_ text: String, in name: String) throws -> CommandOutcome {
        let runner = try CommandRunner()
        let style = """
            ## Words

            | not | but | except in |
            |---|---|---|
            | `nobody` | "no one" |  |
            | `is no` | "is not a" | `there is no` |

            """
        try write(style, to: "docs/writing.md", runner)
        try write(text, to: name, runner)
        return try check(runner.path(""))
    }

    /// Writes a file, and makes its folder.
    static func write(_ text: String, to name: String, _ runner: CommandRunner) throws {
        let folder = URL(filePath: runner.path(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try runner.write(Array(text.utf8), to: name)
    }

    @Test func theProjectHasNoneOfThem() throws {
        let outcome = try Self.check()
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
    }

    @Test(arguments: [
        ("README.md", "One.\nAsk Nobody."), ("docs/a.md", "\nnobody"),
        ("man/src/a.1", ".Nm\nnobody"),
        ("Sources/A/a.swift", "let a = 1\n// Nobody"), ("Sources/a.swift", "\nlet a = \"nobody\""),
    ])
    func aWordIsFoundWithItsLine(_ name: String, _ text: String) throws {
        let outcome = try Self.check(text, in: name)
        #expect(outcome.status == 1)
        #expect(outcome.error == "\(name):2: error: 'nobody': write \"no one\"\n")
    }

    @Test(arguments: [
        ("docs/a.md", "That is\nno date."), ("Sources/a.swift", "/// That is\n    /// no date."),
    ])
    func aPhraseIsFoundAcrossLines(_ name: String, _ text: String) throws {
        let outcome = try Self.check(text, in: name)
        #expect(outcome.error == "\(name):1: error: 'is no': write \"is not a\"\n")
    }

    @Test(arguments: [
        ("docs/a.md", "There is no date; nobodyElse, and is nothing."),
        ("Sources/a.swift", "let nobody = is.no"), ("Tests/a.swift", "// nobody"),
    ])
    func whatIsRightIsPassed(_ name: String, _ text: String) throws {
        let outcome = try Self.check(text, in: name)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
    }

    @Test func aPageWithoutATableIsAnError() throws {
        let runner = try CommandRunner()
        try Self.write("# Writing\n", to: "docs/writing.md", runner)
        let outcome = try Self.check(runner.path(""))
        #expect(outcome.status == 1 && outcome.error.contains("no table of words"), "\(outcome)")
    }
}

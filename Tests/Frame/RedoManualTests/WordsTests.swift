import Foundation
import TestSupport
import Testing

/// `scripts/check-words.py` finds the words that docs/writing.md forbids in texts and names, and the project has none.
@Suite(.withTools("python3")) struct WordsTests {
    static func check(_ arguments: String...) throws -> CommandOutcome {
        let script = Fixtures.package.appending(path: "scripts/check-words.py").path
        return try CommandRunner().run("/usr/bin/python3", ["-B", script] + arguments)
    }

    private static let words = """
        ## Words

        | not | but | except in |
        |---|---|---|
        | `nobody` | "no one" |  |
        | `is no` | "is not a" | `there is no` |

        """

    private static let names = """
        ## Names

        | not | but |  |
        |---|---|---|
        | `place` | "index" |  |
        | `take in` | "admit" |  |

        ## Names that stay

        | name | why | in |
        |---|---|---|
        | `inPlace` | a phrase | `Sources/A/` |

        """

    /// Checks a project of a style page with a few rows, and one file.
    static func check(
        _ text: String, in name: String, style: String = words
    ) throws -> CommandOutcome {
        let runner = try CommandRunner()
        try write(style, to: "docs/writing.md", runner)
        try write(text, to: name, runner)
        return try check(runner.path(""))
    }

    /// Writes a file, and makes its folder.
    static func write(_ text: String, to name: String, _ runner: CommandRunner) throws {
        let directory = URL(filePath: runner.path(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
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
        #expect(outcome.codedError == "\(name):2: error: 'nobody': write \"no one\"\n")
    }

    @Test(arguments: [
        ("docs/a.md", "That is\nno date."), ("Sources/a.swift", "/// That is\n    /// no date."),
    ])
    func aPhraseIsFoundAcrossLines(_ name: String, _ text: String) throws {
        let outcome = try Self.check(text, in: name)
        #expect(outcome.codedError == "\(name):1: error: 'is no': write \"is not a\"\n")
    }

    @Test(arguments: [
        ("docs/a.md", "There is no date; nobodyElse, and is nothing."),
        ("Sources/a.swift", "let nobody = is.no"), ("Tests/a.swift", "// nobody"),
    ])
    func whatIsRightIsPassed(_ name: String, _ text: String) throws {
        let outcome = try Self.check(text, in: name)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
    }

    @Test(arguments: ["place", "offerPlace", "places", "Places.first", "PLACE_COUNT"])
    func aNameIsFoundWithItsLine(_ name: String) throws {
        let text = "// place\nlet inPlace = \"place\"\nlet index = \(name)"
        let outcome = try Self.check(text, in: "Sources/A/a.swift", style: Self.words + Self.names)
        let found = name.prefix { $0 != "." }
        #expect(outcome.codedError == "Sources/A/a.swift:3: error: '\(found)': write \"index\"\n")
    }

    @Test(arguments: ["takeIn", "takesIn", "nodesTakeInAll"])
    func aNameOfSeveralWordsIsFound(_ name: String) throws {
        let text = "let inPlace = \(name)"
        let outcome = try Self.check(text, in: "Sources/A/a.swift", style: Self.words + Self.names)
        #expect(outcome.codedError == "Sources/A/a.swift:1: error: '\(name)': write \"admit\"\n")
    }

    @Test func aNameStaysOnlyInItsFiles() throws {
        let text = "let inPlace = placeholder + replaced + takeInterval + intake"
        let style = Self.words + Self.names
        #expect(try Self.check(text, in: "Sources/A/a.swift", style: style).status == 0)
        let other = try Self.check(text, in: "Sources/B/a.swift", style: style)
        #expect(
            other.codedError == """
                Sources/B/a.swift:1: error: 'inPlace': write "index"
                docs/writing.md: error: the name 'inPlace' that stays is not in Sources/A/

                """)
    }

    @Test func aPageWithoutATableIsAnError() throws {
        let runner = try CommandRunner()
        try Self.write("# Writing\n", to: "docs/writing.md", runner)
        let outcome = try Self.check(runner.path(""))
        #expect(
            outcome.status == 1 && outcome.codedError.contains("no table of words"), "\(outcome)")
    }
}

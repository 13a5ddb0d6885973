import Foundation
import RedoCommands
import RedoManual
import TestSupport
import Testing

/// What the pages show is what happens.
@Suite struct ExamplesTests {
    static let readme = "README.md"
    static let files = ManualIndex(Suite.commands).files + [readme]

    static func path(_ file: String) -> URL {
        Fixtures.package.appending(path: file == readme ? file : "man/src/\(file)")
    }

    static func example(_ file: String) throws -> Example {
        let source = try String(contentsOf: path(file), encoding: .utf8)
        return file == readme
            ? Example(markdown: source)
            : Example(source, section: Int(String(file.suffix(1))) ?? 0)
    }

    @Test(arguments: files)
    func everyExamplePrintsWhatThePageShows(_ file: String) throws {
        try ExampleRunner.run(try Self.example(file)) { command, expected, output in
            #expect(output == expected, "\(file): $ \(command)")
        }
    }

    /// `REDO_RECORD_EXAMPLES=1 swift test --filter ExamplesTests` writes into the sources what their
    /// examples print now: for whoever has changed what commands print, and looks at the difference.
    static let isRecording = ProcessInfo.processInfo.environment["REDO_RECORD_EXAMPLES"] != nil

    @Test(.enabled(if: isRecording), arguments: files)
    func whatExamplesPrintIsRecorded(_ file: String) throws {
        let path = Self.path(file)
        var rest = try String(contentsOf: path, encoding: .utf8)[...]
        var recorded = ""
        try ExampleRunner.run(try Self.example(file)) { command, expected, output in
            let shown = try #require(rest.range(of: "$ \(command)\n"))
            recorded += rest[..<shown.upperBound]
            rest = rest[shown.upperBound...].dropFirst(expected.reduce(0) { $0 + $1.count + 1 })
            recorded += output.map { "\($0)\n" }.joined()
        }
        try Data((recorded + rest).utf8).write(to: path)
    }

    @Test(arguments: files.filter { $0.hasSuffix(".1") })
    func everyCommandHasAnExample(_ file: String) throws {
        let shown = try Self.example(file).steps.filter {
            if case .show = $0 { true } else { false }
        }
        #expect(!shown.isEmpty)
    }

    /// Twenty-one of them, each with something that is run and shown.
    @Test func everyRecipeHasAnExample() throws {
        let page = try String(contentsOf: Self.path("redo-recipes.7"), encoding: .utf8)
        let recipes = page.components(separatedBy: "\n.Ss ").dropFirst()
        #expect(recipes.count == 14)
        for recipe in recipes {
            let example = Example(".Sh EXAMPLES\n.Ss \(recipe)", section: 7)
            #expect(
                example.steps.contains {
                    if case .show(_, let output) = $0 { !output.isEmpty } else { false }
                }, "\(recipe.prefix(60))")
        }
    }

    /// A session of the README that is not marked as one would not be run.
    @Test func everyCommandOfTheReadmeIsRun() throws {
        let text = try String(contentsOf: Self.path(Self.readme), encoding: .utf8)
        let shown = text.components(separatedBy: "\n").count { $0.hasPrefix("$ ") }
        #expect(shown >= 10)
        #expect(
            try Self.example(Self.readme).steps.count {
                if case .show = $0 { true } else { false }
            } == shown)
    }

    @Test func commandsGoOnInTheNextLine() {
        let example = Example(
            ".Sh EXAMPLES\n```\n$ a |\nb\nc\n$ d \\\n  e\n$ f 'g\n$ h'\n$ i <<'END'\nj |\nk's\nEND\nl\n"
                + "```\n", section: 1)
        #expect(
            example.steps == [
                .show(command: "a |\nb", output: ["c"]),
                .show(command: "d \\\n  e", output: []),
                .show(command: "f 'g\n$ h'", output: []),
                .show(command: "i <<'END'\nj |\nk's\nEND", output: ["l"]),
            ])
    }

    @Test func onlySessionsOfMarkdownAreExamples() {
        let example = Example(
            markdown: """
                <!-- test: empty -->
                <!-- test: varies 7f3a -->
                ```
                $ no
                ```
                ```console
                $ yes
                out
                ```
                """)
        #expect(example.isEmpty && example.varying == ["7f3a"])
        #expect(example.steps == [.show(command: "yes", output: ["out"])])
    }

    @Test func anExampleThatPrintsSomethingElseIsFound() throws {
        let example = Example(
            ".Sh EXAMPLES\n.\\\" test: varies abcd\n```\n$ redo add x\nadded abcd x\n$ redo show abcd\ny\n```\n",
            section: 1)
        var runner = try ExampleRunner(example)
        #expect(
            try runner.output("redo add x", expecting: ["added abcd x"]) == ["added abcd x"])
        #expect(try runner.output("redo show abcd", expecting: ["y"]).first == "x")
    }

    /// The digits of a task can be among those of a key, and among those that stand for the key.
    @Test func textsThatVaryAreReplacedOnce() {
        let shown = ["a66471d3": "01234567", "6471": "b2c4", "4567": "09e1"]
        #expect(
            ExampleRunner.replacing(shown, in: "a66471d3 6471 4567 64714567 a664")
                == "01234567 b2c4 09e1 b2c409e1 a664")
    }
}

import Foundation
import RedoManual
import TestSupport
import Testing

/// What the pages show is what happens.
@Suite struct ExamplesTests {
    static let files = ManualIndex().files

    static func example(_ file: String) throws -> Example {
        let source = try String(
            contentsOf: Fixtures.package.appending(path: "man/src/\(file)"), encoding: .utf8)
        return Example(source, section: Int(String(file.suffix(1))) ?? 0)
    }

    @Test(arguments: files)
    func everyExamplePrintsWhatThePageShows(_ file: String) throws {
        let example = try Self.example(file)
        var runner = try ExampleRunner(example)
        for step in example.steps {
            switch step {
            case .prepare(let command): _ = try runner.output(command, expecting: [])
            case .show(let command, let expected):
                let output = try runner.output(command, expecting: expected)
                #expect(output == expected, "\(file): $ \(command)")
            }
        }
    }

    /// `REDO_RECORD_EXAMPLES=1 swift test --filter ExamplesTests` writes into the sources what their
    /// examples print now: for whoever has changed what commands print, and looks at the difference.
    static let isRecording = ProcessInfo.processInfo.environment["REDO_RECORD_EXAMPLES"] != nil

    @Test(.enabled(if: isRecording), arguments: files)
    func whatExamplesPrintIsRecorded(_ file: String) throws {
        let path = Fixtures.package.appending(path: "man/src/\(file)")
        var rest = try String(contentsOf: path, encoding: .utf8)[...]
        var recorded = ""
        let example = try Self.example(file)
        var runner = try ExampleRunner(example)
        for step in example.steps {
            switch step {
            case .prepare(let command): _ = try runner.output(command, expecting: [])
            case .show(let command, let expected):
                let shown = try #require(rest.range(of: "$ \(command)\n"))
                recorded += rest[..<shown.upperBound]
                rest = rest[shown.upperBound...].dropFirst(
                    expected.reduce(0) { $0 + $1.count + 1 })
                recorded += try runner.output(command, expecting: expected).map { "\($0)\n" }
                    .joined()
            }
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

    @Test func anExampleThatPrintsSomethingElseIsFound() throws {
        let example = Example(
            ".Sh EXAMPLES\n.\\\" test: varies abcd\n```\n$ redo add x\nadded abcd x\n$ redo show abcd\ny\n```\n",
            section: 1)
        var runner = try ExampleRunner(example)
        #expect(
            try runner.output("redo add x", expecting: ["added abcd x"]) == ["added abcd x"])
        #expect(try runner.output("redo show abcd", expecting: ["y"]).first == "x")
    }
}

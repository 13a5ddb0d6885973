import Foundation
import TestSupport

/// The examples of a page, as `man/src` has them, and what is needed to run them.
///
/// They are run in a store that holds `Fixtures/manual/log.jsonl`, by the user whose key lies beside it,
/// at a fixed moment. Comments in the source change that:
///
/// - `.\" test: empty`: there is neither store nor key.
/// - `.\" test: run COMMAND`: runs a command before what follows.
/// - `.\" test: now TIME`: what follows happens at that time.
/// - `.\" test: varies TEXT`: the text stands for any hexadecimal digits; the same ones wherever it is.
///
/// A command goes on in the next line where it ends with a backslash or a bar, in a quoted text, or in a
/// here-document (`<<'END'`).
struct Example {
    enum Step: Equatable {
        case prepare(String)
        case wait(until: String)
        case show(command: String, output: [String])
    }

    let isEmpty: Bool
    let varying: [String]
    let steps: [Step]

    /// - Parameter source: the page in `man/src`.
    init(_ source: String, section: Int) {
        var varying: [String] = []
        var isEmpty = false
        var steps: [Step] = []
        var title = ""
        var isLiteral = false
        for line in source.components(separatedBy: "\n") {
            if line.hasPrefix(".Sh ") { title = String(line.dropFirst(4)) }
            if line == "```" {
                isLiteral.toggle()
            } else if line == ".\\\" test: empty" {
                isEmpty = true
            } else if line.hasPrefix(".\\\" test: varies ") {
                varying.append(String(line.dropFirst(".\\\" test: varies ".count)))
            } else if line.hasPrefix(".\\\" test: run ") {
                steps.append(.prepare(String(line.dropFirst(".\\\" test: run ".count))))
            } else if line.hasPrefix(".\\\" test: now ") {
                steps.append(.wait(until: String(line.dropFirst(".\\\" test: now ".count))))
            } else if isLiteral, title == "EXAMPLES" || section == 7 && title != "DESCRIPTION" {
                if case .show(let command, let output) = steps.last, output.isEmpty,
                    Self.goesOn(command)
                {
                    steps[steps.count - 1] = .show(command: "\(command)\n\(line)", output: [])
                } else if line.hasPrefix("$ ") {
                    steps.append(.show(command: String(line.dropFirst(2)), output: []))
                } else if case .show(let command, let output) = steps.last {
                    steps[steps.count - 1] = .show(command: command, output: output + [line])
                }
            }
        }
        self.isEmpty = isEmpty
        self.varying = varying
        self.steps = steps
    }

    /// - Parameter markdown: a text whose blocks `console` are examples. Comments (`<!-- test: empty -->`)
    ///   stand for those of a page.
    init(markdown: String) {
        var page = [".Sh EXAMPLES"]
        for line in markdown.components(separatedBy: "\n") {
            if line.hasPrefix("<!-- test: ") {
                page.append(".\\\" \(line.dropFirst("<!-- ".count).dropLast(" -->".count))")
            } else if line == "```console" {
                page.append("```")
            } else if line == "```" || line.hasPrefix("```") {
                // The end of a block, or of one that is not a session.
                page.append(isSession(page) ? "```" : "")
            } else {
                page.append(line)
            }
        }
        self.init(page.joined(separator: "\n"), section: 1)

        func isSession(_ lines: [String]) -> Bool {
            !lines.count { $0 == "```" }.isMultiple(of: 2)
        }
    }

    /// Whether a command does not end with its line.
    static func goesOn(_ command: String) -> Bool {
        let lines = command.components(separatedBy: "\n")
        if let start = lines[0].range(of: "<<'") {
            // A here-document ends with its word.
            let word = lines[0][start.upperBound...].prefix { $0 != "'" }
            return lines.count == 1 || lines[lines.count - 1] != word
        }
        return command.hasSuffix("\\") || command.hasSuffix("|")
            || !command.count { $0 == "'" }.isMultiple(of: 2)
    }
}

/// Where examples are run.
struct ExampleRunner {
    static let user = "8fbbe5d01550d2d4d43baa6895ac4ca6"
    static let fixtures = Fixtures.directory.appending(path: "manual")

    private var runner: CommandRunner
    /// What stands for a text that varies.
    private var actual: [String: String] = [:]
    private let varying: [String]

    init(_ example: Example) throws {
        runner = try CommandRunner()
        varying = example.varying
        runner.environment["REDO_DEVICE"] = "laptop"
        runner.environment["PATH"] = "\(CommandRunner.executables.path):/usr/bin:/bin"
        try FileManager.default.createDirectory(
            atPath: runner.path("tasks"), withIntermediateDirectories: true)
        if example.isEmpty { return }
        try ManualLog.addUser(toHome: runner.path("home"))
        _ = try lines("redo init --quiet && redo import \(ManualLog.path)")
    }

    /// Runs an example from its beginning to its end.
    ///
    /// - Parameter isShown: is told of each command that the page shows, what it should print, and what
    ///   it prints.
    static func run(
        _ example: Example,
        _ isShown: (_ command: String, _ expected: [String], _ output: [String]) throws -> Void
    ) throws {
        var runner = try ExampleRunner(example)
        for step in example.steps {
            switch step {
            case .prepare(let command): _ = try runner.output(command, expecting: [])
            case .wait(let time): runner.wait(until: time)
            case .show(let command, let expected):
                try isShown(command, expected, try runner.output(command, expecting: expected))
            }
        }
    }

    /// Lets the clock show a time.
    mutating func wait(until time: String) { runner.environment["REDO_WALL"] = time }

    /// Runs a command as the page shows it.
    ///
    /// - Returns: what it prints, with the texts of the page where they stand for others.
    mutating func output(_ command: String, expecting expected: [String]) throws -> [String] {
        let lines = try lines(Self.replacing(actual, in: command))
        for (index, line) in lines.enumerated() where index < expected.count {
            learn(from: line, expected[index])
        }
        let shown = Dictionary(actual.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return lines.map { Self.replacing(shown, in: $0) }
    }

    /// Replaces texts by others, the longest first: the digits of one can be among those of another, and among those
    /// that are put in its place.
    static func replacing(_ others: [String: String], in text: String) -> String {
        let texts = others.keys.sorted { $0.count > $1.count }
        var (rest, replaced) = (text[...], "")
        while !rest.isEmpty {
            if let text = texts.first(where: { rest.hasPrefix($0) }), let other = others[text] {
                replaced += other
                rest.removeFirst(text.count)
            } else {
                replaced.append(rest.removeFirst())
            }
        }
        return replaced
    }

    /// Finds what stands for a text that varies, where it is seen for the first time.
    private mutating func learn(from line: String, _ expected: String) {
        for text in varying where actual[text] == nil {
            guard let place = expected.range(of: text),
                line.hasPrefix(expected[..<place.lowerBound])
            else { continue }
            let rest = line.dropFirst(expected[..<place.lowerBound].count)
            let digits = rest.prefix { $0.isHexDigit || $0 == "-" || text.contains($0) }
            if digits.count >= 4 { actual[text] = String(digits) }
        }
    }

    private func lines(_ command: String) throws -> [String] {
        let outcome = try runner.run(
            "/bin/sh", ["-c", "exec 2>&1; \(command)"], in: "tasks")
        var lines = outcome.text.replacingOccurrences(of: runner.path("home"), with: "/home/ana")
            .replacingOccurrences(of: runner.directory.path, with: "/home/ana")
            .components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}

import RedoJSON
import RedoSystem

/// A command, as it is run for a test.
public struct CommandCall: Sendable {
    /// The executable, `redo-log`, or an absolute path.
    public let name: String
    public let arguments: [String]
    /// What standard input holds.
    public let input: [UInt8]
    /// All variables.
    public let environment: [String: String]
    /// The absolute path of the working directory.
    public let directory: String
}

/// What runs the commands of tests: processes of their own, or the process of the tests.
public protocol CommandEngine: Sendable {
    /// Runs a command to its end.
    func run(_ call: CommandCall) throws -> CommandOutcome
}

/// How a command ended, and what it wrote.
public struct CommandOutcome: Sendable, CustomStringConvertible {
    /// The exit status, or 128 and the number of the signal that ended a process.
    public let status: Int32
    public let output: [UInt8]
    public let error: String

    public init(status: Int32, output: [UInt8], error: String) {
        self.status = status
        self.output = output
        self.error = error
    }

    public var text: String { String(decoding: output, as: UTF8.self) }

    /// The lines of the output, without their ends.
    public var lines: [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Standard error with the code of each error and warning in front of its text, so that a test can compare the code
    /// and the beginning of the text at once: `error: NAME_001: there is no task 'x'`. The objects of a command whose output
    /// is JSON are lines here, too.
    public var codedError: String { error.codesFirst }

    public var description: String {
        "status \(status), output: \(text.prefix(2000)), error: \(error)"
    }
}

extension StringProtocol {
    /// The text with the code of each error and warning in front of what it says, as ``CommandOutcome/codedError``.
    public var codesFirst: String {
        // A terminal ends lines with a carriage return and a line feed, which are one character.
        split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { line in
            Diagnostic(reading: line).map { "\($0.kind.rawValue): \($0.code): \($0.text)" }
                ?? linesOfObject(line) ?? String(line)
        }.joined(separator: "\n")
    }
}

/// The lines that an error, a warning or a note for programs has for people; nil for what is not such an object.
private func linesOfObject(_ line: some StringProtocol) -> String? {
    guard line.hasPrefix("{"),
        let object = try? JSONDocument(Array(line.utf8)).root.value,
        let kind = object["kind"]?.text, object["hints"] != nil
    else { return nil }
    let code = object["code"]?.text.map { "\($0): " } ?? ""
    let first = object["message"]?.text.map { ["\(kind): \(code)\($0)"] } ?? []
    let hints = object["hints"]?.elements.compactMap(\.text).map { "hint: \($0)" } ?? []
    return (first + hints).joined(separator: "\n")
}

import RedoCommandLine
import RedoSystem

/// A command of the suite that was run within this process, as a person would type it.
package struct CapturedCommand {
    package let status: ExitStatus
    package let output: [UInt8]
    /// Its standard error.
    package let errors: String

    /// - Parameters:
    ///   - words: the name of a command, and its arguments.
    ///   - form: the form of its errors.
    ///   - suite: the commands of this program.
    ///   - surroundings: whose variables it has; its input is empty.
    /// - Throws: wrong usage for a command that there is none of, ``RedoError`` if it cannot be run.
    package init(
        _ words: [String], of suite: CommandSuite, _ surroundings: Surroundings,
        errorsAs form: ErrorForm = .lines
    ) throws(RedoError) {
        let input = try Self.file()
        let printed = try Self.file()
        let complaints = try Self.file()
        var inner = surroundings.askingNoPassphrase.reporting(as: form)
        (inner.input, inner.output, inner.errors) =
            (input.rawValue, printed.rawValue, complaints.rawValue)
        let arguments = words.dropFirst().map { SystemText.text(written: $0) }
        status = try suite.run(words.first ?? "", arguments, inner)
        output = (try? printed.contents()) ?? []
        errors = String(decoding: (try? complaints.contents()) ?? [], as: UTF8.self)
    }

    /// True if it could not sign, or not ask about parts: with the terminal it can ask for a passphrase or for a yes, and
    /// say what else is missing.
    package var needsTerminal: Bool {
        let first = errors.split(separator: "\n").first.flatMap { Diagnostic(reading: $0) }
        guard status != .done, let first, first.kind == .error else { return false }
        return first.code.isAboutKeys || first.code == .openParts
    }

    private static func file() throws(RedoError) -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor.inMemory()
        } catch {
            throw RedoError(.notFound, "the command cannot be run", cause: error)
        }
    }

    /// The first error of what it said on standard error, or else the first line of that, or of what it printed.
    package var summary: String {
        let text = errors.isEmpty ? String(decoding: output, as: UTF8.self) : errors
        let lines = text.split(separator: "\n")
        return (lines.first { $0.hasPrefix("error: ") } ?? lines.first).map(String.init) ?? ""
    }
}

extension Surroundings {
    /// A copy for a command that must fail instead of asking for a passphrase it needs, because the terminal shows
    /// something else.
    package var askingNoPassphrase: Surroundings {
        let name = "REDO_PASSPHRASE_FD"
        guard variables.value(of: name) == nil else { return self }
        var silent = self
        silent.variables = variables.setting(name, to: "-1")
        return silent
    }
}

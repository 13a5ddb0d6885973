import RedoModel
import RedoStore
import RedoSystem

/// Why a command could not do what it was asked: the text that it prints and its exit status.
package struct CommandError: Error, Sendable {
    package let status: ExitStatus
    /// A code of the protocol, sections 4 and 11, or USAGE.
    package let code: String
    package let message: String
    /// What helps: sentences or commands.
    package let hints: [String]

    package init(_ status: ExitStatus, _ code: String, _ message: String, hints: [String] = []) {
        self.status = status
        self.code = code
        self.message = message
        self.hints = hints
    }

    package static func usage(_ message: String, hints: [String] = []) -> CommandError {
        CommandError(.wrongUsage, "USAGE", message, hints: hints)
    }

    package init(_ code: StoreError.Code, _ message: String, hints: [String] = []) {
        self.init(.failed, code.rawValue, message, hints: hints)
    }

    package init(_ error: StoreError) { self.init(error.code, error.message, hints: error.hints) }

    /// - Parameter source: the file that the node came from.
    package init(_ rejection: Rejection, in source: String? = nil) {
        let place = source.map { ", in \($0)" } ?? ""
        self.init(.no, rejection.code.rawValue, rejection.detail + place)
    }

    /// - Parameter code: STORAGE_001 for reading, STORAGE_002 for writing output.
    package init(_ error: SystemError, _ code: StoreError.Code, _ what: String) {
        if error.isBrokenPipe {
            self.init(.brokenPipe, "", "")
        } else {
            self.init(.failed, code.rawValue, "\(what): \(error.description)")
        }
    }

    /// The lines for standard error; empty where the command ends quietly.
    var text: String {
        if status == .brokenPipe { return "" }
        // Messages and hints quote what a node or a file says.
        return "error: \(code): \(message.printable)\n"
            + hints.map { "hint: \($0.printable)\n" }.joined()
    }
}

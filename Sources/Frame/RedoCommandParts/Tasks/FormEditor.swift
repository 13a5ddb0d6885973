import RedoCommandLine
import RedoStore
import RedoSystem

/// Opens a text in an editor: a form, or a configuration.
package struct FormEditor {
    /// The kind of the text, in a word.
    private let noun: String
    /// Nil where none is named and there is no terminal, without which vi would wait forever.
    private let command: String?
    private let path: String

    /// The editor that `REDO_EDITOR`, `core.editor`, `VISUAL` or `EDITOR` names, the first that does;
    /// else vi on a terminal.
    package init(_ store: Store, in surroundings: Surroundings) {
        self.init(store.configuration, "form", in: surroundings)
    }

    /// - Parameter noun: what the text is, in a word.
    package init(
        _ configuration: LayeredConfiguration, _ noun: String, in surroundings: Surroundings
    ) {
        self.noun = noun
        let variables = surroundings.variables
        command =
            variables.value(of: "REDO_EDITOR") ?? configuration.value(.editor)
            ?? variables.value(of: "VISUAL") ?? variables.value(of: "EDITOR")
            ?? (surroundings.hasTerminalInput ? "vi" : nil)
        let directory = variables.value(of: "TMPDIR") ?? "/tmp"
        path = Path.join(directory, "redo-\(noun)-\(RandomBytes.hexadecimal(count: 8)).txt")
    }

    /// The edited text; nil if nothing was changed.
    ///
    /// The file stays until ``remove()``.
    ///
    /// - Throws: STORAGE_002 if the editor cannot be run or ends with a failure; wrong usage if
    ///   there is none.
    package func edit(_ text: String) throws(RedoError) -> String? {
        guard let command else {
            throw .usage(
                "no text or option is given, and there is no terminal to edit the \(noun) in",
                hints: [
                    noun == "form"
                        ? "give options, or name an editor in REDO_EDITOR"
                        : "name an editor in REDO_EDITOR"
                ])
        }
        let bytes = Array(text.utf8)
        let edited: [UInt8]
        let status: Int32
        do throws(SystemError) {
            try Files.replace(path, with: bytes.span, mode: 0o600)
            status = try ForegroundProgram.run(command: command, argument: path)
            edited = try Files.read(path)
        } catch {
            throw RedoError(.exportFailed, "the \(noun) cannot be edited", cause: error)
        }
        if status != 0 {
            let error = RedoError(
                .exportFailed,
                "the editor '\(command)' ended with \(status)",
                hints: ["REDO_EDITOR, core.editor, VISUAL or EDITOR names another one"])
            if edited != bytes { throw kept(error) }
            remove()
            throw error
        }
        guard edited != bytes else { return nil }
        guard String(validating: edited, as: UTF8.self) != nil else {
            throw kept(.usage("the \(noun) is not UTF-8"))
        }
        return String(decoding: edited, as: UTF8.self)
    }

    /// An error with a hint where the form is.
    package func kept(_ error: RedoError) -> RedoError {
        RedoError(
            error.code, error.message,
            status: error.status == .wrongUsage ? .failed : error.status,
            hints: error.hints + ["nothing is written; the \(noun) is kept in \(path)"])
    }

    package func remove() { try? Files.remove(path) }
}

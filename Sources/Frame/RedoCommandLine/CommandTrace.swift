import RedoModel
import RedoSystem

/// The trace that `REDO_TRACE` asks for: `1` on standard error, an absolute path in a file; empty or `0` for none.
package enum CommandTrace {
    /// Begins the trace, and records what the process was started as. What cannot be traced is a warning: a command
    /// does its work all the same.
    package static func begin() {
        guard let value = Environment.value(of: Trace.variable), value != "0" else { return }
        do throws(SystemError) {
            if value == "1" {
                Trace.beginOnStandardError()
            } else if value.hasPrefix("/") {
                try Trace.begin(inFile: value)
            } else {
                throw SystemError(
                    code: 22, call: "", path: "", words: "it is not 1 or an absolute path")
            }
        } catch {
            CommandContext().warn(
                .usage, "\(Trace.variable) is '\(value)', and nothing is traced: \(error.reason)")
        }
        let time = Instant(milliseconds: Clock.milliseconds()).wallText
        Trace.note(
            .start,
            "\(time) redo \(Version.text): "
                + SecretRemoval.commandLine(TracedArguments(Program.arguments).words))
    }
}

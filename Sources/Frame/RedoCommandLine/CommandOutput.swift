import RedoSystem

/// The standard output of a command, which its parts share.
final class CommandOutput {
    private var output: BufferedOutput
    private let isSilent: Bool

    /// - Parameter surroundings: what the command runs in; nil drops everything.
    init(_ surroundings: Surroundings?) {
        isSilent = surroundings == nil
        // What others wrote moves no cursor, not in JSON either; in a pipe every byte is as it is.
        output = BufferedOutput(
            descriptor: surroundings?.output ?? -1, name: "standard output",
            isEscaped: surroundings?.hasTerminalOutput ?? false)
    }

    /// Writes to it.
    func change(
        _ body: (inout BufferedOutput) throws(SystemError) -> Void
    ) throws(SystemError) {
        if !isSilent { try body(&output) }
    }
}

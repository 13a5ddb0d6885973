import RedoCommandLine
import RedoSystem

extension CommandContext {
    /// When requests to a server are sent again. Where progress is shown, so is what is waited for.
    ///
    /// - Parameter delay: milliseconds before the first repetition; nil for what is usual.
    package func retryPolicy(delay: Int?) -> RetryPolicy {
        let isTold = showsProgress
        let errors = surroundings.errors
        // The note takes the place of a line of progress.
        let start = surroundings.hasTerminalErrors ? "\r\u{1B}[K" : ""
        return RetryPolicy(
            delay: delay ?? RetryPolicy.defaultDelay, wait: { Clock.wait(milliseconds: $0) },
            random: {
                let bytes = RandomBytes.bytes(count: 2)
                return Double(Int(bytes[0]) << 8 | Int(bytes[1])) / 65_535
            },
            tell: { text in
                guard isTold else { return }
                let line = Array("\(start)note: \(text)\n".utf8)
                try? writeBytes(line.span, to: errors, path: "standard error")
            })
    }
}

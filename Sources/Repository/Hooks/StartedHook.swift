import RedoSystem

/// A hook that runs in parallel with its command. It is ended at its timeout, or with this object.
package final class StartedHook {
    private let program: RunningProgram
    private let conclude: (LimitedProgram.Outcome) -> Void

    /// - Parameter conclude: called once, with the outcome.
    init(_ program: RunningProgram, conclude: @escaping (LimitedProgram.Outcome) -> Void) {
        self.program = program
        self.conclude = conclude
    }

    /// The events after which ``hasEnded()`` should be called.
    package var source: EventSource { program.source }

    /// Whether it has ended; then its output has been shown. Does not wait.
    package func hasEnded() -> Bool {
        guard let outcome = program.advance() else { return false }
        conclude(outcome)
        return true
    }
}

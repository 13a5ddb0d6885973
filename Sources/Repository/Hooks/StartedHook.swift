import RedoSystem

/// A hook that runs beside its command. It is ended when its time is over, or with this object.
package final class StartedHook {
    private let program: RunningProgram
    private let conclude: (LimitedProgram.Outcome) -> Void

    /// - Parameter conclude: is told once how it ended.
    init(_ program: RunningProgram, conclude: @escaping (LimitedProgram.Outcome) -> Void) {
        self.program = program
        self.conclude = conclude
    }

    /// What ``hasEnded()`` should be called for.
    package var source: EventSource { program.source }

    /// Whether it has ended; then what it printed has been shown. Does not wait.
    package func hasEnded() -> Bool {
        guard let outcome = program.advance() else { return false }
        conclude(outcome)
        return true
    }
}

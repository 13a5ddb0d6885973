import RedoCalendar
import RedoCommandLine
import RedoSystem

/// Rules of recurrence, expanded for another process that a limit of time guards: `redo calendar --expand`.
package enum RuleExpansion {
    /// Answers completed occurrences, a line each, with the deadlines of the next ones.
    package static func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var lines = context.inputLines()
        var status = ExitStatus.done
        while let line = try lines.next() {
            var text = ""
            if case .bytes(let bytes) = line { text = String(decoding: bytes, as: UTF8.self) }
            let answer: String
            if let occurrence = CompletedOccurrence(line: text) {
                answer = try limited(&context) { occurrence.next().line }
            } else if let question = FollowingOccurrences(line: text) {
                answer = try limited(&context) { question.deadlines().line }
            } else {
                answer =
                    CompletedOccurrence.Next
                    .excessive(reason: "the line is not a completed occurrence").line
            }
            if answer.hasPrefix("error\t") { status = .no }
            try context.print("\(answer)\n")
            if lines.isPaused { try context.flush() }
        }
        return status
    }

    private static func limited(
        _ context: inout CommandContext, _ answer: () -> String
    ) throws(RedoError) -> String {
        // Loading the library is not the rule's fault.
        CompletedOccurrence.loadLibrary()
        // What has been answered is out before a rule can end the process.
        try context.flush()
        return ProcessorTimeLimit.run(answer)
    }
}

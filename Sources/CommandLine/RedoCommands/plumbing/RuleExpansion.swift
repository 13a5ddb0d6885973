import RedoCalendar
import RedoCommandLine
import RedoSystem

extension Command {
    /// Answers completed occurrences, a line each, with the deadlines of the next ones: `redo calendar --expand`.
    static func expandRules(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var lines = context.inputLines()
        var status = ExitStatus.done
        while let line = try lines.next() {
            let answer: CompletedOccurrence.Next
            if case .bytes(let bytes) = line,
                let occurrence = CompletedOccurrence(line: String(decoding: bytes, as: UTF8.self))
            {
                // Loading the library is not the rule's fault.
                CompletedOccurrence.loadLibrary()
                // What has been answered is out before a rule can end the process.
                try context.flush()
                answer = ProcessorTimeLimit.run { occurrence.next() }
            } else {
                answer = .excessive(reason: "the line is not a completed occurrence")
            }
            if case .excessive = answer { status = .no }
            try context.print("\(answer.line)\n")
            if lines.isPaused { try context.flush() }
        }
        return status
    }
}

import RedoCalendar
import RedoCommandLine
import RedoSystem

extension Command {
    /// `redo calendar`: computes next deadlines, in a process of its own, which a rule may end.
    package static let calendar = Command(
        CommandSpecification(
            "calendar", "Read completed occurrences, a line each; print when the next ones are due")
    ) { (context) throws(RedoError) in
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

import RedoCalendar
import RedoModel
import RedoSystem

/// `redo-calendar --expand` as a child process, so that a rule of someone else can do no harm here.
package final class CalendarProcess {
    private var child: ChildProcess?
    /// The output of the child after its last answer.
    private var buffer: [UInt8] = []

    /// The maximum time for an answer; the child's own limit is far shorter.
    private static let maximumSeconds = 10
    private static let maximumLineByteCount = 1 << 16

    package init() {}

    /// Returns the deadline of the next occurrence.
    ///
    /// - Returns: a deadline, or the reason why there is none.
    /// - Throws: CALENDAR_001 if the rule exceeds a limit, or the child cannot be started or gives no answer.
    package func next(after occurrence: CompletedOccurrence) throws(RedoError)
        -> CompletedOccurrence.Next
    {
        let answer: CompletedOccurrence.Next
        if let known = occurrence.knownNext {
            answer = known
        } else {
            answer = try ask(occurrence.line) { CompletedOccurrence.Next(line: $0) }
            // A rule that takes too long has ended the child with its answer.
            if case .excessive = answer { stop() }
        }
        if case .excessive(let reason) = answer {
            throw RedoError(
                .calendarFailed, "the rule '\(occurrence.recurrence.rule.prefix(100))': \(reason)")
        }
        return answer
    }

    /// Returns the deadlines of the occurrences that would follow, see ``FollowingOccurrences``.
    ///
    /// - Throws: CALENDAR_001 if the rule exceeds a limit, or the child cannot be started or gives no answer.
    package func deadlines(_ question: FollowingOccurrences) throws(RedoError) -> [Instant] {
        let answer: FollowingOccurrences.Answer
        switch question.first.knownNext {
        case .excessive(let reason)?: answer = .excessive(reason: reason)
        case .some: return []
        case nil:
            answer = try ask(question.line) { FollowingOccurrences.Answer(line: $0) }
            if case .excessive = answer { stop() }
        }
        switch answer {
        case .due(let deadlines): return deadlines
        case .excessive(let reason):
            throw RedoError(
                .calendarFailed,
                "the rule '\(question.first.recurrence.rule.prefix(100))': \(reason)")
        }
    }

    private func ask<Answer>(
        _ question: String, _ read: (String) -> Answer?
    ) throws(RedoError) -> Answer {
        let child = try runningChild()
        let line: String?
        do throws(ChildProcess.Interruption) {
            try child.write(Array("\(question)\n".utf8).span, within: Self.maximumSeconds)
            line = try answer(of: child)
        } catch {
            line = nil
        }
        guard let line, let answer = read(line) else {
            stop()
            throw RedoError(
                .calendarFailed, "redo-calendar did not answer",
                hints: [
                    "'redo calendar --expand' reads questions itself; redo-calendar(1) has an example"
                ])
        }
        return answer
    }

    private func runningChild() throws(RedoError) -> ChildProcess {
        if let child { return child }
        let path = Path.join(try SuiteExecutables.directory(), "redo-calendar")
        do throws(SystemError) {
            let started = try ChildProcess(
                path, arguments: ["--expand"], errors: .inherited, isGroupLeader: false)
            child = started
            return started
        } catch {
            throw RedoError(.calendarFailed, "redo-calendar cannot be run", cause: error)
        }
    }

    private func stop() {
        child = nil
        buffer = []
    }

    /// Reads a line; nil if the child ends before it.
    private func answer(of child: ChildProcess) throws(ChildProcess.Interruption) -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeSubrange(...end) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            guard buffer.count < Self.maximumLineByteCount,
                try child.read(atMost: 4096, into: &buffer, within: Self.maximumSeconds) > 0
            else { return nil }
        }
    }
}

import RedoSystem

/// `redo-calendar --todos` as a child process, so that a file of someone else can do no harm here.
///
/// The child is asked for one file after the other. One that it dies of is named, and the next one gets a new child.
package final class CalendarTodosProcess {
    private var child: ChildProcess?
    /// The output of the child after its last answer.
    private var buffer: [UInt8] = []

    /// The maximum time of the child for a step of an answer; its own limit is shorter.
    private static let maximumSeconds = 30
    /// The maximum size of an answer in bytes.
    private static let maximumAnswerByteCount = 1 << 30

    package init() {}

    /// Why there is no answer.
    package enum Failure: Error {
        /// The child cannot be started.
        case noChild(RedoError)
        /// The child died, or gave no answer in time.
        case died
    }

    /// The lines that a calendar is answered with.
    ///
    /// - Parameter calendar: a text without a NUL.
    package func lines(of calendar: [UInt8]) throws(Failure) -> [ArraySlice<UInt8>] {
        let child = try runningChild()
        do throws(ChildProcess.Interruption) {
            try child.write((calendar + [0]).span, within: Self.maximumSeconds)
            return try answer(of: child)
        } catch {
            stop()
            throw .died
        }
    }

    private func runningChild() throws(Failure) -> ChildProcess {
        if let child { return child }
        do throws(RedoError) {
            let path = Path.join(try SuiteExecutables.directory(), "redo-calendar")
            let started = try failing(.calendarFailed, "redo-calendar cannot be run") {
                () throws(SystemError) in
                try ChildProcess(
                    path, arguments: ["--todos"], errors: .inherited, isGroupLeader: false)
            }
            child = started
            return started
        } catch {
            throw .noChild(error)
        }
    }

    private func stop() {
        child = nil
        buffer = []
    }

    /// Reads lines up to an empty one.
    private func answer(of child: ChildProcess) throws(ChildProcess.Interruption)
        -> [ArraySlice<UInt8>]
    {
        let newline = UInt8(ascii: "\n")
        var looked = 0
        while true {
            // The end of an answer: an empty line at the beginning, or two line ends.
            var offset = looked
            while offset < buffer.count {
                if buffer[offset] == newline, offset == 0 || buffer[offset - 1] == newline {
                    let lines = buffer[..<offset].split(separator: newline)
                    buffer = Array(buffer[(offset + 1)...])
                    return lines
                }
                offset += 1
            }
            looked = offset
            guard buffer.count < Self.maximumAnswerByteCount,
                try child.read(atMost: 1 << 16, into: &buffer, within: Self.maximumSeconds) > 0
            else { throw .silent }
        }
    }
}

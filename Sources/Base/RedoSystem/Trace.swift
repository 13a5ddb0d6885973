import Glibc

/// A record of what this process does, for finding out why something went wrong: a line for each program that is
/// started, each file that is opened, and each request.
///
/// ```
/// MILLISECONDS PROCESS WHAT TEXT
///       0.482     4711 open read /home/ana/.config/redo/config: No such file or directory
/// ```
///
/// It is off until the command line starts it, and then stays on until the process ends. Texts are built only while it
/// is on. Its state is behind a lock; each line is one `write(2)`, so that lines of several processes do not mix.
package enum Trace {
    /// The kind of a line: its third word.
    package enum Event: String, CaseIterable, Sendable {
        /// This process was started.
        case start
        /// This process is replaced by another program.
        case exec
        /// A program is started.
        case run
        /// A program that was started has ended.
        case ended
        /// A file or a directory is opened.
        case open
        /// A request over HTTP was answered, or failed.
        case http
        /// Something was done with a remote git repository.
        case git
        /// This process ends.
        case end
    }

    private struct Output: Sendable {
        /// Open until the process ends.
        let descriptor: Int32
        /// By the monotonic clock, in nanoseconds.
        let start: UInt64
        /// The start times of the running programs, by their process numbers.
        var programs: [pid_t: UInt64] = [:]
    }

    private static let output = Locked<Output?>(nil)

    /// The variable that turns the trace on: the command line reads it, and all programs inherit it.
    package static let variable = "REDO_TRACE"

    /// The maximum length of a text in bytes; the rest is cut off.
    private static let maximumTextByteCount = 4096

    /// Whether anything is recorded.
    package static var isOn: Bool { output.withLock { $0 != nil } }

    // MARK: Beginning

    /// Starts to record on standard error.
    package static func beginOnStandardError() { begin(on: 2) }

    /// Starts to record in a file, which is appended to, or created for its owner alone.
    ///
    /// - Parameter path: an absolute path.
    /// - Throws: ``SystemError``: `EPERM` if the file, or a link in its path, belongs to someone else.
    package static func begin(inFile path: String) throws(SystemError) {
        var parent = Path.parent(of: path)
        while parent != "/", !parent.isEmpty {
            if let status = try Files.statusOfLink(parent), status.kind == .link {
                try check(status, parent)
            }
            parent = Path.parent(of: parent)
        }
        // If the file itself is a link, it is not followed.
        let file = try FileDescriptor(opening: path, for: .append(mode: 0o600))
        if let status = file.openingStatus { try check(status, path) }
        let descriptor = try retrying("fcntl", path) { fcntl(file.rawValue, F_DUPFD_CLOEXEC, 3) }
        begin(on: descriptor)
    }

    /// - Throws: `EPERM` for a file that belongs neither to this user nor to root.
    private static func check(_ status: FileStatus, _ path: String) throws(SystemError) {
        guard status.owner != Environment.effectiveUser, status.owner != 0 else { return }
        throw SystemError(
            code: EPERM, call: "open", path: path, words: "Belongs to another user")
    }

    private static func begin(on descriptor: Int32) {
        let start = Clock.monotonicNanoseconds()
        output.withLock { $0 = Output(descriptor: descriptor, start: start) }
    }

    // MARK: Recording

    /// Records an event, if the trace is on.
    ///
    /// - Parameter text: without secrets; evaluated only if the trace is on. Characters that could end a line or harm a
    ///   terminal are escaped.
    package static func note(_ event: Event, _ text: @autoclosure () -> String) {
        guard let output = output.withLock({ $0 }) else { return }
        write(event, text(), output)
    }

    /// Calls a closure, and records its duration and the code of its error.
    ///
    /// - Parameter text: as in ``note(_:_:)``.
    package static func timing<Result>(
        _ event: Event, _ text: @autoclosure () -> String,
        _ body: () throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        guard isOn else { return try body() }
        let start = Clock.monotonicNanoseconds()
        do throws(RedoError) {
            let result = try body()
            note(event, text() + duration(since: start))
            return result
        } catch {
            note(event, "\(text()): \(error.code)\(duration(since: start))")
            throw error
        }
    }

    /// Records that a child process runs a program.
    static func noteStart(of process: pid_t, _ words: [String]) {
        let output = output.withLock { output in
            output?.programs[process] = Clock.monotonicNanoseconds()
            return output
        }
        guard let output else { return }
        write(.run, "process \(process): \(SecretRemoval.program(words))", output)
    }

    /// Records that a process has ended.
    ///
    /// - Parameter status: its exit status, or 128 plus the number of the signal that ended it.
    static func noteEnd(of process: pid_t, status: Int32) {
        var start: UInt64?
        let output = output.withLock { output in
            start = output?.programs.removeValue(forKey: process)
            return output
        }
        guard let output, let start else { return }
        write(.ended, "process \(process): status \(status)\(duration(since: start))", output)
    }

    /// Records the end of this process.
    static func noteExit(status: Int32) {
        guard let output = output.withLock({ $0 }) else { return }
        write(.end, "status \(status)\(duration(since: output.start))", output)
    }

    /// Returns the time since a moment of the monotonic clock as the end of a text: ` after 12.345 ms`.
    package static func duration(since start: UInt64) -> String {
        " after \(milliseconds(Clock.monotonicNanoseconds() - start)) ms"
    }

    private static func write(_ event: Event, _ text: String, _ output: Output) {
        let time = milliseconds(Clock.monotonicNanoseconds() - output.start)
        var line = Array("\(padded(time, 11)) \(padded("\(getpid())", 8)) \(event.rawValue) ".utf8)
        append(text, to: &line)
        line.append(UInt8(ascii: "\n"))
        // A failure cannot be reported anywhere.
        try? writeBytes(line.span, to: output.descriptor, path: "the trace")
    }

    private static func padded(_ text: String, _ count: Int) -> String {
        String(repeating: " ", count: max(0, count - text.utf8.count)) + text
    }

    /// Nanoseconds as milliseconds with three decimals.
    private static func milliseconds(_ nanoseconds: UInt64) -> String {
        let microseconds = nanoseconds / 1000
        let decimals = String(microseconds % 1000)
        return "\(microseconds / 1000)." + String(repeating: "0", count: 3 - decimals.utf8.count)
            + decimals
    }

    /// Appends a text as one line: control characters, and those that change the direction of text, as JSON's escapes.
    private static func append(_ text: String, to line: inout [UInt8]) {
        var plain: [UInt8] = []
        let bytes = Array(text.utf8)
        // The rest is an incomplete character, which is there only after a cut.
        _ = TerminalEscapes.append(Array(bytes.prefix(maximumTextByteCount)), to: &plain)
        for byte in plain {
            if byte < 0x20 {
                let digits = String(byte, radix: 16)
                line += Array("\\u\(byte < 0x10 ? "000" : "00")\(digits)".utf8)
            } else {
                line.append(byte)
            }
        }
        if bytes.count > maximumTextByteCount { line += Array("…".utf8) }
    }
}

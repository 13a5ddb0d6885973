import Glibc

/// Operations on terminals and on descriptors that may be one.
package enum Terminal {
    /// Whether a descriptor is a terminal. Wraps `isatty(3)`.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns the width of a terminal in columns; nil if the descriptor is not a terminal.
    ///
    /// Wraps `ioctl(TIOCGWINSZ)`.
    package static func columns(of descriptor: Int32) -> Int? {
        size(of: descriptor).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
    }

    /// Returns the height of a terminal in rows; nil if the descriptor is not a terminal.
    package static func rows(of descriptor: Int32) -> Int? {
        size(of: descriptor).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
    }

    private static func size(of descriptor: Int32) -> winsize? {
        var size = winsize()
        return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    /// Reads a line from the controlling terminal without echo.
    ///
    /// Echo is restored before a signal ends or stops the process. A process that continues after a stop
    /// prompts again.
    ///
    /// - Returns: the line without its line feed.
    /// - Throws: ``SystemError`` if there is no terminal.
    package static func readSecret(prompt: String) throws(SystemError) -> [UInt8] {
        let descriptor = try retrying("open", "/dev/tty") {
            unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        }
        Trace.note(.open, "terminal /dev/tty")
        let terminal = FileDescriptor(owning: descriptor, path: "/dev/tty")
        while true {
            if let line = try readSecretUntilInterrupted(terminal, descriptor, prompt) {
                return line
            }
        }
    }

    /// The interval between checks for a pending signal, in milliseconds.
    private static let pollInterval: Int32 = 100

    /// Prompts once and reads a line without echo.
    ///
    /// - Returns: nil if a signal interrupted the input.
    private static func readSecretUntilInterrupted(
        _ terminal: borrowing FileDescriptor, _ descriptor: Int32, _ prompt: String
    ) throws(SystemError) -> [UInt8]? {
        // The mask is restored last, after the settings of the terminal.
        let mask = Signals.deferInterruptions()
        defer { Signals.restore(mask) }
        var settings = termios()
        try retrying("tcgetattr", "/dev/tty") { unsafe tcgetattr(descriptor, &settings) }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        try retrying("tcsetattr", "/dev/tty") {
            unsafe tcsetattr(descriptor, TCSAFLUSH, &silent)
        }
        defer { _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &settings) }
        // The prompt follows the change of settings, which discards earlier input.
        try terminal.write(Array(prompt.utf8).span)
        var line: [UInt8] = []
        line.reserveCapacity(1024)
        while line.last != UInt8(ascii: "\n") {
            if Signals.isInterruptionPending(besides: mask) {
                try terminal.write(Array("\n".utf8).span)
                return nil
            }
            guard hasInput(descriptor, within: pollInterval) else { continue }
            if try terminal.read(atMost: 1, into: &line) == 0 { break }
        }
        try terminal.write(Array("\n".utf8).span)
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        return line
    }

    /// Waits until a descriptor has input or is at its end. Wraps `poll(2)`.
    ///
    /// - Parameter milliseconds: the timeout; 0 does not wait.
    /// - Returns: false after the timeout.
    package static func hasInput(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, milliseconds) > 0
    }
}

import Glibc

/// The terminal, if there is one.
package enum Terminal {
    /// Whether a descriptor is a terminal. Wraps `isatty(3)`.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// How many columns a terminal has. Wraps `ioctl(TIOCGWINSZ)`.
    package static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Asks for a line on the controlling terminal without showing what is typed.
    ///
    /// A signal that ends or stops the process comes after the terminal shows again what is typed. A process
    /// that goes on after it was stopped asks once more.
    ///
    /// - Returns: the line without its end.
    /// - Throws: ``SystemError`` where there is no terminal.
    package static func readSecret(prompt: String) throws(SystemError) -> [UInt8] {
        let descriptor = try retrying("open", "/dev/tty") {
            unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        }
        let terminal = FileDescriptor(owning: descriptor, path: "/dev/tty")
        while true {
            if let line = try readSecretUntilInterrupted(terminal, descriptor, prompt) {
                return line
            }
        }
    }

    /// How often signals are looked for while nothing is typed.
    private static let millisecondsBetweenLooks: Int32 = 100

    /// - Returns: nil where a signal came after which the process goes on.
    private static func readSecretUntilInterrupted(
        _ terminal: borrowing FileDescriptor, _ descriptor: Int32, _ prompt: String
    ) throws(SystemError) -> [UInt8]? {
        // Restored last, so that a signal finds the terminal as it was.
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
        // Only now: whatever is typed after it is neither shown nor thrown away.
        try terminal.write(Array(prompt.utf8).span)
        var line: [UInt8] = []
        line.reserveCapacity(1024)
        while line.last != UInt8(ascii: "\n") {
            if Signals.isInterruptionPending(besides: mask) {
                try terminal.write(Array("\n".utf8).span)
                return nil
            }
            guard hasInput(descriptor, within: millisecondsBetweenLooks) else { continue }
            if try terminal.read(atMost: 1, into: &line) == 0 { break }
        }
        try terminal.write(Array("\n".utf8).span)
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        return line
    }

    /// Waits until a descriptor has input or is at its end. Wraps `poll(2)`.
    ///
    /// - Parameter milliseconds: how long; 0 only looks.
    package static func hasInput(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, milliseconds) > 0
    }
}

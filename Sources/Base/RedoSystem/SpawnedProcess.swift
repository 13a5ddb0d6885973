internal import CLinux
import Glibc

/// A child process, and its exit status once it has ended.
package struct SpawnedProcess: ~Copyable {
    private let number: pid_t
    /// Whether it leads a process group; signals then go to the whole group.
    private let isGroupLeader: Bool
    /// A descriptor that can be read when the process has ended; nil if the system does not offer one.
    private let end: FileDescriptor?
    private var status: Int32?
    /// The end of the process: then ``exitStatus()`` returns it. It can also be reported while the process runs.
    package let source: EventSource

    /// The interval of checking the process without a descriptor, in milliseconds.
    private static let tick = 10

    /// Wraps `pidfd_open(2)`, which older kernels and some containers do not have.
    ///
    /// - Parameter hasDescriptor: whether to request a descriptor.
    init(_ number: pid_t, isGroupLeader: Bool, hasDescriptor: Bool = true) {
        self.number = number
        self.isGroupLeader = isGroupLeader
        let descriptor = hasDescriptor ? pidfd_open(number, 0) : -1
        end = descriptor < 0 ? nil : .some(FileDescriptor(owning: descriptor, path: "pidfd"))
        source = descriptor < 0 ? .every(milliseconds: Self.tick) : .input(descriptor)
    }

    /// Returns the exit status, or 128 plus the number of the signal that ended the process; nil while it runs.
    ///
    /// - Throws: ``SystemError`` if the process cannot be waited for.
    package mutating func exitStatus() throws(SystemError) -> Int32? {
        try exitStatus(WNOHANG)
    }

    /// Waits for the end of the process.
    ///
    /// - Returns: the exit status, or 128 plus the number of the signal that ended the process.
    /// - Throws: ``SystemError`` if the process cannot be waited for.
    mutating func wait() throws(SystemError) -> Int32 {
        while true { if let status = try exitStatus(0) { return status } }
    }

    /// Wraps `waitpid(2)`.
    private mutating func exitStatus(_ options: Int32) throws(SystemError) -> Int32? {
        if let status { return status }
        let number = number
        var status: Int32 = 0
        let result = try retrying("waitpid") { unsafe waitpid(number, &status, options) }
        if result == number { self.status = Spawn.exitStatus(status, of: number) }
        return self.status
    }

    /// Sends SIGTERM, unless the process is known to have ended.
    package func terminate() { signal(SIGTERM) }

    /// Sends a signal, unless the process is known to have ended. Wraps `kill(2)`.
    func signal(_ signal: Int32) {
        if status == nil { _ = kill(isGroupLeader ? -number : number, signal) }
    }
}

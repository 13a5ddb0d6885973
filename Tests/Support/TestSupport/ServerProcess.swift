import Foundation
import RedoSystem

/// A server on this machine, which ends with this object. It chooses its port itself, so that two that
/// start at once never want the same one.
///
/// Not a `Process` of Foundation: that takes a server that closes the descriptors it was given for one
/// that has ended, and waits for it for ever.
public final class ServerProcess {
    private let process: ChildProcess
    private var printed: [UInt8] = []
    public let port: Int

    /// Lets a server have no descriptors of other tests' processes, which would wait for it, and nothing
    /// of what variables tell git of whoever runs the tests.
    static let alone = """
        import os, sys
        os.closerange(3, 4096)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        nothing = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        os.execvpe(sys.argv[1], sys.argv[1:], {**kept, **nothing})
        """

    /// Starts a server of `Tests/Support/Servers`, which prints its port.
    public init(script: String, _ arguments: [String]) throws {
        let path = Fixtures.package.appending(path: "Tests/Support/Servers/\(script)").path
        process = try ChildProcess(
            "python3", arguments: ["-c", Self.alone, "python3", "-B", path] + arguments,
            environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"], errors: .captured,
            isGroupLeader: true)
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            if try process.read(atMost: 1, into: &line, within: 60) == 0 { break }
        }
        guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
            process.finish(within: 1)
            throw ServerFailure(
                what: "\(script) \(arguments)",
                output: String(decoding: process.errorOutput, as: UTF8.self))
        }
        self.port = port
    }

    /// Starts a program for each connection, as inetd(8) does.
    public convenience init(each program: String, _ arguments: [String]) throws {
        try self.init(script: "each_connection.py", [program] + arguments)
    }

    deinit {
        process.end()
        process.finish(within: 1)
    }

    /// What it has printed so far, after its port.
    public var log: String {
        while let count = try? process.read(atMost: 4096, into: &printed, within: 0), count > 0 {}
        return String(decoding: printed, as: UTF8.self)
    }

    /// Waits until it has printed a line so often.
    ///
    /// - Returns: false where it has not after a minute.
    public func hasPrinted(_ line: String, times count: Int = 1) -> Bool {
        for _ in 0..<600 {
            if log.split(separator: "\n").count(where: { $0 == line }) >= count { return true }
            usleep(100_000)
        }
        return false
    }
}

/// A server that did not start.
struct ServerFailure: Error {
    let what: String
    let output: String
}

/// A port of this machine that nobody listens on, and nobody else gets while this object lives.
public final class DeafPort {
    private let descriptor: Int32
    public let port: Int

    public init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
            }
        }
        guard result == 0 else { throw CocoaError(.fileReadUnknown) }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
}

extension Process {
    /// The threads that tests run on block signals, and a new process inherits that: it could not be
    /// ended, and a shell that waits for its children would wait for ever.
    public func runWithoutMask() throws {
        var none = sigset_t()
        var previous = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        try run()
    }
}

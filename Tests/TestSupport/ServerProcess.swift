import Foundation
import RedoSystem
import TestSupport

/// A server on this machine, which ends with this object.
///
/// Not a `Process` of Foundation: that takes a server that closes the descriptors it was given for one
/// that has ended, and waits for it for ever.
final class ServerProcess {
    private let process: ChildProcess
    private var printed: [UInt8] = []
    let port: Int

    /// Lets a server have no descriptors of other tests' processes, which would wait for it.
    private static let alone =
        "import os, sys; os.closerange(3, 4096); os.execvp(sys.argv[1], sys.argv[1:])"

    /// Whether something listens on a port.
    private static func isOpen(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return withAddress(port) { connect(descriptor, $0, $1) } == 0
    }

    private static func withAddress<Result>(
        _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// A port that nobody listens on.
    static func freePort() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        _ = withAddress(0) { bind(descriptor, $0, $1) }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Starts a server of ours, which prints its port.
    init(script: String, _ arguments: [String]) throws {
        let path = Fixtures.package.appending(path: "Tests/Servers/\(script)").path
        process = try Self.start(["python3", path] + arguments)
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            if try process.read(atMost: 1, into: &line, within: 60) == 0 { break }
        }
        guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
            throw CocoaError(.fileReadUnknown)
        }
        self.port = port
    }

    /// Starts a server, and waits until it listens.
    ///
    /// - Parameter arguments: for a port.
    init(_ program: String, _ arguments: (_ port: Int) -> [String]) throws {
        port = Self.freePort()
        process = try Self.start([program] + arguments(port))
        var attempts = 0
        while !Self.isOpen(port) {
            attempts += 1
            if attempts == 6000 { throw CocoaError(.executableLoad) }
            usleep(10_000)
        }
    }

    private static func start(_ words: [String]) throws -> ChildProcess {
        try ChildProcess(
            "python3", arguments: ["-c", alone] + words,
            environment: [
                "PATH": "/usr/bin:/bin:/usr/sbin", "GIT_CONFIG_GLOBAL": "/dev/null",
            ], errors: .kept, isApart: true)
    }

    deinit {
        process.end()
        process.finish(within: 1)
    }

    /// What it has printed so far, after its port.
    var log: String {
        while let count = try? process.read(atMost: 4096, into: &printed, within: 0), count > 0 {}
        return String(decoding: printed, as: UTF8.self)
    }
}

extension Process {
    /// The threads that tests run on block signals, and a new process inherits that: it could not be
    /// ended, and a shell that waits for its children would wait for ever.
    func runWithoutMask() throws {
        var none = sigset_t()
        var previous = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        try run()
    }
}

import Foundation
import RedoSystem

/// A store of Amazon's kind, moto, on this machine, which verifies signatures with Amazon's code: started by the first test that needs it, used by all, ended with the
/// tests. Tests keep out of each other's way by buckets of their own.
///
/// Unchecked: the process is kept, and nothing looks at it once it has been started.
public final class S3Server: @unchecked Sendable {
    public static let shared: Result<S3Server, any Error> = Result { try S3Server() }

    /// Whether tests that need it are left out, because a variable says so.
    public static let isSkipped = ProcessInfo.processInfo.environment["REDO_SKIP_S3"] == "1"

    public let port: Int
    private let process: ChildProcess

    private init() throws {
        let python = Fixtures.package.appending(path: ".build/s3-venv/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw FirestoreServers.Missing(
                description: "moto is missing: run 'make s3-venv', or set REDO_SKIP_S3=1")
        }
        let path = Fixtures.package.appending(path: "Tests/Support/Servers/s3_store.py").path
        process = try ChildProcess(
            python, arguments: ["-B", path], errors: .captured, isGroupLeader: true)
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            if try process.read(atMost: 1, into: &line, within: 120) == 0 { break }
        }
        guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
            process.finish(within: 1)
            throw FirestoreServers.Missing(
                description: "s3_store.py does not start: "
                    + String(decoding: process.errorOutput, as: UTF8.self))
        }
        self.port = port
    }

    /// Sends a request without a signature.
    ///
    /// - Returns: the body of the answer.
    @discardableResult
    public func ask(_ method: String, _ path: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/curl")
        process.arguments = [
            "-s", "--noproxy", "*", "-H", "X-Set-Up: yes", "-X", method,
            "http://127.0.0.1:\(port)/\(path)",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.runWithoutMask()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}

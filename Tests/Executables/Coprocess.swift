import Foundation
import TestSupport

/// A command that a test talks to while it runs.
final class Coprocess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var received: [UInt8] = []

    /// - Parameter errorFile: that standard error is written to, below the runner's folder.
    init(
        _ runner: CommandRunner, _ name: String, _ arguments: [String], errorFile: String? = nil
    ) throws {
        process.executableURL = CommandRunner.executables.appending(path: name)
        process.arguments = arguments
        process.environment = runner.environment
        process.currentDirectoryURL = URL(filePath: runner.directory.path)
        process.standardInput = input
        process.standardOutput = output
        if let errorFile {
            let path = try runner.write([], to: errorFile)
            process.standardError = try FileHandle(forWritingTo: URL(filePath: path))
        } else {
            process.standardError = FileHandle.nullDevice
        }
        try process.runWithoutMask()
    }

    var isRunning: Bool { process.isRunning }

    var identifier: Int32 { process.processIdentifier }

    func send(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// The next line of the answer; nil where the output ends, or nothing comes for a minute.
    func line() -> String? {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            guard read() else { return nil }
        }
    }

    /// That many bytes of the answer, or those that come until it ends.
    func bytes(_ count: Int) -> [UInt8] {
        while received.count < count, read() {}
        defer { received.removeFirst(min(count, received.count)) }
        return Array(received.prefix(count))
    }

    /// Reads what is there, after waiting for something.
    private func read() -> Bool {
        let descriptor = output.fileHandleForReading.fileDescriptor
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 60_000) > 0 else { return false }
        let data = output.fileHandleForReading.availableData
        received += data
        return !data.isEmpty
    }

    /// Sends a signal, unless the command has ended.
    func send(signal: Int32) { if process.isRunning { kill(process.processIdentifier, signal) } }

    /// Waits for the end of a command that reads no input.
    ///
    /// - Returns: the exit status, or 128 and the number of the signal that ended it.
    func wait() -> Int32 {
        process.waitUntilExit()
        let isSignal = process.terminationReason == .uncaughtSignal
        return isSignal ? 128 + process.terminationStatus : process.terminationStatus
    }

    /// Ends the input.
    ///
    /// - Returns: the exit status.
    func finish() throws -> Int32 {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

import Foundation

/// Runs each command as a process of its own.
public struct ProcessEngine: CommandEngine {
    public init() {}

    public func run(_ call: CommandCall) throws -> CommandOutcome {
        let process = Process()
        process.executableURL =
            call.name.hasPrefix("/")
            ? URL(filePath: call.name) : CommandRunner.executables.appending(path: call.name)
        process.arguments = call.arguments
        process.environment = call.environment
        process.currentDirectoryURL = URL(filePath: call.directory)
        let outputPipe = Pipe()
        let errorPipe = Pipe()
        process.standardOutput = outputPipe
        process.standardError = errorPipe
        // A file rather than a pipe: a process that does not read its input must not stall the test.
        process.standardInput = try FileHandle.nameless(holding: call.input)
        // Both pipes are drained while the process runs, so that it never waits for a full one.
        let errorReader = BackgroundReader(errorPipe.fileHandleForReading)
        try process.runWithoutMask()
        errorReader.start()
        let output = try outputPipe.fileHandleForReading.readToEnd() ?? Data()
        let error = errorReader.finish()
        process.waitUntilExit()
        let signal = process.terminationReason == .uncaughtSignal
        return CommandOutcome(
            status: signal ? 128 + process.terminationStatus : process.terminationStatus,
            output: [UInt8](output), error: String(decoding: error, as: UTF8.self))
    }
}

extension FileHandle {
    /// A new file without a name, to read from its beginning and to write to.
    public static func nameless(holding bytes: [UInt8] = []) throws -> FileHandle {
        let file = URL.temporaryDirectory.appending(path: "redo-file-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try FileHandle(forUpdating: file)
    }
}

/// Reads a pipe to its end on a thread of its own.
private final class BackgroundReader: @unchecked Sendable {
    // Written by the thread before it signals, read after the wait: never at the same time.
    private var data = Data()
    private let handle: FileHandle
    private let done = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) { self.handle = handle }

    func start() {
        Thread.detachNewThread { [self] in
            data = (try? handle.readToEnd()) ?? Data()
            done.signal()
        }
    }

    func finish() -> Data {
        done.wait()
        return data
    }
}

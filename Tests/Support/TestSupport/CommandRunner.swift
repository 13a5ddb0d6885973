import Foundation

/// How a command ended, and what it wrote.
public struct CommandOutcome: Sendable, CustomStringConvertible {
    /// The exit status, or 128 and the number of the signal that ended a process.
    public let status: Int32
    public let output: [UInt8]
    public let error: String

    public init(status: Int32, output: [UInt8], error: String) {
        self.status = status
        self.output = output
        self.error = error
    }

    public var text: String { String(decoding: output, as: UTF8.self) }

    /// The lines of the output, without their ends.
    public var lines: [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    public var description: String {
        "status \(status), output: \(text.prefix(2000)), error: \(error)"
    }
}

/// Runs the suite's executables as a user would, in a folder of its own.
///
/// The environment is empty but for what is pinned: home, clock, time zone, locale, device and PATH.
public struct CommandRunner: Sendable {
    /// The folder that everything happens in; removed with the runner.
    public let folder: TemporaryFolder
    public var environment: [String: String]

    /// Where the executables are: beside the tests, with the names of the commands.
    public static let executables: URL = {
        let named = ProcessInfo.processInfo.environment["REDO_TEST_EXEC_PATH"]
        let folder =
            named.map { URL(filePath: $0) } ?? Fixtures.package.appending(path: ".build/debug")
        let process = Process()
        process.executableURL = Fixtures.package.appending(path: "scripts/link-names")
        process.arguments = [folder.path]
        do {
            try process.run()
        } catch {
            fatalError("the names of the commands cannot be linked: \(error)")
        }
        process.waitUntilExit()
        precondition(process.terminationStatus == 0, "the names of the commands cannot be linked")
        return folder
    }()

    /// An executable itself, which can be copied, and not a link to it.
    public static func executable(_ name: String) -> URL {
        executables.appending(path: name).resolvingSymlinksInPath()
    }

    /// The moment that the clock shows unless a test says otherwise.
    public static let now = "2025-11-16T12:00:00.000Z"

    public init() throws {
        folder = try TemporaryFolder()
        let home = folder.path + "/home"
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true)
        environment = [
            "HOME": home, "REDO_WALL": Self.now, "REDO_DEVICE": "test-device", "TZ": "UTC",
            "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
        ]
    }

    /// A runner with a store in its folder and an unsealed key.
    public static func withStore() throws -> CommandRunner {
        let runner = try CommandRunner()
        _ = try runner.run("redo-init")
        _ = try runner.run("redo-keygen", ["--no-passphrase", "--name", "Test"])
        return runner
    }

    public func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// Writes a file in the folder.
    ///
    /// - Returns: its path.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: path(name)))
        return path(name)
    }

    /// Runs an executable and waits for its end.
    ///
    /// - Parameters:
    ///   - name: of the executable, `redo-log`; or an absolute path.
    ///   - input: what standard input holds.
    ///   - extra: variables that are set beside the pinned ones; an empty value unsets one.
    ///   - directory: where it runs, below the folder.
    public func run(
        _ name: String, _ arguments: [String] = [], input: [UInt8] = [],
        extra: [String: String] = [:], in directory: String = ""
    ) throws -> CommandOutcome {
        let process = Process()
        process.executableURL =
            name.hasPrefix("/") ? URL(filePath: name) : Self.executables.appending(path: name)
        process.arguments = arguments
        process.environment = environment.merging(extra) { $1 }.filter { !$0.value.isEmpty }
        process.currentDirectoryURL = URL(filePath: path(directory))
        let outputPipe = Pipe()
        let errorPipe = Pipe()
        process.standardOutput = outputPipe
        process.standardError = errorPipe
        // A file rather than a pipe: a process that does not read its input must not stall the test.
        let inputFile = path("input-\(UUID().uuidString)")
        try Data(input).write(to: URL(filePath: inputFile))
        defer { try? FileManager.default.removeItem(atPath: inputFile) }
        let inputHandle = try FileHandle(forReadingFrom: URL(filePath: inputFile))
        process.standardInput = inputHandle
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

    /// Runs a shell command line with the executables in PATH, as in a pipeline.
    public func shell(_ line: String, extra: [String: String] = [:]) throws -> CommandOutcome {
        let path = "\(Self.executables.path):/usr/bin:/bin"
        return try run("/bin/sh", ["-c", line], extra: extra.merging(["PATH": path]) { $1 })
    }

    /// The files below a folder with their contents, by path relative to it: to see that nothing has
    /// changed.
    public func contents(of directory: String) throws -> [String: [UInt8]] {
        let root = path(directory)
        var files: [String: [UInt8]] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init() {
            let file = "\(root)/\(name)"
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory)
            files[name] =
                isDirectory.boolValue ? [] : [UInt8](try Data(contentsOf: URL(filePath: file)))
        }
        return files
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

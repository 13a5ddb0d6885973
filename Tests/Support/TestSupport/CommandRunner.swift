import Foundation

/// Runs the suite's commands as a user would, in a folder of its own.
///
/// The environment is empty but for what is pinned: home, clock, time zone, locale, device and PATH.
public struct CommandRunner: Sendable {
    /// The folder that everything happens in; removed with the runner.
    public let directory: TemporaryDirectory
    public var environment: [String: String]
    private let engine: any CommandEngine

    /// Where the executables are: beside the tests, with the names of the commands.
    public static let executables: URL = {
        let named = ProcessInfo.processInfo.environment["REDO_TEST_EXEC_PATH"]
        let directory =
            named.map { URL(filePath: $0) } ?? Fixtures.package.appending(path: ".build/debug")
        let process = Process()
        process.executableURL = Fixtures.package.appending(path: "scripts/link-names")
        process.arguments = [directory.path]
        do {
            try process.run()
        } catch {
            fatalError("the names of the commands cannot be linked: \(error)")
        }
        process.waitUntilExit()
        precondition(process.terminationStatus == 0, "the names of the commands cannot be linked")
        return directory
    }()

    /// An executable itself, which can be copied, and not a link to it.
    public static func executable(_ name: String) -> URL {
        executables.appending(path: name).resolvingSymlinksInPath()
    }

    /// The moment that the clock shows unless a test says otherwise.
    public static let now = "2025-11-16T12:00:00.000Z"

    /// The pinned variables that a process reads as a whole, whatever surroundings a command has.
    public static let processWide = ["TZ": "UTC", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]

    /// - Parameter engine: what runs the commands.
    public init(_ engine: any CommandEngine = ProcessEngine()) throws {
        self.engine = engine
        directory = try TemporaryDirectory()
        let home = directory.path + "/home"
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true)
        environment = [
            "HOME": home, "REDO_WALL": Self.now, "REDO_DEVICE": "test-device",
        ].merging(Self.processWide) { $1 }
    }

    /// A runner with a store in its folder and an unsealed key.
    public static func withStore(
        _ engine: any CommandEngine = ProcessEngine()
    ) throws -> CommandRunner {
        try StoreTemplate.copy(engine)
    }

    public func path(_ name: String) -> String { "\(directory.path)/\(name)" }

    /// Writes a file in the folder.
    ///
    /// - Returns: its path.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: path(name)))
        return path(name)
    }

    /// Runs a command, or an executable, to its end.
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
        try engine.run(
            CommandCall(
                name: name, arguments: arguments, input: input,
                environment: environment.merging(extra) { $1 }.filter { !$0.value.isEmpty },
                directory: path(directory)))
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

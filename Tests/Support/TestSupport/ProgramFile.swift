import Foundation

/// A program that a test makes and runs.
///
/// Another process writes the file. A process that this one starts at that moment, from another thread, has a copy of
/// the descriptors here until it executes its program; while one of them writes to a file, Linux refuses to execute
/// it with ETXTBSY.
public enum ProgramFile {
    struct Failure: Error { let path: String }

    /// Makes a program of a script, and the folders that lead to it.
    ///
    /// - Returns: the path.
    @discardableResult
    public static func write(_ script: String, to path: String, mode: Int = 0o755) throws -> String
    {
        let text = URL.temporaryDirectory.appending(path: "redo-script-\(UUID().uuidString)")
        try Data(script.utf8).write(to: text)
        defer { try? FileManager.default.removeItem(at: text) }
        return try copy(text, to: path, mode: mode)
    }

    /// Copies an executable of the suite.
    @discardableResult
    public static func copy(_ name: String, to path: String) throws -> String {
        try copy(CommandRunner.executable(name), to: path, mode: 0o755)
    }

    private static func copy(_ source: URL, to path: String, mode: Int) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/install")
        process.arguments = ["-D", "-m", String(mode, radix: 8), source.path, path]
        try process.runWithoutMask()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(path: path) }
        return path
    }
}

extension CommandRunner {
    /// Makes a program of a script in the folder.
    ///
    /// - Returns: its path.
    @discardableResult
    public func writeProgram(_ script: String, to name: String, mode: Int = 0o755) throws -> String
    {
        try ProgramFile.write(script, to: path(name), mode: mode)
    }
}

import Foundation
import TestSupport
import Testing

/// The table of folding is what the script makes of the characters that Python knows.
@Suite struct FoldTableTests {
    /// What a Python program prints; nil where there is no Python.
    private func python(_ arguments: [String]) throws -> String? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = arguments
        process.standardOutput = output
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return nil }
        try process.runWithoutMask()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    @Test func theScriptWritesTheTable() throws {
        let table = try String(
            contentsOf: Fixtures.package.appending(
                path: "Sources/CommandLine/RedoCommandLine/FoldTable.swift"),
            encoding: .utf8)
        guard let version = try python(["-c", "import unicodedata as u; print(u.unidata_version)"])
        else { return print("skipped: there is no python3") }
        guard table.contains("Unicode \(version.dropLast()).") else {
            return print("skipped: python3 knows Unicode \(version.dropLast()), the table another")
        }
        let script = Fixtures.package.appending(path: "scripts/make-fold-table.py").path
        #expect(try python(["-B", script]) == table)
    }
}

import Foundation
import TestSupport
import Testing

/// The table of folding is what the script makes of the characters that Python knows.
@Suite(.withTools("python3")) struct FoldTableTests {
    /// What a Python program prints.
    private static func python(_ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = arguments
        process.standardOutput = output
        try process.runWithoutMask()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    private static func table() throws -> String {
        try String(
            contentsOf: Fixtures.package.appending(
                path: "Sources/Insight/Text/FoldTable.swift"),
            encoding: .utf8)
    }

    /// Whether Python knows the characters of the table's version of Unicode.
    private static func knowsTheSameCharacters() throws -> Bool {
        let version = try python(["-c", "import unicodedata as u; print(u.unidata_version)"])
        return try table().contains("Unicode \(version.dropLast()).")
    }

    @Test(.enabled("python3 knows another Unicode than the table") { try knowsTheSameCharacters() })
    func theScriptWritesTheTable() throws {
        let script = Fixtures.package.appending(path: "scripts/make-fold-table.py").path
        #expect(try Self.python(["-B", script]) == Self.table())
    }
}

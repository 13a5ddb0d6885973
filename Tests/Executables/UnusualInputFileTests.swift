import Foundation
import TestSupport
import Testing

/// Inputs that are not ordinary files.
@Suite struct UnusualInputFileTests {
    private let runner: CommandRunner
    private let line: String

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        line = try runner.lines(of: [SampleNode()])[0]
    }

    private func expectUnreadable(
        _ outcome: CommandOutcome, _ reason: String, _ before: [String: [UInt8]]
    ) throws {
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        let code = reason.hasPrefix("Permission denied") ? "STORAGE_005" : "STORAGE_001"
        #expect(outcome.codedError == "error: \(code): the input cannot be read: \(reason)\n")
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test(arguments: ["redo-import", "redo-hash-object"])
    func aFileThatIsNotThere(_ command: String) throws {
        let before = try runner.contents(of: ".redo")
        try expectUnreadable(
            runner.run(command, ["no/such file"]), "No such file or directory: no/such file", before
        )
    }

    @Test(arguments: ["redo-import .", "redo-hash-object ."])
    func aDirectory(_ line: String) throws {
        let before = try runner.contents(of: ".redo")
        try expectUnreadable(runner.shell(line), "Is a directory: .", before)
    }

    @Test(arguments: ["redo-import", "redo-hash-object --stdin", "redo-hash-object --batch"])
    func aDirectoryAsStandardInput(_ line: String) throws {
        let before = try runner.contents(of: ".redo")
        try expectUnreadable(
            runner.shell("\(line) <."), "Is a directory: standard input", before)
    }

    /// Whether the executables can be run by someone for whom not everything is readable.
    private static let canBeUnprivileged =
        geteuid() != 0
        || (try? CommandRunner().shell(
            "setpriv --reuid=65534 --clear-groups redo-log --version"
        ).status) == 0

    @Test(
        .enabled(if: canBeUnprivileged, "the executables cannot be run as another user"),
        arguments: ["redo-import", "redo-hash-object"])
    func aFileThatNobodyMayRead(_ command: String) throws {
        try runner.write(line.utf8, to: "secret")
        let before = try runner.contents(of: ".redo")
        // Everything is readable for root, so it lets someone else look.
        let shell = """
            chmod 0 secret
            if [ $(id -u) = 0 ]; then
                chown -R 65534 .
                chown 0 secret
                as='setpriv --reuid=65534 --clear-groups'
            fi
            $as \(command) secret
            """
        try expectUnreadable(runner.shell(shell), "Permission denied: secret", before)
    }

    @Test func aNamedPipe() throws {
        try runner.write(line.utf8, to: "node")
        let outcome = try runner.shell(
            "mkfifo pipe; { cat node; echo; } >pipe & redo-import --unsigned --porcelain pipe")
        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 1)
        #expect(outcome.text.hasSuffix("\tOK\n"))
        #expect(try runner.objectNames().count == 1)
    }

    @Test func nothingFromTheNullDevice() throws {
        let imported = try runner.run("redo-import", ["--unsigned", "/dev/null"])
        #expect(imported.status == 0)
        #expect(imported.output.isEmpty && imported.error.isEmpty)
        let hashed = try runner.run("redo-hash-object", ["/dev/null"])
        #expect(hashed.status == 1)
        #expect(
            hashed.codedError
                == "error: E_SCHEMA_MISMATCH: not I-JSON: the text ends too early, at byte 0, "
                + "in /dev/null\n")
    }
}

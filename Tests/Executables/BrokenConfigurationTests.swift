import Foundation
import TestSupport
import Testing

/// A configuration that is not in the syntax.
@Suite struct BrokenConfigurationTests {
    static let texts: [(String, Int)] = [
        ("[core\n", 1), ("[core]\n\tfsync = none\n= x\n", 3), ("key = value\n", 1),
        ("# fine\n\n[a]\n\tb = \"open\n", 4), ("[a]\n\tb = \\q\n", 2), ("[a \"b]\n", 1),
        ("[a]\n\tb = 1\\\n\tc\n!\n", 4), ("\u{0}", 1), ("<<<<<<< ours\n", 1),
    ]

    @Test(arguments: texts)
    func ofTheStoreIsNamedWithItsLine(_ text: String, _ line: Int) throws {
        let runner = try CommandRunner.withEmptyStore()
        try runner.write(text.utf8, to: ".redo/config")
        let before = try runner.contents(of: ".redo")
        for command in ["redo-log", "redo-import", "redo-list"] {
            let outcome = try runner.shell("\(command) </dev/null")
            #expect(outcome.status == 128, "\(command)")
            #expect(outcome.output.isEmpty)
            #expect(
                outcome.codedError.hasPrefix(
                    "error: STORAGE_004: line \(line) of \(runner.path(".redo/config")) "),
                "\(command): \(outcome.error)")
            #expect(outcome.codedError.contains("\nhint: 'redo config --edit' opens it"))
        }
        // The command that can put it right is not locked out.
        let listed = try runner.run("redo-config", ["--list"])
        #expect(listed.status == 1)
        #expect(
            listed.codedError.hasPrefix(
                "warning: STORAGE_004: line \(line) of \(runner.path(".redo/config")) "),
            "\(listed)")
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func ofTheUserIsNamedWithItsLine() throws {
        let runner = try CommandRunner.withEmptyStore()
        _ = try runner.run("redo-config", ["--global", "user.name", "Ana"])
        try runner.write("[user]\nname = Ana\n[oops\n".utf8, to: "home/.config/redo/config")
        #expect(try runner.run("redo-log").status == 128)
        for (arguments, status) in [
            (["--list"], 1), (["--global", "--list"], 1), (["--global", "user.name", "Bo"], 0),
        ] {
            let outcome = try runner.run("redo-config", arguments)
            #expect(outcome.status == status, "\(arguments): \(outcome)")
            #expect(
                outcome.codedError.hasPrefix(
                    "warning: STORAGE_004: line 3 of \(runner.path("home/.config/redo/config")) "))
        }
    }

    @Test func aDirectoryInItsPlace() throws {
        let runner = try CommandRunner.withEmptyStore()
        _ = try runner.shell("rm .redo/config; mkdir .redo/config")
        let outcome = try runner.run("redo-log")
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError.hasPrefix(
                "error: STORAGE_001: the configuration cannot be read: Is a "))
    }
}

import Foundation
import TestSupport
import Testing

/// The suite as `make install` lays it out: the program in `bin`, and under its other names in `libexec/redo`.
@Suite struct InstalledSuiteTests {
    private let runner: CommandRunner
    private var redo: String { runner.path("prefix/bin/redo") }

    init() throws {
        runner = try CommandRunner()
        for (name, directory) in [("redo", "bin"), ("redo-sync", "libexec/redo")] {
            try ProgramFile.copy("redo", to: runner.path("prefix/\(directory)/\(name)"))
        }
    }

    private func run(_ arguments: String...) throws -> CommandOutcome {
        let outcome = try runner.run(redo, arguments)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome
    }

    @Test func remotesNeedNoFurtherProgram() throws {
        _ = try runner.shell("git init -q --bare there.git")
        _ = try run("init")
        _ = try run("keygen", "--no-passphrase")
        _ = try run("add", "Milk")
        _ = try run("remote", "add", "origin", runner.path("there.git"))
        #expect(try run("status").text.contains("2 nodes not pushed"))
        _ = try run("push")
        #expect(try run("status").text.contains("everything pushed"))
        #expect(try run("fsck", "--from", "origin").error.isEmpty)
    }
}

import Foundation
import TestSupport
import Testing

/// What `redo NAME` runs, and what it does not.
@Suite struct DispatcherNameTests {
    /// A runner with executables that say where they are: on PATH, below a folder of PATH and here.
    private func runner() throws -> CommandRunner {
        let runner = try CommandRunner()
        for name in ["bin/redo-hello", "bin/redo-x/evil", "redo-here", "bin/redo-", "bin/other"] {
            try runner.writeProgram("#!/bin/sh\necho \"\(name) $*\"\n", to: name)
        }
        return runner
    }

    private func redo(_ arguments: [String], path: String = "") throws -> CommandOutcome {
        let runner = try runner()
        return try runner.run(
            "redo", arguments, extra: ["PATH": "\(path):\(runner.path("bin")):/usr/bin:/bin"])
    }

    @Test func anExecutableOnThePathIsACommand() throws {
        let outcome = try redo(["hello", "--version", "a b"])
        #expect(outcome.status == 0)
        #expect(outcome.text == "bin/redo-hello --version a b\n")
    }

    @Test(arguments: [
        "x/evil", "/bin/ls", "../bin/redo-hello", "./hello", "", "hello/", "nothing", "here", "..",
    ])
    func anythingElseIsNoCommand(_ name: String) throws {
        let outcome = try redo([name], path: ".")
        #expect(outcome.status == 129)
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: USAGE: unknown command: '\(name)'\n"))
        #expect(outcome.codedError.contains("usage: redo "))
    }

    @Test func aCommandOfTheSuiteComesBeforeOthers() throws {
        let runner = try CommandRunner()
        try runner.write("#!/bin/sh\necho other\n".utf8, to: "redo-log")
        _ = try runner.shell("chmod +x redo-log")
        let outcome = try runner.run(
            "redo", ["log", "--version"], extra: ["PATH": "\(runner.directory.path):/usr/bin:/bin"])
        #expect(outcome.text.hasPrefix("redo "))
    }

    @Test func aNameThatIsNearlyRightGetsAHint() throws {
        #expect(try redo(["lgo"]).codedError.contains("\nhint: did you mean 'redo log'?\n"))
        #expect(
            try redo(["cat-nod"]).codedError.contains("\nhint: did you mean 'redo cat-node'?\n"))
    }
}

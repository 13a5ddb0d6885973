import Foundation
import TestSupport
import Testing

/// `redo init`: makes a store and says where.
@Suite struct InitTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    @Test func aStoreIsMadeInTheCurrentDirectory() throws {
        let outcome = try runner.run("redo-init")
        #expect(outcome.status == 0)
        #expect(outcome.text == "made an empty store: \(runner.path(".redo"))\n")
        #expect(Set(try runner.contents(of: ".redo").keys) == ["config", "objects"])
        #expect(try runner.run("redo-list").status == 0)
    }

    @Test(arguments: ["project", "a/b/c"])
    func aStoreIsMadeInANamedDirectory(_ directory: String) throws {
        let outcome = try runner.run("redo-init", [directory])
        #expect(outcome.text == "made an empty store: \(runner.path(directory))/.redo\n")
        #expect(try runner.run("redo-list", in: directory).status == 0)
    }

    @Test func aStoreIsMadeWhereItIsNamed() throws {
        let path = runner.path("here/store")
        #expect(
            try runner.run("redo-init", ["--redo-dir", path]).text
                == "made an empty store: \(path)\n")
        #expect(try runner.run("redo-list", ["--redo-dir=\(path)"]).status == 0)
        let other = runner.path("there")
        let outcome = try runner.run("redo-init", extra: ["REDO_DIR": other])
        #expect(outcome.text == "made an empty store: \(other)\n")
        #expect(try runner.run("redo-list", extra: ["REDO_DIR": other]).status == 0)
    }

    @Test func theOptionComesBeforeTheVariable() throws {
        let outcome = try runner.run(
            "redo-init", ["--redo-dir", "one"], extra: ["REDO_DIR": "two"])
        #expect(outcome.text == "made an empty store: \(runner.path("one"))\n")
        #expect(!FileManager.default.fileExists(atPath: runner.path("two")))
    }

    @Test func theUsersOwnLogIsMadeWithHome() throws {
        let outcome = try runner.run("redo-init", ["--home"])
        #expect(outcome.text == "made an empty store: \(runner.path("home/.local/share/redo"))\n")
        #expect(try runner.run("redo-list").status == 0)
        let elsewhere = ["XDG_DATA_HOME": runner.path("data")]
        #expect(
            try runner.run("redo-init", ["--home"], extra: elsewhere).text
                == "made an empty store: \(runner.path("data/redo"))\n")
        #expect(try runner.run("redo-init", ["--home", "dir"]).status == 129)
    }

    @Test func aStoreThatIsThereStaysAsItIs() throws {
        _ = try runner.run("redo-init")
        _ = try runner.run("redo-keygen", ["--no-passphrase"])
        _ = try runner.run("redo-add", ["x"])
        let before = try runner.contents(of: ".redo")
        let outcome = try runner.run("redo-init")
        #expect(outcome.status == 0)
        #expect(outcome.text == "there is a store already: \(runner.path(".redo"))\n")
        #expect(try runner.contents(of: ".redo") == before)
    }

    // MARK: The home folder

    /// The personal store, with a task, and a line that runs a command in the home folder.
    private func withPersonalLog() throws -> (String) throws -> CommandOutcome {
        #expect(try runner.run("redo-add", ["Buy milk"]).status == 0)
        return { try runner.shell("cd home && \($0)") }
    }

    private var personal: String { runner.path("home/.local/share/redo") }

    @Test(arguments: [
        "redo-init", "redo-init .", "redo-init --redo-dir $HOME/.redo", "redo-init -q ../",
    ])
    func aStoreThatWouldHideTheUsersOwnLogIsRefused(_ command: String) throws {
        let atHome = try withPersonalLog()
        let outcome = try atHome(command)
        #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
        #expect(
            outcome.codedError.hasPrefix("error: STORAGE_003: a store in \(runner.directory.path)"))
        #expect(
            outcome.codedError.contains(
                " would hide your personal store, \(personal), from your home folder"))
        #expect(
            outcome.codedError.hasSuffix(
                "hint: redo-init(1) explains what can be done, and what it costs\n"))
        #expect(try atHome("redo-list").lines.count == 2)
        #expect(!FileManager.default.fileExists(atPath: runner.path("home/.redo")))
        #expect(!FileManager.default.fileExists(atPath: runner.path(".redo")))
    }

    @Test func byForceItIsMadeAndSaysWhatItHides() throws {
        let atHome = try withPersonalLog()
        let outcome = try atHome("redo-init --force")
        let note =
            "note: it hides your personal store, \(personal), from your home folder and all below it\n"
        #expect(outcome.status == 0 && outcome.codedError == note, "\(outcome)")
        // It stays so, and is said again to who asks.
        #expect(try atHome("redo-init").codedError == note)
        #expect(try atHome("redo-list --json").output.isEmpty)
        #expect(try runner.run("redo-list").lines.count == 2)
        let other = try runner.run("redo-init", ["--home"])
        #expect(
            other.codedError
                == "note: \(runner.path("home/.redo")) hides it: that store is used in your home "
                + "folder and all below it\n")
    }

    @Test func whereThereIsNoOtherLogItIsMadeWithANote() throws {
        let outcome = try runner.shell("cd home && redo-init")
        #expect(outcome.status == 0)
        #expect(
            outcome.codedError
                == "note: it is used in your home folder and all below it, and will hide a personal "
                + "store there; 'redo init --home' creates the personal store\n")
        #expect(try runner.shell("cd home && redo-init --quiet").error.isEmpty)
    }

    @Test func aStoreElsewhereIsMadeWithoutAWord() throws {
        let atHome = try withPersonalLog()
        for command in ["redo-init project", "redo-init ../homely", "redo-init --redo-dir store"] {
            let outcome = try atHome(command)
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        }
    }

    @Test(arguments: ["-q", "--quiet"])
    func nothingIsSaidOnDemand(_ option: String) throws {
        let outcome = try runner.run("redo-init", [option])
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.error.isEmpty)
    }

    @Test func aNewStoreHasItsOwnDeviceName() throws {
        var names: Set<String> = []
        for directory in ["a", "b"] {
            _ = try runner.run("redo-init", [directory])
            let name = try runner.run("redo-config", ["redo.device"], in: directory).text
            #expect(name.hasSuffix("\n") && name.count > 1)
            names.insert(name)
        }
        #expect(names.count == 2)
    }

    /// Below a file, where nobody may write, and in a file system that makes no folders.
    @Test(arguments: ["file", "file/below", "/proc/redo-test", "/proc/self/status"])
    func aPlaceThatCannotBeWrittenIsAnError(_ directory: String) throws {
        try runner.write("".utf8, to: "file")
        let outcome = try runner.run("redo-init", [directory])
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.codedError.hasPrefix("error: STORAGE_003: the store cannot be created: "),
            "\(outcome)")
    }

    @Test func twoDirectoriesAreWrongUsage() throws {
        let outcome = try runner.run("redo-init", ["a", "b"])
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: unexpected argument 'b'\n"))
        #expect(!FileManager.default.fileExists(atPath: runner.path("a")))
    }
}

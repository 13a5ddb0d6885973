import Foundation
import TestSupport
import Testing

/// `redo config`: reads and writes configuration.
@Suite struct ConfigTests {
    let runner: CommandRunner

    init() throws {
        runner = try CommandRunner()
        _ = try runner.run("redo-init", ["-q"])
    }

    func config(_ arguments: String...) throws -> CommandOutcome {
        try runner.run("redo-config", arguments)
    }

    func write(_ text: String) throws { try runner.write(text.utf8, to: ".redo/config") }

    func text() throws -> String {
        try String(contentsOfFile: runner.path(".redo/config"), encoding: .utf8)
    }

    @Test func aValueIsSetAndRead() throws {
        let set = try config("user.name", "Ana Example")
        #expect(set.status == 0 && set.output.isEmpty && set.error.isEmpty)
        #expect(try config("user.name").text == "Ana Example\n")
        #expect(try config("USER.Name").text == "Ana Example\n")
    }

    @Test func aNameThatIsNotSetIsAnAnswer() throws {
        for arguments in [["user.name"], ["--get-all", "user.name"], ["--unset", "user.name"]] {
            let outcome = try runner.run("redo-config", arguments)
            #expect(outcome.status == 1)
            #expect(outcome.output.isEmpty && outcome.error.isEmpty)
        }
    }

    @Test func severalValuesAreAddedAndReadAndRemoved() throws {
        for value in ["one", "two", "three"] {
            #expect(try config("--add", "a.k", value).status == 0)
        }
        #expect(try config("--get-all", "a.k").lines == ["one", "two", "three"])
        #expect(try config("a.k").text == "three\n")
        #expect(try config("a.k", "only").status == 0)
        #expect(try config("--get-all", "a.k").lines == ["only"])
        #expect(try config("--unset", "a.k").status == 0)
        #expect(try config("a.k").status == 1)
    }

    @Test func theUsersConfigurationAppliesToAllStores() throws {
        #expect(try config("--global", "a.k", "user").status == 0)
        #expect(try config("a.k").text == "user\n")
        #expect(try config("a.k", "store").status == 0)
        #expect(try config("a.k").text == "store\n")
        #expect(try config("--global", "a.k").text == "user\n")
        #expect(try config("--get-all", "a.k").lines == ["user", "store"])
        let file = try String(
            contentsOfFile: runner.path("home/.config/redo/config"), encoding: .utf8)
        #expect(file == "[a]\n\tk = user\n")
    }

    @Test func theUsersConfigurationNeedsNoStore() throws {
        let elsewhere = try CommandRunner()
        #expect(try elsewhere.run("redo-config", ["--global", "a.k", "v"]).status == 0)
        #expect(try elsewhere.run("redo-config", ["--global", "a.k"]).text == "v\n")
        #expect(try elsewhere.run("redo-config", ["a.k"]).status == 128)
    }

    @Test func allValuesAreListed() throws {
        try write("[a]\n\tk = 1\n\tl\n[b \"X.y\"]\n\tk = 2\n")
        _ = try config("--global", "a.k", "0")
        #expect(try config("--list").lines == ["a.k=0", "a.k=1", "a.l=true", "b.X.y.k=2"])
        #expect(try config("-l", "--global").lines == ["a.k=0"])
    }

    @Test func commentsAndLayoutStay() throws {
        let text = """
            # Mine.
            [redo]
              device=laptop   ; here

              ; ranks
                rank   =   classic
            [core] fsync = none
            [Alias "x"]
            \tk = "a # b"
            """
        try write(text)
        #expect(try config("redo.rank", "sigmoid").status == 0)
        #expect(
            try self.text()
                == text.replacingOccurrences(of: "    rank   =   classic", with: "\trank = sigmoid")
        )
        #expect(try config("redo.rank", "classic").status == 0)
        #expect(try config("--add", "redo.dialect", "payload").status == 0)
        #expect(
            try self.text()
                == text.replacingOccurrences(
                    of: "    rank   =   classic", with: "\trank = classic\n\tdialect = payload")
                + "\n")
    }

    @Test(arguments: [
        "", " ", " both ends ", "a\tb", "\t", "line\nfeed", "\"quoted\"", "back\\slash",
        "# no comment",
        "a;b", "é😀", "-dash", "--unset", "=", "[section]", "a\\", "\r", "%s", "$HOME", "a  b",
    ])
    func anOddValueIsReadBack(_ value: String) throws {
        #expect(try runner.run("redo-config", ["--", "a.k", value]).status == 0)
        #expect(try config("a.k").text == value + "\n")
        let git = try runner.run("/usr/bin/git", ["config", "-z", "-f", ".redo/config", "a.k"])
        #expect(git.text == value + "\u{0}")
    }

    @Test(arguments: [
        ("[a]\nk = 1\n]\n", 3), ("k = v\n", 1), ("[a]\n\n# c\nk = \"open\n", 4), ("[a\n", 1),
    ])
    func anErrorNamesItsLine(_ text: String, _ line: Int) throws {
        try write(text)
        // What is written beside such a line: WrongConfigurationLineTests.
        for arguments in [["a.k"], ["--list"]] {
            let outcome = try runner.run("redo-config", arguments)
            #expect(outcome.status == 1)
            #expect(
                outcome.codedError.hasPrefix(
                    "warning: STORAGE_004: line \(line) of \(runner.path(".redo/config")) is not in the "
                        + "syntax of a configuration\n"))
            #expect(outcome.codedError.contains("\nhint: "))
            #expect(try self.text() == text)
        }
        #expect(try runner.run("redo-list").status == 128)
    }

    @Test(arguments: [
        [], ["name"], ["a."], [".k"], ["a.k_", "v"], ["a.1k", "v"], ["--add", "a.k"],
        ["--unset", "a.k", "v"], ["--list", "a.k"], ["a.k", "v", "w"],
    ])
    func wrongUsageIsExplained(_ arguments: [String]) throws {
        let before = try text()
        let outcome = try runner.run("redo-config", arguments)
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: "))
        #expect(outcome.codedError.contains("usage: redo config [<options>] <name>\n"))
        #expect(try text() == before)
    }
}

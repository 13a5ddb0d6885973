import TestSupport
import Testing

/// Options between `redo` and the command: settings, the pager, colours.
@Suite struct DispatcherOptionTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        try store.add("late", "--due", "2025-11-14", "-p", "1")
        try store.add("soon", "--due", "2025-11-18", "-p", "5")
    }

    func redo(_ arguments: String..., extra: [String: String] = [:]) throws -> CommandOutcome {
        try store.runner.run("redo", arguments, extra: extra)
    }

    // MARK: -c

    @Test func aSettingCountsForOneCommand() throws {
        _ = try store.run("config", ["redo.rank", "classic"])
        let classic = try redo("list", "--rank", "classic").text
        let sigmoid = try redo("list", "--rank", "sigmoid").text
        #expect(classic != sigmoid)
        #expect(try redo("-c", "redo.rank=sigmoid", "list").text == sigmoid)
        #expect(try redo("list").text == classic)
        // The last of several counts.
        #expect(
            try redo("-c", "redo.rank=sigmoid", "-c", "redo.rank=classic", "list").text == classic)
    }

    @Test func aSettingComesBeforeAllFiles() throws {
        _ = try store.run("config", ["--global", "a.k", "user"])
        _ = try store.run("config", ["a.k", "store"])
        #expect(try redo("-c", "a.k=one=1", "config", "a.k").text == "one=1\n")
        #expect(try redo("-c", "a.k", "config", "a.k").text == "true\n")
        #expect(try redo("-c", "a.k=", "config", "a.k").text == "\n")
        #expect(
            try redo("-c", "a.k=line", "config", "--get-all", "a.k").lines
                == ["user", "store", "line"])
        #expect(try redo("-c", "a.k=line", "config", "--global", "a.k").text == "user\n")
    }

    @Test func anAliasCanBeOne() throws {
        #expect(try redo("-c", "alias.x=log --count", "x").text == "4\n")
        #expect(try redo("-c", "alias.x=!echo own", "x").text == "own\n")
        // What a store says stays the store's.
        _ = try store.run("config", ["alias.y", "!echo foreign"])
        #expect(try redo("-c", "a.k=v", "y").status == 129)
        // Settings pass through the shell of an alias.
        #expect(
            try redo(
                "-c", "alias.z=!redo -c a.k=2 config --get-all a.k", "-c", "a.k=1", "z",
                extra: ["PATH": "\(CommandRunner.executables.path):/usr/bin:/bin"]
            ).lines
                == ["1", "2"])
    }

    @Test func aForeignStoreCanBeTrusted() throws {
        #expect(try redo("-c", "safe.directory=*", "list").status == 0)
    }

    @Test(arguments: [
        ("redo.rnak=x", "unknown configuration key: 'redo.rnak'"),
        ("redo.rank=foo", "redo.rank is 'foo', not classic or sigmoid"),
        ("name=x", "not a configuration key such as user.name: 'name'"),
        ("=x", "not a configuration key such as user.name: ''"),
    ])
    func aMistakeIsNamed(_ setting: String, _ error: String) throws {
        let outcome = try redo("-c", setting, "list")
        #expect(outcome.status == 129 && outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: USAGE: \(error)\n"), "\(outcome)")
        #expect(try redo("-c").status == 129)
    }

    @Test(arguments: [
        ["REDO_CONFIG_COUNT": "x"], ["REDO_CONFIG_COUNT": "-1"], ["REDO_CONFIG_COUNT": "1"],
        ["REDO_CONFIG_COUNT": "1", "REDO_CONFIG_KEY_0": "name"],
    ])
    func brokenVariablesAreNamed(_ variables: [String: String]) throws {
        let outcome = try store.run("list", extra: variables)
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: REDO_CONFIG_"), "\(outcome)")
    }

    // MARK: The terminal

    /// Runs a command on a terminal of its own.
    func onTerminal(_ line: String, extra: [String: String] = [:]) throws -> String {
        let pinned = ["TERM": "xterm", "REDO_PAGER": "sed s/^/paged:/"]
        return try store.runner.shell(
            "script -qec 'stty -onlcr; \(line)' /dev/null </dev/null",
            extra: pinned.merging(extra) { $1 }
        ).text
    }

    @Test func thePagerIsSwitchedOff() throws {
        #expect(try onTerminal("redo list").contains("paged:"))
        let outcome = try onTerminal("redo --no-pager list")
        #expect(outcome.contains("late") && !outcome.contains("paged:"))
    }

    @Test(arguments: ["--color=always", "--color"])
    func coloursAreSwitchedOn(_ option: String) throws {
        for extra in [[:], ["NO_COLOR": "1"]] {
            #expect(try redo(option, "list", extra: extra).text.hasPrefix("\u{1B}[1mRANK"))
        }
        #expect(try store.run("list", extra: ["REDO_COLOR": "always"]).text.contains("\u{1B}"))
    }

    @Test func coloursAreSwitchedOff() throws {
        #expect(try onTerminal("redo list").contains("\u{1B}"))
        #expect(try !onTerminal("redo --color=never list").contains("\u{1B}"))
        #expect(try onTerminal("redo --color=auto list").contains("\u{1B}"))
        #expect(
            try !onTerminal("redo --color=auto list", extra: ["NO_COLOR": "1"]).contains("\u{1B}"))
        #expect(try !redo("--color=auto", "list").text.contains("\u{1B}"))
        #expect(try !store.run("list", extra: ["REDO_COLOR": "never"]).text.contains("\u{1B}"))
    }

    @Test func aChoiceThatIsNoneIsNamed() throws {
        let outcome = try redo("--color=red", "list")
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: --color takes one of always, never, auto, not 'red'\n"))
    }
}

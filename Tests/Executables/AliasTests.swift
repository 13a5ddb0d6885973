import Foundation
import TestSupport
import Testing

/// `alias.NAME` in the configuration.
@Suite struct AliasTests {
    let runner: CommandRunner

    init() throws { runner = try CommandRunner.withStore() }

    func redo(_ arguments: String..., extra: [String: String] = [:]) throws -> CommandOutcome {
        try runner.run("redo", arguments, extra: extra)
    }

    func alias(_ name: String, _ meaning: String, isGlobal: Bool = true) throws {
        let options = isGlobal ? ["--global"] : []
        let outcome = try runner.run("redo-config", options + ["--", "alias.\(name)", meaning])
        #expect(outcome.status == 0)
    }

    @Test func anAliasStandsForACommandAndItsArguments() throws {
        try alias("new", "add --priority high")
        try alias("titled", "log '--format=%A  \"of\" %D' -n 1", isGlobal: false)
        #expect(try redo("new", "Buy milk").status == 0)
        #expect(try redo("titled").text == "CREATE_TODO  \"of\" test-device\n")
        #expect(try redo("Titled").status == 0)
    }

    @Test func anAliasMayStandForAnother() throws {
        try alias("a", "b -n 1")
        try alias("b", "log --count")
        #expect(try redo("a").text == "0\n")
    }

    /// A name of other programs means its command where an alias begins with it, too.
    @Test func anAliasMayBeginWithASynonym() throws {
        try alias("everything", "ls --all")
        try alias("remark", "annotate")
        try alias("describe", "note")
        try alias("own", "config get")
        try alias("v", "version")
        #expect(try redo("add", "Buy milk").status == 0)
        #expect(try redo("everything").text.contains("Buy milk"))
        #expect(try redo("remark", "milk", "two litres").text.hasPrefix("added comment "))
        #expect(try redo("describe", "milk", "the", "cheap", "one").status == 0)
        #expect(try redo("show", "milk").text.contains("    the cheap one\n"))
        #expect(try redo("own", "alias.v").text == "version\n")
        #expect(try redo("v").text == "redo 0.1.0\n")
        #expect(try redo("help", "everything").text == "'everything' is an alias for 'ls --all'\n")
        // What a store may not run under its own name it may not run under another.
        try alias("wipe", "rm", isGlobal: false)
        let refused = try redo("wipe", "milk")
        #expect(refused.status == 129, "\(refused)")
        #expect(refused.error.contains("the alias 'wipe' of this store runs 'delete milk'"))
        try alias("look", "ls", isGlobal: false)
        #expect(try redo("look").text.contains("Buy milk"))
    }

    @Test func anAliasThatLeadsBackToItselfIsAnError() throws {
        try alias("a", "b")
        try alias("b", "c x")
        try alias("c", "a")
        let outcome = try redo("a")
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: the alias 'a' leads back to itself: a → b → c → a\n"))
    }

    @Test func anAliasHidesNoCommand() throws {
        try alias("log", "!echo hidden")
        #expect(try redo("log", "--count").text == "0\n")
        #expect(try redo("help", "log").text.hasPrefix("REDO-LOG(1)"))
    }

    @Test func aShellCommandGetsTheArguments() throws {
        try alias("say", "!printf '<%s>\\n'")
        #expect(
            try redo("say", "a b", "$(touch made)", "'").text == "<a b>\n<$(touch made)>\n<'>\n")
        #expect(!FileManager.default.fileExists(atPath: runner.path("made")))
        try alias("plain", "!echo \"$#\"; exit 7")
        #expect(try redo("plain").status == 7)
    }

    @Test func aStoreHasNoShellCommands() throws {
        try alias("evil", "!touch made", isGlobal: false)
        let outcome = try redo("evil")
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: the alias 'evil' of this store runs a shell command: "))
        #expect(outcome.codedError.contains("hint: 'redo config --global alias.evil …'"))
        #expect(!FileManager.default.fileExists(atPath: runner.path("made")))
        // The same text in the user's file is the user's.
        try alias("evil", "!touch made")
        #expect(try redo("evil").status == 0)
        #expect(FileManager.default.fileExists(atPath: runner.path("made")))
    }

    @Test(arguments: ["", "  ", "--exec-path=. list", "log 'x", "log \\"])
    func anAliasIsACommandWithItsArguments(_ meaning: String) throws {
        try alias("broken", meaning)
        let outcome = try redo("broken")
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: the alias 'broken' is not a command"))
    }

    @Test func whatAnAliasNamesHasToBeThere() throws {
        try alias("a", "lst")
        let outcome = try redo("a")
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: unknown command: 'lst', in the alias 'a'\nhint: did you mean 'redo list'?\n"
            ))
    }

    @Test func aMistypedAliasIsSuggested() throws {
        try alias("overview", "list --all")
        #expect(try redo("overveiw").codedError.contains("hint: did you mean 'redo overview'?\n"))
    }

    @Test func helpTellsWhatItStandsFor() throws {
        try alias("st", "list --all")
        #expect(try redo("help", "st").text == "'st' is an alias for 'list --all'\n")
    }

    @Test func theStoreThatIsNamedHasTheAliases() throws {
        _ = try redo("init", "other")
        _ = try redo("-C", "other", "config", "alias.count", "log --count")
        #expect(try redo("count").status == 129)
        #expect(try redo("-C", "other", "count").text == "0\n")
        #expect(try redo("--redo-dir", "other/.redo", "count").text == "0\n")
    }

    @Test func theListForCompletionsHasAliases() throws {
        try alias("st", "list --all")
        let lines = try redo("--list-commands").lines
        #expect(lines.contains("st\talias for list --all"))
        #expect(lines.contains("log\tShow nodes, the latest first"))
    }

    @Test func outsideOfAStoreTheUsersCount() throws {
        try alias("v", "log --version")
        #expect(try redo("-C", "/", "v").text == "redo 0.1.0\n")
    }
}

import Foundation
import TestSupport
import Testing

/// What `redo config` writes is known and of the right form.
@Suite struct ConfigRulesTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    func text() throws -> [UInt8] { try store.runner.contents(ofFile: ".redo/config") }

    @Test(arguments: [
        (
            "redo.rnak", "sigmoid",
            "unknown configuration key: 'redo.rnak'\nhint: did you mean 'redo.rank'?"
        ),
        (
            "redo.colours", "x",
            "unknown configuration key: 'redo.colours'\nhint: 'redo help config' lists the keys"
        ),
        (
            "user.nmae", "Ana",
            "unknown configuration key: 'user.nmae'\nhint: did you mean 'user.name'?"
        ),
        ("remote.origin.fetch", "x", "unknown configuration key: 'remote.origin.fetch'"),
        ("alias.a.b", "list", "unknown configuration key: 'alias.a.b'"),
        ("list.sort", "due", "unknown configuration key: 'list.sort'"),
        ("redo.rank", "foo", "redo.rank is 'foo', not classic or sigmoid"),
        ("redo.rank", "", "redo.rank is '', not classic or sigmoid"),
        ("redo.dialect", "pidgin", "redo.dialect is 'pidgin', not fields or payload"),
        ("sync.merge", "perhaps", "sync.merge is 'perhaps', not true or false"),
        ("sync.timeout", "0", "sync.timeout is '0', not a number from 1 to 86400"),
        ("sync.timeout", "soon", "sync.timeout is 'soon', not a number from 1 to 86400"),
        ("gc.auto", "-1", "gc.auto is '-1', not a number of 0 or more"),
        ("gc.auto", "many", "gc.auto is 'many', not a number of 0 or more"),
        ("core.fsync", "never", "core.fsync is 'never', not none or all"),
        ("user.key", "Ana", "user.key is 'Ana', not a userId of 32 hexadecimal digits"),
        (
            "sync.allowedAuthors", "Ana",
            "sync.allowedAuthors is 'Ana', not a userId of 32 hexadecimal digits"
        ),
        ("firestore.pageSize", "1001", "firestore.pageSize is '1001', not a number from 1 to 1000"),
        (
            "report.x.colour", "red",
            "report.x.colour is not an option of list\nhint: 'redo list -h' shows its options"
        ),
        ("report.x.all", "perhaps", "report.x.all is 'perhaps', not true or false"),
        (
            "list.x.sort", "due",
            "list.x.sort is no longer read: use report.x.sort\nhint: 'redo config report.x.sort <value>' sets it"
        ),
        (
            "safe.directory", "/x",
            "safe.directory is only read from your own configuration\nhint: 'redo config --global --add safe.directory /x' sets it there"
        ),
    ])
    func whatIsNotUnderstoodIsRefused(_ name: String, _ value: String, _ error: String) throws {
        let before = try text()
        for options in [[], ["--add"]] {
            let outcome = try store.run("config", options + ["--", name, value])
            #expect(outcome.status == 129)
            #expect(outcome.codedError.hasPrefix("error: USAGE: \(error)\n"), "\(outcome)")
        }
        #expect(try text() == before)
    }

    @Test(arguments: [
        ("redo.rank", "sigmoid"), ("REDO.Rank", "classic"), ("gc.auto", "0"), ("core.fsync", "all"),
        ("sync.timeout", "86400"), ("report.x.sort", "due"), ("report.x.all", "no"),
        ("remote.origin.url", "/x"), ("alias.x", "list"), ("user.name", ""), ("other.name", "x"),
        ("todo.a.b", "x"),
    ])
    func whatIsUnderstoodIsWritten(_ name: String, _ value: String) throws {
        let outcome = try store.run("config", ["--", name, value])
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(try store.run("config", [name]).text == value + "\n")
    }

    /// What somebody has written by hand can be read and removed.
    @Test func mistakesCanBeRemoved() throws {
        try store.configure("[redo]\nrnak = x\nrank = foo")
        #expect(try store.run("config", ["redo.rnak"]).text == "x\n")
        #expect(try store.run("config", ["--unset", "redo.rnak"]).status == 0)
        #expect(try store.run("config", ["--unset", "redo.rank"]).status == 0)
        #expect(
            try store.run("config", ["--list"]).lines.allSatisfy {
                !$0.contains("r") || !$0.hasPrefix("redo.r")
            })
    }

    @Test func theUsersMistakeIsMendedInTheUsersFile() throws {
        _ = try store.run("config", ["--global", "redo.rank", "classic"])
        let path = store.runner.path("home/.config/redo/config")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing("= classic", with: "= foo").write(
            toFile: path, atomically: true, encoding: .utf8)
        #expect(
            try store.run("list").codedError.contains("\nhint: 'redo config --global redo.rank "))
    }

    // MARK: Aliases

    @Test(arguments: ["log", "help", "LIST"])
    func anAliasThatHidesACommandSaysSo(_ name: String) throws {
        let outcome = try store.run("config", ["--global", "alias.\(name)", "list --all"])
        #expect(outcome.status == 0)
        let command = name.lowercased()
        #expect(
            outcome.codedError
                == "note: the alias '\(command)' never runs, since 'redo \(command)' is a command\n"
        )
    }

    @Test func aShellCommandOfAStoreNeverRuns() throws {
        let outcome = try store.run("config", ["alias.x", "!echo"])
        #expect(outcome.status == 0)
        #expect(
            outcome.codedError
                == "note: the alias 'x' never runs: a shell command counts with --global only\n")
        #expect(try store.run("config", ["--global", "alias.x", "!echo"]).error.isEmpty)
    }

    // MARK: Where a value stands

    @Test func theOriginOfAValueIsShown() throws {
        _ = try store.run("config", ["--global", "a.k", "user"])
        _ = try store.run("config", ["a.k", "store"])
        let (own, user) = (
            store.runner.path(".redo/config"), store.runner.path("home/.config/redo/config")
        )
        #expect(try store.run("config", ["--show-origin", "a.k"]).text == "file:\(own)\tstore\n")
        #expect(
            try store.run("config", ["--show-origin", "--get-all", "a.k"]).lines
                == ["file:\(user)\tuser", "file:\(own)\tstore"])
        let list = try store.runner.run(
            "redo", ["-c", "a.k=line", "config", "--list", "--show-origin"]
        ).lines.filter {
            $0.hasSuffix("a.k=user") || $0.hasSuffix("a.k=store") || $0.hasSuffix("a.k=line")
        }
        #expect(
            list == [
                "file:\(user)\ta.k=user", "file:\(own)\ta.k=store", "command line:\ta.k=line",
            ])
    }

    // MARK: In an editor

    func edit(_ script: String, _ options: String...) throws -> CommandOutcome {
        try store.runner.write(Array("set -e\n\(script)\n".utf8), to: "editor.sh")
        let extra = [
            "REDO_EDITOR": "sh '\(store.runner.path("editor.sh"))'",
            "TMPDIR": store.runner.path(""),
        ]
        return try store.run("config", ["--edit"] + options, extra: extra)
    }

    @Test func aFileIsEdited() throws {
        let outcome = try edit("printf '[redo]\\nrank = sigmoid # mine\\n' > \"$1\"")
        #expect(
            outcome.status == 0 && outcome.output.isEmpty && outcome.error.isEmpty, "\(outcome)")
        #expect(try String(decoding: text(), as: UTF8.self) == "[redo]\nrank = sigmoid # mine\n")
        let user = try edit("printf '[user]\\nname = Ana\\n' > \"$1\"", "--global")
        #expect(user.status == 0)
        #expect(try store.run("config", ["--global", "user.name"]).text == "Ana\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: store.runner.path("")).allSatisfy {
                !$0.hasPrefix("redo-configuration")
            })
    }

    @Test(arguments: [
        ("printf '[redo\\n' > \"$1\"", "line 1 of "),
        ("printf '[redo]\\nrank = foo\\n' > \"$1\"", "redo.rank is 'foo', not classic or sigmoid"),
        ("printf '[redo]\\nrnak = x\\n' > \"$1\"", "unknown configuration key: 'redo.rnak'"),
        ("exit 3", "ended with 3"),
    ])
    func aMistakeChangesNothing(_ script: String, _ error: String) throws {
        let before = try text()
        let outcome = try edit(script)
        #expect(outcome.status == 128)
        #expect(outcome.codedError.contains(error), "\(outcome)")
        #expect(try text() == before)
        #expect(script == "exit 3" || outcome.codedError.contains("the configuration is kept in "))
    }

    /// A store that cannot be opened is mended so.
    @Test func aBrokenFileIsMended() throws {
        let before = try text()
        try store.configure("[oops")
        #expect(try store.run("list").status == 128)
        #expect(try edit("sed -i '/oops/d' \"$1\"").status == 0)
        #expect(try store.run("list").status == 0)
        #expect(try text() == before + Array("\n".utf8))
        // A mistake that stays does not keep another change from being made.
        try store.configure("[redo]\nrnak = x")
        #expect(try edit("printf '[user]\\nname = Ana\\n' >> \"$1\"").status == 0)
        #expect(try store.run("config", ["user.name"]).text == "Ana\n")
    }
}

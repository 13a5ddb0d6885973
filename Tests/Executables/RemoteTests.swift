import Foundation
import TestSupport
import Testing

/// `redo remote`: the names and URLs of remotes.
@Suite struct RemoteTests {
    private let fixture: GitFixture
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }

    init() throws {
        fixture = try GitFixture()
        store = TaskStore(try CommandRunner.withStore())
    }

    @Test func aRemoteIsAddedInGitsSyntaxListedAndRemoved() throws {
        let before = try runner.contents(ofFile: ".redo/config")
        #expect(try store.expect(["remote"]).text.isEmpty)
        #expect(try store.expect(["remote", "add", "origin", fixture.url]).text.isEmpty)
        let text = String(decoding: try runner.contents(ofFile: ".redo/config"), as: UTF8.self)
        #expect(text.hasSuffix("[remote \"origin\"]\n\turl = \(fixture.url)\n"))
        let git = try runner.run(
            "/usr/bin/git", ["config", "-f", ".redo/config", "remote.origin.url"])
        #expect(git.text == "\(fixture.url)\n")
        try store.expect(["remote", "add", "backup", "ssh://me@host/redo.git"])
        #expect(
            try store.expect(["remote", "list"]).text
                == "backup\tssh://me@host/redo.git\norigin\t\(fixture.url)\n")
        try store.expect(["remote", "remove", "backup"])
        try store.expect(["remote", "remove", "origin"])
        #expect(try runner.contents(ofFile: ".redo/config") == before)
    }

    /// A path is kept so that it leads to the same place from everywhere.
    @Test func aPathIsMadeAbsolute() throws {
        _ = try runner.shell("mkdir -p backup.git sub")
        let added = try runner.run("redo-remote", ["add", "origin", "../backup.git"], in: "sub")
        #expect(added.status == 0, "\(added)")
        #expect(try store.expect(["remote"]).text == "origin\t\(runner.path("backup.git"))\n")
    }

    @Test(arguments: [
        "https://me:secret@example.org/redo.git", "ssh://me:secret@example.org:22/redo.git",
        "https://:secret@example.org", "https://a@b:c@example.org/x",
        "me:secret@example.org:redo.git",
    ])
    func aPasswordInAURLIsRefused(_ url: String) throws {
        let outcome = try store.expect(["remote", "add", "origin", url], status: 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_001: the URL has a password in it"))
        #expect(outcome.codedError.contains("hint: ") && !outcome.codedError.contains("secret"))
        #expect(try store.expect(["remote"]).text.isEmpty)
        // Also where somebody has written it into the file.
        _ = try runner.shell("printf '[remote \"origin\"]\\n\\turl = \(url)\\n' >> .redo/config")
        for command in ["push", "fetch", "pull", "sync"] {
            let outcome = try store.expect([command], status: 128)
            #expect(!outcome.codedError.contains("secret"), "\(outcome)")
        }
    }

    @Test(arguments: ["https://me@example.org/a:b@c.git", "git@example.org:redo.git", "/a:b@c"])
    func whatOnlyLooksLikeAPasswordIsNot(_ url: String) throws {
        #expect(try store.run("remote", ["add", "origin", url]).status == 0)
        #expect(try store.expect(["remote"]).text == "origin\t\(url)\n")
    }

    @Test(arguments: ["a b", "", "../x", "a/b", "x.lock", ".x", "a..b", "é", "x."])
    func aNameThatNoReferenceCanHaveIsRefused(_ name: String) throws {
        let outcome = try store.expect(["remote", "add", name, fixture.url], status: 129)
        #expect(outcome.codedError.contains("cannot be a remote's name"))
    }

    @Test func aNameIsGivenOnce() throws {
        try store.expect(["remote", "add", "origin", fixture.url])
        let again = try store.expect(["remote", "add", "origin", "/elsewhere"], status: 128)
        #expect(
            again.codedError.hasPrefix("error: STORAGE_003: there is a remote 'origin' already\n"))
    }

    @Test(arguments: [
        ["remote", "rename"], ["remote", "rename", "x"], ["remote", "set-url", "x"],
        ["remote", "add", "x"], ["remote", "remove"],
        ["remote", "list", "x"],
    ])
    func otherWordsAreWrongUsage(_ words: [String]) throws {
        #expect(try store.expect(words, status: 129).codedError.hasPrefix("error: USAGE: "))
    }

    @Test func whatIsNotThereIsSaid() throws {
        let none = try store.expect(["push"], status: 128)
        #expect(
            none.codedError == "error: NAME_001: the store has no remote\n"
                + "hint: 'redo remote add origin URL' adds one\n")
        let unknown = try store.expect(["fetch", "nowhere"], status: 128)
        #expect(
            unknown.codedError.hasPrefix("error: NAME_001: there is no remote 'nowhere'\nhint: "))
        #expect(
            try store.expect(["remote", "remove", "nowhere"], status: 128).codedError
                .hasPrefix("error: NAME_001: "))
        let path = runner.path("missing.git")
        let hint = "hint: 'git init --bare \(path)' creates an empty one\n"
        let added = try store.run("remote", ["add", "origin", path])
        #expect(added.status == 0)
        #expect(
            added.codedError == "warning: STORAGE_001: there is no git repository \(path)\n\(hint)")
        for command in ["push", "fetch", "pull", "sync"] {
            let outcome = try store.expect([command], status: 128)
            #expect(
                outcome.codedError
                    == "error: STORAGE_001: there is no git repository \(path)\n\(hint)")
            // Nothing is claimed that was not seen.
            #expect(outcome.output.isEmpty)
        }
        #expect(try runner.shell("git init -q --bare \(path)").status == 0)
        try store.expect(["sync"])
        let place = try store.expect(["sync", path], status: 128)
        #expect(place.codedError.hasSuffix("'redo remote add origin \(path)', then 'redo sync'\n"))
    }

    @Test func aPersonIsOfferedTheRepositoryThatIsMissing() throws {
        try store.add("Buy milk")
        let path = runner.path("missing.git")
        let question = "there is no git repository \(path). Make an empty one? [y/N] "
        let refused = try runner.onTerminal("redo remote add origin \(path)", typing: "n\\n")
        #expect(refused.text.contains(question) && refused.status == 0, "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: path))
        let still = try runner.onTerminal("redo sync", typing: "\\n")
        #expect(still.text.contains(question) && still.status == 128, "\(still)")
        #expect(!FileManager.default.fileExists(atPath: path))
        let made = try runner.onTerminal("redo sync", typing: "y\\n")
        #expect(made.text.contains("made an empty git repository: \(path)\n"), "\(made)")
        #expect(made.text.contains("sent ") && made.status == 0, "\(made)")
        let again = try runner.onTerminal("redo push", typing: "")
        #expect(!again.text.contains(question) && again.status == 0, "\(again)")
    }

    // MARK: Changes

    @Test func namesAreListedWithURLsAsInGit() throws {
        try store.expect(["remote", "add", "origin", fixture.url])
        for words in [["remote", "-v"], ["remote", "--verbose", "list"]] {
            #expect(try store.expect(words).text == "origin\t\(fixture.url)\n")
        }
    }

    /// What others have on the remote, and the nodes that it lacks, as far as it is known.
    private func known(_ name: String) throws -> [String] {
        Array(try store.expect(["remote", "show", "--porcelain", name]).lines.dropFirst())
    }

    @Test func aRenamedRemoteIsKnownAsBefore() throws {
        try store.expect(["remote", "add", "one", fixture.url])
        try store.expect(["remote", "add", "two", fixture.url])
        try store.expect(["config", "sync.remote", "one"])
        try store.add("Task")
        try store.expect(["push"])
        try store.add("Another")
        let before = try known("one")
        try #require(before.count == 2)
        #expect(try store.expect(["remote", "rename", "one", "main"]).text.isEmpty)
        #expect(
            try store.expect(["remote"]).text == "main\t\(fixture.url)\ntwo\t\(fixture.url)\n")
        #expect(try known("main") == before)
        #expect(try store.expect(["config", "sync.remote"]).text == "main\n")
        #expect(try store.expect(["push"]).text.hasSuffix(" to main\n"))
        let records = try runner.contents(of: ".redo/checkpoints")
        #expect(!records.keys.contains { $0.hasPrefix("one/") })
        for words in [["main", "two"], ["main", "main"]] {
            let taken = try store.expect(["remote", "rename"] + words, status: 128)
            #expect(taken.codedError.hasPrefix("error: STORAGE_003: there is a remote "))
        }
        #expect(
            try store.expect(["remote", "rename", "no", "x"], status: 128).codedError.hasPrefix(
                "error: NAME_001: "))
        #expect(try store.expect(["remote", "rename", "main", "a b"], status: 129).output.isEmpty)
    }

    /// Interrupted before the configuration was written, it can be repeated; interrupted after that, all
    /// is as it should be but for what nobody looks at.
    @Test func anInterruptedRenamingIsRepeated() throws {
        try store.add("Task")
        try fixture.mirror(store)
        try store.expect(["remote", "add", "one", fixture.url])
        try store.expect(["fetch"])
        try store.add("Another")
        let before = try known("one")
        try #require(before.count == 2)
        let mirrors = ".redo/git/repository/refs/redo/mirrors"
        _ = try runner.shell("cp \(mirrors)/one \(mirrors)/main; cp \(mirrors)/one \(mirrors)/old")
        _ = try runner.shell(
            "mkdir -p .redo/firestore/one .redo/firestore/main; echo 1 >.redo/firestore/one/state")
        try store.expect(["remote", "rename", "one", "main"])
        #expect(try known("main") == before)
        #expect(try runner.contents(ofFile: ".redo/firestore/main/state") == Array("1\n".utf8))
        #expect(try !runner.contents(of: ".redo/firestore").keys.contains("one"))
    }

    @Test func anotherPlaceIsNotKnown() throws {
        try store.expect(["remote", "add", "origin", fixture.url])
        try store.add("Task")
        try store.expect(["push"])
        #expect(try known("origin").isEmpty)
        // The same place says nothing new.
        try store.expect(["remote", "set-url", "origin", fixture.url])
        #expect(try known("origin").isEmpty)
        _ = try runner.shell("git init -q --bare two.git")
        #expect(try store.expect(["remote", "set-url", "origin", "two.git"]).text.isEmpty)
        #expect(try store.expect(["remote"]).text == "origin\t\(runner.path("two.git"))\n")
        #expect(try known("origin").map { $0.prefix(5) } == ["node\t", "node\t"])
        #expect(try store.expect(["push"]).text == "pushed 2 nodes in 1 pack to origin\n")
        #expect(
            try store.expect(["remote", "set-url", "no", "x"], status: 128).codedError.hasPrefix(
                "error: NAME_001: "))
        let secret = try store.expect(
            ["remote", "set-url", "origin", "https://me:secret@example.org/x"], status: 128)
        #expect(!secret.codedError.contains("secret"))
    }

    /// `sync.remote`, then `origin`, then the only one.
    @Test func theDefaultRemoteIsChosen() throws {
        try store.add("Task")
        try store.expect(["remote", "add", "one", fixture.url])
        #expect(try store.expect(["push"]).text.hasSuffix(" to one\n"))
        _ = try runner.shell("git init -q --bare two.git; git init -q --bare three.git")
        try store.expect(["remote", "add", "two", "two.git"])
        let unclear = try store.expect(["push"], status: 128)
        #expect(unclear.codedError.contains("there are 2 remotes and none is chosen\nhint: "))
        try store.expect(["config", "sync.remote", "two"])
        #expect(try store.expect(["push"]).text.hasSuffix(" to two\n"))
        try store.expect(["config", "--unset", "sync.remote"])
        try store.expect(["remote", "add", "origin", "three.git"])
        #expect(try store.expect(["push"]).text.hasSuffix(" to origin\n"))
    }

    @Test func showTellsWhatIsKnownWithoutAsking() throws {
        try store.expect(["remote", "add", "origin", fixture.url])
        try store.add("One")
        let count = try store.ids().count
        #expect(
            try store.expect(["remote", "show"]).text == """
                remote origin
                  url: \(fixture.url)
                  slots seen: none
                  not pushed: \(count) nodes

                """)
        try store.expect(["push"])
        let other = try fixture.device("laptop")
        try other.add("Two")
        try other.expect(["push"])
        try store.expect(["fetch"])
        #expect(
            try store.expect(["remote", "show", "origin"]).lines.suffix(2) == [
                "  slots seen: 2", "  not pushed: nothing",
            ])
        try store.add("Three")
        // The remote is not needed.
        _ = try fixture.place.shell("rm -rf remote.git")
        let shown = try store.expect(["remote", "show", "--porcelain"]).lines
        #expect(shown[0] == "url\t\(fixture.url)")
        #expect(shown[1].wholeMatch(of: /device\t[0-9a-f]{32}\t1/) != nil, "\(shown)")
        let missing = try store.ids().subtracting(other.ids())
            .filter { id in try store.run("cat-node", ["-p", id]).text.contains("Three") }
        #expect(missing.allSatisfy { shown.contains("node\t\($0)") } && !missing.isEmpty)
        try store.expect(["remote", "remove", "origin"])
        #expect(
            try !runner.contents(of: ".redo/checkpoints").keys.contains { $0.hasPrefix("origin") })
    }
}

import Foundation
import TestSupport
import Testing

/// `redo remote`: the names and URLs of remotes.
@Suite struct RemoteTests {
    private let fixture: RemoteFixture
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }

    init() throws {
        fixture = try RemoteFixture()
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
        #expect(outcome.error.hasPrefix("error: STORAGE_001: the URL has a password in it"))
        #expect(outcome.error.contains("hint: ") && !outcome.error.contains("secret"))
        #expect(try store.expect(["remote"]).text.isEmpty)
        // Also where somebody has written it into the file.
        _ = try runner.shell("printf '[remote \"origin\"]\\n\\turl = \(url)\\n' >> .redo/config")
        for command in ["push", "fetch", "pull", "sync"] {
            let outcome = try store.expect([command], status: 128)
            #expect(!outcome.error.contains("secret"), "\(outcome)")
        }
    }

    @Test(arguments: ["https://me@example.org/a:b@c.git", "git@example.org:redo.git", "/a:b@c"])
    func whatOnlyLooksLikeAPasswordIsNot(_ url: String) throws {
        try store.expect(["remote", "add", "origin", url])
        #expect(try store.expect(["remote"]).text == "origin\t\(url)\n")
    }

    @Test(arguments: ["a b", "", "../x", "a/b", "x.lock", ".x", "a..b", "é", "x."])
    func aNameThatNoReferenceCanHaveIsRefused(_ name: String) throws {
        let outcome = try store.expect(["remote", "add", name, fixture.url], status: 129)
        #expect(outcome.error.contains("cannot be a remote's name"))
    }

    @Test func aNameIsGivenOnce() throws {
        try store.expect(["remote", "add", "origin", fixture.url])
        let again = try store.expect(["remote", "add", "origin", "/elsewhere"], status: 128)
        #expect(again.error.hasPrefix("error: STORAGE_003: there is a remote 'origin' already\n"))
    }

    @Test(arguments: [
        ["remote", "rename"], ["remote", "add", "x"], ["remote", "remove"],
        ["remote", "list", "x"],
    ])
    func otherWordsAreWrongUsage(_ words: [String]) throws {
        #expect(try store.expect(words, status: 129).error.hasPrefix("error: USAGE: "))
    }

    @Test func whatIsNotThereIsSaid() throws {
        let none = try store.expect(["push"], status: 128)
        #expect(
            none.error == "error: STORAGE_001: the store has no remote\n"
                + "hint: 'redo remote add origin URL' adds one\n")
        let unknown = try store.expect(["fetch", "nowhere"], status: 128)
        #expect(unknown.error.hasPrefix("error: STORAGE_001: there is no remote 'nowhere'\nhint: "))
        #expect(
            try store.expect(["remote", "remove", "nowhere"], status: 128).error
                .hasPrefix("error: STORAGE_001: "))
        try store.expect(["remote", "add", "origin", runner.path("missing.git")])
        for command in ["push", "fetch", "sync"] {
            #expect(
                try store.expect([command], status: 128).error.hasPrefix("error: STORAGE_001: "))
        }
    }

    /// `sync.remote`, then `origin`, then the only one.
    @Test func theDefaultRemoteIsChosen() throws {
        try store.add("Task")
        try store.expect(["remote", "add", "one", fixture.url])
        #expect(try store.expect(["push"]).text.hasSuffix(" to one\n"))
        _ = try runner.shell("git init -q --bare two.git; git init -q --bare three.git")
        try store.expect(["remote", "add", "two", "two.git"])
        let unclear = try store.expect(["push"], status: 128)
        #expect(unclear.error.contains("there are 2 remotes and none is chosen\nhint: "))
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
                  devices seen: none
                  not pushed: \(count) nodes

                """)
        try store.expect(["push"])
        let other = try fixture.device("laptop")
        try other.add("Two")
        try other.expect(["push"])
        try store.expect(["fetch"])
        #expect(
            try store.expect(["remote", "show", "origin"]).lines.suffix(2) == [
                "  devices seen: laptop, test-device", "  not pushed: nothing",
            ])
        try store.add("Three")
        // The remote is not needed.
        _ = try fixture.place.shell("rm -rf remote.git")
        let shown = try store.expect(["remote", "show", "--porcelain"]).lines
        #expect(shown[0] == "url\t\(fixture.url)")
        #expect(
            shown[1].hasPrefix("device\tlaptop\t") && shown[2].hasPrefix("device\ttest-device\t"))
        let missing = try store.ids().subtracting(other.ids())
            .filter { id in try store.run("cat-node", ["-p", id]).text.contains("Three") }
        #expect(missing.allSatisfy { shown.contains("node\t\($0)") } && !missing.isEmpty)
        try store.expect(["remote", "remove", "origin"])
        let references = try runner.contents(of: ".redo/git/repository/refs/redo").keys
        #expect(!references.contains { $0.hasSuffix("laptop") })
    }
}

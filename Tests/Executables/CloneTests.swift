import Foundation
import TestSupport
import Testing

/// `redo clone`: a store of what a remote has.
@Suite struct CloneTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let runner: CommandRunner

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        runner = try fixture.runner("tablet")
    }

    private func clone(_ arguments: String...) throws -> CommandOutcome {
        try runner.run("redo-clone", arguments)
    }

    @Test func aStoreIsMadeWithTheRemote() throws {
        try phone.add("One", "--draft")
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        let outcome = try clone(fixture.url)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.codedError == """
                hint: this store is used in its folder only; 'redo clone --personal \(fixture.url)' \
                creates one that is used everywhere
                hint: to stay the same user, copy your key: 'redo key export >FILE' on the other \
                device, then 'redo key import FILE' here
                hint: or let this device have a key of its own: 'redo keygen', then 'redo device accept'
                hint: without either, 'redo keygen' creates a key of a new user

                """)
        #expect(
            outcome.lines == [
                "received 2 nodes", "made a store of 2 nodes: \(runner.path("remote"))/.redo",
            ])
        let hash = try runner.run("redo-replay", ["--hash"], in: "remote").text
        #expect(try hash == phone.stateHash())
        #expect(
            try runner.run("redo-remote", in: "remote").text == "origin\t\(fixture.url)\n")
        #expect(try runner.run("redo-fetch", in: "remote").text == "nothing new\n")
        #expect(try runner.run("redo-fsck", in: "remote").status == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: runner.path("remote")) == [".redo"])
    }

    @Test func theFolderCanBeNamedAndTheRemoteEmpty() throws {
        let outcome = try clone(fixture.url, "a/b")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.lines.last == "made a store of 0 nodes: \(runner.path("a/b"))/.redo")
        let again = try clone(fixture.url, "a/b")
        #expect(again.status == 128)
        #expect(again.codedError.hasPrefix("error: STORAGE_003: no store can be created in "))
    }

    // MARK: The personal store

    @Test func aSecondDeviceGoesOnWhereTheFirstIs() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let outcome = try clone("--personal", fixture.url)
        let place = runner.path("home/.local/share/redo")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.lines == ["received 1 node", "made a store of 1 node: \(place)"])
        #expect(
            outcome.codedError.hasSuffix(
                "hint: without either, the first 'redo add' creates a key of a new user\n"))
        #expect(
            try runner.contents(of: "home/.local/share").keys.filter { !$0.contains("/") } == [
                "redo"
            ])
        // From anywhere, without a word about where.
        #expect(try runner.run("redo-list").text.contains("One"))
        let copy = try phone.run("key", ["export"]).output
        #expect(try runner.run("redo-key", ["import"], input: copy).status == 0)
        let added = try runner.run("redo-add", ["Two"])
        #expect(added.status == 0 && added.error.isEmpty, "\(added)")
        #expect(try runner.run("redo-sync").status == 0)
        try phone.expect(["sync"])
        let users = try phone.run("log", ["--format=%U"]).lines
        #expect(users.count == 3 && Set(users).count == 1)
    }

    @Test func whoSignsInTheNewStoreIsSaid() throws {
        let user = try #require(runner.run("redo-keygen", ["--no-passphrase"]).lines.first)
        let note = "note: the key \(user) signs what you write here\n"
        #expect(try clone(fixture.url, "a").codedError == note)
        #expect(try clone("--porcelain", fixture.url, "b").error.isEmpty)
        chmod(runner.path("home/.config/redo/keys/\(user).key"), 0o644)
        let exposed = try clone(fixture.url, "c")
        #expect(exposed.status == 0)
        #expect(exposed.codedError.hasPrefix("warning: KEYCHAIN_002: others may read the key "))
        #expect(exposed.codedError.contains("\nhint: 'chmod 600 "))
    }

    @Test func aLogThatIsThereIsNotReplaced() throws {
        #expect(try runner.run("redo-add", ["Mine"]).status == 0)
        let before = try runner.contents(of: "home")
        try phone.add("Theirs", "--draft")
        try phone.expect(["push"])
        let outcome = try clone("--personal", fixture.url)
        #expect(outcome.status == 128)
        let place = runner.path("home/.local/share/redo")
        #expect(
            outcome.codedError == """
                error: STORAGE_003: no store can be created in \(runner.path("home/.local/share")): there is \
                one already, \(place)
                hint: to fetch what the remote has: redo --redo-dir \(place) remote add origin \
                \(fixture.url), then redo --redo-dir \(place) sync

                """)
        #expect(try runner.contents(of: "home") == before)
        // As the hint says.
        let command = "redo --redo-dir \(place)"
        let joined = try runner.shell(
            "\(command) remote add origin \(fixture.url) && \(command) sync")
        #expect(joined.status == 0, "\(joined)")
        #expect(try runner.run("redo-list", ["--all"]).lines.count == 3)
    }

    @Test func theStoreCanBeNamed() throws {
        for arguments in [
            ["redo-clone", "--redo-dir", "store"], ["redo", "--redo-dir", "named/store", "clone"],
        ] {
            let outcome = try runner.run(arguments[0], Array(arguments.dropFirst()) + [fixture.url])
            #expect(outcome.status == 0, "\(outcome)")
        }
        for path in ["store", "named/store"] {
            #expect(try runner.run("redo-list", ["--redo-dir", path]).status == 0)
            #expect(try runner.contents(of: path).keys.contains("objects"))
        }
        // An empty folder may be there, and nothing else.
        _ = try runner.shell("mkdir empty full; echo x >full/x")
        #expect(try clone("--redo-dir", "empty/", fixture.url).status == 0)
        let full = try clone("--redo-dir", "full", fixture.url)
        #expect(full.status == 128)
        #expect(full.codedError.contains("full already exists, and is not a store\nhint: "))
        #expect(try runner.contents(of: "full").keys.sorted() == ["x"])
    }

    @Test func onePlaceIsNamed() throws {
        for arguments in [
            ["--personal", fixture.url, "x"], ["--personal", "--redo-dir=x", fixture.url],
            ["--redo-dir=x", fixture.url, "y"],
        ] {
            #expect(try runner.run("redo-clone", arguments).status == 129)
        }
        #expect(try runner.contents(of: "").keys.sorted() == ["home"])
    }

    @Test func whatHidesTheUsersOwnLogIsSaid() throws {
        #expect(try clone("--personal", fixture.url).status == 0)
        let outcome = try runner.shell("cd home && redo-clone \(fixture.url) .")
        #expect(outcome.status == 0)
        #expect(outcome.codedError.hasPrefix("note: it hides your personal store, "))
    }

    @Test func whereThereIsNoRepositoryTheHintSaysHowToMakeOne() throws {
        let path = runner.path("no where.git")
        for command in ["redo-clone '\(path)'", "redo-clone --personal 'no where.git'"] {
            let outcome = try runner.shell(command)
            #expect(outcome.status == 128)
            #expect(
                outcome.codedError == """
                    error: STORAGE_001: there is no git repository \(path)
                    hint: 'git init --bare '\(path)'' creates an empty one

                    """)
        }
    }

    @Test func thePathIsSaidWithoutDotsAndLinks() throws {
        try #require(try runner.shell("mkdir -p here real && ln -s real link").status == 0)
        let outcome = try runner.run("redo-clone", [fixture.url, "../link/./copy"], in: "here")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.lines.last == "made a store of 0 nodes: \(runner.path("real/copy"))/.redo")
    }

    @Test func nothingIsLeftWhereItFails() throws {
        let outcome = try clone("nowhere.git", "new")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_001: "), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: runner.path("new")))
        _ = try runner.shell("mkdir here; echo x > here/file")
        #expect(try clone("nowhere.git", "here").status == 128)
        #expect(try runner.contents(of: "here").keys.sorted() == ["file"])
        #expect(try clone("https://me:secret@example.org/x", "new").status == 128)
        #expect(try clone().status == 129)
        #expect(try clone(fixture.url, "new", "--redo-dir=x").status == 129)
        #expect(try clone("--personal", "nowhere.git").status == 128)
        #expect(try runner.contents(of: "home").keys.sorted() == [".local"])
        #expect(!FileManager.default.fileExists(atPath: runner.path("new")))
    }

    @Test func whatIsRefusedIsNamedAndTheRestIsThere() throws {
        try phone.add("One", "--draft")
        try phone.runner.store(SampleNode())
        try fixture.mirror(phone)
        let outcome = try clone(fixture.url)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: E_INVALID_SIGNATURE: "))
        #expect(outcome.lines.last?.hasPrefix("made a store of 1 node: ") == true)
    }

    /// What a clone that was killed has left does not count.
    @Test func whatIsLeftOfAnotherCloneIsRemoved() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        _ = try runner.shell("mkdir -p x/.redo-clone/objects/pack; echo x > x/.redo-clone/config")
        #expect(try clone(fixture.url, "x").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: runner.path("x")) == [".redo"])
        let held = try runner.shell("mkdir y; flock y redo-clone \(fixture.url) y")
        #expect(held.status == 128, "\(held)")
        #expect(held.codedError.contains("no store can be created in"))
    }

    /// The store is lost, and the remote has all of it.
    @Test func aBackupIsRestored() throws {
        let task = try phone.add("Water the plants", "--due", "+1d", "--every", "7")
        try phone.expect(["done", task])
        try phone.add("Write a letter")
        try phone.expect(["delete", "--now", "letter"])
        try phone.expect(["push"])
        let hash = try phone.stateHash()
        let ids = try phone.ids()
        _ = try phone.runner.shell("rm -rf .redo")
        let restored = try phone.run("clone", [fixture.url, "."])
        #expect(restored.status == 0, "\(restored)")
        #expect(try phone.stateHash() == hash)
        #expect(try phone.ids() == ids)
        // And goes on where it was, under the same name.
        try phone.add("One more", "--draft")
        #expect(try phone.run("push").status == 0)
        #expect(try fixture.nodeIDs() == phone.ids())
    }

    /// docs/git-mirror.md, "With plain git".
    @Test func plainGitGetsEveryNodeOut() throws {
        try phone.add("One", "--draft")
        try phone.add("Zwei ✓", "--draft")
        try fixture.mirror(phone)
        try phone.add("Three", "--draft")
        try fixture.mirror(phone)
        let lines = try fixture.place.shell(
            """
            cd remote.git; git rev-list --objects --all | sed -n 's/ node\\.json$//p' \
            | git cat-file --batch | grep '^{'
            """
        ).lines
        #expect(try Set(lines) == Set(phone.run("export").lines))
        #expect(lines.count == 3)
    }
}

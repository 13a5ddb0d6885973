import Foundation
import TestSupport
import Testing

/// What `redo clone` makes of a repository or folder that is not a remote which devices push to. Only what is known to be
/// empty gives an empty store.
@Suite struct ClonedPlacesTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let runner: CommandRunner

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        runner = try fixture.runner("tablet")
        for title in ["One", "Two", "Three"] { try phone.add(title, "--draft") }
    }

    private func clone(_ url: String, _ environment: [String: String] = [:]) throws
        -> CommandOutcome
    {
        try runner.run("redo-clone", [url, "copy"], extra: environment)
    }

    /// An error that leaves no store.
    private func expectRefused(
        _ url: String, _ code: String, _ words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try clone(url)
        #expect(
            outcome.status == 128 && outcome.output.isEmpty
                && outcome.codedError.hasPrefix("error: \(code): "), "\(outcome)",
            sourceLocation: sourceLocation)
        for word in words {
            #expect(outcome.codedError.contains(word), "\(outcome)", sourceLocation: sourceLocation)
        }
        #expect(
            !FileManager.default.fileExists(atPath: runner.path("copy")),
            sourceLocation: sourceLocation)
    }

    private func cloneHash() throws -> String {
        try runner.run("redo-replay", ["--hash"], in: "copy").text
    }

    // MARK: Mirrors

    @Test(arguments: Transport.allCases) func aMirrorIsTakenInAndNamed(
        _ transport: Transport
    ) throws {
        _ = try phone.run("mirror", ["--to", fixture.url])
        let (url, environment) = try fixture.reach(transport)
        let outcome = try clone(url, environment)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.lines == [
                "received 3 nodes", "made a store of 3 nodes: \(runner.path("copy"))/.redo",
            ])
        #expect(
            outcome.codedError.hasPrefix(
                "note: \(url) is a mirror, which 'redo mirror' writes: a full backup of the log, and all of it "
                    + "was received\n"), "\(outcome)")
        #expect(try cloneHash() == phone.stateHash())
        #expect(
            try runner.run("redo-status", extra: environment, in: "copy").text
                .contains(": everything pushed"))
        // It stays one: what comes later is fetched from there.
        try phone.add("Four", "--draft")
        _ = try phone.run("mirror", ["--to", fixture.url])
        let fetched = try runner.run("redo-fetch", [], extra: environment, in: "copy")
        #expect(fetched.text == "received 1 node\n" && fetched.status == 0, "\(fetched)")
        #expect(
            try runner.run("redo-fetch", [], extra: environment, in: "copy").text == "nothing new\n"
        )
        #expect(try cloneHash() == phone.stateHash())
    }

    /// A remote that is a mirror is read by a store that is there as well.
    @Test(arguments: [Transport.path, .http]) func aMirrorIsFetchedFrom(
        _ transport: Transport
    ) throws {
        _ = try phone.run("mirror", ["--to", fixture.url])
        let (url, environment) = try fixture.reach(transport)
        let laptop = try fixture.device("laptop", url: url, environment)
        #expect(try laptop.expect(["fetch"]).text == "received 3 nodes\n")
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
        try laptop.add("Mine", "--draft")
        // From then on there are packs beside it, and both are read.
        #expect(try laptop.run("push").status == 0)
        try phone.add("Four", "--draft")
        _ = try phone.run("mirror", ["--to", fixture.url])
        #expect(try laptop.expect(["fetch"]).text == "received 1 node\n")
    }

    /// A mirror and the packs beside it are read by one fetch.
    @Test func aMirrorAndPacksAreFetchedAsOne() throws {
        let laptop = try fixture.device("laptop")
        try laptop.add("Mine", "--draft")
        #expect(try laptop.run("push").status == 0)
        _ = try phone.run("mirror", ["--to", fixture.url])
        let desk = try fixture.device("desk")
        #expect(try desk.expect(["fetch", "--dry-run"]).lines.count == 2)
        #expect(try desk.expect(["fetch"]).text == "received 4 nodes\n")
        #expect(try desk.expect(["fetch"]).text == "nothing new\n")
        try phone.add("Four", "--draft")
        _ = try phone.run("mirror", ["--to", fixture.url])
        let planned = try desk.expect(["fetch", "--dry-run"])
        #expect(
            planned.lines.count == 1 && planned.text.hasPrefix("would fetch refs/heads/log at "),
            "\(planned)")
        #expect(try desk.expect(["fetch"]).text == "received 1 node\n")
    }

    @Test func packsThatCannotBeReadDoNotHideWhatTheMirrorGave() throws {
        let laptop = try fixture.device("laptop")
        try laptop.add("Mine", "--draft")
        #expect(try laptop.run("push").status == 0)
        _ = try phone.run("mirror", ["--to", fixture.url])
        let desk = try fixture.device("desk")
        let record = desk.runner.path(".redo/checkpoints/origin")
        _ = try desk.runner.shell("mkdir -p .redo/checkpoints && echo x >.redo/checkpoints/origin")
        let outcome = try desk.run("fetch")
        #expect(
            outcome.status == 128 && outcome.text.isEmpty
                && outcome.codedError.hasPrefix("error: STORAGE_003: ")
                && outcome.codedError.contains("; received 3 nodes before that"), "\(outcome)")
        #expect(try desk.ids().count == 3)
        try FileManager.default.removeItem(atPath: record)
        #expect(try desk.expect(["fetch"]).text == "received 1 node\n")
    }

    @Test func aShallowMirrorSaysThatItIs() throws {
        _ = try phone.run("mirror", ["--to", fixture.url])
        try phone.add("Four", "--draft")
        _ = try phone.run("mirror", ["--to", fixture.url])
        _ = try fixture.place.shell("git clone -q --depth 1 file://\(fixture.url) shallow")
        let path = fixture.place.path("shallow")
        let warning = "warning: STORAGE_004: \(path)/.git/ is shallow: "
        let hint = "hint: 'git -C \(path) fetch --unshallow' brings the rest\n"
        let outcome = try clone(path)
        #expect(outcome.status == 128 && outcome.output.isEmpty, "\(outcome)")
        #expect(
            outcome.codedError.contains(warning) && outcome.codedError.contains(hint), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: runner.path("copy")))
        let read = try phone.run("mirror", ["--from", path])
        #expect(
            read.status == 1 && read.codedError.contains(warning) && read.codedError.contains(hint),
            "\(read)"
        )
        #expect(
            try fixture.place.shell("git -C shallow fetch -q --unshallow").status == 0)
        #expect(try clone(path).status == 0)
        #expect(try cloneHash() == phone.stateHash())
    }

    // MARK: Copies

    @Test(arguments: [[], ["--bare"]])
    func aPlainCloneOfABackupNamesWhatBringsTheRest(_ options: [String]) throws {
        try phone.expect(["push"])
        let made = try fixture.place.shell(
            "git clone -q \(options.joined()) file://\(fixture.url) plain")
        try #require(made.status == 0, "\(made)")
        let path = fixture.place.path("plain")
        let command = "git -C \(path) fetch origin '+refs/redo/*:refs/redo/*'"
        try expectRefused(
            path, "STORAGE_001", "\(path) is a git clone of file://\(fixture.url) without the log",
            "hint: \(command) brings the rest")
        // As the hint says.
        try #require(try fixture.place.shell(command).status == 0)
        let outcome = try clone(path)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try cloneHash() == phone.stateHash())
    }

    /// A host that takes branches alone has the slots among them.
    @Test func aPlainCloneOfBranchesNamesThem() throws {
        try phone.expect(["push"])
        _ = try fixture.place.shell(
            """
            cd remote.git && git for-each-ref --format='%(refname)' refs/redo/slots | while read n; do \
            git update-ref refs/heads/redo/${n##*/} $n && git update-ref -d $n; done
            """)
        try #require(
            try fixture.place.shell("git clone -q file://\(fixture.url) plain 2>&1").status == 0)
        let path = fixture.place.path("plain")
        let command = "git -C \(path) fetch origin '+refs/heads/redo/*:refs/heads/redo/*'"
        try expectRefused(path, "STORAGE_001", "hint: \(command) brings the rest")
        try #require(try fixture.place.shell(command).status == 0)
        #expect(try clone(path).status == 0)
        #expect(try cloneHash() == phone.stateHash())
    }

    // MARK: Other repositories

    @Test(arguments: [Transport.path, .ssh, .http]) func anotherRepositoryIsAnError(
        _ transport: Transport
    ) throws {
        _ = try fixture.place.shell(
            """
            git init -q work && cd work && git -c user.name=A -c user.email=a@b commit -q --allow-empty -m x \
            && git push -q ../remote.git HEAD:refs/heads/main HEAD:refs/tags/v1
            """)
        let (url, environment) = try fixture.reach(transport)
        let outcome = try clone(url, environment)
        #expect(outcome.status == 128 && outcome.output.isEmpty, "\(outcome)")
        #expect(
            outcome.codedError.hasPrefix(
                "error: STORAGE_001: \(url) has no log of redo: it has refs/heads/main and 1 more\nhint: "
            ),
            "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: runner.path("copy")))
    }

    /// Any repository can have a branch of the name that mirrors have.
    @Test(arguments: [Transport.path, .http]) func aBranchOfTheNameIsNotAMirror(
        _ transport: Transport
    ) throws {
        _ = try fixture.place.shell(
            """
            git init -q work && cd work && git -c user.name=A -c user.email=a@b commit -q --allow-empty -m x \
            && git push -q ../remote.git HEAD:refs/heads/log
            """)
        let (url, environment) = try fixture.reach(transport)
        let outcome = try clone(url, environment)
        #expect(
            outcome.status == 128
                && outcome.codedError.contains("\(url) has no log of redo: it has refs/heads/log\n"),
            "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: runner.path("copy")))
        // A store that has it as a remote is not kept from working.
        let laptop = try fixture.device("laptop", url: url, environment)
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
    }

    @Test(arguments: [Transport.path, .ssh, .http]) func whatIsEmptyIsSaidToBe(
        _ transport: Transport
    ) throws {
        let (url, environment) = try fixture.reach(transport)
        let outcome = try clone(url, environment)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.lines == [
                "origin is empty: no device has pushed there yet",
                "made a store of 0 nodes: \(runner.path("copy"))/.redo",
            ])
    }

    /// With no references there is nothing to begin at, and that is not the same as empty.
    @Test(arguments: ["rm -r refs/redo", "rm -r refs && mkdir -p refs/heads"])
    func whatHasLostItsReferencesIsNotEmpty(_ damage: String) throws {
        try phone.expect(["push"])
        try #require(
            try fixture.place.shell("cd remote.git && \(damage)").status
                == 0)
        try expectRefused(
            fixture.url, "STORAGE_004", "has objects, and no reference leads to them",
            "fsck --lost-found")
        // Nor is it for a reader of mirrors.
        let read = try phone.run("mirror", ["--from", fixture.url])
        #expect(
            read.status == 128 && read.codedError.contains("no reference leads to them"), "\(read)")
    }

    @Test func aReferenceThatCannotBeFollowedIsAnError() throws {
        try phone.expect(["push"])
        let slot = try #require(try fixture.slots().first)
        try fixture.place.write("garbage\n".utf8, to: "remote.git/\(slot)")
        try expectRefused(
            fixture.url, "STORAGE_004", "the reference \(slot) of ", "cannot be followed")
    }

    @Test func aRepositoryOfAnotherHashIsNamedAsOne() throws {
        _ = try fixture.place.shell("git init -q --bare --object-format=sha256 other.git")
        let path = fixture.place.path("other.git")
        try expectRefused(
            path, "STORAGE_001", "names its objects by SHA-256", "--object-format=sha1")
        #expect(try !clone(path).codedError.contains("safe.directory"))
    }

    // MARK: Folders

    @Test func anotherFolderIsAnError() throws {
        _ = try fixture.place.shell("mkdir other empty && touch other/letter.txt empty/.stfolder")
        let place = fixture.place.path("other")
        try expectRefused(
            "folder:\(place)", "STORAGE_001",
            "origin has no log of redo: there is no checkpoint, but letter.txt")
        let outcome = try clone("folder:\(fixture.place.path("empty"))")
        #expect(
            outcome.status == 0
                && outcome.lines.first == "origin is empty: no device has pushed there yet",
            "\(outcome)")
    }

    /// A program that copies a folder may bring the statements last.
    @Test func aFolderThatIsBeingCopiedIsAnError() throws {
        _ = try fixture.place.shell("mkdir stick")
        let stick = fixture.place.path("stick")
        try phone.expect(["remote", "add", "stick", "folder:\(stick)"])
        try phone.expect(["push", "stick"])
        _ = try fixture.place.shell("cp -r stick half && rm -r half/slots")
        try expectRefused(
            "folder:\(fixture.place.path("half"))", "STORAGE_001",
            "there is no checkpoint, but data",
            "wait until that is done")
        #expect(try clone("folder:\(stick)").status == 0)
        #expect(try cloneHash() == phone.stateHash())
    }

    // MARK: Afterwards

    /// What is there was not pushed by this store, and need not be.
    @Test(arguments: [nil, Transport.path, .http]) func aNewCloneLacksNothing(
        _ transport: Transport?
    ) throws {
        var (url, environment) = ("folder:\(fixture.place.path("stick"))", [String: String]())
        if let transport {
            (url, environment) = try fixture.reach(transport)
        } else {
            _ = try fixture.place.shell("mkdir stick")
        }
        try phone.expect(["remote", "set-url", "origin", url])
        let pushed = try phone.runner.run("redo-push", [], extra: environment)
        try #require(pushed.status == 0, "\(pushed)")
        #expect(try clone(url, environment).status == 0)
        let status = try runner.run("redo-status", [], in: "copy").text
        #expect(status.contains(": everything pushed"), "\(status)")
        #expect(status.contains("; last read "), "\(status)")
        let json = try runner.shell(
            "cd copy && redo status --json | grep -o '\"lastFetch\":[^,]*,\\|\"unpushed\":[^,]*'"
        ).lines
        #expect(json.count == 2 && json[0].hasPrefix("\"lastFetch\":\"20"), "\(json)")
        #expect(json.last?.hasPrefix("\"unpushed\":0") == true, "\(json)")
        // What is written here is not there yet.
        _ = try runner.run("redo-keygen", ["--no-passphrase"])
        _ = try runner.run("redo-add", ["Mine", "--draft"], in: "copy")
        #expect(
            try runner.run("redo-status", [], in: "copy").text.contains(": 1 node not pushed"))
    }

    /// Before the first fetch nothing is known.
    @Test func whatWasNeverFetchedSaysSo() throws {
        try phone.expect(["push"])
        let json = try phone.expect(["status", "--json"]).text
        #expect(json.contains("\"lastFetch\":null"), "\(json)")
        try phone.expect(["fetch"])
        let later = try phone.expect(["status", "--json"]).text
        #expect(later.contains("\"lastFetch\":\"20"), "\(later)")
    }
}

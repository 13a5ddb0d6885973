import Foundation
import TestSupport
import Testing

/// `redo fetch`, `redo pull` and `redo sync`: what comes from a remote.
@Suite struct FetchTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let laptop: TaskStore

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        laptop = try fixture.device("laptop")
    }

    @Test func whatOthersHavePushedComesIn() throws {
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
        try phone.add("One", "--draft")
        try phone.add("Two", "--due", "+1d")
        try phone.expect(["push"])
        let count = try phone.ids().count
        #expect(try laptop.expect(["fetch"]).text == "received \(count) nodes\n")
        #expect(try laptop.stateHash() == phone.stateHash())
        #expect(try laptop.run("fsck").status == 0)
    }

    @Test func nothingNewWritesNothing() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        let store = try laptop.contentsButDates()
        let remote = try fixture.place.contents(of: "remote.git")
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
        #expect(try laptop.expect(["fetch", "--porcelain"]).text.isEmpty)
        #expect(try laptop.contentsButDates() == store)
        #expect(try fixture.place.contents(of: "remote.git") == remote)
    }

    @Test func onlyWhatIsNewIsNamed() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        let known = try phone.ids()
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        let planned = try laptop.expect(["fetch", "-n", "--porcelain"]).lines
        let name = try #require(try fixture.slots().first)
        let slot = name.split(separator: "/").last ?? ""
        let tip = try #require(try fixture.references()[name])
        #expect(planned == ["-\t\(slot)\t\(tip)"])
        let lines = try laptop.expect(["fetch", "--porcelain"]).lines
        #expect(
            Set(lines.map { String($0.prefix { $0 != "\t" }) })
                == (try phone.ids()).subtracting(known))
        #expect(lines.allSatisfy { $0.hasSuffix("\tOK") })
    }

    // MARK: Mirrors

    /// What `redo mirror --to` writes is read unasked, each node once.
    @Test(arguments: [Transport.path, .ssh])
    func aMirrorIsTakenIn(_ transport: Transport) throws {
        let (url, environment) = try fixture.reach(transport)
        let reader = try fixture.device("reader", url: url, environment)
        try phone.add("One", "--draft")
        try fixture.mirror(phone)
        #expect(
            try reader.expect(["fetch", "-n"]).text.hasPrefix("would fetch refs/heads/log at "))
        #expect(try reader.expect(["fetch"]).text == "received 1 node\n")
        #expect(try reader.expect(["fetch"]).text == "nothing new\n")
        let shown = try reader.expect(["remote", "show"]).text
        #expect(shown.contains("  a mirror, at ") && shown.contains("not pushed: nothing\n"))
        try phone.add("Two", "--draft")
        try fixture.mirror(phone)
        try reader.add("Three", "--draft")
        #expect(try reader.expect(["remote", "show"]).text.contains("not pushed: 1 node\n"))
        #expect(try reader.expect(["sync"]).lines.first == "1 task added by phone")
        // What is pushed lies beside the mirror, as packs, and the mirror goes on.
        #expect(try fixture.slots().count == 1)
        #expect(try fixture.references().count == 2)
        try phone.add("Four", "--draft")
        try fixture.mirror(phone)
        #expect(try reader.expect(["fetch"]).text == "received 1 node\n")
        try laptop.expect(["fetch"])
        #expect(try laptop.stateHash() == reader.stateHash())
        #expect(try reader.run("fsck").status == 0)
    }

    /// Devices once kept a commit for each node, in references of their own, without a branch. That is neither a mirror nor
    /// nothing.
    @Test(arguments: [Transport.path, .ssh])
    func referencesOfDevicesAreNamed(_ transport: Transport) throws {
        let (url, environment) = try fixture.reach(transport)
        let reader = try fixture.device("reader", url: url, environment)
        try phone.add("One", "--draft")
        try fixture.mirror(phone)
        try fixture.git("update-ref", "refs/redo/devices/phone", "refs/heads/log")
        try fixture.git("update-ref", "-d", "refs/heads/log")
        let before = try fixture.references()
        for words in [["fetch"], ["fetch", "-n"], ["pull"], ["sync"]] {
            let refused = try reader.expect(words, status: 128)
            #expect(
                refused.codedError.hasPrefix(
                    "error: STORAGE_001: \(url) keeps a commit for each node, in refs/redo/devices/*"
                ),
                "\(refused)")
            #expect(refused.codedError.contains("redo mirror --from COPY"), "\(refused)")
            #expect(refused.output.isEmpty)
        }
        #expect(try fixture.references() == before)
        let cloned = try reader.runner.run("redo-clone", [url, "copy"])
        #expect(
            cloned.status == 128 && cloned.codedError.contains("redo mirror --from"), "\(cloned)")
        #expect(!FileManager.default.fileExists(atPath: reader.runner.path("copy")))
        // As the hint says.
        let taken = try reader.runner.shell(
            "git clone -q --mirror \(fixture.url) COPY && redo mirror --from COPY")
        #expect(taken.status == 0 && taken.text == "received 1 node\n", "\(taken)")
        #expect(try reader.ids() == phone.ids())
        try reader.expect(["push"])
        // Beside packs they are passed over, and that is said.
        let fetched = try laptop.run("fetch")
        #expect(fetched.status == 0 && fetched.text == "received 1 node\n", "\(fetched)")
        #expect(
            fetched.codedError.hasPrefix(
                "warning: STORAGE_001: origin has refs/redo/devices/* as well"),
            "\(fetched)")
    }

    @Test func otherReferencesAreReadWhenTheyAreNamed() throws {
        try phone.add("One", "--draft")
        try fixture.mirror(phone)
        // Under the name that a mirror has it is read unasked.
        try fixture.git("branch", "-m", "log", "kept")
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
        try laptop.expect(["fetch", "origin", "refs/heads/kept"])
        #expect(try laptop.ids() == phone.ids())
        let none = try laptop.expect(["fetch", "origin", "refs/heads/none"], status: 128)
        #expect(none.codedError.hasPrefix("error: NAME_001: the remote origin has no reference"))
    }

    /// What was lost from the store since comes back.
    @Test func everythingCanBeReadAgain() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        _ = try laptop.runner.shell("rm -r .redo/objects/??")
        let fetched = try laptop.expect(["fetch"])
        #expect(
            fetched.lines == ["received 1 node", "1 node that this store had lost is back"],
            "\(fetched)")
        #expect(try laptop.expect(["fetch", "--refetch"]).text == "nothing new\n")
        #expect(try laptop.ids() == phone.ids())
    }

    /// What was lost of a mirror's nodes is not noticed, unless everything is asked for again.
    @Test func allOfAMirrorCanBeReadAgain() throws {
        try phone.add("One", "--draft")
        try fixture.mirror(phone)
        try laptop.expect(["fetch"])
        _ = try laptop.runner.shell("rm -r .redo/objects/??")
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
        try laptop.expect(["fetch", "--refetch"])
        #expect(try laptop.ids() == phone.ids())
        _ = try laptop.runner.shell("rm -r .redo/git")
        try laptop.expect(["fetch"])
        #expect(try laptop.ids() == phone.ids())
    }

    @Test func unsignedNodesAreRefused() throws {
        try phone.add("One", "--draft")
        try phone.runner.store(SampleNode())
        try fixture.mirror(phone)
        let refused = try laptop.expect(["fetch"], status: 1)
        #expect(refused.text == "received 1 node\n")
        #expect(refused.codedError.hasPrefix("error: E_INVALID_SIGNATURE: "), "\(refused)")
        // It is said each time, until the remote or the demand changes.
        #expect(try laptop.expect(["fetch"], status: 1).text == "received nothing\n")
        try laptop.expect(["fetch", "--no-require-signature"])
        #expect(try laptop.ids() == phone.ids())
    }

    // MARK: Authors

    @Test func nodesOfOtherAuthorsAreRefusedWithWhatFollowsThem() throws {
        let theirs = try user(of: phone)
        try phone.add("Theirs", "--draft")
        try phone.expect(["push"])
        try laptop.expect(["config", "sync.allowedAuthors", user(of: laptop)])
        let refused = try laptop.expect(["fetch"], status: 1)
        #expect(refused.text == "received nothing\n")
        #expect(refused.codedError.contains("RECONSTRUCT_003"), "\(refused)")
        #expect(
            refused.codedError.contains("its author \(theirs) is not one of sync.allowedAuthors"))
        #expect(try laptop.tasks().isEmpty)
        // A third author's node that follows it.
        let third = try fixture.device("third")
        try third.expect(["fetch"])
        try third.expect(["edit", "Theirs", "-p", "5"])
        try third.expect(["push"])
        try laptop.expect(["config", "--add", "sync.allowedAuthors", user(of: third)])
        let following = try laptop.expect(["fetch"], status: 1)
        #expect(following.codedError.contains("E_PARENT_NOT_FOUND"), "\(following)")
        #expect(try laptop.tasks().isEmpty)
        try laptop.expect(["config", "--add", "sync.allowedAuthors", theirs])
        try laptop.expect(["fetch"])
        #expect(try laptop.stateHash() == third.stateHash())
        try laptop.configure("[sync]\nallowedAuthors = Ana")
        #expect(
            try laptop.expect(["fetch"], status: 129).codedError.contains("sync.allowedAuthors"))
    }

    /// The userId of a device's only key.
    private func user(of device: TaskStore) throws -> String {
        let names = try device.runner.contents(of: "home/.config/redo/keys").keys
        return String(try #require(names.first { $0.hasSuffix(".key") }).dropLast(4))
    }

    // MARK: Remotes that lack objects

    @Test func aRemoteThatLostObjectsIsReported() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        _ = try fixture.place.shell("rm -rf remote.git/objects/?? remote.git/objects/pack/*")
        let outcome = try laptop.expect(["fetch"], status: 1)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_004: "), "\(outcome)")
        #expect(outcome.text == "received nothing\n")
        #expect(try laptop.tasks().isEmpty)
        // A new repository in its place gets all of it.
        try fixture.makeRemote()
        #expect(try phone.run("push").status == 0)
        try laptop.expect(["fetch"])
        #expect(try laptop.stateHash() == phone.stateHash())
    }

    /// One device's damage does not keep the others' nodes out.
    @Test func oneBadReferenceDoesNotHideTheOthers() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let own = try fixture.slots()
        let strange = try fixture.device("zebra")
        try strange.add("Two", "--draft")
        try strange.expect(["push"])
        let name = try #require(try fixture.slots().first { !own.contains($0) })
        let tip = try #require(try fixture.references()[name])
        let damaged = try fixture.place.shell(
            """
            cd remote.git; mv objects/pack/*.pack . 2>/dev/null; rm -f objects/pack/*
            for pack in *.pack; do [ ! -e $pack ] || git unpack-objects -q < $pack; done
            rm objects/\(tip.prefix(2))/\(tip.dropFirst(2))
            """)
        #expect(damaged.status == 0, "\(damaged)")
        let outcome = try laptop.expect(["fetch"], status: 1)
        #expect(
            outcome.codedError.hasPrefix(
                "error: STORAGE_004: the commit \(tip) cannot be read: it is missing, in "),
            "\(outcome)")
        #expect(try laptop.ids() == phone.ids())
    }

    // MARK: Merging

    /// Two devices that have changed one task apart.
    private func diverge() throws {
        try phone.add("Plan", "--draft")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        try phone.expect(["edit", "Plan", "-p", "5"])
        try laptop.expect(["edit", "Plan", "-p", "2"])
        try phone.expect(["push"])
    }

    /// The line about a task that has diverged.
    private func settle(_ title: String) throws -> String {
        let task = try #require(
            laptop.tasks().first { $0["title"]?.text == title }?["guid"]?.text)
        return "\(title) differs between devices: 'redo merge \(task.prefix(8))' settles it"
    }

    @Test func pullMergesIfItIsAskedTo() throws {
        try diverge()
        let settle = try settle("Plan") + "\n"
        #expect(try laptop.expect(["pull"]).text == "received 1 node\n\(settle)")
        #expect(try laptop.expect(["pull"]).text == "nothing new\n\(settle)")
        #expect(try laptop.run("heads").lines.count == 2)
        #expect(try laptop.expect(["pull", "--merge"]).text == "nothing new\nmerged 1 task\n")
        #expect(try laptop.run("heads").lines.count == 1)
        #expect(try laptop.expect(["pull", "--merge"]).text == "nothing new\n")
    }

    /// Each time, until somebody has settled it; programs have their own lines.
    @Test func syncSaysWhatHasDiverged() throws {
        try diverge()
        let line = try settle("Plan")
        #expect(try laptop.expect(["sync"]).lines.last == line)
        #expect(
            try laptop.expect(["sync"]).lines == ["nothing new", "everything up-to-date", line])
        #expect(try laptop.expect(["sync", "--porcelain"]).text.isEmpty)
        // What is kept of it is not taken for true where it is not whole.
        let cache = ".redo/diverged.cache"
        let kept = try laptop.runner.contents(ofFile: cache)
        let flipped = [0, kept.count / 2, kept.count - 8].map { place in
            kept.indices.map { $0 == place ? kept[$0] ^ 3 : kept[$0] }
        }
        for changed in flipped + [Array(kept.dropLast(3))] {
            try laptop.runner.replace(cache, with: changed)
            #expect(try laptop.expect(["sync"]).lines.last == line)
            #expect(try laptop.runner.contents(ofFile: cache) == kept)
        }
        try laptop.add("Other", "--draft")
        try laptop.expect(["sync"])
        try phone.expect(["sync"])
        try phone.expect(["edit", "Other", "-p", "1"])
        try phone.expect(["sync"])
        try laptop.expect(["edit", "Other", "-p", "2"])
        #expect(
            try Set(laptop.expect(["sync"]).lines.suffix(3))
                == [line, settle("Other"), "'redo merge --all' settles all 2"])
        try laptop.expect(["merge", "--all"])
        #expect(try laptop.expect(["sync"]).text.contains("differs") == false)
    }

    // MARK: All remotes

    @Test func oneThatFailsDoesNotKeepTheOthersFromIt() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let runner = laptop.runner
        _ = try runner.shell("git init -q --bare more.git")
        try laptop.expect(["remote", "add", "more", "more.git"])
        _ = try laptop.run("remote", ["add", "away", "/no/such.git"])
        let outcome = try laptop.run("fetch", ["--all"])
        #expect(outcome.status == 128)
        #expect(
            outcome.lines == [
                "from away:", "from more:", "nothing new", "from origin:", "received 1 node",
            ])
        #expect(
            outcome.codedError.hasPrefix(
                "error: STORAGE_001: there is no git repository /no/such.git\n")
        )
        #expect(try laptop.ids() == phone.ids())
        try laptop.expect(["remote", "remove", "away"])
        #expect(try laptop.expect(["fetch", "--all", "--porcelain"]).text.isEmpty)
        // Refused is worse than done.
        try phone.runner.store(SampleNode())
        let mirrored = try phone.run("mirror", ["--to", runner.path("more.git")])
        try #require(mirrored.status == 0, "\(mirrored)")
        try laptop.expect(["fetch", "--all"], status: 1)
        try laptop.expect(["fetch", "--all", "origin"], status: 129)
        let none = try TaskStore().expect(["fetch", "--all"], status: 128)
        #expect(none.codedError.hasPrefix("error: NAME_001: the store has no remote\nhint: "))
    }

    // MARK: Remotes that fail

    /// However they are reached, nothing is said to be new or not new.
    @Test(arguments: [
        "/no/such.git", "ssh://ana@127.0.0.1/x.git", "http://127.0.0.1:1/x.git",
        "git://127.0.0.1:1/x.git",
    ])
    func aRemoteThatFailsIsNotSaidToHaveNothing(_ url: String) throws {
        let before = try phone.ids()
        let set = try laptop.run("remote", ["set-url", "origin", url])
        try #require(set.status == 0, "\(set)")
        for command in [["fetch"], ["pull"], ["sync"], ["push"], ["fetch", "-n"]] {
            let outcome = try laptop.runner.run(
                "redo-\(command[0])", Array(command.dropFirst()),
                extra: ["GIT_SSH_COMMAND": "false"])
            #expect(outcome.status == 128, "\(outcome)")
            #expect(outcome.output.isEmpty && outcome.codedError.hasPrefix("error: "), "\(outcome)")
        }
        #expect(try phone.ids() == before)
    }

    @Test func aReplicaThatFailsIsNotSaidToHaveNothing() throws {
        try laptop.expect(["remote", "set-url", "origin", "firestore:demo-redo?uid=alice"])
        try laptop.expect(["config", "firestore.retryDelay", "0"])
        for command in [["fetch"], ["pull"], ["sync"], ["fetch", "-n"], ["fetch", "--all"]] {
            let outcome = try laptop.run(
                command[0], Array(command.dropFirst()),
                extra: ["FIRESTORE_EMULATOR_HOST": "127.0.0.1:1"])
            #expect(outcome.status == 128, "\(outcome)")
            #expect(outcome.text == (command.last == "--all" ? "from origin:\n" : ""), "\(outcome)")
            #expect(outcome.codedError.hasPrefix("error: FIREBASE_002: "), "\(outcome)")
        }
    }

    @Test func syncMergesIfTheConfigurationSaysSo() throws {
        try diverge()
        try laptop.expect(["config", "sync.merge", "true"])
        let lines = try laptop.expect(["sync"]).lines
        #expect(
            lines == [
                "1 task changed by phone", "merged 1 task", "sent 2 changes to origin",
            ])
        try phone.expect(["sync"])
        #expect(try phone.run("heads").lines.count == 1)
        #expect(try phone.stateHash() == laptop.stateHash())
        #expect(try laptop.run("pull", ["--no-merge"]).status == 0)
        try laptop.configure("[sync]\nmerge = perhaps")
        #expect(
            try laptop.expect(["sync"], status: 129).codedError.contains("sync.merge is 'perhaps'"))
    }

    /// Replay goes by the last of all nodes, a merge by what each head changed: the phone archived the
    /// task, and the laptop did and undid it. A MERGE of the fields dialect cannot say that it is
    /// archived.
    @Test func syncMergesWhatTheDialectCannotSay() throws {
        try phone.add("Common")
        try phone.expect(["push"])
        try laptop.expect(["fetch"])
        try phone.expect(["archive", "Common"])
        try phone.expect(["push"])
        try laptop.expect(["archive", "Common"])
        try laptop.expect(["unarchive", "Common"])
        try laptop.expect(["sync", "--merge"])
        #expect(try laptop.run("heads", ["--diverged"]).lines.isEmpty)
        let merge = try #require(try laptop.nodes().first { $0["action"] == "MERGE" })
        #expect(merge["data"]?["payload"] != nil)
        #expect(try laptop.tasks().first { $0["title"] == "Common" }?["archived"] == true)
        try phone.expect(["sync"])
        #expect(try phone.stateHash() == laptop.stateHash())
    }

    @Test func syncComesToRest() throws {
        try diverge()
        for device in [laptop, phone, laptop, phone] { try device.expect(["sync", "--merge"]) }
        let rest = try fixture.references()
        for device in [laptop, phone] {
            #expect(
                try device.expect(["sync", "--merge"]).text
                    == "nothing new\neverything up-to-date\n")
        }
        #expect(try fixture.references() == rest)
    }
}

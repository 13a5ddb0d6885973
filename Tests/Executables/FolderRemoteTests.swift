import Foundation
import TestSupport
import Testing

/// Remotes that are folders: what lies there, who receives what, and what a folder that lies is caught at.
@Suite struct FolderRemoteTests {
    private let fixture: GitFixture
    private let stick: String
    private let phone: TaskStore

    init() throws {
        fixture = try GitFixture()
        stick = fixture.place.path("stick")
        try FileManager.default.createDirectory(
            atPath: stick, withIntermediateDirectories: true)
        phone = try fixture.device("phone", url: "folder:\(stick)")
    }

    private func device(_ name: String) throws -> TaskStore {
        try fixture.device(name, url: "folder:\(stick)")
    }

    /// The files in a folder of the remote, from there.
    private func files(_ directory: String) throws -> [String] {
        try fixture.place.shell("cd stick && find \(directory) -type f | sort").lines
    }

    private func state(_ device: TaskStore) throws -> String {
        try device.expect(["replay", "--hash"]).text
    }

    /// All that the remote has, to be put back later.
    private func snapshot(_ name: String) throws {
        _ = try fixture.place.shell("rm -rf \(name) && cp -a stick \(name)")
    }

    private func restore(_ name: String) throws {
        _ = try fixture.place.shell("rm -rf stick && cp -a \(name) stick")
    }

    /// A service may have no home, and a fetch needs no key.
    @Test func aFetchNeedsNoHome() throws {
        try phone.add("Milk", "--draft")
        try phone.expect(["push"])
        let laptop = try device("laptop")
        let homeless = "env -u HOME -u XDG_CONFIG_HOME -u XDG_DATA_HOME"
        #expect(try laptop.runner.shell("\(homeless) redo-fetch").text == "received 1 node\n")
    }

    /// The folder lacks the data, so that whoever needed it would be refused.
    @Test func aPackOfTheStoreItselfIsNotRead() throws {
        // Enough nodes to be kept as a pack.
        try fixture.write(1...200, on: phone)
        try phone.expect(["pack"])
        try phone.expect(["push"])
        let laptop = try device("laptop")
        try laptop.expect(["fetch"])
        _ = try fixture.place.shell("mkdir disk")
        for device in [phone, laptop] {
            try device.expect(["remote", "add", "disk", "folder:\(fixture.place.path("disk"))"])
        }
        try phone.expect(["push", "disk"])
        #expect(try files("../disk/data") == files("data").map { "../disk/\($0)" })
        _ = try fixture.place.shell("rm disk/data/*")
        #expect(try laptop.expect(["fetch", "disk"]).text == "nothing new\n")
        let tablet = try fixture.device("tablet", url: "folder:\(fixture.place.path("disk"))")
        try tablet.expect(["config", "remote.origin.copied", "false"])
        #expect(try tablet.run("fetch").status == 1)
        // Nor is a pack taken for the store's own that is damaged.
        let damaging = try laptop.runner.shell(
            """
            f=$(echo .redo/objects/pack/*.pack) && chmod u+w "$f" &&
            printf x | dd of="$f" bs=1 seek=40 conv=notrunc status=none
            """)
        #expect(damaging.status == 0, "\(damaging)")
        try laptop.expect([
            "config", "remote.other.url", "folder:\(fixture.place.path("disk"))",
        ])
        try laptop.expect(["config", "remote.other.copied", "false"])
        #expect(try laptop.run("fetch", ["other"]).status == 1)
    }

    @Test func nodesGoThereAndComeBack() throws {
        try phone.add("Water the plants", "--due", "+1d")
        try phone.add("Write a letter")
        let count = try phone.ids().count
        #expect(try phone.expect(["push"]).text == "pushed \(count) nodes in 1 pack to origin\n")
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        #expect(try phone.expect(["remote", "show"]).text.contains("not pushed: nothing\n"))
        #expect(try files("slots").count == 1 && files("data").count == 1)
        let laptop = try device("laptop")
        #expect(try laptop.expect(["fetch"]).text == "received \(count) nodes\n")
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
        #expect(try state(laptop) == state(phone))
        try laptop.add("Call the bank", "--draft")
        try laptop.expect(["sync"])
        try phone.expect(["sync"])
        #expect(try state(laptop) == state(phone))
        // With both slots known, nothing is left to say.
        try laptop.expect(["sync"])
        let before = try files(".")
        for device in [phone, laptop] { try device.expect(["sync"]) }
        #expect(try files(".") == before)
        try laptop.expect(["fsck"])
    }

    @Test func aCloneHasTheLog() throws {
        try phone.add("One")
        try phone.expect(["push"])
        let runner = try fixture.runner("laptop")
        let made = try runner.run("redo", ["clone", "folder:\(stick)", "copy"])
        #expect(made.status == 0 && made.text.contains("made a store of 2 nodes"), "\(made)")
        let hash = try runner.run("redo", ["--redo-dir", "copy/.redo", "replay", "--hash"])
        #expect(try hash.text == state(phone))
    }

    /// What docs/checkpoints.md says: plain tools show all nodes.
    @Test func plainToolsShowTheNodes() throws {
        try phone.add("One")
        try phone.expect(["push"])
        let shown = try fixture.place.shell("zstdcat stick/data/*").lines
        #expect(try Set(shown) == Set(phone.expect(["export"]).lines))
        let name = try fixture.place.shell("cd stick/data && sha256sum * | cut -c1-64").lines
        #expect(try files("data") == name.map { "data/\($0)" })
    }

    /// The store's own pack goes there as it is, and is kept as it is.
    @Test func aPackIsNotMadeAnew() throws {
        try fixture.write(1...300, on: phone)
        try phone.expect(["gc", "--all"])
        try phone.expect(["push"])
        let packs = try phone.runner.shell("ls .redo/objects/pack").lines
        let laptop = try device("laptop")
        try laptop.expect(["fetch"])
        #expect(try laptop.runner.shell("ls .redo/objects/pack").lines == packs)
        for device in [phone, laptop] {
            let same = try device.runner.shell(
                "cat \(stick)/data/* | cmp - .redo/objects/pack/*.pack")
            #expect(same.status == 0)
        }
        // Packed anew, the nodes are known all the same.
        try phone.add("Another", "--draft")
        try phone.expect(["gc", "--all"])
        #expect(try phone.expect(["push"]).text == "pushed 1 node in 1 pack to origin\n")
        #expect(try files("data").count == 2)
    }

    /// A hundred pushes leave packs whose sizes are geometric.
    @Test func smallPacksAreJoined() throws {
        for number in 1...20 {
            try phone.add("Task \(number)", "--draft")
            try phone.expect(["push"])
        }
        let text = try fixture.place.shell("cat $(ls stick/slots/*/* | tail -1) | head -1").text
        let listed = text.components(separatedBy: "\"pieces\"").count - 1
        #expect((1...5).contains(listed), "\(listed) packs")
        let laptop = try device("laptop")
        try laptop.expect(["fetch"])
        #expect(try state(laptop) == state(phone))
    }

    @Test func aDryRunSendsNothing() throws {
        try phone.add("One", "--draft")
        #expect(try phone.expect(["push", "-n"]).text == "would push 1 node to origin\n")
        #expect(try files(".").isEmpty)
        try phone.expect(["push"])
        let laptop = try device("laptop")
        #expect(try laptop.expect(["fetch", "-n"]).text.hasPrefix("would fetch the slot "))
        #expect(try laptop.ids().isEmpty)
    }

    // MARK: What goes wrong

    @Test func anEmptiedFolderIsNotWrittenTo() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        _ = try fixture.place.shell("rm -rf stick/*")
        let refused = try phone.run("push")
        #expect(refused.status == 128 && refused.codedError.contains("has nothing of this store"))
        #expect(try files(".").isEmpty)
        _ = try fixture.place.shell("rmdir stick")
        #expect(
            try phone.run("push").codedError.hasPrefix("error: STORAGE_001: there is no folder "))
        _ = try fixture.place.shell("mkdir stick")
        try phone.expect(["remote", "set-url", "origin", "folder:\(stick)/"])
        #expect(try phone.expect(["push"]).text.hasPrefix("pushed 1 node"))
    }

    /// A piece that the remote has lost is noticed, and its nodes go there again.
    @Test func aLostPieceIsPutThereAgain() throws {
        try phone.add("One")
        try phone.expect(["push"])
        _ = try fixture.place.shell("rm stick/data/*")
        let laptop = try device("laptop")
        try laptop.expect(["config", "remote.origin.copied", "false"])
        let refused = try laptop.run("fetch")
        #expect(refused.status == 1 && refused.codedError.contains("missing or damaged"))
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        #expect(try laptop.expect(["fetch"]).text == "received 3 nodes\n")
    }

    /// The same of a pack that the store still has: it is not taken for sent.
    @Test func aLostPackIsPutThereAgain() throws {
        try fixture.write(1...120, on: phone)
        try phone.expect(["gc", "--all"])
        try phone.expect(["push"])
        _ = try fixture.place.shell("rm stick/data/*")
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        let laptop = try device("laptop")
        #expect(try laptop.expect(["fetch"]).text == "received 121 nodes\n")
    }

    /// A copy that has the last statement without its data is read as it was before.
    @Test func aFolderThatIsBeingCopiedIsOlder() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let before = try Set(files("data"))
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        let new = try files("data").filter { !before.contains($0) }
        _ = try fixture.place.shell(
            "mkdir away && cd stick && mv \(new.joined(separator: " ")) ../away")
        let laptop = try device("laptop")
        let first = try laptop.run("fetch")
        #expect(first.text == "received 1 node\n" && first.codedError.contains("not complete yet"))
        _ = try fixture.place.shell("mv away/* stick/data")
        #expect(try laptop.expect(["fetch"]).text == "received 1 node\n")
    }

    @Test func everyDamagedByteOfAPieceIsFound() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let piece = try #require(try files("data").first)
        _ = try fixture.place.shell(
            "printf x | dd of=stick/\(piece) bs=1 seek=40 conv=notrunc 2>&1")
        let laptop = try device("laptop")
        try laptop.expect(["config", "remote.origin.copied", "false"])
        #expect(try laptop.run("fetch").status == 1)
        #expect(try laptop.ids().isEmpty)
    }

    /// A store that was restored, or copied, does not go on in the slot of the other.
    @Test func aCopyOfTheStoreGoesOnInASlotOfItsOwn() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        _ = try phone.runner.shell("cp -a .redo copied && mv .redo original && mv copied .redo")
        try phone.add("Two", "--draft")
        let pushed = try phone.run("push")
        #expect(pushed.status == 0 && pushed.codedError.contains("copied or restored"))
        #expect(try fixture.place.shell("ls stick/slots").lines.count == 2)
        _ = try phone.runner.shell("rm -rf .redo && mv original .redo")
        try phone.add("Three", "--draft")
        try phone.expect(["sync"])
        let laptop = try device("laptop")
        try laptop.expect(["fetch"])
        #expect(try laptop.ids().count == 3)
    }

    // MARK: A remote that lies

    @Test func aRewoundFolderIsCaught() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        try snapshot("old")
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        let laptop = try device("laptop")
        try laptop.expect(["config", "remote.origin.copied", "false"])
        try laptop.expect(["fetch"])
        try restore("old")
        for _ in 0..<2 {
            let caught = try laptop.run("fetch")
            #expect(caught.status == 1, "\(caught)")
            #expect(caught.codedError.hasPrefix("error: E_REMOTE_REWOUND: the slot "), "\(caught)")
            #expect(caught.codedError.contains("is at statement 1, and was at statement 2 before"))
        }
        let lines = try laptop.run("fetch", ["--porcelain"]).lines
        #expect(lines.count == 1 && lines[0].hasSuffix("\tE_REMOTE_REWOUND"))
        // The device itself puts everything there again, and the report ends.
        let pushed = try phone.run("push")
        #expect(pushed.status == 0 && pushed.codedError.contains("set the slot"))
        #expect(try laptop.run("fetch").status == 0)
    }

    @Test func aRemovedSlotIsCaught() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let laptop = try device("laptop")
        try laptop.expect(["config", "remote.origin.copied", "false"])
        try laptop.add("Two", "--draft")
        try laptop.expect(["sync"])
        let slot = try #require(
            try phone.expect(["push", "--porcelain", "--dry-run"]).status == 0
                ? fixture.place.shell("ls stick/slots").lines : nil)
        let own = try laptop.runner.shell(
            "grep -o '\"slot\":\"[0-9a-f]*\"' .redo/checkpoints/origin/state | tail -1")
        let gone = try #require(slot.first { !own.text.contains($0) })
        _ = try fixture.place.shell("rm -r stick/slots/\(gone)")
        let caught = try laptop.run("fetch")
        #expect(caught.status == 1)
        #expect(
            caught.codedError.hasPrefix("error: E_REMOTE_WITHHOLDS: the slot \(gone) "), "\(caught)"
        )
        // A third device is told by the statement of the second.
        let tablet = try device("tablet")
        try tablet.expect(["config", "remote.origin.copied", "false"])
        let told = try tablet.run("fetch")
        #expect(
            told.status == 1 && told.codedError.contains("has seen it at statement 1"), "\(told)")
        #expect(try tablet.ids().count == 2)
    }

    /// Two histories of one slot, each shown to another device.
    @Test func aForkedSlotIsCaught() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        try snapshot("old")
        _ = try phone.runner.shell("cp -a .redo twin")
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        let laptop = try device("laptop")
        try laptop.expect(["config", "remote.origin.copied", "false"])
        try laptop.expect(["fetch"])
        // The store as it was, put in its own place: only its slot's number tells.
        try restore("old")
        let restored = try phone.runner.shell(
            "cp -a twin/. .redo/ && cd twin && for f in objects operations inventory; do "
                + "rm -rf ../.redo/$f; test ! -e $f || cp -a $f ../.redo; done")
        try #require(restored.status == 0, "\(restored)")
        try phone.add("Three", "--draft")
        try phone.expect(["push"])
        let caught = try laptop.run("fetch")
        #expect(caught.status == 1)
        #expect(caught.codedError.contains("error: E_REMOTE_FORKED: the slot "), "\(caught)")
        // The nodes come in all the same.
        #expect(try laptop.ids().count == 3)
    }

    /// A stranger may put a slot there: the nodes verify by themselves, and the statement has no weight.
    @Test func aStrangersStatementDoesNotCount() throws {
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let laptop = try device("laptop")
        try laptop.expect(["fetch"])
        let slot = try #require(try fixture.place.shell("ls stick/slots").lines.first)
        _ = try fixture.place.shell(
            "cp -r stick/slots/\(slot) stick/slots/\(String(slot.reversed()))")
        let fetched = try laptop.run("fetch")
        #expect(fetched.status == 0 && fetched.codedError.contains("has the statement of the slot"))
        #expect(fetched.text == "nothing new\n")
        // It is not among what the laptop has seen of the remote.
        try laptop.add("Two", "--draft")
        try laptop.expect(["push"])
        let statements = try fixture.place.shell("cat stick/slots/*/*").text
        #expect(!statements.contains(String(slot.reversed())))
    }

    @Test func optionsOfGitAreRefused() throws {
        #expect(try phone.run("fetch", ["--no-require-signature"]).status == 129)
        #expect(try phone.run("fetch", ["origin", "refs/heads/log"]).status == 129)
        #expect(
            try phone.run("remote", ["add", "x", "folder:"]).codedError.contains("folder:/PATH"))
    }

    /// Kills at random points of pushes: what was pushed is there, and the next push completes it.
    @Test(.timeLimit(.minutes(5))) func killedPushesLoseNothing() throws {
        let seed = Seed()
        var generator = seed.generator
        try fixture.write(1...150, on: phone)
        for round in 1...12 {
            try phone.add("Task \(round)", "--draft")
            let delay = Double.random(in: 0.0...0.06, using: &generator)
            _ = try phone.runner.shell("timeout -s KILL \(delay) redo push >out 2>&1; true")
            let laptop = try device("laptop\(round)")
            let fetched = try laptop.run("fetch")
            #expect(fetched.status == 0, "\(fetched) \(seed.replay)")
        }
        try phone.expect(["push"])
        let laptop = try device("laptop")
        try laptop.expect(["fetch"])
        #expect(try state(laptop) == state(phone), seed.replay)
    }
}

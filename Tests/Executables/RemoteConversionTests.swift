import Foundation
import TestSupport
import Testing

/// `redo remote convert`: a git repository goes on with packs.
@Suite struct RemoteConversionTests {
    private let fixture: GitFixture
    private let phone: TaskStore

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone", layout: nil)
        // As logs began: with commits.
        try phone.expect(["config", "remote.origin.layout", "commits"])
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        try phone.expect(["config", "--unset", "remote.origin.layout"])
    }

    private static let reference = "refs/redo/devices/phone"

    private func convert(
        _ device: TaskStore, status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CommandOutcome {
        let outcome = try device.run("remote", ["convert", "--yes"])
        #expect(outcome.status == status, "\(outcome)", sourceLocation: sourceLocation)
        return outcome
    }

    @Test func allThatIsThereBecomesPacks() throws {
        let tablet = try fixture.device("tablet")
        try tablet.add("Two", "--draft")
        try tablet.expect(["sync"])
        let old = try fixture.references()
        let converted = try convert(phone)
        #expect(
            converted.error.hasPrefix(
                "note: origin is about to keep packs. A program that reads commits alone "))
        #expect(
            converted.text
                == "took in 1 node\npushed 2 nodes in 1 pack to origin\n"
                + "origin keeps packs; \(Self.reference) says so to programs that read commits alone\n"
        )
        #expect(try phone.expect(["config", "remote.origin.layout"]).text == "packs\n")
        // Nothing was forced: the old value is what the new one follows.
        let now = try fixture.references()
        #expect(try fixture.git("rev-parse", "\(Self.reference)^") == [old[Self.reference] ?? ""])
        #expect(now["refs/redo/devices/tablet"] == old["refs/redo/devices/tablet"])
        #expect(try fixture.slots().count == 1)
        // Plain git says what it is.
        let text = try fixture.git("log", "-1", "--format=%an %at %s", Self.reference)
        #expect(text == ["redo 0 This log goes on in packs"])
        #expect(try fixture.git("show", "\(Self.reference):README").count == 3)
        // Who knows nothing of packs alone gets all.
        let reader = try fixture.device("reader", layout: nil)
        try reader.expect(["fetch"])
        #expect(try reader.ids() == phone.ids())
        #expect(try reader.expect(["fetch"]).text == "nothing new\n")
    }

    /// What a program that reads commits alone does with each commit of a device: the reader of mirrors is the one it had.
    @Test func aReaderOfCommitsRefusesIt() throws {
        _ = try convert(phone)
        // Only the old form, as 0.1 sees it.
        for slot in try fixture.slots() { try fixture.git("update-ref", "-d", slot) }
        let store = try TaskStore()
        let read = try store.run("mirror", ["--from", fixture.url])
        #expect(read.status == 1 && read.text == "took in 1 node\n", "\(read)")
        let commit = try #require(try fixture.references()[Self.reference])
        #expect(
            read.error.contains(
                "error: E_SCHEMA_MISMATCH: its tree is not one file node.json, in \(commit)\n"))
        #expect(read.lines.count == 1)
    }

    @Test func aRepeatChangesNothing() throws {
        _ = try convert(phone)
        let before = try fixture.references()
        #expect(
            try convert(phone).text
                == "nothing new\neverything up-to-date\n"
                + "origin keeps packs; \(Self.reference) says so to programs that read commits alone\n"
        )
        #expect(try fixture.references() == before)
    }

    /// Devices that are told nothing follow, once they have seen it.
    @Test func theOthersFollow() throws {
        let laptop = try fixture.device("laptop", layout: nil)
        try laptop.add("Two", "--draft")
        #expect(try laptop.expect(["push"]).text.contains("checkpoint"))
        _ = try convert(phone)
        try laptop.add("Three", "--draft")
        #expect(try laptop.expect(["sync"]).text.contains(" in 1 pack to origin\n"))
        #expect(try fixture.slots().count == 2)
        // Old programs are told once; a conversion by another device does not need to.
        let other = try fixture.device("other", layout: nil)
        #expect(
            try convert(other).text.hasSuffix(
                "\(Self.reference) says so to programs that read commits alone\n"))
        #expect(try fixture.references()["refs/redo/devices/other"] == nil)
    }

    /// A device that has never pushed commits there tells the others all the same.
    @Test func aDeviceWithoutCommitsTellsOldPrograms() throws {
        let laptop = try fixture.device("laptop", layout: nil)
        _ = try convert(laptop)
        let reference = "refs/redo/devices/laptop"
        #expect(try fixture.git("log", "--format=%s", reference) == ["This log goes on in packs"])
        let reader = try fixture.device("reader", layout: nil)
        try reader.expect(["fetch"])
        #expect(try reader.ids() == phone.ids())
    }

    /// What a device that keeps commits pushes afterwards is read by all.
    @Test func commitsThatComeLaterAreRead() throws {
        _ = try convert(phone)
        let old = try fixture.device("old")
        try old.add("Late", "--draft")
        try old.expect(["push"])
        try phone.expect(["sync"])
        #expect(try phone.ids().count == 2)
        let reader = try fixture.device("reader", layout: nil)
        try reader.expect(["fetch"])
        #expect(try reader.ids().count == 2)
    }

    /// The reference of a device that was converted takes no more commits, and nothing is forced.
    @Test func aConvertedReferenceStays() throws {
        _ = try convert(phone)
        let before = try fixture.references()
        try phone.expect(["config", "remote.origin.layout", "commits"])
        try phone.add("Two", "--draft")
        let refused = try phone.run("push")
        #expect(refused.status == 128, "\(refused)")
        #expect(refused.error.contains("was converted to packs"))
        #expect(refused.error.contains("hint: redo config remote.origin.layout packs\n"))
        #expect(try fixture.references() == before)
    }

    @Test func itAsks() throws {
        let refused = try phone.run("remote", ["convert"])
        #expect(refused.status == 129 && refused.error.contains("give --yes"), "\(refused)")
        let asked = try phone.runner.shell(
            "script -qec 'redo remote convert' /dev/null", extra: ["TERM": "xterm"])
        #expect(asked.text.contains("convert origin? [y/N]"), "\(asked)")
        #expect(try fixture.slots().isEmpty)
        let folder = try fixture.device("folder", url: "folder:\(fixture.place.folder.path)")
        #expect(try folder.run("remote", ["convert", "-y"]).status == 129)
    }

    /// What cannot be signed stays, so the remote stays what it is.
    @Test func whatCannotBePushedIsNotConverted() throws {
        _ = try phone.keyOfAnother()
        let made = try phone.run(
            "commit-node", ["CREATE", "-f", "title=Eggs", "--no-sign"], extra: phone.homeOfAnother)
        try #require(made.status == 0, "\(made)")
        let refused = try convert(phone, status: 1)
        #expect(refused.text.contains("origin was not converted\n"), "\(refused)")
        #expect(try fixture.slots().isEmpty)
        #expect(try phone.run("config", ["remote.origin.layout"]).status == 1)
    }

    @Test(arguments: [Transport.ssh, .http])
    func aServerIsConverted(_ transport: Transport) throws {
        let (url, environment) = try fixture.reach(transport)
        var runner = phone.runner
        runner.environment.merge(environment) { $1 }
        let device = TaskStore(runner)
        try device.expect(["remote", "set-url", "origin", url])
        #expect(try convert(device).text.contains("origin keeps packs; \(Self.reference) says so"))
        let laptop = try fixture.device("laptop", url: url, layout: nil, environment)
        try laptop.expect(["fetch"])
        #expect(try laptop.ids() == phone.ids())
        #expect(try fixture.slots().count == 1)
    }

    /// Killed at any point, a repeat completes it, and the remote can be read all the time.
    @Test func aKilledConversionIsCompletedByARepeat() throws {
        try fixture.write(10...40, on: phone)
        try phone.expect(["config", "remote.origin.layout", "commits"])
        try phone.expect(["push"])
        try phone.expect(["config", "--unset", "remote.origin.layout"])
        let ids = try phone.ids()
        _ = try fixture.place.shell("cp -a remote.git before.git")
        _ = try phone.runner.shell("cp -a .redo before")
        let loop = KillLoop(
            runner: phone.runner, name: "redo-remote", arguments: ["convert", "--yes"],
            killCount: 6
        ) {
            _ = try fixture.place.shell("rm -rf remote.git && cp -a before.git remote.git")
            _ = try phone.runner.shell(
                "find .redo -mindepth 1 -delete; cp -a before/. .redo")
        }
        try loop.kill { replay in
            let reader = try fixture.device("reader", layout: nil)
            try reader.expect(["fetch"], replay)
            #expect(try reader.ids() == ids, replay)
        } repetition: { replay in
            let outcome = try phone.run("remote", ["convert", "--yes"])
            #expect(outcome.status == 0, "\(outcome) \(replay)")
            #expect(try fixture.slots().count == 1, replay)
            #expect(
                try fixture.git("log", "-1", "--format=%s", Self.reference)
                    == ["This log goes on in packs"], replay)
        }
    }
}

import Foundation
import RedoJSON
import TestSupport
import Testing

/// Folders that another program copies: half files, statements before their data, and what strangers put there. None of it
/// is an error, and none of it is forgotten.
@Suite struct CopiedFolderTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let laptop: TaskStore

    init() throws {
        fixture = try GitFixture()
        _ = try fixture.place.shell("mkdir stick")
        let url = "folder:\(fixture.place.path("stick"))"
        phone = try fixture.device("phone", url: url)
        laptop = try fixture.device("laptop", url: url)
        for (device, title) in [(phone, "One"), (laptop, "Two"), (phone, "Three")] {
            try device.add(title, "--draft")
            try device.expect(["sync"])
        }
        try laptop.expect(["sync"])
    }

    private var url: String { "folder:\(fixture.place.path("stick"))" }

    private func shell(_ line: String) throws {
        let outcome = try fixture.place.shell(line)
        try #require(outcome.status == 0, "\(outcome)")
    }

    /// The slot that a device writes.
    private func slot(of device: TaskStore) throws -> String {
        let state = try JSONDocument(
            device.runner.contents(ofFile: ".redo/checkpoints/origin/state")
        ).root.value
        return try #require(state["own"]?["slot"]?.text)
    }

    /// The files of a slot, from the folder, the last one first.
    private func statements(of slot: String) throws -> [String] {
        try fixture.place.shell("cd stick && ls -r slots/\(slot)/*").lines
    }

    private static let madeUp = String(repeating: "5", count: 32)
    private static let digest = String(repeating: "a", count: 64)

    /// Expects that every command of both devices ends well, that nothing is accused, and that nodes still go both ways.
    private func expectAllIsWell(_ comment: Comment) throws {
        for device in [phone, laptop] {
            try device.add("More", "--draft")
            for words in [
                ["sync"], ["fetch"], ["fetch", "--dry-run"], ["fetch", "--refetch"], ["push"],
                ["remote", "verify"], ["remote", "compact"], ["sync"], ["status"],
                ["remote", "show"],
                ["fsck", "--from", "origin"],
            ] {
                let outcome = try device.run(words[0], Array(words.dropFirst()))
                #expect(outcome.status == 0, "\(words): \(outcome) \(comment)")
                #expect(!outcome.codedError.contains("E_REMOTE"), "\(words): \(outcome) \(comment)")
            }
        }
        // A note can name the file that is ignored.
        #expect(try phone.run("sync").status == 0, comment)
        #expect(try phone.stateHash() == laptop.stateHash(), comment)
        let tablet = try fixture.runner("tablet")
        let clone = try tablet.run("redo", ["clone", url, "copy"])
        #expect(clone.status == 0, "\(clone) \(comment)")
        let hash = try tablet.run("redo", ["--redo-dir", "copy/.redo", "replay", "--hash"])
        #expect(try hash.text == phone.stateHash(), comment)
    }

    // MARK: Files that are no statements

    /// Whatever anyone puts into a slot that nobody has: six bytes with a wrong or the right digest, no bytes, a folder, a link, a
    /// pipe, or more than is read.
    @Test(arguments: [
        "echo bytes >NAME",
        "printf 'bytes\\n' >${NAME%-*}-$(printf 'bytes\\n' | sha256sum | cut -c1-64)",
        ": >NAME", "mkdir NAME", "ln -s /etc/passwd NAME", "mkfifo NAME", "truncate -s 40M NAME",
        "cp $(ls -d ../*/* | head -1) .", "head -c 100 $(ls -d ../*/* | head -1) >NAME",
    ])
    func noiseInASlotThatNobodyHas(_ line: String) throws {
        let name = "0000000000000001-\(Self.digest)"
        try shell(
            "mkdir stick/slots/\(Self.madeUp) && cd stick/slots/\(Self.madeUp) && NAME=\(name) && "
                + line.replacing(" NAME", with: " $NAME").replacing(">NAME", with: ">$NAME"))
        try #require(try fixture.place.shell("ls stick/slots/\(Self.madeUp)").lines.count == 1)
        try expectAllIsWell("\(line)")
    }

    /// The same in the slots that devices use, before and after what they have there.
    @Test(arguments: [true, false], ["0000000000000001", "7fffffffffffffff"])
    func noiseInASlotThatADeviceHas(_ isOwn: Bool, _ number: String) throws {
        let slot = try slot(of: isOwn ? phone : laptop)
        try shell("printf 'bytes\\n' >stick/slots/\(slot)/\(number)-\(Self.digest)")
        let digest = "$(printf 'noise\\n' | sha256sum | cut -c1-64)"
        try shell("printf 'noise\\n' >stick/slots/\(slot)/\(number)-\(digest)")
        try expectAllIsWell("\(number)")
    }

    /// An old statement that somebody has copied to a later number hides none.
    @Test(arguments: [true, false]) func anOldStatementUnderALaterNumber(_ isOwn: Bool) throws {
        let device = isOwn ? phone : laptop
        let slot = try slot(of: device)
        let old = try #require(try statements(of: slot).last)
        try shell("cp stick/\(old) old")
        try device.add("Later", "--draft")
        try device.expect(["push"])
        for number in ["0000000000000003", "7fffffffffffffff"] {
            try shell("cp old stick/slots/\(slot)/\(number)-\(old.suffix(64))")
        }
        try expectAllIsWell("\(slot)")
    }

    /// A slot that was replaced, of which a copy has kept a half statement.
    @Test func aHalfStatementOfARetiredSlot() throws {
        let slot = try slot(of: phone)
        let last = try #require(try statements(of: slot).first)
        try shell("cp stick/\(last) last")
        try phone.expect(["remote", "compact"])
        try laptop.expect(["sync"])
        try shell("mkdir -p stick/slots/\(slot) && head -c 300 last >stick/\(last)")
        for device in [phone, laptop] {
            // It tells nothing that matters.
            let fetched = try device.run("fetch")
            #expect(fetched.status == 0 && fetched.error.isEmpty, "\(fetched)")
        }
        let verified = try laptop.expect(["remote", "verify"])
        #expect(
            verified.text.contains("a statement of the slot \(slot) is not whole"), "\(verified)")
        #expect(verified.text.hasSuffix("all of it holds\n"), "\(verified)")
        try expectAllIsWell("a retired slot")
    }

    /// The store's own statement, which it has written whole: it is noticed, and sent again.
    @Test(arguments: [true, false]) func aHalfOwnStatementIsWrittenAgain(_ isAlone: Bool) throws {
        let slot = try slot(of: phone)
        let files = try statements(of: slot)
        if isAlone { for file in files.dropFirst() { try shell("rm stick/\(file)") } }
        try shell("truncate -s 200 stick/\(files[0])")
        let verified = try phone.run("remote", ["verify"])
        #expect(verified.status == 1, "\(verified)")
        #expect(verified.text.contains("its last statement is not whole"), "\(verified)")
        let pushed = try phone.run("push")
        #expect(pushed.status == 0 && pushed.codedError.contains("it is pushed again"), "\(pushed)")
        // After that there is nothing to do.
        let again = try phone.run("push")
        #expect(again.text == "everything up-to-date\n" && again.error.isEmpty, "\(again)")
        #expect(try phone.expect(["remote", "verify"]).text.hasSuffix(": all of it holds\n"))
        try expectAllIsWell("after that")
    }

    @Test func aLostFileOfItsOwnIsWrittenAgain() throws {
        try shell("rm stick/data/*")
        #expect(try !phone.expect(["push"]).text.contains("up-to-date"))
        let tablet = try fixture.device("tablet", url: url)
        // What another device has sent is away still, and a note says so.
        let fetched = try tablet.run("fetch")
        #expect(fetched.status == 0, "\(fetched)")
        #expect(try tablet.stateHash() == phone.stateHash())
    }

    // MARK: Statements before their data

    /// A tablet whose first statement has arrived without its data, which is away.
    private func arriving() throws -> (slot: String, nodes: Int) {
        let tablet = try fixture.device("tablet", url: url)
        try tablet.expect(["fetch"])
        try tablet.add("From the tablet")
        let before = try Set(fixture.place.shell("ls stick/data").lines)
        try tablet.expect(["push"])
        let new = try fixture.place.shell("ls stick/data").lines.filter { !before.contains($0) }
        try #require(!new.isEmpty)
        try shell("mkdir away && cd stick/data && mv \(new.joined(separator: " ")) ../../away")
        return (try slot(of: tablet), try tablet.ids().count)
    }

    private func bring(_ part: String = "whole") throws {
        let half = part == "whole" ? "cp $f stick/data" : "head -c 60 $f >stick/data/${f#away/}"
        try shell("for f in away/*; do \(half); done")
    }

    @Test(arguments: ["absent", "half"])
    func aFirstStatementBeforeItsDataIsNotYetHere(_ part: String) throws {
        let (slot, count) = try arriving()
        if part == "half" { try bring("half") }
        let text = "not yet here: the slot \(slot) of "
        for device in [phone, laptop] {
            for command in ["fetch", "sync"] {
                let outcome = try device.run(command)
                #expect(
                    outcome.status == 0 && outcome.codedError.contains("note: \(text)"),
                    "\(outcome)")
                #expect(outcome.codedError.contains("whose data is not complete yet"), "\(outcome)")
            }
            #expect(try device.expect(["status"]).text.contains(text))
            #expect(try device.expect(["remote", "show"]).text.contains(text))
            let checked = try device.run("fsck", ["--from", "origin"])
            #expect(
                checked.status == 0 && checked.codedError.contains("note: \(text)"), "\(checked)")
        }
        let verified = try phone.expect(["remote", "verify"]).text
        #expect(verified.contains(text), "\(verified)")
        #expect(
            verified.hasSuffix("all of it holds, and not all of it is here yet\n"), "\(verified)")
        try bring()
        #expect(try phone.expect(["sync"]).text.hasPrefix("1 task added by tablet\n"))
        #expect(try phone.ids().count == count)
        #expect(try !phone.expect(["status"]).text.contains("not yet here"))
        try laptop.expect(["sync"])
        try expectAllIsWell("after that")
    }

    /// Programs are told what kind of finding it is, and that it is held against nobody.
    @Test func programsAreToldOfWhatArrives() throws {
        let (slot, _) = try arriving()
        #expect(try laptop.run("fetch").status == 0)
        let line = try #require(try laptop.expect(["status", "--json"]).lines.first)
        let status = try JSONDocument(Array(line.utf8)).root.value
        let finding = try #require(status["remotes"]?.elements.first?["withheld"]?.elements.first)
        #expect(finding["kind"]?.text == "arriving" && finding["accused"] == false)
        #expect(finding["slot"]?.text == slot && finding["seen"]?.integer == 1)
    }

    /// A clone of a folder that is being copied has what is there, and the rest comes with the next sync.
    @Test func aCloneOfWhatIsThere() throws {
        _ = try arriving()
        let reader = try fixture.runner("reader")
        let clone = try reader.run("redo", ["clone", url, "copy"])
        #expect(clone.status == 0 && clone.codedError.contains("not yet here"), "\(clone)")
        #expect(clone.text.contains("made a store of 3 nodes"), "\(clone)")
        try bring()
        let fetched = try reader.run("redo", ["--redo-dir", "copy/.redo", "fetch"])
        #expect(fetched.text == "received 2 nodes\n", "\(fetched)")
    }

    /// A member's statement whose data does not come in a week is a complaint; a stranger's never is, since it can be made up.
    @Test(arguments: [true, false]) func aWeekLaterAMembersDataIsWithheld(_ isMember: Bool) throws {
        if isMember {
            // A statement of the phone, which the laptop has nodes of.
            let before = try Set(fixture.place.shell("ls stick/data").lines)
            let old = try statements(of: slot(of: phone))
            try phone.add("Four", "--draft")
            try phone.expect(["push"])
            let new = try fixture.place.shell("ls stick/data").lines.filter { !before.contains($0) }
            for file in new { try shell("rm stick/data/\(file)") }
            for file in old { try shell("rm -f stick/\(file)") }
        } else {
            _ = try arriving()
        }
        let week = ["REDO_WALL": "2025-11-23T12:00:00.000Z"]
        #expect(try laptop.run("fetch").status == 0)
        let late = try laptop.run("fetch", extra: week)
        #expect(late.status == (isMember ? 1 : 0), "\(late)")
        #expect(late.codedError.contains("E_REMOTE_WITHHOLDS") == isMember, "\(late)")
        #expect(late.codedError.contains("not yet here") != isMember, "\(late)")
    }

    /// A statement of another copy of the store, whose data is still to come, is not replaced by the slot in which this one
    /// goes on: its nodes would be missed by nobody. Lists of nodes that the record of the remote has kept do not say that
    /// these are here.
    @Test(arguments: [true, false])
    func whatArrivesInTheOwnSlotIsNotRetired(_ keepsLists: Bool) throws {
        _ = try phone.runner.shell("cp -a .redo twin")
        let before = try Set(fixture.place.shell("ls stick/data").lines)
        try phone.add("Of the other copy", "--draft")
        try phone.expect(["push"])
        let new = try fixture.place.shell("ls stick/data").lines.filter { !before.contains($0) }
        try shell("mkdir away && cd stick/data && mv \(new.joined(separator: " ")) ../../away")
        let old = try slot(of: phone)
        // The store as it was, in its own place: only its slot's number tells.
        let lists = keepsLists ? "" : "checkpoints/origin/ids"
        let restored = try phone.runner.shell(
            "cp -a twin/. .redo/ && cd twin && "
                + "for f in objects operations inventory \(lists); do "
                + "rm -rf ../.redo/$f; test ! -e $f || cp -a $f ../.redo/$f; done")
        try #require(restored.status == 0, "\(restored)")
        try phone.add("Of this copy", "--draft")
        let pushed = try phone.run("push")
        #expect(
            pushed.status == 0 && pushed.codedError.contains("continues in a new slot"), "\(pushed)"
        )
        #expect(try slot(of: phone) != old)
        for device in [laptop, phone] {
            let fetched = try device.run("fetch")
            #expect(fetched.status == 0, "\(fetched)")
            #expect(fetched.codedError.contains("not yet here: the slot \(old)"), "\(fetched)")
        }
        try bring()
        try laptop.expect(["sync"])
        try phone.expect(["sync"])
        let titles = try phone.tasks().compactMap { $0["title"]?.text }
        #expect(titles.contains("Of the other copy") && titles.contains("Of this copy"))
        try expectAllIsWell("after that")
    }

    /// In a place that nobody copies, data is there before its statement: what is missing is damage.
    @Test func whereNobodyCopiesItIsDamage() throws {
        _ = try arriving()
        try laptop.expect(["config", "remote.origin.copied", "false"])
        let fetched = try laptop.run("fetch")
        #expect(
            fetched.status == 1 && fetched.codedError.contains("missing or damaged"), "\(fetched)")
    }

    // MARK: What no statement lists

    private func names(_ directory: String) throws -> Set<String> {
        Set(try fixture.place.shell("cd stick/\(directory) 2>/dev/null && ls").lines)
    }

    private static let late = ["REDO_WALL": "2025-12-20T12:00:00.000Z"]

    /// A piece of a push that was given up.
    ///
    /// - Returns: its name.
    private func unlistedPiece() throws -> String {
        try shell("printf piece >piece && cp piece stick/data/$(sha256sum <piece | cut -c1-64)")
        return try #require(fixture.place.shell("sha256sum <piece | cut -c1-64").lines.first)
    }

    /// What is marked while a statement cannot be read goes once that is gone, after the usual time.
    @Test func unlistedFilesAreMarkedBesideAHalfStatement() throws {
        let piece = try unlistedPiece()
        try shell("mkdir stick/slots/\(Self.madeUp)")
        try shell("echo half >stick/slots/\(Self.madeUp)/0000000000000001-\(Self.digest)")
        #expect(try phone.run("remote", ["compact"]).status == 0)
        #expect(try names("gone").contains(piece))
        let kept = try phone.run("remote", ["compact"], extra: Self.late)
        #expect(
            kept.status == 0 && kept.codedError.contains("no file is removed from origin"),
            "\(kept)")
        #expect(kept.codedError.contains(Self.madeUp), "\(kept)")
        #expect(try names("data").contains(piece))
        #expect(try names("gone").allSatisfy { !$0.hasSuffix("-going") })
        try shell("rm -r stick/slots/\(Self.madeUp)")
        #expect(try phone.run("remote", ["compact"], extra: Self.late).status == 0)
        #expect(try !names("data").contains(piece))
        try expectAllIsWell("after that")
    }

    /// A half statement of a slot that was replaced keeps nothing.
    @Test func unlistedFilesGoBesideAHalfStatementOfARetiredSlot() throws {
        let piece = try unlistedPiece()
        let slot = try slot(of: phone)
        let last = try #require(try statements(of: slot).first)
        try shell("cp stick/\(last) last")
        try phone.expect(["remote", "compact"])
        try laptop.expect(["sync"])
        try shell("mkdir -p stick/slots/\(slot) && head -c 300 last >stick/\(last)")
        #expect(try names("gone").contains(piece))
        let compacted = try laptop.run("remote", ["compact"], extra: Self.late)
        #expect(compacted.status == 0 && compacted.error.isEmpty, "\(compacted)")
        #expect(try !names("data").contains(piece))
        try expectAllIsWell("after that")
    }
}

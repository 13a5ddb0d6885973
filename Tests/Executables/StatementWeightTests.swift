import Foundation
import TestSupport
import Testing

/// What keys that should not be believed say of other slots, in a folder whose host helps them: what is missing is found all the
/// same, and what was invented ends.
@Suite(.enabled(if: PythonWithNaCl.path != nil, "no python3 has the module nacl"))
struct StatementWeightTests {
    private let fixture: GitFixture
    private let forged: ForgedStatements
    private let phone: TaskStore
    private let reader: TaskStore
    private let eve: TaskStore

    /// A phone and a stranger that have pushed, and a reader that has seen both.
    init() throws {
        fixture = try GitFixture()
        let stick = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
        forged = ForgedStatements(place: fixture.place)
        phone = try fixture.device("phone", url: "folder:\(stick)")
        reader = try fixture.device("reader", url: "folder:\(stick)")
        eve = try fixture.device("eve", url: "folder:\(stick)")
        for device in [phone, reader, eve] {
            try device.expect(["config", "remote.origin.copied", "false"])
        }
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        _ = try fixture.place.shell("cp -a stick/slots/\(forged.slot(of: phone)) before")
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        try eve.expect(["fetch"])
        try eve.add("Of a stranger", "--draft")
        try eve.expect(["push"])
        try reader.expect(["fetch"])
    }

    /// The host sets the phone's slot back, or removes it.
    private func setBack(_ isDeleted: Bool) throws {
        let slot = try forged.slot(of: phone)
        let line = isDeleted ? "" : " && cp -a before stick/slots/\(slot)"
        let outcome = try fixture.place.shell("rm -r stick/slots/\(slot)\(line)")
        try #require(outcome.status == 0, "\(outcome)")
    }

    private func expectCaught(_ device: TaskStore, _ isDeleted: Bool) throws {
        let code = isDeleted ? "E_REMOTE_WITHHOLDS" : "E_REMOTE_REWOUND"
        let start = try "the slot \(forged.slot(of: phone)) "
        for words in [["fetch"], ["remote", "verify"], ["fsck", "--from", "origin"]] {
            let outcome = try device.run(words[0], Array(words.dropFirst()))
            #expect(outcome.status == 1, "\(words) \(outcome)")
            let found = (outcome.text + outcome.error).split(separator: "\n").contains {
                $0.contains(start) && $0.hasSuffix("(\(code))")
            }
            #expect(found, "\(words) \(outcome)")
        }
    }

    /// A key with one node says that it replaces the slot, up to the greatest number there is.
    @Test(arguments: [true, false]) func aStrangerRetiresNoSlot(_ isDeleted: Bool) throws {
        try forged.retire(forged.slot(of: phone), at: 9_007_199_254_740_991, by: eve)
        try reader.expect(["fetch"])
        try setBack(isDeleted)
        try expectCaught(reader, isDeleted)
    }

    /// A device that is revoked was of the person: its word counted before, and does not any more.
    @Test func aRevokedDeviceRetiresNoSlot() throws {
        try phone.expect(["person", "create", "Ana"])
        try phone.expect(["sync"])
        try eve.expect(["sync"])
        let offer = try eve.run("device", ["accept"]).lines
        let key = String(try #require(offer.first).dropFirst("key ".count))
        let added = try phone.run("device", ["add", key, "--name", "eve", "--yes"])
        try #require(added.status == 0, "\(added)")
        for device in [phone, eve] { try device.expect(["sync"]) }
        try eve.expect(["device", "accept", "--yes"])
        for device in [eve, phone, reader] { try device.expect(["sync"]) }
        let revoked = try phone.run("device", ["revoke", "eve"])
        try #require(revoked.status == 0, "\(revoked)")
        try phone.expect(["sync"])
        try forged.retire(forged.slot(of: phone), at: 9_007_199_254_740_991, by: eve)
        // The revocation comes with the statement: it is judged by it.
        try reader.expect(["fetch"])
        try setBack(true)
        try expectCaught(reader, true)
    }

    /// Slots that never were: one line, which ends once it is accepted, or the key is ignored.
    @Test(arguments: [true, false]) func whatIsInventedEnds(_ isAccepted: Bool) throws {
        try forged.invent(2000, by: eve)
        for _ in 0..<2 {
            let fetched = try reader.run("fetch")
            #expect(fetched.status == 1, "\(fetched)")
            let errors = fetched.codedError.split(separator: "\n").filter {
                $0.hasPrefix("error: ")
            }
            #expect(errors.count == 1, "\(fetched)")
            #expect(errors.first?.contains("it misses 1999 further slots") == true, "\(fetched)")
        }
        if isAccepted {
            let accepted = try reader.expect(["remote", "accept"]).text
            #expect(accepted.hasPrefix("accepted: the slot "), "\(accepted)")
        } else {
            let own = Set(try phone.nodes().compactMap { $0["author"]?["userId"]?.text })
            let authors = try eve.nodes().compactMap { $0["author"]?["userId"]?.text }
            let user = try #require(authors.first { !own.contains($0) })
            try reader.expect(["ignore", user])
        }
        #expect(try reader.expect(["fetch"]).text == "nothing new\n")
        #expect(try reader.expect(["remote", "accept"]).text == "nothing to accept\n")
        // What this store has seen itself is reported all the same.
        try setBack(false)
        try expectCaught(reader, false)
    }

    /// A host that was restored from a backup, whose devices are gone: the report ends, and the slot goes on from there.
    @Test func whatWillNotComeBackIsAccepted() throws {
        try setBack(false)
        try expectCaught(reader, false)
        let accepted = try reader.expect(["remote", "accept"]).text
        #expect(
            accepted.contains("is at statement 1, and was at statement 2 before"), "\(accepted)")
        #expect(try reader.expect(["fetch"]).text == "nothing new\n")
        #expect(try reader.expect(["status"]).text.contains("E_REMOTE") == false)
        #expect(try reader.ids().count == 3)
        try setBack(true)
        try expectCaught(reader, true)
    }

    /// The slots of an earlier version: their nodes come in, their words do not, and the store goes on in a new slot.
    @Test func slotsOfAnEarlierVersionAreReadAndReplaced() throws {
        try phone.add("Only there", "--draft")
        try phone.expect(["push"])
        let earlier = try forged.makeEarlier(phone)
        let state = phone.runner.path(".redo/checkpoints/origin/state")
        let text = try String(contentsOfFile: state, encoding: .utf8)
        let own = try #require(
            text.range(of: #""nonce":"[0-9a-f]{32}","#, options: .regularExpression))
        try text.replacingCharacters(in: own, with: "")
            .write(toFile: state, atomically: true, encoding: .utf8)
        let fresh = try fixture.device("fresh", url: "folder:\(fixture.place.path("stick"))")
        let fetched = try fresh.run("fetch")
        #expect(fetched.text.contains("received 4 nodes"), "\(fetched)")
        #expect(
            fetched.codedError.contains(
                "the slot \(earlier) does not count: its statement is of an earlier version"),
            "\(fetched)")
        try phone.add("Three", "--draft")
        #expect(try phone.expect(["push"]).text.contains(" to origin\n"))
        #expect(try forged.slot(of: phone) != earlier)
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        // The old slot is not missed, whoever removes it.
        _ = try fixture.place.shell("rm -r stick/slots/\(earlier)")
        let last = try fixture.device("last", url: "folder:\(fixture.place.path("stick"))")
        let rest = try last.run("fetch")
        #expect(rest.status == 0 && !rest.codedError.contains(earlier), "\(rest)")
        #expect(try last.ids().count == 5)
    }
}

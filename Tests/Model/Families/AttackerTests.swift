import RedoCrypto
import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// The rows of the table in SECURITY.md: what whoever has a key can do in a log, and what not.
@Suite struct AttackerTests {
    private let ana = Writer(1)
    private let laptop = Writer(2)
    private let tablet = Writer(3)
    private let recovery = Writer(200)
    private let thief = Writer(98)
    private let puppet = Writer(99)
    private let nonce: JSONString = "00112233445566778899aabbccddeeff"
    private let task: TaskID
    /// Ana, who made a task, with a laptop that she let in and a tablet that the laptop let in.
    private let start: SharedScenario
    private let person: Node
    private let create: Node

    init() throws {
        let key = try #require(ana.author.publicKey)
        task = TaskID(OwnedKind.task.certifiedID(key, nonce: nonce))
        var scenario = SharedScenario()
        person = try scenario.person(ana, recovery)
        try scenario.join(laptop, person, by: ana)
        try scenario.join(tablet, person, by: laptop)
        create = try scenario.add(
            "CREATE", ana, task: task, ["title": "T", "ownerNonce": .string(nonce)])
        start = scenario
    }

    private func recover(
        _ scenario: inout SharedScenario, _ next: Writer, by words: Writer, lettingIn key: Writer,
        revoking keys: [Writer] = [], after seen: [Node]? = nil
    ) throws -> Node {
        try scenario.add(
            "RECOVER", words, after: seen,
            [
                "person": person.reference, "recovery": .string(JSONString(next.commitment)),
                "key": key.keyValue,
                "revokes": .array(keys.map { ["key": $0.keyValue, "keeps": []] }),
            ])
    }

    private func rename(
        _ scenario: inout SharedScenario, by writer: Writer, after seen: [Node]? = nil
    ) throws -> Node {
        try scenario.add(
            "UPDATE_PERSON", writer, after: seen, ["person": person.reference, "name": "Q"])
    }

    private let denied = "E_PERMISSION_DENIED"

    // MARK: Without a place in the person

    /// A key that nobody let in writes to what was never shared, and to nothing else.
    @Test func aStrangerWritesToOpenTasksAlone() throws {
        var log = start
        let open = try log.update(task, by: thief)
        #expect(log.codes[open.id] == nil)
        try log.share(task, "read", to: puppet.userValue, by: ana)
        let refused = [
            try log.update(task, by: thief),
            try log.share(task, "admin", to: thief.userValue, by: thief),
            try log.unshare(task, puppet.userValue, by: thief),
            try log.add("JOIN_PERSON", thief, ["person": person.reference]),
            try rename(&log, by: thief),
            try log.revoke(laptop, person, by: thief),
            try recover(&log, thief, by: thief, lettingIn: thief),
            try log.add(
                "ADD_DEVICE", thief, ["person": person.reference, "key": puppet.keyValue]),
        ]
        let codes = log.codes
        for node in refused { #expect(codes[node.id] == denied, "\(node.action)") }
        let taken = try log.add("CREATE", thief, task: task, after: [], ["title": "mine"])
        #expect(log.codes[taken.id] == "E_DUPLICATE_CREATE")
    }

    @Test func aReaderWritesNothingAndMayLeave() throws {
        var log = start
        try log.share(task, "read", to: thief.userValue, by: ana)
        let update = try log.update(task, by: thief)
        let share = try log.share(task, "read", to: puppet.userValue, by: thief)
        let removal = try log.unshare(task, puppet.userValue, by: thief)
        let left = try log.unshare(task, thief.userValue, by: thief)
        for node in [update, share, removal] { #expect(log.codes[node.id] == denied) }
        #expect(log.codes[left.id] == nil)
    }

    @Test func aWriterSharesNothing() throws {
        var log = start
        try log.share(task, "write", to: thief.userValue, by: ana)
        let update = try log.update(task, by: thief)
        let share = try log.share(task, "write", to: puppet.userValue, by: thief)
        let puppets = try log.update(task, by: puppet)
        #expect(log.codes[update.id] == nil)
        #expect(log.codes[share.id] == denied && log.codes[puppets.id] == denied)
    }

    /// An admin shares and removes others, but not the owner; once the owner has removed them, what they do without
    /// having seen it counts for nothing, nor does what they let in.
    @Test func anAdminIsUndoneByTheOwner() throws {
        var log = start
        let given = try log.share(task, "admin", to: thief.userValue, by: ana)
        let share = try log.share(task, "write", to: tablet.userValue, by: thief)
        let coup = try log.unshare(task, person.reference, by: thief)
        let mine = try log.update(task, by: ana)
        #expect(log.codes[share.id] == nil && log.codes[mine.id] == nil)
        let removal = try log.unshare(task, thief.userValue, by: ana)
        let late = try log.share(task, "admin", to: puppet.userValue, by: thief, after: [given])
        let puppets = try log.update(task, by: puppet, after: [late])
        let revenge = try log.unshare(task, person.reference, by: puppet, after: [late])
        let codes = log.codes
        for node in [late, puppets, revenge] { #expect(codes[node.id] == denied) }
        #expect(codes[removal.id] == nil && codes[mine.id] == nil)
        // A removal of the owner changes nothing, whether it counts or not.
        #expect(codes[coup.id] == nil || codes[coup.id] == denied)
    }

    /// What a member writes after the removal has no effect, however it is dated.
    @Test(arguments: [0, 9])
    func aRemovedMemberAddsNothing(_ minute: Int) throws {
        var log = start
        let given = try log.share(task, "write", to: thief.userValue, by: ana)
        let seen = try log.update(task, by: thief)
        try log.unshare(task, thief.userValue, by: ana)
        let late = try log.add(
            "UPDATE", thief, task: task, after: [given], minute: minute, ["title": "late"])
        let after = try log.add("UPDATE", thief, task: task, minute: minute, ["title": "later"])
        #expect(log.codes[seen.id] == nil)
        #expect(log.codes[late.id] == denied && log.codes[after.id] == denied)
    }

    // MARK: With a device's key

    /// The key of a device that another one let in: it writes, and lets in, until it is revoked; it revokes only
    /// below it.
    @Test func aDevicesKeyIsRevokedFromAbove() throws {
        var log = start
        let seen = log.heads
        let write = try log.update(task, by: laptop)
        let puppets = try log.join(puppet, person, by: laptop)
        let below = try log.revoke(tablet, person, by: laptop)
        let above = try log.revoke(ana, person, by: laptop)
        let codes = log.codes
        #expect(codes[write.id] == nil && codes[puppets.id] == nil && codes[below.id] == nil)
        #expect(codes[above.id] == denied)
        let revocation = try log.revoke(laptop, person, by: ana, after: seen)
        let late = try log.update(task, by: laptop, after: [create])
        let after = log.codes
        #expect(after[revocation.id] == nil)
        for node in [write, below, late] { #expect(after[node.id] == "E_KEY_REVOKED") }
        // What let it in is gone.
        #expect(after[puppets.id] == denied)
        let honest = try rename(&log, by: tablet, after: seen)
        #expect(log.codes[honest.id] == nil)
    }

    /// The first device is below none: only the recovery key takes it out.
    @Test func theFirstDevicesKeyNeedsTheRecoveryKey() throws {
        var log = start
        let seen = log.heads
        let purge = try log.revoke(laptop, person, by: ana)
        let tried = try log.revoke(ana, person, by: laptop, after: seen)
        #expect(log.codes[purge.id] == nil)
        #expect(log.codes[tried.id] != nil)
        // It revokes itself, and with that the backing of those that it let in goes.
        let recovered = try recover(
            &log, Writer(201), by: recovery, lettingIn: tablet, revoking: [ana], after: seen)
        #expect(log.codes[recovered.id] == nil)
        #expect(log.codes[purge.id] == "E_KEY_REVOKED")
        let honest = try rename(&log, by: tablet, after: [recovered])
        #expect(log.codes[honest.id] == nil)
    }

    /// A key that is used by a thief can leave for a person of the thief's, until it is revoked.
    @Test func aStolenKeyThatMovedIsStillRevoked() throws {
        var log = start
        let seen = log.heads
        let other = try log.person(thief)
        let join = try log.join(laptop, other, by: thief)
        #expect(log.codes[join.id] == "E_PERSON_CONFLICT")
        try log.revoke(laptop, person, by: ana, after: seen)
        let late = try log.update(task, by: laptop, after: [create])
        #expect(log.codes[late.id] == "E_KEY_REVOKED")
    }

    // MARK: With the recovery key

    /// Words that were used answer to nothing any more, whatever the date.
    @Test func usedWordsDoNotWinByADate() throws {
        var log = start
        let seen = log.heads
        let honest = try recover(&log, Writer(201), by: recovery, lettingIn: tablet, after: seen)
        _ = try rename(&log, by: tablet, after: [honest])
        let forged = try recover(
            &log, thief, by: recovery, lettingIn: thief, revoking: [ana, laptop, tablet],
            after: [person])
        let again = try recover(&log, thief, by: recovery, lettingIn: thief, after: [honest])
        let codes = log.codes
        #expect(codes[honest.id] == nil)
        #expect(codes[forged.id] == denied && codes[again.id] == denied)
    }

    /// Who finds the words first recovers; the owner's devices, which go on from the owner's RECOVER, undo it.
    @Test func stolenWordsAreUndoneByMoreDevices() throws {
        var log = start
        let seen = log.heads
        let theft = try recover(
            &log, thief, by: recovery, lettingIn: thief, revoking: [laptop], after: seen)
        #expect(log.codes[theft.id] == nil)
        let answer = try recover(
            &log, Writer(201), by: recovery, lettingIn: tablet, after: seen)
        for device in [ana, laptop, tablet] { _ = try rename(&log, by: device, after: [answer]) }
        #expect(log.codes[answer.id] == nil && log.codes[theft.id] == denied)
    }

    /// Words and most of the devices together win: this is the limit.
    @Test func wordsAndMostDevicesWin() throws {
        var log = start
        let seen = log.heads
        let honest = try recover(&log, Writer(201), by: recovery, lettingIn: ana, after: seen)
        _ = try rename(&log, by: ana, after: [honest])
        let theft = try recover(
            &log, thief, by: recovery, lettingIn: thief, revoking: [ana], after: seen)
        for device in [laptop, tablet] { _ = try rename(&log, by: device, after: [theft]) }
        #expect(log.codes[theft.id] == nil && log.codes[honest.id] == denied)
    }
}

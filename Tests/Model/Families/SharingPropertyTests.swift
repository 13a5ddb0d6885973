import RedoJSON
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// What sections 3 and 4 of docs/extensions.md promise, tried on random logs to which nodes are added, and on small ones.
@Suite struct SharingPropertyTests {
    private static let writers = (1...7).map { Writer(UInt8($0)) }

    /// Logs with a task that has an owner, who can be written by.
    private static func forEachLog(
        _ body: (SharedScenario, TaskID, _ owner: Writer, inout SeededGenerator, Comment) throws ->
            Void
    ) throws {
        let seed = Seed()
        var random = seed.generator
        var count = 0
        for _ in 0..<40 {
            let scenario = SharedScenario(RandomSharedLog(seed: random.next()).nodes)
            let task = Sample.taskID(1)
            let replay = scenario.replay
            let owner = replay.authority.people.owner(of: task, among: scenario.nodes)
            let people = replay.authority.people
            let writer = writers.first { writer in
                people.principal(of: writer.author) == owner
                    && !people.isRevoked(writer.author)
            }
            guard let writer else { continue }
            count += 1
            try body(scenario, task, writer, &random, seed.replay)
        }
        #expect(count > 5, seed.replay)
    }

    /// A removal that has seen everything takes nothing away, whomever it names.
    @Test func whatTheRemoverHadSeenStays() throws {
        try Self.forEachLog { scenario, task, owner, random, comment in
            var after = scenario
            let other = Self.writers.randomElement(using: &random) ?? owner
            // The UNSHARE is a witness where the log had none: what it has seen stays.
            try after.unshare(task, other.userValue, by: owner)
            let (before, now) = (scenario.codes, after.codes)
            for node in scenario.nodes where before[node.id] == nil {
                #expect(now[node.id] == nil, comment)
            }
        }
    }

    /// Who is removed can write nothing any more that the remover had not seen, whatever its date.
    @Test func whatARemovedKeyDatesBackIsVoid() throws {
        try Self.forEachLog { scenario, task, owner, random, comment in
            var after = scenario
            let people = scenario.replay.authority.people
            let other = Self.writers.first {
                people.principal(of: $0.author) != people.principal(of: owner.author)
            }
            guard let other else { return }
            let known = scenario.nodes.filter { $0.taskID == task }
            guard let seen = known.randomElement(using: &random) else { return }
            try after.share(task, "admin", to: other.userValue, by: owner)
            try after.unshare(task, other.userValue, by: owner)
            let puppet = Writer(99)
            var late = [try after.update(task, by: other, after: [seen])]
            late.append(
                try after.share(task, "admin", to: puppet.userValue, by: other, after: late))
            late.append(try after.update(task, by: puppet, after: [late[1]]))
            late.append(try after.unshare(task, owner.userValue, by: puppet, after: [late[1]]))
            late.append(try after.unshare(task, owner.userValue, by: other, after: [seen]))
            let codes = after.codes
            for node in late { #expect(codes[node.id] != nil, comment) }
            // It takes nothing from others.
            var without = scenario
            try without.share(task, "admin", to: other.userValue, by: owner)
            try without.unshare(task, other.userValue, by: owner)
            let expected = without.codes
            for node in without.nodes { #expect(codes[node.id] == expected[node.id], comment) }
        }
    }

    /// What a stolen key writes after it was revoked is void in every family, whatever its date.
    @Test func whatARevokedKeyDatesBackIsVoid() throws {
        for depth in 1...3 {
            var scenario = SharedScenario()
            let first = Self.writers[0]
            let person = try scenario.person(first)
            for (upper, lower) in zip(Self.writers, Self.writers.dropFirst()).prefix(depth) {
                try scenario.join(lower, person, by: upper)
            }
            let stolen = Self.writers[depth]
            let create = try scenario.add("CREATE", stolen, task: Sample.task, ["title": "T"])
            try scenario.revoke(stolen, person, by: first)
            let late = [
                try scenario.update(Sample.task, by: stolen, after: [create]),
                try scenario.add(
                    "ADD_DEVICE", stolen, after: [person],
                    ["person": person.reference, "key": Writer(98).keyValue]),
                try scenario.revoke(first, person, by: stolen, after: [create]),
            ]
            let codes = scenario.codes
            #expect(codes[create.id] == nil)
            for node in late { #expect(codes[node.id] == "E_KEY_REVOKED") }
        }
    }

    /// In a chain of devices each revokes those below it, and none above.
    @Test(arguments: 0..<4, 0..<4)
    func aJuniorDeviceRevokesNobodyAbove(_ author: Int, _ target: Int) throws {
        var scenario = SharedScenario()
        let person = try scenario.person(Self.writers[0])
        for (upper, lower) in zip(Self.writers, Self.writers.dropFirst()).prefix(3) {
            try scenario.join(lower, person, by: upper)
        }
        let create = scenario.heads
        let revocation = try scenario.revoke(
            Self.writers[target], person, by: Self.writers[author])
        let late = try scenario.add(
            "UPDATE_PERSON", Self.writers[target], after: create,
            ["person": person.reference, "name": "Q"])
        #expect(scenario.codes[revocation.id] == (author <= target ? nil : "E_PERMISSION_DENIED"))
        #expect(scenario.codes[late.id] == (author <= target ? "E_KEY_REVOKED" : nil))
    }

    @Test func nobodyRevokesAStrangersKeyByInvitingIt() throws {
        var scenario = SharedScenario()
        let (thief, stranger, recovery) = (Self.writers[0], Self.writers[1], Self.writers[2])
        let create = try scenario.add("CREATE", stranger, task: Sample.task, ["title": "T"])
        try scenario.person(stranger)
        let person = try scenario.person(thief, recovery)
        try scenario.add(
            "ADD_DEVICE", thief, ["person": person.reference, "key": stranger.keyValue])
        let revocation = try scenario.revoke(stranger, person, by: thief, after: scenario.heads)
        try scenario.add(
            "RECOVER", recovery, after: [revocation],
            [
                "person": person.reference, "recovery": .string(JSONString(recovery.commitment)),
                "key": Writer(98).keyValue,
                "revokes": [["key": stranger.keyValue, "keeps": []]],
            ])
        let update = try scenario.update(Sample.task, by: stranger, after: [create])
        #expect(scenario.codes[revocation.id] == "E_PERMISSION_DENIED")
        #expect(scenario.codes[create.id] == nil && scenario.codes[update.id] == nil)
    }

    /// What a thief revoked is undone when the stolen key is revoked from above without covering it.
    @Test func whatAThiefRevokedIsUndoneFromAbove() throws {
        var scenario = SharedScenario()
        let person = try scenario.person(Self.writers[0])
        try scenario.join(Self.writers[1], person, by: Self.writers[0])
        try scenario.join(Self.writers[2], person, by: Self.writers[1])
        let seen = scenario.heads
        let theft = try scenario.revoke(Self.writers[2], person, by: Self.writers[1], after: seen)
        let honest = try scenario.add(
            "UPDATE_PERSON", Self.writers[2], after: seen,
            ["person": person.reference, "name": "Q"])
        #expect(scenario.codes[honest.id] == "E_KEY_REVOKED")
        try scenario.revoke(Self.writers[1], person, by: Self.writers[0], after: seen)
        #expect(scenario.codes[honest.id] == nil)
        #expect(scenario.codes[theft.id] == "E_KEY_REVOKED")
    }

    /// A reader who leaves, and a stranger who removes itself, witness nothing of what was forged.
    @Test func nothingIsLaunderedThroughAWitnessWhoIsNone() throws {
        try Self.forEachLog { scenario, task, owner, random, comment in
            var after = scenario
            let (forger, reader) = (Writer(99), Writer(98))
            let known = scenario.nodes.filter { $0.taskID == task }
            guard let seen = known.randomElement(using: &random) else { return }
            let given = try after.share(task, "read", to: reader.userValue, by: owner)
            let forged = try after.update(task, by: forger, after: [seen])
            let left = try after.unshare(
                task, reader.userValue, by: reader, after: [given, forged])
            let gone = try after.unshare(task, forger.userValue, by: forger, after: [forged])
            let codes = after.codes
            #expect(codes[left.id] == nil, comment)
            #expect(codes[forged.id] == "E_PERMISSION_DENIED", comment)
            #expect(codes[gone.id] == "E_PERMISSION_DENIED", comment)
        }
    }

    /// Whoever was never removed goes on: an owner's removal of one takes nothing from another who had the owner's
    /// grant.
    @Test func whoIsNotRemovedLosesNothing() throws {
        try Self.forEachLog { scenario, task, owner, _, comment in
            var after = scenario
            let (member, other) = (Writer(98), Writer(99))
            let start = after.heads
            let given = try after.share(
                task, "write", to: member.userValue, by: owner, after: start)
            let both = try after.share(
                task, "admin", to: other.userValue, by: owner, after: [given])
            let work = try after.update(task, by: member, after: [both])
            // Neither has seen the other.
            try after.unshare(task, other.userValue, by: owner, after: [both])
            try after.unshare(task, member.userValue, by: other, after: [both])
            let codes = after.codes
            #expect(codes[work.id] == nil, comment)
        }
    }

    /// The owner stays, even if all that certifies the id is cut off; so no other CREATE counts.
    @Test func aCertifiedTaskHasItsOwnerAlthoughItsKeyIsRevoked() throws {
        let nonce: JSONString = "00112233445566778899aabbccddeeff"
        let (first, second, stranger) = (Self.writers[0], Self.writers[1], Self.writers[2])
        let key = try #require(second.author.publicKey)
        let task = TaskID(OwnedKind.task.certifiedID(key, nonce: nonce))
        var scenario = SharedScenario()
        let person = try scenario.person(first)
        let join = try scenario.join(second, person, by: first)
        let create = try scenario.add(
            "CREATE", second, task: task, after: [join],
            ["title": "mine", "ownerNonce": .string(nonce)])
        try scenario.revoke(second, person, by: first, after: [join])
        let taken = try scenario.add("CREATE", stranger, task: task, after: [], ["title": "taken"])
        let shared = try scenario.share(task, "write", to: stranger.userValue, by: first)
        #expect(scenario.codes[create.id] == "E_KEY_REVOKED")
        #expect(scenario.codes[taken.id] == "E_DUPLICATE_CREATE")
        #expect(scenario.codes[shared.id] == nil)
        #expect(scenario.replay.task(task) == nil)
    }

    /// What has no key of its own is by the key that its user begins.
    @Test func whatIsWrittenWithoutAKeyIsCutOffToo() throws {
        var scenario = SharedScenario()
        let (first, second) = (Self.writers[0], Self.writers[1])
        let person = try scenario.person(first)
        let join = try scenario.join(second, person, by: first)
        let create = try scenario.add("CREATE", first, task: Sample.task, after: [], ["title": "T"])
        try scenario.revoke(second, person, by: first, after: [join])
        let late = try scenario.addUnsigned(
            .update, second, Sample.task, after: [create], [JSONMember("title", "U")])
        #expect(scenario.codes[late.id] == "E_KEY_REVOKED")
    }

    /// A task to which a key certified its id is not taken over by a date.
    @Test func aCertifiedTaskIsNotTakenOver() throws {
        let nonce: JSONString = "00112233445566778899aabbccddeeff"
        let owner = Self.writers[0]
        let key = try #require(owner.author.publicKey)
        let task = TaskID(OwnedKind.task.certifiedID(key, nonce: nonce))
        var scenario = SharedScenario()
        let create = try scenario.add(
            "CREATE", owner, task: task, after: [], minute: 9,
            ["title": "mine", "ownerNonce": .string(nonce)])
        let taken = try scenario.add(
            "CREATE", Self.writers[1], task: task, after: [], ["title": "taken"])
        #expect(scenario.codes[taken.id] == "E_DUPLICATE_CREATE")
        #expect(scenario.codes[create.id] == nil)
        #expect(scenario.replay.task(task)?.title == "mine")
    }
}

extension People {
    /// Whether a revocation of the key of an author counts.
    fileprivate func isRevoked(_ author: Author) -> Bool {
        persons.contains { person in
            person.devices.contains { $0.key == author.publicKey && $0.revoked != nil }
        } || !cutOff.isEmpty
    }
}

import RedoCheckpoints
import RedoCrypto
import TestSupport
import Testing

/// Who is believed that a slot is replaced, and that one was seen: a host that shows less must find no one whose word hides it.
@Suite struct RetirementTests {
    private let stranger = Samples.signer(9)
    private let sibling = Samples.signer(8)
    /// A slot that this store has seen.
    private let old: SignedStatement

    init() throws { old = try Samples.statement(4, packs: [1, 2]) }

    /// The slot of a key with the other nonce.
    private func slot(of signer: Signer) -> Slot {
        Slot(of: signer.publicKey, nonce: Samples.otherNonce)
    }

    private func comparison(
        _ known: RemoteComparison.Known, _ tips: [SignedStatement], counting: Set<Slot>? = nil,
        revoked: Set<PublicKey> = []
    ) -> RemoteComparison {
        RemoteComparison(
            known,
            with: RemoteComparison.Shown(
                tips, counting: counting ?? Set(tips.map(\.statement.slot))),
            by: Samples.rules(
                revoked: revoked, persons: [[Samples.signer.publicKey, sibling.publicKey]]))
    }

    private func heir(
        of signer: Signer, packs: [Int] = [1, 2], at sequence: Int = 4
    ) throws -> SignedStatement {
        let retired =
            sequence == 4 ? try #require(old.mention) : Samples.mention(sequence)
        return try Samples.statement(
            1, of: signer, in: Samples.otherNonce, packs: packs, retired: [retired])
    }

    /// A key with one node retires the slot at the greatest number there is; then the host rewinds or deletes the slot.
    @Test(arguments: [true, false]) func aStrangerRetiresNothing(_ isDeleted: Bool) throws {
        let word = try heir(of: stranger, at: 9_007_199_254_740_991)
        let before = try Samples.statement(3)
        let compared = comparison(
            RemoteComparison.Known(seen: [old]), isDeleted ? [word] : [word, before])
        #expect(
            compared.findings == [
                isDeleted
                    ? .withheld(seen: old.position, now: nil)
                    : .rewound(seen: old.position, now: before.position)
            ])
        #expect(compared.settled.isEmpty)
    }

    @Test func anotherDeviceOfThePersonRetires() throws {
        let compared = comparison(
            RemoteComparison.Known(seen: [old]), [try heir(of: sibling)])
        #expect(compared.findings.isEmpty)
        #expect(compared.settled == [Samples.slot: 4])
    }

    @Test func aRevokedDeviceRetiresNothing() throws {
        let word = try heir(of: sibling)
        let compared = comparison(
            RemoteComparison.Known(seen: [old]), [word], counting: [],
            revoked: [sibling.publicKey])
        #expect(compared.findings == [.withheld(seen: old.position, now: nil)])
    }

    /// A statement by the owner itself that has not all nodes of the slot.
    @Test func whatDoesNotCoverTheSlotRetiresNothing() throws {
        let word = try heir(of: Samples.signer, packs: [1])
        let compared = comparison(RemoteComparison.Known(seen: [old]), [word])
        #expect(compared.findings == [.withheld(seen: old.position, now: nil)])
        #expect(compared.settled.isEmpty)
    }

    /// It stays for what was seen, whatever becomes of the heir, and says nothing of what comes later.
    @Test func whatWasBelievedStays() throws {
        let first = comparison(
            RemoteComparison.Known(seen: [old]), [try heir(of: sibling), old])
        #expect(first.findings.isEmpty && first.settled == [Samples.slot: 4])
        let known = RemoteComparison.Known(seen: [old], settled: first.settled)
        #expect(comparison(known, []).findings.isEmpty)
        // The slot goes on, since a copy of the store uses it, and is set back.
        let later = try Samples.statement(5, packs: [1, 2, 3])
        let compared = comparison(
            RemoteComparison.Known(seen: [later], settled: first.settled), [old])
        #expect(compared.findings == [.rewound(seen: later.position, now: old.position)])
    }

    /// A retirement says nothing beyond what was seen once the heir is not there to say so.
    @Test func aGreatNumberIsBelievedForWhatWasSeen() throws {
        let word = try heir(of: sibling, at: 9_007_199_254_740_991)
        #expect(
            comparison(RemoteComparison.Known(seen: [old]), [word]).settled
                == [Samples.slot: 4])
    }

    /// A new device has seen nothing of the slot that is gone: the heir has to be believed for what a witness has seen.
    @Test func aWitnessOfARetiredSlotIsNotMissed() throws {
        let witness = try Samples.statement(
            1, of: stranger, in: Samples.otherNonce, seen: [try #require(old.mention)])
        let heir = try heir(of: sibling)
        #expect(comparison(RemoteComparison.Known(seen: []), [witness, heir]).findings.isEmpty)
        #expect(comparison(RemoteComparison.Known(seen: []), [witness]).findings.count == 1)
    }

    /// What others have of a slot whose key does not count any more is not missed; what no one has is.
    @Test(arguments: [true, false]) func theSlotOfARevokedKey(_ isCovered: Bool) throws {
        let other = try Samples.statement(
            1, of: sibling, in: Samples.otherNonce, packs: isCovered ? [1, 2] : [1],
            seen: [try #require(old.mention)])
        let compared = comparison(
            RemoteComparison.Known(seen: [old]), [other], revoked: [Samples.signer.publicKey])
        #expect(
            compared.findings == (isCovered ? [] : [.withheld(seen: old.position, now: nil)]))
        // Nor later, when the slot is forgotten here and the witness still names it.
        let later = comparison(
            RemoteComparison.Known(seen: [], settled: compared.settled), [other],
            revoked: [Samples.signer.publicKey])
        #expect(later.findings.isEmpty == isCovered)
    }

    // MARK: Words of witnesses

    /// A statement of a key that has seen slots that never were.
    private func inventor(
        of signer: Signer, _ count: Int, sequence: Int = 7
    ) throws -> SignedStatement {
        let seen = (0..<count).map { number in
            var bytes = [UInt8](repeating: 5, count: SlotNonce.byteCount)
            for place in 0..<4 { bytes[place] = UInt8(truncatingIfNeeded: number >> (8 * place)) }
            return Samples.mention(
                sequence, of: Samples.signer.publicKey, SlotNonce(checked: bytes))
        }
        return try Samples.statement(1, of: signer, in: Samples.otherNonce, seen: seen)
    }

    @Test(arguments: [1, 60_000]) func inventedWordsAreOneLine(_ count: Int) throws {
        let word = try inventor(of: stranger, count)
        let compared = comparison(RemoteComparison.Known(seen: [old]), [word, old])
        try #require(compared.findings.count == 1)
        guard case .missed(let testimony) = compared.findings[0] else {
            Issue.record("\(compared.findings)")
            return
        }
        #expect(testimony.slotCount == count && testimony.key == stranger.publicKey)
        #expect(testimony.first.slot == word.statement.seen[0].slot)
        #expect(compared.missed[stranger.publicKey]?.count == count)
        let noted = NotedFinding(
            compared.findings[0], key: nil, missingCount: nil, since: word.statement.time)
        #expect(NotedFinding(noted.json) == noted)
        let text = noted.sentence { _ in "Eve" }
        #expect(text.utf8.count < 300 && text.contains("has seen it at statement 7"), "\(text)")
        #expect(text.contains("it misses 59999 further slots") == (count > 1), "\(text)")
    }

    /// Several slots of one key are one witness.
    @Test func aKeyWithManySlotsIsOneLine() throws {
        let words = try (1...40).map { number in
            let nonce = SlotNonce(checked: Array(repeating: UInt8(number), count: 16))
            return try Samples.statement(
                1, of: stranger, in: nonce,
                seen: [Samples.mention(9), Samples.mention(9, of: sibling.publicKey)])
        }
        let compared = comparison(RemoteComparison.Known(seen: []), words)
        #expect(compared.findings.count == 1)
    }

    @Test func theWordOfARevokedKeyIsNone() throws {
        let word = try inventor(of: stranger, 3)
        let compared = comparison(
            RemoteComparison.Known(seen: []), [word], counting: [],
            revoked: [stranger.publicKey])
        #expect(compared.findings.isEmpty && compared.missed.isEmpty)
    }

    /// Up to the number that was accepted nothing is reported again; a later one is, and so is what this store has seen.
    @Test func whatWasAcceptedIsNotReportedAgain() throws {
        let word = try inventor(of: stranger, 3)
        var known = RemoteComparison.Known(seen: [])
        known.accepted = comparison(known, [word]).missed
        #expect(comparison(known, [word]).findings.isEmpty)
        let more = try inventor(of: stranger, 3, sequence: 8)
        #expect(comparison(known, [more]).findings.count == 1)
        let another = try inventor(of: sibling, 3)
        #expect(comparison(known, [word, another]).findings.count == 1)
        known.seen = [old]
        #expect(
            comparison(known, [word]).findings == [.withheld(seen: old.position, now: nil)])
    }

    /// As long as the slot that was named is missed, it stays the one that is named: its time goes on.
    @Test func theNamedSlotStays() throws {
        let word = try inventor(of: stranger, 5)
        let last = try #require(word.statement.seen.last)
        let compared = comparison(
            RemoteComparison.Known(seen: [], named: [stranger.publicKey: last.slot]), [word])
        #expect(compared.findings.map(\.seen) == [last.position])
        let gone = comparison(
            RemoteComparison.Known(seen: [], named: [stranger.publicKey: Samples.slot]), [word])
        #expect(gone.findings.map(\.seen) == [word.statement.seen[0].position])
    }
}

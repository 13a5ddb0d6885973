import RedoCheckpoints
import RedoCrypto
import TestSupport
import Testing

@Suite struct RemoteComparisonTests {
    /// Statements list the numbers of nodes as packs, so one covers another that lists some of them.
    private static func covers(_ new: Statement, _ old: Statement) -> Bool {
        Set(new.packs.map(\.name)).isSuperset(of: old.packs.map(\.name))
    }

    private func findings(
        seen: [SignedStatement], now: [SignedStatement], counting: Set<Slot>? = nil
    ) -> [RemoteComparison.Finding] {
        RemoteComparison(
            seen: seen, now: now, counting: counting ?? [Samples.slot, Samples.otherSlot],
            covers: Self.covers
        ).findings
    }

    @Test func whatGoesOnIsNotReported() throws {
        let one = try Samples.statement(1)
        let two = try Samples.statement(2, packs: [1, 2], after: one.digest)
        #expect(findings(seen: [], now: [one]).isEmpty)
        #expect(findings(seen: [one], now: [one]).isEmpty)
        #expect(findings(seen: [one], now: [two]).isEmpty)
    }

    @Test func aRewoundSlotIsReported() throws {
        let one = try Samples.statement(1)
        let two = try Samples.statement(2, packs: [1, 2], after: one.digest)
        #expect(
            findings(seen: [two], now: [one]) == [.rewound(seen: two.position, now: one.position)])
    }

    @Test func aForkedSlotIsReported() throws {
        let one = try Samples.statement(1)
        let other = try Samples.statement(1, packs: [2])
        #expect(
            findings(seen: [one], now: [other])
                == [.forked(seen: one.position, now: other.position)])
        // A later one without a node that an earlier one had.
        let later = try Samples.statement(2, packs: [2], after: one.digest)
        #expect(
            findings(seen: [one], now: [later])
                == [.forked(seen: one.position, now: later.position)])
    }

    @Test func aSlotThatIsGoneIsReportedUnlessAnotherReplacesIt() throws {
        let old = try Samples.statement(4)
        #expect(
            findings(seen: [old], now: [])
                == [.withheld(seen: old.position, now: nil, witness: nil)])
        let heir = try Samples.statement(1, in: Samples.otherSlot, retired: [old.position])
        #expect(findings(seen: [old], now: [heir]).isEmpty)
        // Not if it replaces an earlier state, nor if its key is unknown here.
        let early = Statement.Position(slot: Samples.slot, sequence: 3, digest: Samples.digest(3))
        let other = try Samples.statement(1, in: Samples.otherSlot, retired: [early])
        #expect(findings(seen: [old], now: [other]).count == 1)
        #expect(findings(seen: [old], now: [heir], counting: []).count == 1)
    }

    @Test func whatAnotherHasSeenIsMissed() throws {
        let behind = try Samples.statement(2)
        let ahead = Statement.Position(slot: Samples.slot, sequence: 3, digest: Samples.digest(3))
        let witness = try Samples.statement(1, in: Samples.otherSlot, seen: [ahead])
        let expected = RemoteComparison.Finding.withheld(
            seen: ahead, now: behind.position, witness: Samples.otherSlot)
        #expect(findings(seen: [], now: [behind, witness]) == [expected])
        #expect(
            findings(seen: [], now: [witness])
                == [.withheld(seen: ahead, now: nil, witness: Samples.otherSlot)])
        // A stranger's word does not count.
        #expect(findings(seen: [], now: [behind, witness], counting: [Samples.slot]).isEmpty)
        // Another one of the same number.
        let twin = try Samples.statement(3)
        #expect(
            findings(seen: [], now: [twin, witness]) == [.forked(seen: ahead, now: twin.position)])
    }
}

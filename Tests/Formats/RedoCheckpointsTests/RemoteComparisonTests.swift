import RedoCheckpoints
import RedoCrypto
import TestSupport
import Testing

@Suite struct RemoteComparisonTests {
    private func findings(
        seen: [SignedStatement], now: [SignedStatement], counting: Set<Slot>? = nil
    ) -> [RemoteComparison.Finding] {
        RemoteComparison(
            RemoteComparison.Known(seen: seen),
            with: RemoteComparison.Shown(
                now, counting: counting ?? [Samples.slot, Samples.otherSlot]),
            by: Samples.rules()
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
        #expect(findings(seen: [old], now: []) == [.withheld(seen: old.position, now: nil)])
        let retired = try #require(old.mention)
        let heir = try Samples.statement(1, in: Samples.otherNonce, retired: [retired])
        #expect(findings(seen: [old], now: [heir]).isEmpty)
        // Not if it replaces an earlier state, nor if its key does not count here.
        let other = try Samples.statement(
            1, in: Samples.otherNonce, retired: [Samples.mention(3)])
        #expect(findings(seen: [old], now: [other]).count == 1)
        #expect(findings(seen: [old], now: [heir], counting: []).count == 1)
    }

    @Test func whatAnotherHasSeenIsMissed() throws {
        let behind = try Samples.statement(2)
        let ahead = Samples.mention(3)
        let witness = try Samples.statement(1, in: Samples.otherNonce, seen: [ahead])
        func missed(_ now: SignedStatement?) -> RemoteComparison.Finding {
            .missed(
                RemoteComparison.Testimony(
                    by: Samples.otherSlot, Samples.signer.publicKey, first: ahead,
                    now: now?.position, slotCount: 1))
        }
        #expect(findings(seen: [], now: [behind, witness]) == [missed(behind)])
        #expect(findings(seen: [], now: [witness]) == [missed(nil)])
        // A stranger's word does not count.
        #expect(findings(seen: [], now: [behind, witness], counting: [Samples.slot]).isEmpty)
        // Another one of the same number.
        let twin = try Samples.statement(3)
        #expect(findings(seen: [], now: [twin, witness]) == [missed(twin)])
        #expect(
            NotedFinding(
                missed(twin), key: nil, missingCount: nil,
                since: twin.statement.time
            ).code == .remoteForked)
    }
}

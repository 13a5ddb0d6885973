import RedoCrypto
import RedoModel
import Testing

@testable import RedoCheckpoints

/// What stays noted of a remote that withholds something: when it is held against it, and what is the same thing still.
@Suite struct NotedFindingTests {
    private let slot = Slot(checked: [UInt8](repeating: 7, count: 16))
    private let start = Instant(milliseconds: 1_000_000)

    private func position(_ sequence: Int) -> Statement.Position {
        Statement.Position(
            slot: slot, sequence: sequence, digest: SHA256.digest([UInt8(sequence)].span))
    }

    private func noted(_ finding: RemoteComparison.Finding) -> NotedFinding {
        NotedFinding(finding, key: nil, missingCount: 3, since: start)
    }

    private func withheld(_ seen: Int, now: Int?) -> NotedFinding {
        noted(.withheld(seen: position(seen), now: now.map(position)))
    }

    private func missed(
        _ seen: Int, now: Int?, by witness: PublicKey = Samples.signer(9).publicKey
    ) -> NotedFinding {
        let first = Samples.mention(seen)
        let now = now.map {
            Statement.Position(slot: first.slot, sequence: $0, digest: Samples.digest(99))
        }
        return noted(
            .missed(
                RemoteComparison.Testimony(
                    by: Samples.otherSlot, witness, first: first, now: now, slotCount: 2)))
    }

    @Test func aCopiedRemoteIsGivenSevenDays() {
        let finding = withheld(5, now: 3)
        let end = start.milliseconds + 7 * 86_400_000
        let moments = [(start.milliseconds, false), (end - 1, false), (end, true)]
        for (moment, isAccused) in moments {
            let now = Instant(milliseconds: moment)
            #expect(finding.isAccusation(at: now, isCopied: true) == isAccused)
            #expect(finding.isAccusation(at: now, isCopied: false))
        }
    }

    /// A slot that has come to what was missing, and lacks something later, begins anew.
    @Test func whatHasComeIsNotMissedAnyMore() {
        let old = withheld(5, now: 3)
        #expect(withheld(7, now: 4).continues(old))
        #expect(withheld(7, now: nil).continues(old))
        #expect(!withheld(7, now: 5).continues(old))
        #expect(!noted(.rewound(seen: position(7), now: position(6))).continues(old))
        #expect(noted(.rewound(seen: position(7), now: position(4))).continues(old))
        #expect(noted(.forked(seen: position(5), now: position(5))).continues(old))
    }

    /// The word of a witness is the same one as long as the slot that it names is missed.
    @Test func theWordOfAWitnessGoesOn() {
        let old = missed(5, now: 3)
        #expect(missed(7, now: 4).continues(old) && missed(7, now: nil).continues(old))
        #expect(!missed(7, now: 6).continues(old))
        #expect(!missed(5, now: 3, by: Samples.signer(8).publicKey).continues(old))
        #expect(!withheld(5, now: 3).continues(old))
    }

    @Test func theRecordGivesItBack() {
        let findings: [RemoteComparison.Finding] = [
            .forked(seen: position(2), now: position(2)),
            .rewound(seen: position(2), now: position(1)),
            .withheld(seen: position(2), now: nil), .withheld(seen: position(2), now: position(1)),
            missed(2, now: 1).finding, missed(2, now: 2).finding, missed(2, now: nil).finding,
        ]
        for finding in findings {
            #expect(NotedFinding(noted(finding).json) == noted(finding))
        }
        #expect(NotedFinding(["kind": "rewound"]) == nil)
        #expect(NotedFinding(.null) == nil)
    }
}

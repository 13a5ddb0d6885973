import RedoCheckpoints
import RedoCrypto
import RedoModel
import SampleNodes
import Testing

/// Statements whose data is not complete yet: what is said of them, and when it is held against the remote.
@Suite struct ArrivingStatementTests {
    private func findings(
        seen: [SignedStatement] = [], now: [SignedStatement] = [], arriving: SignedStatement,
        counts isCounting: Bool = true
    ) -> [RemoteComparison.Finding] {
        RemoteComparison(
            RemoteComparison.Known(seen: seen),
            with: RemoteComparison.Shown(
                now, counting: [Samples.slot, Samples.otherSlot],
                arriving: [(arriving, isCounting)]),
            by: RemoteComparison.Rules { _, _, _ in true }
        ).findings
    }

    private func arriving(
        _ statement: SignedStatement, counts isCounting: Bool = true
    ) -> RemoteComparison.Finding {
        .arriving(
            RemoteComparison.ArrivingStatement(
                position: statement.position, key: statement.statement.key, isCounting: isCounting))
    }

    private static let start = Sample.instant("2026-11-01T00:00:00.000Z")
    private static let weekLater = Sample.instant("2026-11-08T00:00:00.000Z")

    private func noted(
        _ finding: RemoteComparison.Finding, since: Instant = start
    ) -> NotedFinding {
        NotedFinding(
            finding, key: Samples.signer.publicKey, missingCount: nil, since: since)
    }

    /// The statement says whose it is, also where nothing of its slot was read before, and the record keeps it.
    @Test func aStatementOfASlotThatWasNeverReadIsReadBack() throws {
        let noted = NotedFinding(
            arriving(try Samples.statement(1), counts: false), key: nil, missingCount: nil,
            since: Self.start)
        #expect(noted.key == Samples.signer.publicKey)
        #expect(NotedFinding(noted.json) == noted)
    }

    @Test func aSlotThatArrivesIsNotGone() throws {
        let (one, two) = (try Samples.statement(1), try Samples.statement(2))
        #expect(findings(arriving: one) == [arriving(one)])
        // Its file was replaced by the later one, whose data is still to come.
        #expect(findings(seen: [one], arriving: two) == [arriving(two)])
        #expect(findings(seen: [two], now: [one], arriving: two) == [arriving(two)])
    }

    /// Anyone can sign a statement without data: it hides nothing of what is missing.
    @Test func aStrangersStatementHidesNothing() throws {
        let (one, two) = (try Samples.statement(1), try Samples.statement(2))
        #expect(
            Set(findings(seen: [one], arriving: two, counts: false))
                == [
                    .withheld(seen: one.position, now: nil),
                    arriving(two, counts: false),
                ])
    }

    @Test func whatIsRetiredNeedNotArrive() throws {
        let two = try Samples.statement(2)
        let heir = try Samples.statement(
            1, in: Samples.otherNonce, retired: [try #require(two.mention)])
        #expect(findings(now: [heir], arriving: two).isEmpty)
        #expect(try findings(now: [heir], arriving: Samples.statement(3)).count == 1)
    }

    /// A statement whose data is not there vouches for nothing.
    @Test func anArrivingStatementRetiresNothing() throws {
        let old = try Samples.statement(2)
        let heir = try Samples.statement(
            1, in: Samples.otherNonce, retired: [try #require(old.mention)])
        #expect(
            Set(findings(seen: [old], arriving: heir))
                == [.withheld(seen: old.position, now: nil), arriving(heir)])
    }

    @Test func aWeekLaterItIsHeldAgainstTheRemote() throws {
        let two = try Samples.statement(2)
        let finding = noted(arriving(two))
        #expect(!finding.isAccusation(at: Self.start, isCopied: true))
        let line = finding.line(at: Self.start, isCopied: true) { "\($0)" }
        #expect(line.hasPrefix("not yet here: "), "\(line)")
        #expect(finding.isAccusation(at: Self.weekLater, isCopied: true))
        #expect(finding.code == .remoteWithholds)
        #expect(finding.sentence { _ in "Ana" }.hasSuffix("whose data is not complete yet"))
        let strangers = noted(arriving(two, counts: false))
        #expect(!strangers.isAccusation(at: Self.weekLater, isCopied: true))
    }

    /// The week belongs to a statement: a folder that is always a day behind lies on none.
    @Test func eachStatementHasAWeekOfItsOwn() throws {
        let (two, three) = (try Samples.statement(2), try Samples.statement(3))
        let old = noted(arriving(two))
        #expect(noted(arriving(two)).continues(old))
        #expect(!noted(arriving(three)).continues(old))
        let gone = RemoteComparison.Finding.withheld(
            seen: two.position, now: nil)
        #expect(!noted(gone).continues(old) && !old.continues(noted(gone)))
    }

    @Test(arguments: [true, false]) func theRecordKeepsIt(_ isCounting: Bool) throws {
        let finding = noted(arriving(try Samples.statement(2), counts: isCounting))
        #expect(NotedFinding(finding.json) == finding)
    }
}

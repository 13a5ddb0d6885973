import RedoCrypto
import RedoModel
import TestSupport
import Testing

@testable import RedoEpochs

/// Which epochs are cut off, what becomes of what they changed, and who may seal.
@Suite struct CutOffTests {
    private let a = SampleKey(1)
    private let b = SampleKey(2)
    private let c = SampleKey(3)
    private let d = SampleKey(4)
    private let e = SampleKey(5)

    private var genesis: OpenedEpoch {
        SampleEpoch.make([a.member, b.member, c.member], by: a)
    }

    private func cutOff(_ epochs: OpenedEpoch...) -> [Bool] {
        let history = EpochHistory(epochs, genesis: epochs[0].pin)
        return epochs.map { history.standing(of: $0.reference) == .cutOff }
    }

    private func principals(_ history: EpochHistory) -> [Principal] {
        history.members.map(\.principal)
    }

    @Test func aSeniorCutsOffWhoIsRemoved() throws {
        let genesis = genesis
        let removal = SampleEpoch.make([a.member, b.member], after: [genesis], by: a)
        let late = SampleEpoch.make(
            [a.member, b.member, c.member, d.member], after: [genesis], by: c)
        #expect(cutOff(genesis, removal, late) == [false, false, true])
        let history = EpochHistory(genesis, removal, late)
        #expect(history.lasts.map(\.id) == [removal.id])
        #expect(principals(history) == [a, b].map(\.principal))
        // It still opens what it sealed.
        let content: [UInt8] = [1, 2, 3]
        let file = try late.seal.seal(content.span, as: .piece)
        #expect(try history.open(file.span, as: .piece) == content)
    }

    @Test func twoThatRemoveEachOtherAreDecidedBySeniority() {
        let genesis = genesis
        let byA = SampleEpoch.make([a.member, c.member], after: [genesis], by: a)
        // b cannot remove a: only what stands after it.
        let byB = SampleEpoch.make([b.member, c.member], after: [genesis], by: b)
        let refused = EpochHistory(genesis, byA, byB)
        #expect(
            refused.standing(of: byB.reference) == .refused(.removal(a.memberKey)))
        // b removes c, which removes itself; a removes b: a counts, then c.
        let bRemovesC = SampleEpoch.make([a.member, b.member], after: [genesis], by: b)
        let cAdds = SampleEpoch.make(
            [a.member, b.member, c.member, d.member], after: [genesis], by: c)
        #expect(cutOff(genesis, bRemovesC, cAdds) == [false, false, true])
        #expect(cutOff(genesis, byA, bRemovesC, cAdds) == [false, false, true, false])
        let history = EpochHistory(genesis, byA, bRemovesC, cAdds)
        #expect(principals(history) == [a, c, d].map(\.principal))
    }

    /// Concurrent lists can put the same keys in another order.
    @Test func whoIsSeniorInOneListAndJuniorInAnotherRemovesNobody() {
        let genesis = SampleEpoch.make([a.member], by: a)
        let first = SampleEpoch.make([a.member, b.member, c.member], after: [genesis], by: a)
        let second = SampleEpoch.make([a.member, c.member, b.member], after: [genesis], by: a)
        let history = EpochHistory(genesis, first, second)
        #expect(history.members.count == 3)
        let join = SampleEpoch.make(history.members, after: [first, second], by: a)
        for (signer, other) in [(b, c), (c, b)] {
            let removal = SampleEpoch.make(
                join.body.members.filter { $0.principal != other.principal },
                after: [first, second],
                by: signer)
            let all = EpochHistory(genesis, first, second, removal)
            #expect(
                all.standing(of: removal.reference) == .refused(.removal(other.memberKey)))
        }
    }

    /// Their join decides who may remove whom, and the lists before it disagree, so what is concurrent stays.
    @Test func whoIsSeniorInOneListAndJuniorInAnotherCutsNothingOff() throws {
        let genesis = SampleEpoch.make([a.member], by: a)
        let first = SampleEpoch.make([a.member, b.member, c.member], after: [genesis], by: a)
        let second = SampleEpoch.make([a.member, c.member, b.member], after: [genesis], by: a)
        let members = EpochHistory(genesis, first, second).members
        let join = SampleEpoch.make(members, after: [first, second], by: a)
        let senior = members[1].principal == b.principal ? b : c
        let junior = members[1].principal == b.principal ? c : b
        let removal = SampleEpoch.make(
            Array(members.prefix(2)), after: [join], by: senior)
        let addition = SampleEpoch.make(members + [d.member], after: [join], by: junior)
        #expect(
            cutOff(genesis, first, second, join, removal, addition)
                == [false, false, false, false, false, false])
        let history = EpochHistory(genesis, first, second, join, removal, addition)
        #expect(principals(history) == [a, senior, d].map(\.principal))
    }

    @Test func whomOnlyACutOffEpochLetInIsCutOffAsWell() {
        let genesis = genesis
        let removal = SampleEpoch.make([a.member, b.member], after: [genesis], by: a)
        let first = SampleEpoch.make(
            [a.member, b.member, c.member, d.member], after: [genesis], by: c)
        let second = SampleEpoch.make(
            [a.member, b.member, c.member, d.member, e.member], after: [first], by: d)
        #expect(cutOff(genesis, first, second) == [false, false, false])
        #expect(cutOff(genesis, removal, first, second) == [false, false, true, true])
        #expect(
            principals(EpochHistory(genesis, removal, first, second)) == [a, b].map(\.principal))
    }

    /// Whoever builds upon it in good faith keeps what it adds itself.
    @Test func whatAMemberAddsAfterACutOffEpochStays() {
        let genesis = genesis
        let removal = SampleEpoch.make([a.member, b.member], after: [genesis], by: a)
        let first = SampleEpoch.make(
            [a.member, b.member, c.member, d.member], after: [genesis], by: c)
        let second = SampleEpoch.make(
            [a.member, b.member, c.member, d.member, e.member], after: [first], by: b)
        #expect(cutOff(genesis, removal, first, second) == [false, false, true, false])
        let history = EpochHistory(genesis, removal, first, second)
        #expect(principals(history) == [a, b, e].map(\.principal))
        let plan = try? history.plan(signer: b.publicKey)
        #expect(plan?.members == [a.member, b.member, e.member])
    }

    /// Who was removed by an epoch that is cut off is a member again.
    @Test func whatACutOffEpochRemovesStays() {
        let genesis = SampleEpoch.make(
            [a.member, b.member, c.member, d.member], by: a)
        let attack = SampleEpoch.make([a.member, b.member, c.member], after: [genesis], by: c)
        let followed = SampleEpoch.make([a.member, b.member, c.member], after: [attack], by: b)
        let removal = SampleEpoch.make(
            [a.member, b.member, d.member], after: [genesis], by: a)
        let history = EpochHistory(genesis, attack, followed, removal)
        #expect(history.standing(of: attack.reference) == .cutOff)
        #expect(principals(history) == [a, b, d].map(\.principal))
        let join = SampleEpoch.make(history.members, after: [followed, removal], by: a)
        let joined = EpochHistory(genesis, attack, followed, removal, join)
        #expect(joined.standing(of: join.reference) == .accepted)
        #expect(joined.members == history.members)
    }

    @Test func joinsAreInTheOrderOfPlacesAndPrincipals() {
        let genesis = SampleEpoch.make([a.member, b.member], by: a)
        let one = SampleEpoch.make([a.member, b.member, d.member], after: [genesis], by: a)
        let two = SampleEpoch.make(
            [a.member, b.member, c.member, e.member], after: [genesis], by: b)
        let history = EpochHistory(genesis, one, two)
        let third = [c, d].map(\.principal).sorted { "\($0)" < "\($1)" }
        #expect(principals(history) == [a, b].map(\.principal) + third + [e.principal])
        for members in [history.members, history.members.reversed()] {
            let join = SampleEpoch.make(members, after: [one, two], by: b)
            let joined = EpochHistory(genesis, one, two, join)
            #expect(
                joined.standing(of: join.reference)
                    == (members == history.members ? .accepted : .refused(.order)))
        }
        // The places of members stay when others go: who comes then is behind all.
        let shorter = SampleEpoch.make([b.member, d.member], after: [one], by: a)
        let rest = EpochHistory(genesis, one, two, shorter)
        #expect(principals(rest) == [b.principal] + third + [e.principal])
    }

    // MARK: Sealing

    private func isSealing(_ decision: SealingDecision, in epoch: OpenedEpoch) -> Bool {
        if case .seal(let last) = decision { last.reference == epoch.reference } else { false }
    }

    private func planned(_ decision: SealingDecision) -> EpochPlan? {
        if case .start(let plan) = decision { plan } else { nil }
    }

    private func blocked(_ decision: SealingDecision) -> EpochObstacle? {
        if case .blocked(let obstacle) = decision { obstacle } else { nil }
    }

    @Test func aMemberSealsInTheOneLastEpoch() {
        let genesis = genesis
        let history = EpochHistory(genesis)
        #expect(isSealing(history.sealing(for: b.device), in: genesis))
        // With another box key it is not the device that is listed.
        let other = Member.Device(key: b.publicKey, box: d.box)
        #expect(blocked(history.sealing(for: other))?.reason == .signer)
        #expect(blocked(history.sealing(for: d.device))?.reason == .signer)
        #expect(
            blocked(history.sealing(for: d.device))?.able == [a, b, c].map(\.memberKey))
    }

    @Test func anEpochThatIsCutOffSealsNothing() {
        let genesis = genesis
        let removal = SampleEpoch.make([a.member, b.member], after: [genesis], by: a)
        let late = SampleEpoch.make([a.member, b.member, c.member], after: [genesis], by: c)
        let history = EpochHistory(genesis, removal, late)
        #expect(isSealing(history.sealing(for: b.device), in: removal))
        #expect(blocked(history.sealing(for: c.device))?.reason == .signer)
    }

    @Test func severalLastEpochsAreJoinedFirst() throws {
        let genesis = genesis
        let one = SampleEpoch.make(genesis.body.members + [d.member], after: [genesis], by: a)
        let two = SampleEpoch.make(genesis.body.members + [e.member], after: [genesis], by: b)
        let history = EpochHistory(genesis, one, two)
        let plan = try #require(planned(history.sealing(for: c.device)))
        #expect(Set(plan.parents.map(\.reference)) == [one.reference, two.reference])
        let made = try plan.make(signer: c.signer).epoch
        let joined = EpochHistory(genesis, one, two, made)
        #expect(isSealing(joined.sealing(for: c.device), in: made))
        #expect(joined.members.count == 5)
        // d is a member of one alone.
        #expect(blocked(history.sealing(for: d.device))?.reason == .signer)
    }

    /// Their keys are needed by who comes later, for what was sealed before they were cut off.
    @Test func epochsThatAreCutOffAreFollowedForTheirKeys() throws {
        let genesis = genesis
        let removal = SampleEpoch.make([a.member, b.member], after: [genesis], by: a)
        let late = SampleEpoch.make([a.member, b.member, c.member], after: [genesis], by: c)
        let history = EpochHistory(genesis, removal, late)
        let plan = try history.plan(
            signer: b.publicKey, MembershipChange(added: [d.member]))
        #expect(Set(plan.parents.map(\.reference)) == [removal.reference, late.reference])
        let made = try plan.make(signer: b.signer).epoch
        let after = EpochHistory(genesis, removal, late, made)
        #expect(after.members == [a.member, b.member, d.member])
        // One that has thrown the signer out does not stand in its way.
        let alone = SampleEpoch.make([a.member, c.member], after: [genesis], by: b)
        let all = SampleEpoch.make([a.member, c.member, d.member], after: [genesis], by: a)
        let hostile = EpochHistory(genesis, all, alone)
        let next = try hostile.plan(signer: c.publicKey, MembershipChange(added: [e.member]))
        #expect(next.parents.count == 2)
        let without = SampleEpoch.make([a.member, b.member], after: [genesis], by: b)
        let shut = EpochHistory(genesis, all, without)
        #expect(
            try shut.plan(signer: c.publicKey, MembershipChange(added: [e.member])).parents
                .map(\.reference) == [all.reference])
    }

    @Test func whoIsRevokedIsRemovedByWhoMay() throws {
        let genesis = genesis
        let history = EpochHistory(genesis)
        let change = MembershipChange(removedKeys: [b.publicKey])
        let plan = try #require(planned(history.sealing(for: a.device, after: change)))
        #expect(plan.members == [a.member, c.member])
        let obstacle = try #require(blocked(history.sealing(for: c.device, after: change)))
        #expect(obstacle.reason == .removal(b.memberKey))
        #expect(obstacle.able == [a, b].map(\.memberKey))
        let all = MembershipChange(removedPrincipals: [a.principal])
        let founder = try #require(blocked(history.sealing(for: b.device, after: all)))
        #expect(founder.able == [a.memberKey])
        // Whoever is not listed is not removed.
        let gone = MembershipChange(removedKeys: [d.publicKey], removedPrincipals: [e.principal])
        #expect(isSealing(history.sealing(for: c.device, after: gone), in: genesis))
    }

    @Test func whoLeftKnowsTheKeyOfTheEpochByWhichItLeft() throws {
        let genesis = genesis
        let left = SampleEpoch.make([a.member, b.member], after: [genesis], by: c)
        let history = EpochHistory(genesis, left)
        let plan = try #require(planned(history.sealing(for: b.device)))
        #expect(plan.members == [a.member, b.member])
        let made = try plan.make(signer: b.signer).epoch
        #expect(
            isSealing(EpochHistory(genesis, left, made).sealing(for: b.device), in: made))
        // A recovery key is its member's, and stays away by naming the next one.
        let (paper, next) = (SampleKey(20, of: 100), SampleKey(21, of: 100))
        let first = SampleEpoch.make(
            [a.member, Member(paper.principal, recovery: paper.recovery, devices: [])], by: a)
        let recovered = SampleEpoch.make(
            [a.member, Member(paper.principal, recovery: next.recovery, devices: [d.device])],
            after: [first], by: paper)
        #expect(
            isSealing(EpochHistory(first, recovered).sealing(for: d.device), in: recovered))
    }

    @Test func aLostPersonComesBackByItsRecoveryKey() throws {
        let (paper, next, new) = (
            SampleKey(20, of: 100), SampleKey(21, of: 100), SampleKey(22, of: 100)
        )
        let genesis = SampleEpoch.make(
            [
                a.member,
                Member(paper.principal, recovery: paper.recovery, devices: [b.device, c.device]),
            ],
            by: a)
        let history = EpochHistory(genesis)
        let change = MembershipChange(
            added: [Member(paper.principal, recovery: next.recovery, devices: [new.device])],
            removedKeys: [b.publicKey, c.publicKey])
        let plan = try history.plan(signer: paper.publicKey, change)
        #expect(
            plan.members == [
                a.member,
                Member(paper.principal, recovery: next.recovery, devices: [new.device]),
            ])
        let made = try plan.make(signer: paper.signer).epoch
        #expect(
            isSealing(EpochHistory(genesis, made).sealing(for: new.device, after: change), in: made)
        )
    }

    @Test func aBoxKeyIsReplaced() throws {
        let history = EpochHistory(genesis)
        let device = Member.Device(key: b.publicKey, box: d.box)
        let change = MembershipChange(
            added: [Member(b.principal, devices: [device])], removedKeys: [b.publicKey])
        let plan = try history.plan(signer: b.publicKey, change)
        #expect(plan.members[1] == Member(b.principal, devices: [device]))
        // It is no removal of the key: what b does at the same time counts.
        let genesis = try #require(history.genesis)
        let rotated = SampleEpoch.make(plan.members, after: [genesis], by: a)
        let other = SampleEpoch.make(genesis.body.members + [e.member], after: [genesis], by: b)
        #expect(cutOff(genesis, rotated, other) == [false, false, false])
    }
}

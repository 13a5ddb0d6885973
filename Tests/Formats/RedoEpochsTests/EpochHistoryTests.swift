import RedoCrypto
import RedoModel
import TestSupport
import Testing

@testable import RedoEpochs

/// Which epochs are accepted, rule by rule.
@Suite struct EpochHistoryTests {
    private let a = SampleKey(1)
    private let b = SampleKey(2)
    private let c = SampleKey(3)
    private let d = SampleKey(4)
    private let thief = SampleKey(9)

    /// A history with a genesis of a, b and c, signed by a.
    private var genesis: OpenedEpoch {
        SampleEpoch.make([a.member, b.member, c.member], by: a)
    }

    private func refusal(_ epoch: OpenedEpoch, in others: OpenedEpoch...) -> EpochRefusal? {
        let history = EpochHistory(others + [epoch], genesis: others[0].pin)
        if case .refused(let refusal) = history.standing(of: epoch.reference) { return refusal }
        return nil
    }

    // MARK: The genesis

    @Test func theGenesisIsTheOneThatIsTrusted() {
        let genesis = genesis
        let other = SampleEpoch.make([thief.member], by: thief)
        let history = EpochHistory([other, genesis], genesis: GenesisPin(id: genesis.id))
        #expect(history.standing(of: genesis.reference) == .accepted)
        #expect(history.standing(of: other.reference) == .refused(.otherGenesis))
        #expect(history.genesis?.reference == genesis.reference)
        #expect(EpochHistory([other], genesis: genesis.pin).genesis == nil)
    }

    @Test func theGenesisIsSignedByADeviceOfItsList() {
        let stranger = SampleEpoch.make([a.member], by: thief)
        #expect(EpochHistory(stranger).standing(of: stranger.reference) == .refused(.signer))
        let paper = SampleEpoch.make(
            [Member(a.principal, recovery: thief.recovery, devices: [a.device])], by: thief)
        #expect(EpochHistory(paper).standing(of: paper.reference) == .refused(.signer))
    }

    /// Every member ever has its key, so one can sign another body for it, to show to whoever is new.
    @Test func anotherBodyOfTheGenesisIsRefused() {
        let genesis = genesis
        let forged = SampleEpoch.make([c.member], by: c, key: genesis.key, id: genesis.id)
        let known = EpochHistory([forged, genesis], genesis: genesis.pin)
        #expect(known.standing(of: forged.reference) == .refused(.otherGenesis))
        #expect(known.members.count == 3)
        // Who knows the id alone, and sees both, trusts neither.
        let new = EpochHistory([forged, genesis], genesis: GenesisPin(id: genesis.id))
        #expect(new.standing(of: forged.reference) == .refused(.disputedGenesis))
        #expect(new.standing(of: genesis.reference) == .refused(.disputedGenesis))
        #expect(new.members.isEmpty)
    }

    // MARK: The chain of members

    @Test func aMemberStartsAnEpoch() {
        let genesis = genesis
        let next = SampleEpoch.make(genesis.body.members + [d.member], after: [genesis], by: c)
        let history = EpochHistory(genesis, next)
        #expect(history.standing(of: next.reference) == .accepted)
        #expect(history.members.map(\.principal) == [a, b, c, d].map(\.principal))
        #expect(history.lasts.map(\.reference) == [next.reference])
    }

    /// A host knows all box keys, since bodies were seen by who left: that is no use without a member's key.
    @Test func anEpochOfTheHostIsRefused() throws {
        let made = try EpochFile.make(
            parents: [], members: [a.member, b.member], signer: a.signer)
        // It is opened by everyone's box key, and begins anew.
        let own = try EpochFile.make(
            parents: [], members: [a.member, b.member], signer: thief.signer)
        #expect(own.file.key(of: b)?.commitment == own.epoch.key.commitment)
        #expect(refusal(own.epoch, in: made.epoch) == .otherGenesis)
        // Or follows the genesis.
        let next = SampleEpoch.make(
            [a.member, b.member, thief.member], after: [made.epoch], by: thief)
        #expect(refusal(next, in: made.epoch) == .signer)
        let later = SampleEpoch.make([a.member, b.member], after: [next], by: a)
        let history = EpochHistory(made.epoch, next, later)
        #expect(history.standing(of: later.reference) == .refused(.parent(next.reference)))
        #expect(history.lasts.map(\.id) == [made.epoch.id])
    }

    @Test func whoIsRemovedStartsNothing() {
        let genesis = genesis
        let without = SampleEpoch.make([a.member, b.member], after: [genesis], by: a)
        let after = SampleEpoch.make([a.member, b.member, c.member], after: [without], by: c)
        #expect(refusal(after, in: genesis, without) == .signer)
        let both = SampleEpoch.make(
            [a.member, b.member, c.member], after: [genesis, without], by: c)
        #expect(refusal(both, in: genesis, without) == .signer)
    }

    @Test func anEpochWaitsForTheOnesBeforeIt() {
        let genesis = genesis
        let next = SampleEpoch.make(genesis.body.members, after: [genesis], by: a)
        let last = SampleEpoch.make(genesis.body.members, after: [next], by: a)
        let history = EpochHistory([last, genesis], genesis: genesis.pin)
        #expect(history.standing(of: last.reference) == .waiting(for: [next.reference]))
        #expect(history.standing(of: next.reference) == nil)
        #expect(history.lasts.map(\.id) == [genesis.id])
    }

    @Test func thePastIsComplete() {
        let genesis = genesis
        let next = SampleEpoch.make(genesis.body.members, after: [genesis], by: a)
        let short = SampleEpoch.make(
            genesis.body.members, after: [next], by: a,
            past: PastEpochs(
                [next.reference], keys: PastEpochs(before: [genesis]).keysOfOne(next.key)))
        #expect(refusal(short, in: genesis, next) == .past)
        // A wrong key for the one before.
        let liar = SampleEpoch.make(
            genesis.body.members, after: [genesis], by: a,
            past: PastEpochs(
                [genesis.reference], keys: PastEpochs(before: []).keysOfOne(.random())))
        #expect(refusal(liar, in: genesis) == .past)
    }

    // MARK: Order and removals

    @Test func onlyTheSignerAndThoseAfterItAreRemoved() {
        let genesis = genesis
        for (signer, kept, isAllowed) in [
            (a, [a, b], true), (a, [a], true), (a, [b, c], true), (b, [a, b], true),
            (b, [a, c], true), (b, [b, c], false), (c, [a, c], false), (c, [a, b], true),
            (c, [b, c], false), (b, [a], true), (c, [c], false),
        ] {
            let next = SampleEpoch.make(kept.map(\.member), after: [genesis], by: signer)
            let refusal = refusal(next, in: genesis)
            let isRemoval = if case .removal = refusal { true } else { false }
            #expect(isRemoval != isAllowed && (refusal == nil) == isAllowed)
        }
    }

    @Test func membersKeepTheirOrder() {
        let genesis = genesis
        for members in [[b, a, c], [a, c, b], [d, a, b, c], [a, b, d, c]] {
            let next = SampleEpoch.make(members.map(\.member), after: [genesis], by: a)
            #expect(refusal(next, in: genesis) == .order)
        }
    }

    @Test func devicesStandInTheirOrderAndBehindTheSigner() {
        let genesis = genesis
        func refusal(_ change: (inout [Member]) -> Void, by signer: SampleKey) -> EpochRefusal? {
            var members = genesis.body.members
            change(&members)
            return self.refusal(
                SampleEpoch.make(members, after: [genesis], by: signer), in: genesis)
        }
        let phone = d.device
        #expect(refusal({ $0[1].devices.append(phone) }, by: b) == nil)
        #expect(refusal({ $0[1].devices.append(phone) }, by: a) == nil)
        #expect(refusal({ $0[1].devices.insert(phone, at: 0) }, by: a) == .order)
        // A key of one's own among the devices of a senior member would be senior to others.
        let promoted = MemberKey(b.principal, .device(phone))
        #expect(refusal({ $0[1].devices.append(phone) }, by: c) == .addition(promoted))
        let copied = MemberKey(a.principal, .device(c.device))
        #expect(refusal({ $0[0].devices.append(c.device) }, by: c) == .addition(copied))
    }

    /// Two epochs at once gave a member one place each; the smaller one stays when its key goes.
    @Test func aMemberKeepsItsPlaceWithoutTheKeyThatItHadItFrom() throws {
        let persons = [SampleKey(5, of: 1), SampleKey(6, of: 2)].sorted {
            "\($0.principal)" < "\($1.principal)"
        }
        let (p, q) = (persons[0], persons[1])
        let other = SampleKey(7, of: p.principal == SampleKey(5, of: 1).principal ? 1 : 2)
        let genesis = SampleEpoch.make([a.member], by: a)
        let one = SampleEpoch.make([a.member, p.member], after: [genesis], by: a)
        let two = SampleEpoch.make([a.member, q.member, other.member], after: [genesis], by: a)
        let joined = EpochHistory(genesis, one, two)
        #expect(joined.members.map(\.principal) == [a, p, q].map(\.principal))
        let plan = try joined.plan(
            signer: a.publicKey, MembershipChange(removedKeys: [p.publicKey]))
        let next = SampleEpoch.make(plan.members, after: plan.parents, by: a)
        let history = EpochHistory(genesis, one, two, next)
        #expect(history.members == plan.members)
        #expect(history.members == [a.member, other.member, q.member])
        // Who is removed altogether, and let in again, stands last.
        let without = SampleEpoch.make([a.member, q.member], after: [next], by: a)
        let again = SampleKey(8, of: p.principal == SampleKey(5, of: 1).principal ? 1 : 2)
        let back = SampleEpoch.make([a.member, q.member, again.member], after: [without], by: a)
        #expect(
            EpochHistory(genesis, one, two, next, without, back).members
                == [a.member, q.member, again.member])
    }

    // MARK: For ever

    @Test func whatWasRemovedDoesNotComeBack() {
        let genesis = genesis
        let without = SampleEpoch.make([a.member, b.member], after: [genesis], by: a)
        let again = SampleEpoch.make(
            [a.member, b.member, c.member], after: [without], by: a)
        #expect(refusal(again, in: genesis, without) == .returned(c.memberKey))
        // Nor under another name.
        let renamed = Member(d.principal, devices: [c.device])
        let disguised = SampleEpoch.make([a.member, b.member, renamed], after: [without], by: a)
        #expect(
            refusal(disguised, in: genesis, without)
                == .returned(MemberKey(d.principal, .device(c.device))))
        // With another box key it does.
        let changed = Member(c.principal, devices: [.init(key: c.publicKey, box: d.box)])
        let new = SampleEpoch.make([a.member, b.member, changed], after: [without], by: a)
        #expect(refusal(new, in: genesis, without) == nil)
    }

    /// Whoever is let in at the same time as it is removed stays away.
    @Test func aRemovalWinsOverWhatIsConcurrent() {
        let genesis = genesis
        let without = SampleEpoch.make([a.member, b.member], after: [genesis], by: a)
        let with = SampleEpoch.make(genesis.body.members + [d.member], after: [genesis], by: b)
        let history = EpochHistory(genesis, without, with)
        #expect(history.lasts.count == 2)
        #expect(history.members.map(\.principal) == [a, b, d].map(\.principal))
        let join = SampleEpoch.make(
            [a.member, b.member, d.member], after: [without, with], by: a)
        #expect(refusal(join, in: genesis, without, with) == nil)
        let kept = SampleEpoch.make(
            [a.member, b.member, d.member, c.member], after: [without, with], by: a)
        #expect(refusal(kept, in: genesis, without, with) == .returned(c.memberKey))
    }

    // MARK: Recovery

    private let paper = SampleKey(20, of: 100)
    private let nextPaper = SampleKey(21, of: 100)
    private let phone = SampleKey(22, of: 100)
    private let laptop = SampleKey(23, of: 100)

    private var withPaper: OpenedEpoch {
        SampleEpoch.make(
            [a.member, Member(phone.principal, recovery: paper.recovery, devices: [phone.device])],
            by: a)
    }

    @Test func aRecoveryKeyNamesTheNext() {
        let genesis = withPaper
        func refusal(_ recovery: Member.Recovery?, _ devices: [SampleKey]) -> EpochRefusal? {
            let member = Member(
                phone.principal, recovery: recovery, devices: devices.map(\.device))
            return self.refusal(
                SampleEpoch.make([a.member, member], after: [genesis], by: paper), in: genesis)
        }
        #expect(refusal(nextPaper.recovery, [laptop]) == nil)
        #expect(refusal(nextPaper.recovery, [phone, laptop]) == nil)
        #expect(refusal(paper.recovery, [laptop]) == .recovery)
        #expect(refusal(nil, [laptop]) == .recovery)
        // It cannot leave altogether, and nothing before it goes.
        let alone = SampleEpoch.make([a.member], after: [genesis], by: paper)
        #expect(self.refusal(alone, in: genesis) == .recovery)
        let other = SampleEpoch.make(
            [Member(phone.principal, recovery: nextPaper.recovery, devices: [laptop.device])],
            after: [genesis], by: paper)
        #expect(self.refusal(other, in: genesis) == .removal(a.memberKey))
    }

    @Test func aRecoveryKeyIsUsedOnce() {
        let genesis = withPaper
        let recovered = SampleEpoch.make(
            [
                a.member,
                Member(phone.principal, recovery: nextPaper.recovery, devices: [laptop.device]),
            ], after: [genesis], by: paper)
        let again = SampleEpoch.make(
            recovered.body.members, after: [recovered], by: paper)
        #expect(refusal(again, in: genesis, recovered) == .signer)
        let restored = SampleEpoch.make(
            [
                a.member,
                Member(phone.principal, recovery: paper.recovery, devices: [laptop.device]),
            ],
            after: [recovered], by: a)
        #expect(
            refusal(restored, in: genesis, recovered)
                == .returned(MemberKey(phone.principal, .recovery(paper.recovery))))
    }

    @Test func aDeviceDoesNotChangeTheRecoveryKeyAboveIt() {
        let genesis = withPaper
        let stolen = SampleEpoch.make(
            [
                a.member,
                Member(phone.principal, recovery: thief.recovery, devices: [phone.device]),
            ], after: [genesis], by: phone)
        #expect(
            refusal(stolen, in: genesis)
                == .removal(MemberKey(phone.principal, .recovery(paper.recovery))))
        // The first device gives one to a member that has none; a second one does not.
        let two = SampleEpoch.make(
            [Member(phone.principal, devices: [phone.device, laptop.device])], by: phone)
        for (signer, isAllowed) in [(phone, true), (laptop, false)] {
            let next = SampleEpoch.make(
                [
                    Member(
                        phone.principal, recovery: paper.recovery,
                        devices: [phone.device, laptop.device])
                ], after: [two], by: signer)
            #expect((refusal(next, in: two) == nil) == isAllowed)
        }
    }

    /// Two epochs at once name the next recovery key: neither is taken for the right one.
    @Test func contestedRecoveryKeysDoNotCount() {
        let genesis = withPaper
        func recovered(_ next: SampleKey, _ device: SampleKey) -> OpenedEpoch {
            SampleEpoch.make(
                [
                    a.member,
                    Member(
                        phone.principal, recovery: next.recovery,
                        devices: [phone.device, device.device]),
                ], after: [genesis], by: paper)
        }
        let (one, two) = (recovered(nextPaper, laptop), recovered(thief, d))
        let history = EpochHistory(genesis, one, two)
        #expect(history.members.last?.recovery == nil)
        let join = SampleEpoch.make(history.members, after: [one, two], by: a)
        let joined = EpochHistory(genesis, one, two, join)
        #expect(joined.standing(of: join.reference) == .accepted)
        #expect(joined.members == join.body.members)
        // Then the first device names another one.
        var members = join.body.members
        members[1].recovery = SampleKey(30).recovery
        let renewed = SampleEpoch.make(members, after: [join], by: phone)
        let last = EpochHistory(genesis, one, two, join, renewed)
        #expect(last.members == members)
    }
}

extension PastEpochs {
    /// The keys of a past of one.
    func keysOfOne(_ key: EpochKey) -> SecretMemory {
        let keys = SecretMemory(count: 32)
        key.copy(to: keys, at: 0)
        return keys
    }
}

import Foundation
import RedoCrypto
import RedoModel
import TestSupport
import Testing

@testable import RedoEpochs

/// What holds for any epochs, tried on random ones.
@Suite struct EpochPropertyTests {
    private static let count =
        ProcessInfo.processInfo.environment["REDO_LOGS"].flatMap { Int($0) }.map { $0 / 20 } ?? 60

    private static func forEachHistory(
        times: Int = 1,
        _ body: ([OpenedEpoch], EpochHistory, inout SeededGenerator, Comment) throws -> Void
    ) rethrows {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<count * times {
            let epochs = RandomEpochs(
                seed: random.next(), count: Int.random(in: 2...14, using: &random)
            ).epochs
            try body(epochs, EpochHistory(epochs, genesis: epochs[0].pin), &random, seed.replay)
        }
    }

    private static func name(_ standing: EpochStanding?) -> String {
        switch standing {
        case .accepted: "accepted"
        case .cutOff: "cut off"
        default: "refused"
        }
    }

    @Test func theRulesSaidAgainDecideAlike() {
        var counts: [String: Int] = [:]
        var circular = 0
        // Few histories have an epoch that is cut off.
        let times = 4
        Self.forEachHistory(times: times) { epochs, history, _, comment in
            let naive = NaiveHistory(epochs, genesis: epochs[0].reference)
            let standings = epochs.map { naive.standing(of: $0.reference) }
            let (lasts, members) = (naive.lasts, naive.members)
            if naive.isCircular {
                circular += 1
                return
            }
            for (epoch, standing) in zip(epochs, standings) {
                #expect(Self.name(history.standing(of: epoch.reference)) == standing, comment)
                counts[standing, default: 0] += 1
            }
            #expect(Set(history.lasts.map(\.reference)) == lasts, comment)
            #expect(history.members == members, comment)
        }
        // All of it came about.
        for standing in ["accepted", "cut off", "refused"] {
            #expect((counts[standing] ?? 0) > Self.count / 20, "\(counts)")
        }
        #expect(circular <= Self.count * times / 20)
    }

    @Test func theOrderOfArrivalDoesNotMatter() {
        Self.forEachHistory { epochs, history, random, comment in
            let other = EpochHistory(
                epochs.shuffled(using: &random) + [epochs[0]], genesis: epochs[0].pin)
            for epoch in epochs {
                #expect(
                    history.standing(of: epoch.reference) == other.standing(of: epoch.reference),
                    comment)
            }
            #expect(history.members == other.members, comment)
            #expect(history.lasts.map(\.reference) == other.lasts.map(\.reference), comment)
        }
    }

    /// Whether an epoch is accepted is decided by what is before it, which does not change.
    @Test func whatIsAcceptedStaysSo() {
        Self.forEachHistory { epochs, history, random, comment in
            let some = epochs.filter { _ in Bool.random(using: &random) } + [epochs[0]]
            let earlier = EpochHistory(some, genesis: epochs[0].pin)
            for epoch in some {
                switch earlier.standing(of: epoch.reference) {
                case .waiting, nil: break
                case let standing:
                    let now = history.standing(of: epoch.reference)
                    #expect(
                        (Self.name(standing) == "refused") == (Self.name(now) == "refused"), comment
                    )
                }
            }
        }
    }

    /// What the first member removed is never back, whatever the others do.
    @Test func whomTheFirstMemberRemovesStaysAway() {
        Self.forEachHistory { epochs, history, random, comment in
            guard let first = history.members.first?.devices.first,
                let signer = RandomEpochs.keys.first(where: { $0.device == first }),
                history.members.count > 1,
                let victim = history.members.dropFirst().randomElement(using: &random)
            else { return }
            let change = MembershipChange(removedPrincipals: [victim.principal])
            guard let plan = try? history.plan(signer: signer.publicKey, change) else { return }
            let removal = SampleEpoch.make(plan.members, after: plan.parents, by: signer)
            var all = epochs + [removal]
            // The others go on, with and without having seen it.
            for _ in 0..<6 {
                let key = RandomEpochs.keys.randomElement(using: &random) ?? signer
                if key.publicKey == signer.publicKey { continue }
                let parent = all.randomElement(using: &random) ?? removal
                var members = parent.body.members
                if !members.contains(where: { $0.principal == key.principal }) {
                    members.append(key.member)
                }
                all.append(SampleEpoch.make(members, after: [parent], by: key))
            }
            let after = EpochHistory(all, genesis: epochs[0].pin)
            guard after.standing(of: removal.reference) == .accepted else { return }
            // A pair can be another member's as well.
            let gone = Set(victim.entries).subtracting(plan.members.flatMap(\.entries))
            for member in after.members {
                #expect(gone.isDisjoint(with: member.entries), comment)
            }
        }
    }

    /// A writer that does what it is told seals in an epoch that everyone accepts.
    @Test func whatAPlanMakesIsAcceptedAndSeals() {
        var started = 0
        Self.forEachHistory { epochs, history, random, comment in
            // Mostly a member, who may have something to start.
            let listed = RandomEpochs.keys.filter { key in
                history.members.contains { $0.devices.contains(key.device) }
            }
            let keys = Int.random(in: 0..<5, using: &random) > 0 ? listed : RandomEpochs.keys
            let key = keys.randomElement(using: &random) ?? RandomEpochs.keys[0]
            let victim = RandomEpochs.keys.randomElement(using: &random) ?? key
            let change =
                Bool.random(using: &random) && victim.publicKey != key.publicKey
                ? MembershipChange(removedKeys: [victim.publicKey]) : MembershipChange()
            switch history.sealing(for: key.device, after: change) {
            case .seal(let epoch):
                #expect(history.lasts.map(\.reference) == [epoch.reference], comment)
                #expect(epoch.body.members.contains { $0.devices.contains(key.device) }, comment)
            case .start(let plan):
                started += 1
                let made = SampleEpoch.make(plan.members, after: plan.parents, by: key)
                let after = EpochHistory(epochs + [made], genesis: epochs[0].pin)
                #expect(after.standing(of: made.reference) == .accepted, comment)
                #expect(after.lasts.map(\.reference) == [made.reference], comment)
                #expect(after.members == plan.members, comment)
                guard case .seal = after.sealing(for: key.device, after: change) else {
                    Issue.record(comment)
                    return
                }
            case .blocked(let obstacle):
                // Whoever is named can do it.
                for able in obstacle.able {
                    guard case .device(let device) = able.entry,
                        obstacle.reason != .signer
                    else { continue }
                    #expect((try? history.plan(signer: device.key, change)) != nil, comment)
                }
            }
        }
        #expect(started > Self.count / 20)
    }
}

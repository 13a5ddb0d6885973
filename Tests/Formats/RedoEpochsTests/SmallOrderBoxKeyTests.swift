import RedoCrypto
import RedoModel
import RedoSystem
import TestSupport
import Testing

@testable import RedoEpochs

/// A member who lists a box key of small order: no one could seal a box to it, so no one could start the next epoch.
@Suite struct SmallOrderBoxKeyTests {
    private let founder = SampleKey(1, of: 100)
    private let junior = SampleKey(2)
    private static let boxes = [0, 0x80].map { (top: UInt8) in
        BoxPublicKey(checked: [1] + [UInt8](repeating: 0, count: 30) + [top])
    }

    /// The file of an epoch whose list nothing checks.
    private func file(
        _ members: [Member], after parent: OpenedEpoch, by signer: SampleKey
    ) throws -> EpochFile {
        let key = EpochKey.random()
        let boxes = try EpochFile.boxes(of: key, for: [founder.member, junior.member])
        let id = EpochFile.id(of: key.commitment, boxes: boxes)
        var content: [UInt8] = []
        _ = try EpochBody.make(
            id: id, parents: [parent.reference], members: members,
            past: PastEpochs(before: [parent]), signer: signer.signer, to: &content)
        return EpochFile.file(
            of: key, boxes, try Seal(epoch: id, key: key).seal(content.span, as: .epoch))
    }

    /// A junior member adds a device to itself that blocks every further epoch. It is refused, and named; the founder
    /// goes on, and removes the junior member.
    @Test(arguments: boxes, [false, true])
    func aJuniorMemberBlocksNoOne(_ box: BoxPublicKey, _ isRecovery: Bool) throws {
        let (first, genesis) = try EpochFile.make(
            parents: [], members: [founder.member, junior.member], signer: founder.signer)
        var liar = junior.member
        if isRecovery {
            liar.recovery = Member.Recovery(commit: SHA256.digest([1].span), box: box)
        } else {
            liar.devices.append(Member.Device(key: SampleKey(3).publicKey, box: box))
        }
        let second = try file([founder.member, liar], after: genesis, by: junior)
        let archive = EpochArchive(opening: [first, second]) { founder.open($0) }
        #expect(archive.epochs.map(\.id) == [genesis.id])
        let fault = EpochFault.inconsistentBody(.boxKey(of: junior.principal))
        #expect(archive.damaged.map(\.fault) == [fault])
        #expect("\(fault)".contains("\(junior.principal)"))
        let history = EpochHistory(archive.epochs, genesis: genesis.pin)
        var change = MembershipChange()
        change.removedKeys = [junior.publicKey]
        guard case .start(let plan) = history.sealing(for: founder.device, after: change) else {
            Issue.record("the founder cannot go on")
            return
        }
        let next = try plan.make(signer: founder.signer)
        #expect(next.epoch.body.members == [founder.member])
    }

    @Test(arguments: boxes) func noEpochIsMadeWithIt(_ box: BoxPublicKey) throws {
        let member = Member(
            junior.principal, devices: [Member.Device(key: junior.publicKey, box: box)])
        let error = #expect(throws: RedoError.self) {
            try EpochFile.make(
                parents: [], members: [founder.member, member], signer: founder.signer)
        }
        #expect(error?.code == .invalidKey)
        #expect(error?.message.contains("\(junior.principal)") == true)
    }

    @Test(arguments: boxes) func aCardWithItIsRefused(_ box: BoxPublicKey) throws {
        let text = MemberCard(Member.Device(key: junior.publicKey, box: box)).text
        #expect(MemberCard(text) == nil)
        let error = #expect(throws: RedoError.self) { try MemberCard.checkBoxKey(in: text) }
        #expect(error?.message.contains("\(UserID(junior.publicKey))") == true)
        try MemberCard.checkBoxKey(in: MemberCard(junior.device).text)
        try MemberCard.checkBoxKey(in: "no card")
    }
}

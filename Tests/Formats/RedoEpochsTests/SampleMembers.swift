import RedoCrypto
import RedoJSON
import RedoModel
import TestSupport
import Testing

@testable import RedoEpochs

/// A device of somebody, or a recovery key.
final class SampleKey: Sendable {
    let principal: Principal
    let signer: Signer
    let box: BoxPublicKey
    /// What the key and the box key are made of.
    let seed: [UInt8]

    /// - Parameters:
    ///   - number: tells keys apart.
    ///   - owner: the number of the person; nil for a key without one.
    init(_ number: UInt8, of owner: UInt8? = nil) {
        seed = [UInt8](repeating: number, count: 32)
        let key = Self.signingKey(seed)
        let publicKey = key.publicKey
        principal =
            owner.map { Principal.person(NodeID(SHA256.digest([$0].span))) }
            ?? .user(UserID(publicKey))
        box = BoxKey(of: key).publicKey
        signer = Signer(key)
    }

    private static func signingKey(_ seed: [UInt8]) -> SigningKey {
        var seed = seed
        return SigningKey(seed: SecretMemory(taking: &seed))
    }

    func open(_ box: Span<UInt8>) -> [UInt8]? { boxKey.open(box) }

    private var boxKey: BoxKey { BoxKey(of: signingKey) }
    var signingKey: SigningKey { Self.signingKey(seed) }
    var publicKey: PublicKey { signer.publicKey }
    var device: Member.Device { Member.Device(key: publicKey, box: box) }
    var recovery: Member.Recovery {
        Member.Recovery(commit: SHA256.digest(publicKey.bytes.span), box: box)
    }
    /// The member that has this device alone.
    var member: Member { Member(principal, devices: [device]) }
    var memberKey: MemberKey { MemberKey(principal, .device(device)) }
}

/// Epochs without files: what a history judges.
enum SampleEpoch {
    /// An epoch as its signer would have made it, whether it might or not.
    static func make(
        _ members: [Member], after parents: [OpenedEpoch] = [], by signer: SampleKey,
        key: EpochKey = .random(), id: EpochID? = nil, past: PastEpochs? = nil
    ) -> OpenedEpoch {
        let id = id ?? EpochID(SHA256.digest(key.commitment.bytes.span))
        let past = past ?? PastEpochs(before: parents)
        let references = parents.map(\.reference).sorted()
        let text = EpochBodyWriter.text(
            id: id, parents: references, members: members, past: past, signer: signer.publicKey)
        return OpenedEpoch(
            key: key,
            body: EpochBody(
                id: id, parents: references, members: members, past: past,
                signer: signer.publicKey, text: text.span))
    }
}

extension EpochHistory {
    /// The history that the first of these begins.
    init(_ epochs: OpenedEpoch...) {
        self.init(epochs, genesis: GenesisPin(id: epochs[0].id, body: epochs[0].body.digest))
    }
}

extension EpochFile {
    func key(of reader: SampleKey) -> EpochKey? { key(openedWith: BoxKey(of: reader.signingKey)) }
}

extension OpenedEpoch {
    var pin: GenesisPin { GenesisPin(id: id, body: body.digest) }
}

extension [UInt8] {
    func changed(at index: Int, by bits: UInt8) -> [UInt8] {
        var bytes = self
        bytes[index] ^= bits
        return bytes
    }
}

import RedoCrypto
import RedoJSON
import RedoModel
import TestSupport
import Testing

@testable import RedoEpochs

/// The text of a body: canonical JSON, and nothing else.
@Suite struct EpochBodyTests {
    private static let founder = SampleKey(1, of: 100)
    private static let paper = SampleKey(2, of: 100)
    private static let friend = SampleKey(3)
    private static let members = [
        Member(founder.principal, recovery: paper.recovery, devices: [founder.device]),
        Member(friend.principal, devices: [friend.device, SampleKey(4).device]),
    ]
    private static let genesis = SampleEpoch.make(members, by: founder)
    private static let other = SampleEpoch.make(members, after: [genesis], by: founder)

    private static func text(
        _ members: [Member] = members, parents: [EpochReference]? = nil, past: PastEpochs? = nil,
        id: EpochID = EpochID(SHA256.digest([9].span))
    ) -> String {
        String(
            decoding: EpochBodyWriter.text(
                id: id, parents: parents ?? [genesis.reference, other.reference].sorted(),
                members: members, past: past ?? PastEpochs(before: [genesis, other]),
                signer: founder.publicKey), as: UTF8.self)
    }

    private static func read(_ text: String) throws(EpochFault) -> EpochBody {
        var reader = EpochBodyReader()
        return try reader.read(Array(text.utf8).span)
    }

    @Test func theTextIsCanonicalJSON() throws {
        let text = Array(Self.text().utf8)
        let document = try JSONDocument(text)
        #expect(CanonicalJSON.bytes(document.root) == text)
        #expect(
            document.root.members.map(\.name) == ["boxes", "members", "parents", "past", "signer"])
    }

    @Test func theTextIsReadBack() throws {
        let body = try Self.read(Self.text())
        #expect(body.members == Self.members)
        #expect(body.parents == [Self.genesis.reference, Self.other.reference].sorted())
        #expect(body.past.references == body.parents)
        for (index, reference) in body.past.references.enumerated() {
            let key = reference == Self.genesis.reference ? Self.genesis.key : Self.other.key
            #expect(body.past.hasKey(key, at: index))
            #expect(!body.past.hasKey(.random(), at: index))
        }
        #expect(body.digest == SHA256.digest(Array(Self.text().utf8).span))
    }

    /// Of each byte, another one: what is read then is written as it is, so no text has two spellings.
    @Test func noOtherSpellingIsRead() {
        let text = Array(Self.text().utf8)
        var readCount = 0
        for index in text.indices {
            for bits: UInt8 in [1, 2, 0x20, 0x80] {
                var reader = EpochBodyReader()
                let changed = text.changed(at: index, by: bits)
                guard let body = try? reader.read(changed.span) else { continue }
                readCount += 1
                let written = EpochBodyWriter.text(
                    id: body.id, parents: body.parents, members: body.members, past: body.past,
                    signer: body.signer)
                #expect(written == changed)
            }
        }
        #expect(readCount > 500)
    }

    @Test func otherTextsAreRefused() throws {
        let text = Self.text()
        for (old, new) in [
            ("{\"boxes\"", "{ \"boxes\""), ("\"boxes\"", "\"Boxes\""),
            (",\"signer\"", ",\"a\":1,\"signer\""),
            ("\"recovery\":null", "\"recovery\":{}"), ("\"recovery\":null", "\"recovery\":false"),
            ("\"devices\":[{", "\"devices\":[,{"), ("}],\"principal\"", "},],\"principal\""),
            ("sha256:", "sha255:"), ("\"members\":[", "\"members\":[[],"), ("}", "}}"),
        ] {
            let changed = text.replacing(old, with: new, maxReplacements: 1)
            try #require(changed != text)
            #expect(throws: EpochFault.self) { try Self.read(changed) }
        }
        #expect(throws: EpochFault.self) { try Self.read(text + "\n") }
        #expect(throws: EpochFault.self) { try Self.read(String(text.dropLast())) }
        #expect(throws: EpochFault.self) { try Self.read("") }
        for count in 0..<text.utf8.count {
            #expect(throws: EpochFault.self) { try Self.read(String(text.prefix(count))) }
        }
    }

    @Test func whatContradictsItselfIsRefused() {
        func fault(_ text: String) -> EpochFault? {
            do throws(EpochFault) {
                _ = try Self.read(text)
                return nil
            } catch {
                return error
            }
        }
        let sorted = [Self.genesis.reference, Self.other.reference].sorted()
        #expect(fault(Self.text()) == nil)
        #expect(fault(Self.text(parents: sorted.reversed())) == .inconsistentBody(.order))
        #expect(fault(Self.text(parents: [sorted[0], sorted[0]])) == .inconsistentBody(.order))
        #expect(fault(Self.text(parents: [])) == .inconsistentBody(.past))
        let stranger = EpochReference(id: sorted[0].id, body: SHA256.digest([7].span))
        #expect(fault(Self.text(parents: [stranger])) == .inconsistentBody(.past))
        #expect(fault(Self.text(id: Self.other.id)) == .inconsistentBody(.past))
        #expect(fault(Self.text([])) == .inconsistentBody(.members))
        #expect(fault(Self.text(Self.members + Self.members)) == .inconsistentBody(.members))
        let empty = Member(Self.friend.principal, devices: [])
        #expect(fault(Self.text([empty])) == .inconsistentBody(.members))
        let twice = Member(
            Self.friend.principal, devices: [Self.friend.device, Self.friend.device])
        #expect(fault(Self.text([twice])) == .inconsistentBody(.members))
        // Two bodies of one id, with one key and with two.
        let twin = SampleEpoch.make(
            [Self.founder.member], by: Self.founder, key: Self.genesis.key, id: Self.genesis.id)
        let both = PastEpochs(before: [Self.genesis, twin])
        #expect(fault(Self.text(parents: [twin.reference], past: both)) == nil)
        let liar = SampleEpoch.make([Self.founder.member], by: Self.founder, id: Self.genesis.id)
        let two = PastEpochs(before: [Self.genesis, liar])
        #expect(fault(Self.text(parents: [liar.reference], past: two)) == .inconsistentBody(.keys))
        let many = (0...4096).map { number -> Member.Device in
            let bytes = SHA256.digest([UInt8(number & 255), UInt8(number >> 8)].span).bytes
            return Member.Device(
                key: PublicKey(checked: bytes), box: BoxPublicKey(checked: bytes))
        }
        let crowd = Member(Self.friend.principal, devices: many)
        #expect(fault(Self.text([crowd])) == .inconsistentBody(.size))
    }
}

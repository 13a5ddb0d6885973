import RedoCrypto
import RedoJSON
import Testing

@testable import RedoModel

/// Who is writing, as a device says it, and what is not believed of it.
@Suite struct ComposingNoticeTests {
    private let now = Instant(milliseconds: 1_763_294_400_000)
    private let signer = Signer(.random())
    private let room = NodeID(Digest(words: 1, 2, 3, 4))

    private func notice(
        device: JSONString = "laptop", at moment: Instant? = nil
    ) throws -> ComposingNotice {
        try #require(
            try ComposingNotice(in: room, on: device, at: moment ?? now, by: signer))
    }

    private func after(_ seconds: Int64) -> Instant {
        Instant(milliseconds: now.milliseconds + seconds * 1000)
    }

    /// A notice with other members, signed all the same.
    private func forged(
        _ changes: [JSONMember], without names: [String] = [],
        statement: String = "redo-composing-1\n"
    ) throws -> [UInt8] {
        let root = try JSONDocument(notice().bytes).root.value
        guard case .object(var members) = root else { return [] }
        let changed = changes.map(\.name)
        members.removeAll {
            changed.contains($0.name) || names.contains($0.name.description)
                || $0.name == "signature"
        }
        members += changes
        let message = Array(statement.utf8) + CanonicalJSON.bytes(.object(members))
        let signature = try signer.sign(message.span)
        members.append(JSONMember("signature", .string(JSONString(signature.hexadecimal))))
        return CanonicalJSON.bytes(.object(members))
    }

    private func isBelieved(_ bytes: [UInt8]) -> Bool {
        ComposingNotice(reading: bytes, at: now) != nil
    }

    @Test func whatIsWrittenIsRead() throws {
        let written = try notice()
        let read = try #require(ComposingNotice(reading: written.bytes, at: now))
        #expect(read == written)
        #expect(read.room == room && read.key == signer.publicKey && read.device == "laptop")
        #expect(read.until == after(25))
        #expect(read.author.userID == UserID(signer.publicKey))
        #expect(isBelieved(try forged([])))
    }

    @Test func itIsStaleAfterItsTime() throws {
        let bytes = try notice().bytes
        #expect(ComposingNotice(reading: bytes, at: after(24)) != nil)
        #expect(ComposingNotice(reading: bytes, at: after(25)) == nil)
        #expect(ComposingNotice(reading: bytes, at: after(3600)) == nil)
    }

    /// Clocks may differ by five seconds; whoever claims more could claim to write for ever.
    @Test func noneIsGoodForLongerThanHalfAMinute() throws {
        #expect(isBelieved(try notice(at: after(5)).bytes))
        #expect(!isBelieved(try notice(at: after(6)).bytes))
        #expect(!isBelieved(try forged([JSONMember("until", "9999-12-31T23:59:59.999Z")])))
    }

    @Test func formsAreStrict() throws {
        let good = try notice().bytes
        for bytes in [
            [], [0xFF, 0xFE], Array("{}".utf8), Array("[]".utf8), Array(good.dropLast()),
            good + [UInt8(ascii: "\n")], [UInt8(ascii: " ")] + good,
            Array(repeating: UInt8(ascii: "["), count: 900),
        ] { #expect(!isBelieved(bytes)) }
        for changes: [JSONMember] in [
            [JSONMember("more", "x")], [JSONMember("until", .number(1))],
            [JSONMember("until", "2025-11-16T12:00:10Z")], [JSONMember("room", "sha256:00")],
            [JSONMember("device", "")], [JSONMember("device", .null)],
            [JSONMember("device", .string(JSONString(String(repeating: "x", count: 257))))],
            [JSONMember("key", "00")],
        ] { #expect(!isBelieved(try forged(changes)), "\(changes)") }
        for name in ["device", "key", "room", "until"] {
            #expect(!isBelieved(try forged([], without: [name])))
        }
        let long = JSONString(String(repeating: "x", count: 2000))
        #expect(!isBelieved(try forged([JSONMember("more", .string(long))])))
        #expect(try ComposingNotice(in: room, on: "", at: now, by: signer) == nil)
        let longDevice = JSONString(String(repeating: "x", count: 257))
        #expect(try ComposingNotice(in: room, on: longDevice, at: now, by: signer) == nil)
    }

    @Test func aSignatureIsOfThisStatementAndThisKey() throws {
        let other = SigningKey.random().publicKey
        #expect(
            !isBelieved(try forged([JSONMember("key", .string(JSONString(other.hexadecimal)))])))
        // What the key has signed elsewhere is no notice.
        #expect(!isBelieved(try forged([], statement: "")))
        #expect(!isBelieved(try forged([], statement: "redo-statement-1\n")))
        let good = try notice().bytes
        for place in good.indices {
            var bytes = good
            bytes[place] ^= 1
            #expect(!isBelieved(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}

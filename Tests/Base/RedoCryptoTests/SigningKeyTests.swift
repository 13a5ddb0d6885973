import TestSupport
import Testing

@testable import RedoCrypto

@Suite struct SigningKeyTests {
    @Test func aNewKeySignsForItself() {
        let key = SigningKey.random()
        let signature = key.sign(text: "message")
        #expect(key.publicKey.isSigner(ofText: "message", signature))
    }

    @Test func aSignatureHoldsForOneMessageAndOneKey() {
        let key = SigningKey.random()
        let other = SigningKey.random()
        let signature = key.sign(text: "message")
        #expect(!key.publicKey.isSigner(ofText: "massage", signature))
        #expect(!other.publicKey.isSigner(ofText: "message", signature))
    }

    @Test func theSeedMakesTheSameKey() {
        let key = SigningKey.random()
        #expect(SigningKey(seed: key.seed()).publicKey == key.publicKey)
    }

    @Test(arguments: [0, 100])
    func theSeedIsAppendedWhateverRoomThereIs(_ room: Int) {
        let key = SampleKey.key()
        var bytes = Array("seed ".utf8)
        bytes.reserveCapacity(bytes.count + room)
        key.appendSeed(to: &bytes)
        #expect(String(decoding: bytes.prefix(5), as: UTF8.self) == "seed ")
        #expect(SampleKey.digits(Array(bytes.dropFirst(5))) == SampleKey.seedDigits)
    }

    /// The caller wipes what it has made room in.
    @Test func bytesWithRoomForTheSeedAreNotMoved() {
        func address(of bytes: [UInt8]) -> UInt {
            bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        let key = SampleKey.key()
        var bytes = Array("seed ".utf8)
        bytes.reserveCapacity(bytes.count + 100)
        let before = address(of: bytes)
        key.appendSeed(to: &bytes)
        let after = address(of: bytes)
        #expect(after == before)
    }

    @Test(arguments: [0, 31, 33, 64])
    func aPublicKeyHas32Bytes(_ count: Int) {
        #expect(PublicKey(bytes: [UInt8](repeating: 1, count: count)) == nil)
        let digits = [UInt8](repeating: UInt8(ascii: "1"), count: 2 * count)
        #expect(PublicKey(hexadecimal: digits.span) == nil)
    }

    @Test(arguments: [0, 32, 63, 65, 128])
    func aSignatureHas64Bytes(_ count: Int) {
        #expect(Signature(bytes: [UInt8](repeating: 1, count: count)) == nil)
        let digits = [UInt8](repeating: UInt8(ascii: "1"), count: 2 * count)
        #expect(Signature(hexadecimal: digits.span) == nil)
    }

    @Test func keysAndSignaturesAreReadFromTheirDigits() {
        let key = SigningKey.random()
        let signature = key.sign(text: "message")
        let keyDigits = Array(key.publicKey.hexadecimal.utf8)
        let signatureDigits = Array(signature.hexadecimal.utf8)
        #expect(PublicKey(hexadecimal: keyDigits.span) == key.publicKey)
        #expect(Signature(hexadecimal: signatureDigits.span) == signature)
        let upper = Array(signature.hexadecimal.uppercased().utf8)
        #expect(Signature(hexadecimal: upper.span) == nil)
    }
}

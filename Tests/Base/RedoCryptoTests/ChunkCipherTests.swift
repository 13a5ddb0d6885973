import Testing

@testable import RedoCrypto

/// The chunks of a long message. What is expected is the example of draft-irtf-cfrg-xchacha-03, appendix A.3.1.
@Suite struct ChunkCipherTests {
    private static let text = Array(
        """
        Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the \
        future, sunscreen would be it.
        """.utf8)
    private static let key = Array(UInt8(0x80)...0x9F)
    private static let nonce = Array(UInt8(0x40)...0x57)
    private static let associated = Array(UInt8(0x50)...0x53) + Array(UInt8(0xC0)...0xC7)
    private static let sealedDigits = """
        bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f\
        4eda7e39ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f\
        76b2383565d3fff921f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49
        """

    private static func encrypt(_ text: [UInt8], to output: inout [UInt8], at start: Int) {
        var keyBytes = Self.key
        let secret = SecretMemory(taking: &keyBytes)
        ChunkCipher.encrypt(
            text.span, key: secret, nonce: Self.nonce, associated: Self.associated, to: &output,
            at: start)
    }

    private static func decrypt(
        _ chunk: [UInt8], key: [UInt8], nonce: [UInt8], associated: [UInt8],
        to output: inout [UInt8], at start: Int
    ) -> Bool {
        var keyBytes = key
        let secret = SecretMemory(taking: &keyBytes)
        return ChunkCipher.decrypt(
            chunk.span, key: secret, nonce: nonce, associated: associated, to: &output, at: start)
    }

    private static func sealed(_ text: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: text.count + ChunkCipher.tagByteCount)
        encrypt(text, to: &output, at: 0)
        return output
    }

    /// The text of a chunk; nil if it is refused.
    private static func opened(
        _ chunk: [UInt8], key: [UInt8]? = nil, nonce: [UInt8]? = nil, associated: [UInt8]? = nil
    ) -> [UInt8]? {
        let count = max(0, chunk.count - ChunkCipher.tagByteCount)
        // A byte more than the text, so that there is room for one without bytes, too.
        var output = [UInt8](repeating: 0, count: count + 1)
        let isOpen = decrypt(
            chunk, key: key ?? Self.key, nonce: nonce ?? Self.nonce,
            associated: associated ?? Self.associated, to: &output, at: 0)
        return isOpen ? Array(output.prefix(count)) : nil
    }

    private static func changed(_ bytes: [UInt8], at place: Int = 0) -> [UInt8] {
        var bytes = bytes
        bytes[place] ^= 1
        return bytes
    }

    @Test func theCiphertextIsThatOfTheSpecification() {
        #expect(SampleKey.digits(Self.sealed(Self.text)) == Self.sealedDigits)
    }

    @Test func aChunkIsOpened() {
        #expect(Self.opened(Self.sealed(Self.text)) == Self.text)
    }

    @Test func aChunkWithoutBytesIsATagAlone() {
        let chunk = Self.sealed([])
        #expect(chunk.count == ChunkCipher.tagByteCount)
        #expect(Self.opened(chunk) == [])
    }

    /// Before and after the chunk the buffer keeps what it has.
    @Test(arguments: [0, 1, 40])
    func onlyThePlaceOfTheChunkIsWritten(_ start: Int) {
        let before = [UInt8](repeating: 0xEE, count: start)
        let after = [UInt8](repeating: 0xEE, count: 5)
        let chunk = Self.sealed(Self.text)
        var output = [UInt8](repeating: 0xEE, count: start + chunk.count + 5)
        Self.encrypt(Self.text, to: &output, at: start)
        #expect(output == before + chunk + after)
        var text = [UInt8](repeating: 0xEE, count: start + Self.text.count + 5)
        let isOpen = Self.decrypt(
            chunk, key: Self.key, nonce: Self.nonce, associated: Self.associated, to: &text,
            at: start)
        #expect(isOpen)
        #expect(text == before + Self.text + after)
    }

    @Test func aChangedByteIsRefused() {
        let chunk = Self.sealed(Self.text)
        for place in chunk.indices {
            #expect(Self.opened(Self.changed(chunk, at: place)) == nil, "\(place)")
        }
    }

    @Test func anotherKeyNonceOrAssociatedDataIsRefused() {
        let chunk = Self.sealed(Self.text)
        #expect(Self.opened(chunk, key: Self.changed(Self.key)) == nil)
        #expect(Self.opened(chunk, nonce: Self.changed(Self.nonce)) == nil)
        #expect(Self.opened(chunk, associated: Self.changed(Self.associated)) == nil)
        #expect(Self.opened(chunk, associated: []) == nil)
    }

    @Test func aRefusedChunkLeavesZeros() {
        let chunk = Self.changed(Self.sealed(Self.text))
        var output = [UInt8](repeating: 0xEE, count: Self.text.count)
        let isOpen = Self.decrypt(
            chunk, key: Self.key, nonce: Self.nonce, associated: Self.associated, to: &output,
            at: 0)
        #expect(!isOpen)
        #expect(output == [UInt8](repeating: 0, count: Self.text.count))
    }

    @Test(arguments: 0..<ChunkCipher.tagByteCount)
    func lessThanATagIsRefused(_ count: Int) {
        #expect(Self.opened([UInt8](repeating: 0, count: count)) == nil)
    }
}

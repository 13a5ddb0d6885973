import Testing

@testable import RedoCrypto

/// SHA-1 as FIPS 180 describes it.
@Suite struct SHA1Tests {
    static func hexadecimal(_ digest: InlineArray<20, UInt8>) -> String {
        var digits: [UInt8] = []
        appendHexadecimal(digest.span, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
    ])
    func makesTheDigestsOfTheStandard(text: String, digest: String) {
        var sha1 = SHA1()
        sha1.update(Array(text.utf8).span)
        #expect(Self.hexadecimal(sha1.digest()) == digest)
    }

    @Test func bytesMayComePieceByPieceAndOneDigestFollowsAnother() {
        var sha1 = SHA1()
        for _ in 1...2 {
            for piece in ["a", "", "bc"] { sha1.update(Array(piece.utf8).span) }
            #expect(
                Self.hexadecimal(sha1.digest()) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        }
    }
}

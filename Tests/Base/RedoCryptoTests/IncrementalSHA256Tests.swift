import TestSupport
import Testing

@testable import RedoCrypto

/// Digests of bytes that come in pieces.
@Suite struct IncrementalSHA256Tests {
    private static func digest(of pieces: [[UInt8]]) -> Digest {
        var sha256 = IncrementalSHA256()
        for piece in pieces { sha256.update(piece.span) }
        return sha256.digest()
    }

    /// Examples of FIPS 180-4.
    @Test(arguments: [
        ([""], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (["abc"], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            ["", "a", "", "bc", ""],
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        ),
        (
            ["abcdbcdecdefdefgefghfghighijhi", "jkijkljklmklmnlmnomnopnopq"],
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func knownAnswer(_ pieces: [String], _ digest: String) {
        #expect(Self.digest(of: pieces.map { Array($0.utf8) }).hexadecimal == digest)
    }

    @Test func noPiecesHaveTheDigestOfNoBytes() {
        #expect(Self.digest(of: []) == Self.digest(of: [[]]))
        #expect(Self.digest(of: []) != Self.digest(of: [[0]]))
    }

    /// Every length around two blocks, and every place to part it.
    @Test func twoPiecesHaveTheDigestOfTheWhole() {
        for count in 0...130 {
            let message = (0..<count).map { UInt8($0) }
            let expected = SHA256.digest(message.span)
            for place in 0...count {
                let pieces = [Array(message[..<place]), Array(message[place...])]
                #expect(Self.digest(of: pieces) == expected, "\(count) \(place)")
            }
        }
    }

    @Test func manyPiecesHaveTheDigestOfTheWhole() {
        let seed = Seed()
        var random = seed.generator
        let pieces = (0..<100).map { _ in
            [UInt8](
                repeating: UInt8.random(in: 0...255, using: &random),
                count: Int.random(in: 0...3000, using: &random))
        }
        let whole = Array(pieces.joined())
        #expect(Self.digest(of: pieces) == SHA256.digest(whole.span), seed.replay)
    }
}

import Testing

@testable import RedoCrypto

@Suite struct SHA256Tests {
    /// The examples of FIPS 180-4 and NIST's SHA-256 example values.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func knownAnswer(_ message: String, _ digest: String) {
        #expect(SHA256.digest(Array(message.utf8).span).hexadecimal == digest)
        // The first with libsodium where it is short, the last with OpenSSL.
        let context = SHA256()
        for _ in 0..<40 {
            let made = context.digest(Array(message.utf8).span)
            #expect(made.hexadecimal == digest)
        }
    }

    /// The digest of the digests of 0, 1, 2 … 200 bytes that count up from 0, by Python's hashlib.
    @Test func everyLengthAroundTheBlockSizeIsRight() {
        var digests: [UInt8] = []
        for count in 0...200 {
            let message = (0..<count).map { UInt8($0) }
            digests.append(contentsOf: SHA256.digest(message.span).bytes)
        }
        #expect(
            SHA256.digest(digests.span).hexadecimal
                == "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021")
    }

    @Test func aUsedContextGivesTheDigestOfANewOne() {
        let used = SHA256()
        for count in Array(repeating: 7, count: 20)
            + [0, 200, 1, 64, 63, 0, 65, 55, 56, 128, 10_000, 65_536, 65_537, 3]
        {
            let message = [UInt8](repeating: 0x5A, count: count)
            #expect(used.digest(message.span) == SHA256.digest(message.span), "\(count) bytes")
        }
    }

    @Test func contextsDoNotDisturbEachOther() async {
        let message = Array("abc".utf8)
        let expected = SHA256.digest(message.span)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let context = SHA256()
                    return (0..<500).allSatisfy { _ in context.digest(message.span) == expected }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}

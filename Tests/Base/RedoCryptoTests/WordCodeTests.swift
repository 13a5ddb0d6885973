import RedoSystem
import TestSupport
import Testing

@testable import RedoCrypto

/// Secrets as words. What is expected comes from the Python package `mnemonic` 0.21.
@Suite struct WordCodeTests {
    static let samples = [
        (
            String(repeating: "00", count: 32),
            String(repeating: "abandon ", count: 23) + "art"
        ),
        (String(repeating: "ff", count: 32), String(repeating: "zoo ", count: 23) + "vote"),
        (
            String(repeating: "80", count: 32),
            """
            letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor \
            acoustic avoid letter advice cage absurd amount doctor acoustic bless
            """
        ),
        (
            "77276c72c008b0652e0aa28321a47c3bae8f104d8e549c419f1e4c1796a8484c",
            """
            jaguar derive bronze length mention crater return february lobster artwork business jar trophy \
            market curtain skin ordinary artefact shy oblige just feature cancel nice
            """
        ),
    ]

    static func secret(_ hexadecimal: String) throws -> SecretMemory {
        let digits = Array(hexadecimal.utf8)
        let decoded = RedoCrypto.bytes(hexadecimal: digits.span)
        var bytes = try #require(decoded)
        return SecretMemory(taking: &bytes)
    }

    static func decoded(_ text: String) throws(WordCode.Mistake) -> String {
        var bytes = Array(text.utf8)
        let secret = try WordCode.secret(of: SecretMemory(taking: &bytes))
        var digits: [UInt8] = []
        for index in 0..<secret.count { appendHexadecimal([secret[index]].span, to: &digits) }
        return String(decoding: digits, as: UTF8.self)
    }

    @Test func theListIsThatOfThePackage() {
        #expect(WordList.english.count == 2048)
        let text = Array(WordList.english.map { $0 + "\n" }.joined().utf8)
        #expect(
            SHA256.digest(text.span).hexadecimal
                == "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda")
        #expect(Set(WordList.english.map { $0.prefix(4) }).count == 2048)
    }

    @Test(arguments: samples)
    func wordsAreThoseOfOthers(_ secret: String, _ words: String) throws {
        let text = WordCode.text(of: try Self.secret(secret))
        #expect(String(decoding: text, as: UTF8.self) == words)
        #expect(try Self.decoded(words) == secret)
    }

    /// A text that is moved while it grows leaves copies of the secret in memory.
    @Test func evenAShortTextHasRoomForTheLongest() throws {
        // Of words with three letters.
        let text = WordCode.text(of: try Self.secret(Self.samples[1].0))
        let lengths = WordList.english.map { $0.utf8.count }
        let longest = try #require(lengths.max())
        #expect(text.capacity >= WordCode.wordCount * (longest + 1))
    }

    @Test func wordsMayBeCutAndWrittenAnyhow() throws {
        let (secret, words) = Self.samples[3]
        let cut = words.split(separator: " ").map { $0.prefix(4).uppercased() }
        #expect(try Self.decoded("\n \t" + cut.joined(separator: "  \n") + "\r\n") == secret)
    }

    @Test func randomSecretsComeBack() throws {
        for _ in 0..<100 {
            let key = RecoveryKey.random()
            var words = key.words()
            let again = try RecoveryKey(words: SecretMemory(taking: &words))
            #expect(again.key.publicKey == key.key.publicKey)
            #expect(again.commitment == SHA256.digest(key.key.publicKey.bytes.span))
        }
    }

    /// Of a wrong word the checksum tells 255 of 256.
    @Test func anotherWordIsFound() throws {
        var words = Self.samples[3].1.split(separator: " ").map(String.init)
        words.swapAt(3, 4)
        #expect(throws: WordCode.Mistake.wrongChecksum) {
            try Self.decoded(words.joined(separator: " "))
        }
    }

    @Test(arguments: [
        ("", WordCode.Mistake.wrongCount(0)), ("abandon", .wrongCount(1)),
        (samples[3].1 + " nice", .wrongCount(25)), ("abandon xyzzy", .unknownWord(2)),
        ("aban aba", .unknownWord(2)), ("abandonx", .unknownWord(1)), ("äbandon", .unknownWord(1)),
        ("add addd", .unknownWord(2)),
    ])
    func otherTextsAreRefused(_ text: String, _ mistake: WordCode.Mistake) {
        #expect(throws: mistake) { try Self.decoded(text) }
    }
}

import RedoSystem
import TestSupport
import Testing

@testable import RedoCrypto

/// Key files under a passphrase. Most are sealed at little cost, since opening one at the full cost
/// takes 50 ms.
@Suite struct SealedKeyFileTests {
    @Test func aSealedKeyIsReadBack() throws {
        let text = try KeyFile.text(SampleKey.key(), sealedUnder: SampleKey.secret("correct horse"))
        #expect(try SampleKey.open(text, with: "correct horse") == SampleKey.key().publicKey)
    }

    @Test func theTextIsTheDocumentedOne() throws {
        let text = try KeyFile.text(SampleKey.key(), sealedUnder: SampleKey.secret("p"))
        let lines = String(decoding: text, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 6)
        #expect(lines[0] == "redo-key 1")
        #expect(lines[1] == "publicKey \(SampleKey.publicDigits)")
        #expect(lines[2].wholeMatch(of: /argon2id 2 67108864 [0-9a-f]{32}/) != nil)
        #expect(lines[3].wholeMatch(of: /nonce [0-9a-f]{48}/) != nil)
        #expect(lines[4].wholeMatch(of: /sealed [0-9a-f]{96}/) != nil)
        #expect(lines[5] == "")
    }

    @Test func theSeedIsNotInTheText() throws {
        #expect(try !SampleKey.cheaplySealed(under: "p").contains(SampleKey.seedDigits.prefix(8)))
    }

    @Test func everySealingHasASaltAndANonceOfItsOwn() {
        let (one, two) = (Sealing.new(), Sealing.new())
        #expect(one.salt != two.salt)
        #expect(one.nonce != two.nonce)
        #expect(one.isAffordable)
    }

    @Test(arguments: ["", "pass", "pass phrase ", "Pass phrase", "pass phrase\n"])
    func anotherPassphraseIsRefused(_ passphrase: String) throws {
        let text = try SampleKey.cheaplySealed(under: "pass phrase")
        let error = #expect(throws: RedoError.self) {
            try SampleKey.open(Array(text.utf8), with: passphrase)
        }
        #expect(error?.code == .keyNotLoaded)
    }

    @Test(arguments: ["", "p", "pass phrase", "pässwörter 🍰", String(repeating: "x", count: 2000)])
    func thePassphraseOpensTheFile(_ passphrase: String) throws {
        let text = try SampleKey.cheaplySealed(under: passphrase)
        let key = try SampleKey.open(Array(text.utf8), with: passphrase)
        #expect(key.hexadecimal == SampleKey.publicDigits)
    }

    @Test func aRefusalToGiveThePassphraseIsPassedOn() throws {
        let file = try SampleKey.read(try SampleKey.cheaplySealed(under: "p"))
        let error = #expect(throws: RedoError.self) {
            _ = try file.signingKey { () throws(RedoError) in
                throw .key(.emptyPassphrase)
            }
        }
        let isSealed = file.isSealed
        #expect(isSealed)
        #expect(error?.message == "an empty passphrase seals nothing")
    }

    @Test func everyFlippedByteIsRefused() throws {
        let text = Array(try SampleKey.cheaplySealed(under: "p").utf8)
        try #require(try SampleKey.open(text, with: "p").hexadecimal == SampleKey.publicDigits)
        var tried = 0
        for index in text.indices {
            for flip: UInt8 in [0x01, 0x02, 0x80] {
                var damaged = text
                damaged[index] ^= flip
                tried += 1
                if (try? SampleKey.open(damaged, with: "p")) != nil {
                    Issue.record("byte \(index) as \(damaged[index])")
                }
            }
        }
        #expect(tried == 294 * 3)
    }

    /// What stands above the sealed part is bound to it.
    @Test(arguments: [
        (SampleKey.publicDigits, SampleKey.otherDigits), ("argon2id 1 ", "argon2id 2 "),
        (" 8192 ", " 8193 "), ("0a0b0c", "0b0a0c"), ("nonce 6465", "nonce 6564"),
    ])
    func anExchangedLineIsRefused(_ old: String, _ new: String) throws {
        let text = try SampleKey.cheaplySealed(under: "p")
        let changed = text.replacing(old, with: new)
        try #require(changed != text)
        let error = #expect(throws: RedoError.self) {
            try SampleKey.open(Array(changed.utf8), with: "p")
        }
        #expect(error?.code == .keyNotLoaded)
    }

    @Test(arguments: [
        "2 1099511627776", "2 1073741825", "2 8191", "2 -67108864", "2 0", "17 67108864",
        "0 67108864", "-1 67108864", "4294967296 67108864", "2 99999999999999999999",
        "2 0x4000000", "+1 8192", "1 +8192", "two 67108864", "2 ",
    ])
    func hostileCostsAreRefusedBeforeAnyIsPaid(_ costs: String) throws {
        let text = try SampleKey.cheaplySealed(under: "p")
            .replacing("argon2id 1 8192", with: "argon2id \(costs)")
        let error = #expect(throws: RedoError.self) { _ = try SampleKey.read(text) }
        #expect(error?.code == .invalidKey)
    }

    @Test(arguments: [
        ("nonce", "Nonce"), ("sealed", "seal"), ("argon2id", "argon2i"), ("sealed ", "sealed 00"),
        ("nonce 64", "nonce "), ("0f\n", "\n"), ("0f\n", "0f0f\n"),
    ])
    func anotherFormIsRefused(_ old: String, _ new: String) throws {
        let text = try SampleKey.cheaplySealed(under: "p")
        let changed = text.replacing(old, with: new)
        try #require(changed != text)
        let error = #expect(throws: RedoError.self) { _ = try SampleKey.read(changed) }
        #expect(error?.code == .invalidKey)
    }
}

import RedoSystem
import TestSupport
import Testing

@testable import RedoCrypto

/// Key files that are not sealed.
@Suite struct KeyFileTests {
    @Test func theTextIsTheDocumentedOne() {
        let text = KeyFile.text(SampleKey.key())
        #expect(String(decoding: text, as: UTF8.self) == SampleKey.unsealed)
    }

    @Test func theKeyIsReadBackWithoutAPassphrase() throws {
        let file = try SampleKey.read(SampleKey.unsealed)
        let key = try file.signingKey { () throws(RedoError) in
            Issue.record("a passphrase was asked for")
            return SampleKey.secret("")
        }
        let isSealed = file.isSealed
        #expect(!isSealed)
        #expect(file.publicKey.hexadecimal == SampleKey.publicDigits)
        let publicKey = file.publicKey
        #expect(key.publicKey == publicKey)
    }

    @Test(arguments: [SampleKey.unsealed, "garbage", ""])
    func theTextIsWiped(_ text: String) {
        var bytes = Array(text.utf8)
        _ = try? KeyFile(reading: &bytes)
        #expect(bytes.isEmpty)
    }

    @Test(arguments: [
        "", "\n\n\n", "garbage", "{\"kty\":\"OKP\"}", "redo-key 1\n",
        "redo-key 1\nseed \(SampleKey.seedDigits)\n",
        "redo-key 1\npublicKey \(SampleKey.publicDigits)\n",
        SampleKey.text(version: "redo-key 2"), SampleKey.text(version: "redo-key"),
        SampleKey.text(version: "redo-key 1 1"), SampleKey.text(version: "\nredo-key 1"),
        SampleKey.text(publicKey: SampleKey.publicDigits.uppercased()),
        SampleKey.text(publicKey: String(SampleKey.publicDigits.dropLast(2))),
        SampleKey.text(publicKey: ""), SampleKey.text(seed: ""),
        SampleKey.text(seed: SampleKey.seedDigits + "00"),
        SampleKey.text(seed: SampleKey.seedDigits + " x"),
        SampleKey.text(seed: String(SampleKey.seedDigits.dropLast())),
        SampleKey.text(seed: SampleKey.seedDigits.uppercased()),
        SampleKey.unsealed.replacing("seed", with: "Seed"),
        SampleKey.unsealed.replacing("\n", with: "\r\n"),
    ])
    func otherTextsAreNoKeyFiles(_ text: String) {
        let error = #expect(throws: RedoError.self) { _ = try SampleKey.read(text) }
        #expect(error?.code == .invalidKey)
    }

    @Test func anExchangedPublicKeyIsRefused() throws {
        let text = SampleKey.unsealed.replacing(SampleKey.publicDigits, with: SampleKey.otherDigits)
        let error = #expect(throws: RedoError.self) {
            try SampleKey.open(Array(text.utf8), with: "")
        }
        #expect(error?.code == .invalidKey)
    }

    @Test func everyFlippedByteIsRefused() {
        let text = Array(SampleKey.unsealed.utf8)
        var tried = 0
        for index in text.indices {
            var damaged = text
            damaged[index] ^= 1
            tried += 1
            if (try? SampleKey.open(damaged, with: "")) != nil { Issue.record("byte \(index)") }
        }
        #expect(tried == 156)
    }
}

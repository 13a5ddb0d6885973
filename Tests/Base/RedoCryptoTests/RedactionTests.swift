import Testing

@testable import RedoCrypto

/// Secrets in what a server says.
@Suite struct RedactionTests {
    private let redaction = Redaction("eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.payload.signature")

    @Test(arguments: [
        (
            "bad token eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.payload.signature!",
            "bad token [redacted]!"
        ),
        ("bad token eyJhbGciOiJSUzI1NiIs...", "bad token [redacted]..."),
        ("EYJHBGCIOIJS and J9.PAYLOAD.sig", "[redacted] and [redacted]"),
        ("the sign is bad", "the sign is bad"),
        ("eyJhbGci", "eyJhbGci"), ("", ""),
    ])
    func noRunOfMoreThanEightBytesStays(_ text: String, _ expected: String) {
        #expect(redaction.redacting(text) == expected)
    }

    /// A password may be as short as a word.
    @Test func aShortPasswordIsTakenOutAsAWhole() {
        let redaction = Redaction(Array("hunter2".utf8), redactsShortSecret: true)
        #expect(
            redaction.redacting("no hunter2, no Hunter22, hunt")
                == "no [redacted], no [redacted]2, hunt")
        let long = Redaction(Array("correct horse".utf8), redactsShortSecret: true)
        #expect(long.redacting("correct horse is correct") == "[redacted] is correct")
        #expect(Redaction(Array("abc".utf8), redactsShortSecret: true).redacting("abc") == "abc")
    }

    @Test func aSecretThatIsShorterThanAWordTakesNothingOut() {
        #expect(Redaction("alice").redacting("alice is here") == "alice is here")
    }
}

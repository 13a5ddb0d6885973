import Testing

@testable import RedoCrypto

@Suite struct Base64Tests {
    @Test func base64IsThatOfTokens() {
        // RFC 7515, appendix C, and RFC 4648, section 10.
        #expect(base64URL([3, 236, 255, 224, 193]) == "A-z_4ME")
        for (text, expected) in [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
        ] {
            #expect(base64URL(Array(text.utf8)) == expected)
            #expect(base64(Array(text.utf8)) == expected)
        }
        #expect(base64([3, 236, 255, 224, 193]) == "A+z/4ME")
    }
}

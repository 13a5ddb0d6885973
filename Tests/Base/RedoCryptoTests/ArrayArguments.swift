@testable import RedoCrypto

// `#expect` keeps the arguments of a call to show them, which it cannot do with a span.

func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    isEqualInConstantTime(left.span, right.span)
}

extension PublicKey {
    func isSigner(ofText message: String, _ signature: Signature) -> Bool {
        isSigner(of: Array(message.utf8).span, signature: signature)
    }
}

extension SigningKey {
    func sign(text message: String) -> Signature { sign(Array(message.utf8).span) }
}

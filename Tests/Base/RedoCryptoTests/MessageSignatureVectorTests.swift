import RedoJSON
import TestSupport
import Testing

@testable import RedoCrypto

/// The lines of `Fixtures/vectors/signatures.jsonl` that have a message.
@Suite struct MessageSignatureVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        /// Nil where nobody knows it.
        let seed: [UInt8]?
        let publicKey: PublicKey
        let message: [UInt8]
        let signature: Signature
        let isValid: Bool
        var testDescription: String { name }
    }

    static let vectors: [Vector] = {
        let lines = (try? Fixtures.lines("vectors/signatures.jsonl")) ?? []
        return lines.compactMap { line in
            guard let root = try? JSONDocument(line).root, let name = root["name"]?.string,
                let message = root["message"]?.withCharacters({ bytes(hexadecimal: $0) }),
                let key = root["publicKey"]?.withCharacters({ PublicKey(hexadecimal: $0) }),
                let signature = root["signature"]?.withCharacters({ Signature(hexadecimal: $0) }),
                let seed = root["seed"]?.withCharacters({ bytes(hexadecimal: $0) ?? [] })
            else { return nil }
            return Vector(
                name: name.description, seed: seed.count == 32 ? seed : nil, publicKey: key,
                message: message, signature: signature,
                isValid: root["verdict"]?.equals("valid") == true)
        }
    }()

    static let valid = vectors.filter(\.isValid)

    @Test func allVectorsAreRead() {
        #expect(Self.vectors.count == 25)
        #expect(Self.valid.count == 14)
        #expect(Self.vectors.filter { $0.seed == nil }.count == 1)
    }

    @Test(arguments: vectors)
    func theVerdictIsTheVectors(_ vector: Vector) {
        let isSigner = vector.publicKey.isSigner(
            of: vector.message.span, signature: vector.signature)
        #expect(isSigner == vector.isValid)
    }

    @Test(arguments: valid)
    func theSeedMakesThePublicKeyAndTheSignature(_ vector: Vector) throws {
        var seed = try #require(vector.seed)
        let key = SigningKey(seed: SecretMemory(taking: &seed))
        #expect(key.publicKey == vector.publicKey)
        #expect(key.sign(vector.message.span) == vector.signature)
    }
}

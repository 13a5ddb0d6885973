import RedoCrypto
import RedoJSON
import TestSupport
import Testing

@testable import RedoModel

/// The lines of `Fixtures/vectors/signatures.jsonl` that have a node.
@Suite struct NodeSignatureVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let seed: [UInt8]
        let node: [UInt8]
        let body: [UInt8]
        let digest: [UInt8]
        let signature: Signature
        /// `body`, `digest` or `invalid`.
        let verdict: String
        var testDescription: String { name }
    }

    static let vectors: [Vector] = {
        let lines = (try? Fixtures.lines("vectors/signatures.jsonl")) ?? []
        return lines.compactMap { line in
            guard let root = try? JSONDocument(line).root, let name = root["name"]?.string,
                let seed = root["seed"]?.withCharacters({ bytes(hexadecimal: $0) }),
                let node = root["node"]?.string, let body = root["body"]?.string,
                let digest = root["digest"]?.withCharacters({ bytes(hexadecimal: $0) }),
                let signature = root["signature"]?.withCharacters({ Signature(hexadecimal: $0) }),
                let verdict = root["verdict"]?.string
            else { return nil }
            return Vector(
                name: name.description, seed: seed, node: node.utf8, body: body.utf8,
                digest: digest, signature: signature, verdict: verdict.description)
        }
    }()

    static let valid = vectors.filter { $0.verdict != "invalid" }

    @Test func allVectorsAreRead() {
        #expect(Self.vectors.count == 25)
        #expect(Self.valid.count == 7)
    }

    @Test(arguments: vectors)
    func theVerdictIsTheVectors(_ vector: Vector) {
        do throws(Rejection) {
            let node = try NodeValidator().read(vector.node, signature: .required)
            #expect(node.signedOver?.rawValue == vector.verdict)
            #expect(node.signature == vector.signature)
        } catch {
            #expect(error.code == .invalidSignature)
            #expect(vector.verdict == "invalid")
        }
    }

    /// A node that was read without its signature is verified in memory as it would have been while it was read.
    @Test(arguments: vectors)
    func aNodeInMemoryIsVerifiedLikewise(_ vector: Vector) throws {
        let validator = NodeValidator()
        let unchecked = try validator.read(vector.node, signature: .unchecked)
        do throws(Rejection) {
            let node = try validator.verified(unchecked)
            #expect((node.signedOver?.rawValue ?? "invalid") == vector.verdict)
            #expect(node.signature == unchecked.signature && node.id == unchecked.id)
        } catch {
            #expect(error.code == .invalidSignature)
            #expect(vector.verdict == "invalid")
        }
    }

    @Test(arguments: vectors)
    func theBodyAndItsDigestAreTheVectors(_ vector: Vector) throws {
        let node = try NodeValidator().read(vector.node, signature: .unchecked)
        #expect(node.encoding.body == vector.body)
        #expect(node.id.digest.bytes == vector.digest)
        #expect(node.signedOver == nil)
    }

    @Test(arguments: valid)
    func theSeedMakesTheSignature(_ vector: Vector) {
        var seed = vector.seed
        let key = SigningKey(seed: SecretMemory(taking: &seed))
        let message = vector.verdict == "body" ? vector.body : vector.digest
        #expect(key.sign(message.span) == vector.signature)
    }
}

import RedoJSON
import TestSupport
import Testing

@testable import RedoModel

/// The vectors of `Fixtures/vectors/nodes.jsonl`: single nodes through stage 1.
@Suite struct NodeVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let node: [UInt8]
        let expected: String
        let rule: NodeValidator.SignatureRule
        var testDescription: String { name }
    }

    static let vectors: [Vector] = {
        let lines = (try? Fixtures.lines("vectors/nodes.jsonl")) ?? []
        return lines.compactMap { line in
            guard let root = try? JSONDocument(line).root, let name = root["name"]?.string,
                let node = root["node"]?.string, let expected = root["expect"]?.string
            else { return nil }
            return Vector(
                name: name.description, node: node.utf8, expected: expected.description,
                rule: root["requireSignature"]?.bool == true ? .required : .ifPresent)
        }
    }()

    @Test func allVectorsAreRead() {
        #expect(Self.vectors.count == 304)
    }

    @Test(arguments: vectors)
    func vector(_ vector: Vector) {
        let validator = NodeValidator()
        do throws(Rejection) {
            let node = try validator.read(vector.node, signature: vector.rule)
            #expect(vector.expected == "OK")
            let line = node.canonicalBytes
            #expect(line.count == node.encoding.lineByteCount(hasSignature: node.signature != nil))
            #expect(try validator.read(line, signature: vector.rule).canonicalBytes == line)
        } catch {
            #expect(error.code.rawValue == vector.expected, "\(error.detail)")
        }
    }
}

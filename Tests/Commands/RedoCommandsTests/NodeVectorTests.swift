import Foundation
import RedoJSON
import TestSupport
import Testing

/// Fixtures/vectors/nodes.jsonl, through `redo-hash-object`.
@Suite struct NodeVectorTests {
    struct Vector {
        let name: String
        let node: String
        let expected: String
        let requiresSignature: Bool

        /// The id that the node claims.
        var id: String? {
            let root = try? JSONDocument(Array(node.utf8)).root.value
            return root?["id"]?.string?.description
        }
    }

    static func vectors() throws -> [Vector] {
        try Fixtures.lines("vectors/nodes.jsonl").map { line in
            let root = try JSONDocument(line).root.value
            func text(_ value: JSONValue?) throws -> String {
                try #require(value?.string).description
            }
            return Vector(
                name: try text(root["name"]), node: try text(root["node"]),
                expected: try text(root["expect"]),
                requiresSignature: root["requireSignature"] == true)
        }
    }

    @Test(arguments: [false, true])
    func aBatchAnswersEachNodeWithItsIDOrItsCode(requiringSignatures: Bool) throws {
        let vectors = try Self.vectors().filter { $0.requiresSignature == requiringSignatures }
        #expect(vectors.count > 20)
        let option = requiringSignatures ? ["--require-signature"] : []
        let outcome = try CommandRunner().run(
            "redo-hash-object", ["--batch"] + option,
            input: Array(vectors.map { $0.node + "\n" }.joined().utf8))
        #expect(outcome.status == 1)
        #expect(outcome.error.isEmpty)
        try #require(outcome.lines.count == vectors.count)
        for (vector, answer) in zip(vectors, outcome.lines) {
            if vector.expected == "OK" {
                #expect(answer == vector.id, "\(vector.name)")
            } else {
                let parts = answer.split(separator: " ", maxSplits: 2)
                #expect(parts.count == 3 && parts[0] == "-", "\(vector.name): \(answer)")
                #expect(parts.dropFirst().first ?? "" == vector.expected, "\(vector.name)")
            }
        }
    }

    @Test(arguments: [
        "OK", "E_SCHEMA_MISMATCH", "E_ENCODING_VIOLATION", "E_FORBIDDEN_FIELD",
        "E_MISSING_DELETED_CHAIN", "E_PAYLOAD_TOO_LARGE", "E_HASH_MISMATCH", "E_INVALID_SIGNATURE",
    ])
    func aSingleNodeEndsTheCommandWithItsCode(_ expected: String) throws {
        let vector = try #require(try Self.vectors().first { $0.expected == expected })
        let option = vector.requiresSignature ? ["--require-signature"] : []
        let outcome = try CommandRunner().run(
            "redo-hash-object", ["--stdin"] + option, input: Array(vector.node.utf8))
        if expected == "OK" {
            #expect(outcome.status == 0)
            #expect(outcome.text == "\(vector.id ?? "")\n")
            #expect(outcome.error.isEmpty)
        } else {
            #expect(outcome.status == 1)
            #expect(outcome.output.isEmpty)
            #expect(outcome.codedError.hasPrefix("error: \(expected): "))
            #expect(outcome.codedError.hasSuffix(", in standard input\n"))
        }
    }

    @Test func aRequiredSignatureIsMissed() throws {
        let vectors = try Self.vectors().filter {
            $0.expected == "OK" && !$0.requiresSignature && !$0.node.contains("\"signature\"")
        }
        let outcome = try CommandRunner().run(
            "redo-hash-object", ["--batch", "--require-signature"],
            input: Array(vectors.map { $0.node + "\n" }.joined().utf8))
        #expect(!vectors.isEmpty && outcome.lines.count == vectors.count)
        #expect(outcome.lines.allSatisfy { $0.hasPrefix("- E_INVALID_SIGNATURE ") })
    }
}

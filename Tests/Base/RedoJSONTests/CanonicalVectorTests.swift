import Foundation
import TestSupport
import Testing

@testable import RedoJSON

/// The vectors of `Fixtures/vectors/canonical.jsonl`.
@Suite struct CanonicalVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let input: [UInt8]
        /// Nil where the input must be refused.
        let canonical: [UInt8]?
        let offset: Int?
        var testDescription: String { name }
    }

    static let vectors: [Vector] = {
        let lines = (try? Fixtures.lines("vectors/canonical.jsonl")) ?? []
        return lines.compactMap { line in
            guard let root = try? JSONDocument(line).root, let name = root["name"]?.string else {
                return nil
            }
            let input =
                root["input"]?.string?.utf8 ?? hexBytes(root["inputHex"]?.string?.utf8 ?? [])
            return Vector(
                name: name.description, input: input, canonical: root["canonical"]?.string?.utf8,
                offset: root["offset"]?.integer)
        }
    }()

    static func hexBytes(_ digits: [UInt8]) -> [UInt8] {
        stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            guard let high = hexDigit(digits[index]), let low = hexDigit(digits[index + 1]) else {
                return nil
            }
            return high << 4 | low
        }
    }

    @Test func allVectorsAreRead() throws {
        #expect(Self.vectors.count == 250)
    }

    @Test(arguments: vectors)
    func vector(_ vector: Vector) throws {
        if let canonical = vector.canonical {
            let document = try JSONDocument(vector.input)
            let written = CanonicalJSON.bytes(document.root)
            #expect(written == canonical)
            #expect(CanonicalJSON.bytes(document.root.value) == canonical)
            #expect(CanonicalJSON.bytes(try JSONDocument(canonical).root) == canonical)
        } else {
            let error = #expect(throws: JSONError.self) { try JSONDocument(vector.input) }
            if let offset = vector.offset { #expect(error?.offset == offset) }
        }
    }
}

import Foundation
import RedoJSON
import TestSupport
import Testing

/// Fixtures/vectors/canonical.jsonl, through `redo-hash-object --canonical`.
@Suite struct CanonicalOptionTests {
    struct Vector {
        let name: String
        let input: [UInt8]
        let canonical: [UInt8]?
        let offset: Int?
    }

    static func vectors() throws -> [Vector] {
        try Fixtures.lines("vectors/canonical.jsonl").map { line in
            let root = try JSONDocument(line).root.value
            let digits = root["inputHex"]?.string?.utf8 ?? []
            let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
            }
            return Vector(
                name: root["name"]?.string?.description ?? "",
                input: root["input"]?.string?.utf8 ?? bytes,
                canonical: root["canonical"]?.string?.utf8, offset: root["offset"]?.integer)
        }
    }

    @Test func printsTheCanonicalBytesOfEachTextAndNothingElse() throws {
        let runner = try CommandRunner()
        let vectors = try Self.vectors().filter { $0.canonical != nil }
        for (index, vector) in vectors.enumerated() {
            try runner.write(vector.input, to: "good-\(index)")
        }
        let files = vectors.indices.map { "good-\($0)" }
        let outcome = try runner.run("redo-hash-object", ["--canonical"] + files)
        #expect(outcome.status == 0)
        #expect(outcome.error.isEmpty)
        #expect(vectors.count > 100)
        // Compared one by one, so that a failure has a name.
        var rest = outcome.output[...]
        for vector in vectors {
            let canonical = try #require(vector.canonical)
            try #require(rest.starts(with: canonical), "\(vector.name)")
            rest = rest.dropFirst(canonical.count)
        }
        #expect(rest.isEmpty)
    }

    @Test func refusesEachBadTextAtItsByte() throws {
        let runner = try CommandRunner()
        let vectors = try Self.vectors().filter { $0.canonical == nil }
        for (index, vector) in vectors.enumerated() {
            try runner.write(vector.input, to: "bad-\(index)")
        }
        let outcome = try runner.shell(
            """
            for number in $(seq 0 \(vectors.count - 1)); do
                redo-hash-object --canonical bad-$number 2>&1
                echo "status $?"
            done
            """)
        let lines = outcome.lines
        #expect(vectors.count > 50)
        try #require(lines.count == 2 * vectors.count)
        for (index, vector) in vectors.enumerated() {
            let line = lines[2 * index].codesFirst
            #expect(
                line.hasPrefix("error: E_SCHEMA_MISMATCH: not I-JSON: "),
                "\(vector.name)")
            let place = vector.offset.map(String.init) ?? ""
            #expect(line.contains(" at byte \(place)"), "\(vector.name): \(line)")
            #expect(
                line.hasSuffix("\(place), in bad-\(index)") || vector.offset == nil,
                "\(vector.name)")
            #expect(lines[2 * index + 1] == "status 1", "\(vector.name)")
        }
    }
}

import Foundation
import RedoJSON
import TestSupport
import Testing

/// The nodes of Fixtures/vectors/signatures.jsonl, through `redo-import` and `redo-verify`.
@Suite struct SignedOverTests {
    static func vectors() throws -> [(name: String, node: [UInt8], verdict: String)] {
        try Fixtures.lines("vectors/signatures.jsonl").compactMap { line in
            let root = try JSONDocument(line).root.value
            guard let node = root["node"]?.string else { return nil }
            return (
                root["name"]?.string?.description ?? "", node.utf8,
                root["verdict"]?.string?.description ?? ""
            )
        }
    }

    @Test func verifySaysWhatASignatureIsOver() throws {
        // The vectors are copies of a few nodes, so each has a store of its own.
        let valid = try Self.vectors().filter { $0.verdict != "invalid" }
        #expect(Set(valid.map(\.verdict)) == ["body", "digest"])
        for vector in valid {
            let runner = try CommandRunner.withEmptyStore()
            let imported = try runner.run(
                "redo-import", ["--require-signature"], input: vector.node)
            #expect(imported.status == 0, "\(vector.name): \(imported.error)")
            let report = try runner.run("redo-verify", ["--json", "--require-signature"])
            let findings = try jsonLines(report)
            try #require(findings.count == 1)
            #expect(
                findings[0]["signature"]?.string?.description == vector.verdict, "\(vector.name)")
        }
    }

    @Test func importRefusesWhatIsNotTheAuthorsSignature() throws {
        let invalid = try Self.vectors().filter { $0.verdict == "invalid" }
        #expect(invalid.count > 10)
        let runner = try CommandRunner.withEmptyStore()
        let outcome = try runner.run(
            "redo-import", ["--porcelain"],
            input: Array(invalid.map(\.node).joined(separator: [10])))
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == invalid.count)
        #expect(outcome.lines.allSatisfy { $0.hasSuffix("\tE_INVALID_SIGNATURE") })
        #expect(try runner.objectNames().isEmpty)
    }
}

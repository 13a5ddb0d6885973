import Foundation
import RedoJSON
import TestSupport
import Testing

/// Stored nodes of which one bit has changed.
@Suite struct FlippedBitTests {
    static let log = "vectors/logs/70-generated-260-nodes/nodes.jsonl"

    /// What the node alone can show; a missing parent would hide what was not noticed.
    static let codes: Set<Substring> = [
        "E_SCHEMA_MISMATCH", "E_ENCODING_VIOLATION", "E_FORBIDDEN_FIELD",
        "E_MISSING_DELETED_CHAIN", "E_HASH_MISMATCH", "E_INVALID_SIGNATURE",
    ]

    @Test func noFlippedBitGoesUnnoticed() throws {
        let seed = Seed()
        var generator = seed.generator
        let runner = try CommandRunner.withEmptyStore()
        let sorter = try CommandRunner.withEmptyStore()
        _ = try sorter.run("redo-import", [Fixtures.directory.appending(path: Self.log).path])
        let lines = try sorter.run("redo-export").output.split(separator: UInt8(ascii: "\n"))
        var ids: Set<String> = []
        // They stay loose.
        try #require(runner.run("redo-config", ["gc.auto", "0"]).status == 0)
        for start in stride(from: 0, to: lines.count, by: 50) {
            let part = lines[start..<min(start + 50, lines.count)]
            let imported = try runner.run(
                "redo-import", ["--porcelain"], input: Array(part.joined(separator: [10])))
            ids.formUnion(imported.lines.map { String($0.prefix { $0 != "\t" }) })
        }
        #expect(ids.count > 200)
        var changes: [String: String] = [:]
        for id in ids.sorted() {
            try runner.damage(id) { bytes in
                let place = Int.random(in: bytes.indices, using: &generator)
                let bit = Int.random(in: 0..<8, using: &generator)
                bytes[place] ^= 1 << bit
                changes[id] = "bit \(bit) of byte \(place)"
            }
        }
        let outcome = try runner.run("redo-verify", ["--porcelain"])
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == ids.count)
        for line in outcome.lines {
            let parts = line.split(separator: "\t")
            #expect(
                parts.count == 2 && Self.codes.contains(parts[1]),
                "\(line): \(changes[String(parts[0])] ?? ""), \(seed.replay.rawValue)")
        }
    }
}

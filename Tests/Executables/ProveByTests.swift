import Foundation
import TestSupport
import Testing

/// `redo prove --by`: what a key did, for anyone, and whether that is all of it.
@Suite struct ProveByTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let laptop: TaskStore
    private let key: String

    /// The laptop changes a task of the phone, and both have synced.
    init() throws {
        fixture = try GitFixture()
        let path = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        phone = try fixture.device("phone", url: "folder:\(path)")
        laptop = try fixture.device("laptop", url: "folder:\(path)")
        try phone.add("Water", "--draft")
        try phone.add("Bread", "--draft")
        try phone.expect(["sync"])
        try laptop.expect(["fetch"])
        try laptop.expect(["edit", "Water", "--priority", "5"])
        try laptop.expect(["sync"])
        try phone.expect(["sync"])
        let line = try #require(
            laptop.expect(["key", "show"]).lines.first { $0.hasPrefix("publicKey ") })
        key = String(line.dropFirst("publicKey ".count))
    }

    private func prove(_ words: String...) throws -> CommandOutcome {
        let outcome = try phone.run("prove", ["--by", key] + words)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome
    }

    private func check(_ proof: some Sequence<UInt8>, _ words: String...) throws -> CommandOutcome {
        try fixture.place.write(proof, to: "proof")
        return try fixture.place.run("redo-verify", ["--bundle", "proof"] + words)
    }

    @Test func itShowsWhatTheKeyDidAndClaimsNoMore() throws {
        let proof = try prove()
        #expect(proof.error.contains("does not show that these are all"), "\(proof)")
        let checked = try check(proof.output)
        #expect(checked.status == 0, "\(checked)")
        #expect(checked.text.hasPrefix("the key \(key)\n  1 node by it"), "\(checked)")
        #expect(checked.text.contains(": UPDATE\n"), "\(checked)")
        #expect(checked.text.contains("not complete: the key may have signed more"), "\(checked)")
    }

    @Test func aCompleteOneShowsThatThereIsNoMore() throws {
        let proof = try prove("--complete")
        #expect(proof.error.isEmpty, "\(proof)")
        let checked = try check(proof.output)
        #expect(checked.status == 0 && checked.text.contains("complete: the file has all "))
        #expect(!checked.text.contains("not complete"))
        let json = try check(proof.output, "--json")
        let object = try #require(
            try JSONSerialization.jsonObject(with: json.output.data) as? [String: Any])
        #expect(object["complete"] as? Bool == true && object["by"] as? String == key)
    }

    /// Without one node of the key the file proves nothing complete: it is refused, or no longer says that it is all.
    @Test func aNodeThatIsLeftOutIsNoticed() throws {
        let proof = try prove("--complete")
        let whole = try #require(
            try JSONSerialization.jsonObject(with: proof.output.data) as? [String: Any])
        let nodes = try #require(whole["nodes"] as? [[String: Any]])
        for index in nodes.indices {
            var changed = whole
            var rest = nodes
            rest.remove(at: index)
            changed["nodes"] = rest
            changed["keys"] = Set(
                rest.compactMap { ($0["author"] as? [String: Any])?["publicKey"] as? String }
            ).sorted()
            let text = try JSONSerialization.data(
                withJSONObject: changed, options: [.sortedKeys, .withoutEscapingSlashes])
            let checked = try check(text + Data("\n".utf8))
            #expect(
                checked.status == 1 || checked.text.contains("not complete"), "\(index): \(checked)"
            )
        }
    }

    @Test func whatCameAfterTheCheckpointIsSaid() throws {
        try laptop.expect(["edit", "Bread", "--priority", "5"])
        try laptop.expect(["sync"])
        try phone.expect(["fetch"])
        let old = try prove("--complete", "--since", "2025-01-01")
        #expect(try check(old.output).status == 0)
        let none = try phone.run("prove", ["--by", key, "--since", "2035-01-01"])
        #expect(none.status != 0 && none.output.isEmpty, "\(none)")
        let stranger = String(repeating: "0", count: 63) + "1"
        #expect(try phone.run("prove", ["--by", stranger]).status != 0)
        #expect(try phone.run("prove", ["--complete", "Water"]).status == 129)
    }
}

extension Sequence<UInt8> {
    fileprivate var data: Data { Data(self) }
}

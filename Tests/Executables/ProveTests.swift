import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo prove` and `redo verify --bundle`: proofs that hold without a store, and what is done to them.
@Suite struct ProveTests {
    private let fixture: GitFixture
    private let phone: TaskStore
    private let laptop: TaskStore
    private let task: String

    /// Two devices that have confirmed each other's statements over a folder; the phone's task has a foreign node above it.
    init() throws {
        fixture = try GitFixture()
        let path = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        phone = try fixture.device("phone", url: "folder:\(path)")
        laptop = try fixture.device("laptop", url: "folder:\(path)")
        task = try phone.add("Übung macht den Meister")
        try phone.expect(["edit", task, "--tag", "music"])
        for title in ["Two", "Three"] { try phone.add(title, "--draft") }
        try phone.expect(["sync"])
        try laptop.add("From the laptop", "--draft")
        try laptop.expect(["sync"])
        try phone.expect(["fetch"])
    }

    private func prove(_ words: String...) throws -> [UInt8] {
        let outcome = try phone.run("prove", [task] + words)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.output
    }

    /// Checks a proof in a place without a store.
    private func check(_ proof: some Sequence<UInt8>, _ words: String...) throws -> CommandOutcome {
        try fixture.place.write(proof, to: "proof")
        return try fixture.place.run("redo-verify", ["--bundle", "proof"] + words)
    }

    private func object(_ proof: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(proof)) as? [String: Any])
    }

    private func text(_ object: [String: Any]) throws -> Data {
        try JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
            + Data("\n".utf8)
    }

    private func expect(
        _ code: String, _ location: SourceLocation = #_sourceLocation,
        _ change: (inout [String: Any]) throws -> Void
    ) throws {
        var changed = try object(prove())
        try change(&changed)
        let outcome = try check(text(changed))
        #expect(outcome.status == 1 && outcome.output.isEmpty, sourceLocation: location)
        #expect(
            outcome.codedError.hasPrefix("error: \(code): "), "\(outcome)", sourceLocation: location
        )
    }

    @Test func aProofHoldsWithoutAStore() throws {
        let proof = try prove()
        // Foundation writes it in the same way, so that the tests below change what they name alone.
        #expect(try text(object(proof)) == Data(proof))
        let text = try check(proof).text
        #expect(text.hasPrefix("task \(task) Übung macht den Meister\n  3 nodes of it"), "\(text)")
        #expect(text.contains("\ncountersigned by statement 1 of the slot "), "\(text)")
        let outcome = try check(proof, "--json")
        let report = try JSONDocument(Array(try #require(outcome.lines.first).utf8)).root.value
        #expect(report["task"]?.text == task && report["nodes"]?.elements.count == 3)
        let keys = [report["statement"]?["key"]?.text, report["countersignature"]?["key"]?.text]
        #expect(Set(keys).count == 2 && !keys.contains(nil))
        for key in keys.compactMap(\.self) { #expect(try check(proof, "--trust", key).status == 0) }
        let other = String(repeating: "5", count: 64)
        let refused = try check(proof, "--trust", other)
        #expect(refused.status == 1 && refused.codedError.hasPrefix("error: E_PROOF_UNTRUSTED: "))
        #expect(try check(proof, "--trust", "x").status == 129)
        // The same from standard input.
        let piped = try fixture.place.run("redo-verify", ["--bundle", "-"], input: proof)
        #expect(piped.status == 0)
    }

    /// A stranger gives a closed task a title, and another device confirms the statement: the proof does not show it.
    @Test func aTitleThatHasNoEffectIsNotProved() throws {
        let closed = try phone.run("share", ["--close", task])
        try #require(closed.status == 0, "\(closed)")
        try phone.expect(["sync"])
        try laptop.expect(["fetch"])
        try laptop.commit("UPDATE", "--task", task, "-f", "title=PAID IN FULL")
        try laptop.expect(["sync"])
        try phone.expect(["sync"])
        try laptop.expect(["sync"])
        try phone.expect(["fetch"])
        let text = try check(prove()).text
        #expect(text.hasPrefix("task \(task) Übung macht den Meister\n"), "\(text)")
        let shown = try phone.expect(["key", "show"]).lines
        let key = try #require(shown.first { $0.hasPrefix("publicKey ") }).dropFirst(10)
        #expect(text.contains("\n  titled by the key \(key), which made the task\n"), "\(text)")
    }

    /// Of a task that anyone can change the title is shown with its author.
    @Test func aTitleIsShownWithItsAuthor() throws {
        try laptop.expect(["fetch"])
        try laptop.commit("UPDATE", "--task", task, "-f", "title=PAID IN FULL")
        try laptop.expect(["sync"])
        try phone.expect(["sync"])
        let text = try check(prove()).text
        #expect(text.hasPrefix("task \(task) PAID IN FULL\n"), "\(text)")
        #expect(text.contains("\n  titled by the key ") && text.contains("; the key "), "\(text)")
        let report = try #require(try check(prove(), "--json").lines.first)
        let object = try JSONDocument(Array(report.utf8)).root.value
        #expect(object["titledBy"]?.text != object["madeBy"]?.text && object["madeBy"]?.text != nil)
    }

    /// A foreign node lies between the head and the task only where it has to.
    @Test func chainsAreAsShortAsCanBe() throws {
        let report = try check(prove(), "--json").lines
        let object = try JSONDocument(Array(try #require(report.first).utf8)).root.value
        #expect(object["others"]?.integer == 0)
    }

    /// A node of another task is in the proof if the only way from a head leads through it.
    @Test func aChainLeadsThroughAnotherTask() throws {
        func head(_ name: String) throws -> String {
            try #require(try phone.expect(["rev-parse", name]).lines.first)
        }
        try phone.commit(
            "UPDATE", "--task", "Three", "-f", "title=Four", "--parent", head("Three"), "--parent",
            head(task))
        try phone.expect(["push"])
        try laptop.expect(["sync"])
        try phone.expect(["fetch"])
        let whole = try prove()
        let report = try check(whole, "--json").lines
        let object = try JSONDocument(Array(try #require(report.first).utf8)).root.value
        #expect(object["others"]?.integer == 1 && object["nodes"]?.elements.count == 3)
        try expect("E_PROOF_CHAIN") { proof in
            var nodes = try #require(proof["nodes"] as? [[String: Any]])
            nodes.removeAll { $0["taskId"] as? String != task }
            proof["nodes"] = nodes
        }
    }

    @Test func aProgramInPythonAgrees() throws {
        guard let python = PythonWithNaCl.path else { return }
        try fixture.place.write(prove(), to: "proof")
        let script = Fixtures.package.appending(path: "Tests/Support/Readers/proof.py").path
        let read = try fixture.place.run(python, ["-B", script, "proof"])
        #expect(read.status == 0 && read.lines.count == 5, "\(read)")
        let whole = try prove()
        // A capital in a signature is still canonical JSON, and no digest covers it.
        let marker = Array("\"signature\":\"".utf8)
        let digits = try #require(whole.firstRange(of: marker)).upperBound
        let letter = try #require(whole[digits...].firstIndex { $0 >= UInt8(ascii: "a") })
        var capital = whole
        capital[letter] ^= 0x20
        try fixture.place.write(capital, to: "proof")
        #expect(try fixture.place.run(python, ["-B", script, "proof"]).status != 0)
        #expect(try check(capital).status == 1)
        let seed = Seed()
        var generator = seed.generator
        for _ in 0..<10 {
            var damaged = whole
            let place = Int.random(in: 0..<whole.count - 1, using: &generator)
            damaged[place] ^= 1 << UInt8.random(in: 0..<7, using: &generator)
            try fixture.place.write(damaged, to: "proof")
            #expect(
                try fixture.place.run(python, ["-B", script, "proof"]).status != 0, seed.replay)
        }
    }

    @Test func aFileIsWritten() throws {
        try phone.expect(["prove", task, "-o", "task.proof"])
        #expect(try phone.runner.contents(ofFile: "task.proof") == prove())
        try phone.expect(["prove", "--countersigned", "--remote", "origin", task, "-o", "x"])
    }

    @Test func whatNoStatementCoversIsNotProven() throws {
        let fresh = try phone.add("Fresh", "--draft")
        let refused = try phone.run("prove", [fresh])
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(
            refused.codedError.contains("no statement of a remote covers all nodes"), "\(refused)")
        try phone.expect(["push"])
        let own = try phone.run("prove", [fresh])
        #expect(own.status == 0)
        #expect(try check(own.output).text.contains("\nnot countersigned: "))
        #expect(try phone.run("prove", [fresh, "--countersigned"]).status == 1)
        // What was confirmed stays so when the next push has no witness yet.
        #expect(try check(prove()).text.contains("\ncountersigned by "))
        try laptop.expect(["sync"])
        try phone.expect(["fetch"])
        #expect(try phone.run("prove", [fresh, "--countersigned"]).status == 0)
    }

    // MARK: What is done to proofs

    @Test func everyFlippedBitIsFound() throws {
        let seed = Seed()
        var generator = seed.generator
        let whole = try prove()
        for _ in 0..<60 {
            var damaged = whole
            let place = Int.random(in: 0..<whole.count, using: &generator)
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            let outcome = try check(damaged)
            #expect(
                outcome.status == 1 && outcome.output.isEmpty,
                "byte \(place): \(outcome) \(seed.replay)")
        }
    }

    @Test func aTruncatedProofIsRefused() throws {
        let whole = try prove()
        for count in [0, 1, whole.count / 2, whole.count - 2, whole.count - 1] {
            let outcome = try check(whole.prefix(count))
            #expect(
                outcome.codedError.hasPrefix("error: E_PROOF_MALFORMED: "), "\(count): \(outcome)")
        }
        #expect(try check(whole + [10]).codedError.hasPrefix("error: E_PROOF_MALFORMED: "))
    }

    @Test func aHugeFileIsNotRead() throws {
        _ = try fixture.place.shell("truncate -s 70000000 huge")
        let outcome = try fixture.place.run("redo-verify", ["--bundle", "huge"])
        #expect(
            outcome.status == 128 && outcome.codedError.hasPrefix("error: STORAGE_001: "),
            "\(outcome)")
        let piped = try fixture.place.shell("redo-verify --bundle - <huge")
        #expect(
            piped.status == 128 && piped.codedError.contains("more than 67108864 bytes"), "\(piped)"
        )
    }

    @Test func anExchangedNodeIsRefused() throws {
        // A chain may lead through nodes of other tasks, so one is taken that is not in the proof. It has the same author:
        // the keys of a proof are those of its nodes.
        let text = String(decoding: try prove(), as: UTF8.self)
        let other = try #require(
            try phone.nodes().first {
                $0["taskId"] != nil && !text.contains($0["id"]?.text ?? "")
                    && $0["author"]?["deviceId"]?.text == "phone"
            })
        let node = try JSONSerialization.jsonObject(with: Data(CanonicalJSON.bytes(other)))
        let id = try #require(other["id"]?.text)
        try expect("E_PROOF_CHAIN") { proof in
            // One that is sound by itself, and that no chain leads to.
            var nodes = try #require(proof["nodes"] as? [[String: Any]])
            nodes.append(try #require(node as? [String: Any]))
            nodes.sort { ($0["id"] as? String ?? "") < ($1["id"] as? String ?? "") }
            try #require(!id.isEmpty)
            proof["nodes"] = nodes
        }
        try expect("E_HASH_MISMATCH") { proof in
            var nodes = try #require(proof["nodes"] as? [[String: Any]])
            nodes[0]["id"] = id
            proof["nodes"] = nodes
        }
        try expect("E_INVALID_SIGNATURE") { proof in
            var nodes = try #require(proof["nodes"] as? [[String: Any]])
            nodes[0]["signature"] = nodes[1]["signature"]
            proof["nodes"] = nodes
        }
    }

    @Test func anAuditPathCannotBeChanged() throws {
        for change in [
            { (head: inout [String: Any]) in
                head["path"] = Array((head["path"] as? [String] ?? []).dropLast())
            },
            { head in
                head["path"] =
                    (head["path"] as? [String] ?? []) + [String(repeating: "0", count: 64)]
            },
            { head in head["index"] = (head["index"] as? Int ?? 0) + 1 },
        ] {
            try expect("E_PROOF_PATH") { proof in
                var heads = try #require(proof["heads"] as? [[String: Any]])
                change(&heads[0])
                proof["heads"] = heads
            }
        }
        try expect("E_PROOF_CHAIN") { proof in proof["heads"] = [[String: Any]]() }
    }

    @Test func statementsCannotBeChanged() throws {
        func change(
            _ proof: inout [String: Any], _ name: String, _ member: String, _ value: Any
        ) throws {
            var signed = try #require(proof[name] as? [String: Any])
            var statement = try #require(signed["statement"] as? [String: Any])
            statement[member] = value
            signed["statement"] = statement
            proof[name] = signed
        }
        try expect("E_PROOF_STATEMENT") { try change(&$0, "statement", "nodes", 99) }
        try expect("E_PROOF_STATEMENT") { try change(&$0, "statement", "unknown", 1) }
        try expect("E_PROOF_COUNTERSIGNATURE") {
            try change(&$0, "countersignature", "seen", [Any]())
        }
        // Whole statements in each other's place: the first has not seen the second.
        try expect("E_PROOF_COUNTERSIGNATURE") { $0["countersignature"] = $0["statement"] }
        try expect("E_PROOF_MALFORMED") { $0["statement"] = nil }
        try expect("E_PROOF_MALFORMED") { $0["note"] = "trust me" }
        try expect("E_PROOF_MALFORMED") { $0["redoProof"] = 2 }
        try expect("E_PROOF_MALFORMED") { $0["task"] = "00000000-0000-4000-8000-000000000000" }
        try expect("E_PROOF_MALFORMED") { $0["keys"] = [String]() }
        // A sound statement by another key that has seen an earlier one, and not this one.
        let earlier = try object(prove())
        let fresh = try phone.add("Fresh", "--draft")
        try phone.expect(["push"])
        var alone = try object(phone.expect(["prove", fresh]).output)
        try #require(alone["countersignature"] == nil)
        alone["countersignature"] = earlier["countersignature"]
        let unseen = try check(text(alone))
        #expect(unseen.codedError.hasPrefix("error: E_PROOF_COUNTERSIGNATURE: "), "\(unseen)")
        // Without the countersignature the rest holds, and is said to be one signer's word.
        var proof = try object(prove())
        proof["countersignature"] = nil
        let outcome = try check(text(proof))
        #expect(outcome.status == 0 && outcome.text.contains("not countersigned"), "\(outcome)")
    }

    @Test func optionsThatDoNotFitAreRefused() throws {
        #expect(try phone.run("verify", ["--bundle", "x", "--all"]).status == 129)
        #expect(
            try phone.run("verify", ["--trust", String(repeating: "5", count: 64)]).status == 129)
        #expect(try phone.run("verify", ["--bundle", "x", task]).status == 129)
        #expect(try phone.run("verify", ["--bundle", "missing"]).status == 128)
    }
}

import RedoJSON
import TestSupport
import Testing

/// Documents that lie in Firestore and are refused: they stay in `redo status` until they are gone from there.
@Suite(.withEmulator) struct FirestoreRejectedTests {
    private let fixture: FirestoreFixture
    private let phone: TaskStore
    private var project: FirestoreProject { fixture.project }

    init() throws {
        fixture = try FirestoreFixture()
        phone = try fixture.device("phone")
    }

    /// Writes a document that is no node, past all rules.
    private func put(_ name: String, _ title: String = "x") throws {
        let body =
            #"{"fields":{"id":{"stringValue":"\#(title)"},"#
            + #""timestamp":{"mapValue":{"fields":{"lamport":{"integerValue":"1"}}}},"#
            + #""createdAt":{"timestampValue":"2025-11-16T12:00:00Z"},"#
            + #""accessList":{"arrayValue":{"values":[{"stringValue":"alice"}]}}}}"#
        let made = try project.ask("PATCH", "/nodes/\(name)", body)
        try #require(made.status == 200, "\(made)")
    }

    private func remove(_ name: String) throws {
        try #require(try project.ask("DELETE", "/nodes/\(name)").status == 200)
    }

    /// The lines of `redo status` about what is refused.
    private func refused() throws -> [String] {
        try phone.run("status").lines.filter { $0.hasPrefix("refused ") }
    }

    @Test func theyAreListedUntilTheyAreGone() throws {
        let id = "sha256:" + String(repeating: "a", count: 64)
        try put(id)
        try put("stray")
        let outcome = try phone.run("fetch")
        #expect(outcome.status == 1 && outcome.text == "received nothing\n", "\(outcome)")
        let lines = [
            ("refused   from origin: nodes/\(id): ", " (E_HASH_MISMATCH)"),
            ("refused   from origin: nodes/stray: ", " (E_SCHEMA_MISMATCH)"),
        ]
        func check() throws {
            let shown = try refused()
            #expect(shown.count == 2, "\(shown)")
            for (line, (start, end)) in zip(shown.sorted(), lines) {
                #expect(line.hasPrefix(start) && line.hasSuffix(end), "\(line)")
            }
        }
        try check()
        // What is known is not reported as an error again, and does not go.
        let again = try phone.run("fetch")
        #expect(again.status == 0 && again.error.isEmpty && again.text == "nothing new\n")
        try check()
        let status = try phone.run("status").text
        #expect(status.contains(", 2 documents there refused here"), "\(status)")
        #expect(status.contains("hint: 'redo remote show origin' lists all documents there"))
        let shown = try phone.run("remote", ["show"]).text
        #expect(shown.contains("  there, and refused here: 2 documents\n    nodes/sha256:a"))
        let programs = try phone.run("remote", ["show", "--porcelain"]).lines
        #expect(programs.contains("rejected\tnodes/stray\tE_SCHEMA_MISMATCH"), "\(programs)")
        let object = try #require(TaskStore.objects(phone.run("status", ["--json"])).first)
        #expect(object["remotes"]?.elements.first?["rejected"]?.elements.count == 2)

        try remove("stray")
        try phone.expect(["fetch"])
        #expect(try refused().map { $0.prefix(30) } == [lines[0].0.prefix(30)])
        try remove(id)
        try phone.expect(["fetch"])
        #expect(try refused().isEmpty)
        try fixture.expectSound()
    }

    /// A document that is mended comes in with the next fetch.
    @Test func whatIsGoodNowIsTakenIn() throws {
        let laptop = try fixture.device("laptop")
        try laptop.add("Water the plants", "--draft")
        let id = try #require(try laptop.ids().first)
        try put(id)
        #expect(try phone.run("fetch").status == 1)
        #expect(try refused().count == 1)
        try remove(id)
        try laptop.expect(["push"])
        #expect(try phone.expect(["fetch"]).text == "received 1 node\n")
        #expect(try refused().isEmpty)
    }

    /// All of it is read again when that is asked, and then what is found counts alone.
    @Test func aWholeReadingReplacesWhatWasKnown() throws {
        try put("one")
        #expect(try phone.run("fetch").status == 1)
        try remove("one")
        try put("two")
        #expect(try phone.run("fetch", ["--refetch"]).status == 1)
        #expect(try refused().map { $0.contains("nodes/two") } == [true])
    }

    /// Names are chosen by whoever may write there.
    @Test func aHostileNameHarmsNoTerminal() throws {
        try put("a%1B%5B2Jb%0Ac", #"\u001b]0;evil\u0007"#)
        #expect(try phone.run("fetch").status == 1)
        for words in [["status"], ["status", "--json"], ["remote", "show"], ["fetch"]] {
            let outcome = try phone.run(words[0], Array(words.dropFirst()))
            #expect(!outcome.text.contains("\u{1B}") && !outcome.codedError.contains("\u{1B}"))
        }
        #expect(try refused().count == 1)
        try remove("a%1B%5B2Jb%0Ac")
        try phone.expect(["fetch"])
        #expect(try refused().isEmpty)
    }

    /// Ten are named; more are counted.
    @Test func manyAreCounted() throws {
        for number in 10..<25 { try put("stray-\(number)") }
        #expect(try phone.run("fetch").status == 1)
        let shown = try refused()
        #expect(shown.count == 11 && shown.last == "refused   from origin: and 5 more", "\(shown)")
    }
}

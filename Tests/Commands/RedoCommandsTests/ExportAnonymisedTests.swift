import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo export --anonymise`: a copy that another store receives, and that says nothing.
@Suite struct ExportAnonymisedTests {
    let store: CommandHarness

    init() throws {
        store = try CommandHarness()
        try store.succeed("category", "add", "Household")
        try store.succeed(
            "add", "Buy milk", "--due", "tomorrow", "-t", "shopping", "--category", "Household",
            "--project", "home.kitchen")
        try store.succeed(
            "add", "Water roses", "--every", "friday 9:00", "--time-zone", "Europe/Vienna")
        try store.succeed("comment", "add", "Buy milk", "the one with oats")
        try store.succeed("edit", "Buy milk", "--depends-on", "roses")
        try store.succeed("done", "roses")
    }

    private static let words = [
        "milk", "roses", "shopping", "Household", "kitchen", "oats", "Vienna", "Test",
    ]

    private func imported(_ copy: String) throws -> CommandHarness {
        let other = try CommandHarness()
        let outcome = try other.run("import", "--require-signature", input: copy)
        #expect(outcome.status == 0, "\(outcome)")
        return other
    }

    /// Sorted: all nodes have one wall time, and those of different tasks can change places.
    private func actions(_ nodes: String) throws -> [String] {
        try nodes.split(separator: "\n").compactMap {
            try JSONDocument(Array($0.utf8)).root["action"]?.string?.description
        }.sorted()
    }

    @Test func theCopyIsTakenInAndSaysNothing() throws {
        let nodes = try store.succeed("export")
        let outcome = try store.run("export", "--anonymise")
        #expect(outcome.status == 0)
        #expect(try actions(outcome.text) == actions(nodes))
        for word in Self.words { #expect(!outcome.text.contains(word), "\(word)") }
        #expect(outcome.codedError.hasPrefix("note: kept: "))
        #expect(outcome.codedError.contains("\nnote: replaced: "))
        let other = try imported(outcome.text)
        for words in [["fsck"], ["verify", "--all"]] {
            let checked = try other.run(words)
            #expect(checked.status == 0, "\(checked)")
        }
        #expect(try other.succeed("replay", "--family", "organisation", "--void").isEmpty)
        let counts = try [store, other].map { try $0.run("list", "--all", "--json").lines.count }
        #expect(counts == [2, 2])
        // What was not signed would not have come in, and another run is another copy.
        #expect(try store.run("export", "--anonymise").text != outcome.text)
        #expect(try store.succeed("export") == nodes)
    }

    /// All texts of a copy that are digests.
    private func digests(_ nodes: String) -> Set<Substring> {
        Set(nodes.split(separator: "\"").filter { $0.hasPrefix("x-") })
    }

    /// What is fixed from outside fixes nothing of a copy: the harness pins clock, device and environment.
    @Test func twoRunsShareNoText() throws {
        let copies = try (0..<2).map { _ in try store.run("export", "--anonymise").text }
        let texts = copies.map { digests($0) }
        #expect(texts.allSatisfy { $0.count > 5 })
        #expect(texts[0].isDisjoint(with: texts[1]))
        let ids = copies.map { copy in
            Set(copy.split(separator: "\"").filter { $0.hasPrefix("sha256:") })
        }
        #expect(ids[0].isDisjoint(with: ids[1]))
    }

    /// Whoever looks at a copy sees that nothing is left, whatever the texts were.
    @Test func allTextsOfACopyAreOfOneLength() throws {
        let long = String(repeating: "a very long title ", count: 50)
        try store.succeed("add", long)
        let copy = try store.run("export", "--anonymise").text
        #expect(!copy.contains("very long"))
        #expect(Set(digests(copy).filter { !$0.contains(".") }.map(\.utf8.count)) == [18])
    }

    @Test func itGoesWhereAnExportGoes() throws {
        var outcome = try store.run(
            "export", "--anonymise", "--array", "-o", "\(store.directory.path)/copy")
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        let text = try String(contentsOfFile: "\(store.directory.path)/copy", encoding: .utf8)
        guard case .array(let nodes) = try JSONDocument(Array(text.utf8)).root.value else {
            Issue.record("no array")
            return
        }
        #expect(try nodes.count == store.nodeCount())
        outcome = try store.run("export", "--anonymise", "--to", "todotxt")
        #expect(outcome.status == 129)
    }

    /// A copy of a part has what the part follows: nothing else could stand in for it.
    @Test func whatIsChosenComesWithWhatItFollows() throws {
        let outcome = try store.run("export", "--anonymise", "milk~1..milk")
        #expect(outcome.status == 0)
        #expect(outcome.codedError.contains("\nnote: added: "))
        #expect(outcome.lines.count > 1)
        _ = try imported(outcome.text)
        let tasks = try store.run("export", "--anonymise", "--query", "milk")
        #expect(tasks.status == 0)
        #expect(try imported(tasks.text).run("list", "--all", "--json").lines.count == 1)
    }

    @Test func unsignedNodesStayUnsignedAndAreTold() throws {
        try store.succeed("commit-node", "--no-sign", "ARCHIVE", "--task", "milk")
        let outcome = try store.run("export", "--anonymise")
        #expect(outcome.codedError.contains("note: 1 node not signed, as in this log; "))
        let other = try CommandHarness()
        #expect(try other.run("import", input: outcome.text).status == 1)
        #expect(try other.run("import", "--unsigned", input: outcome.text).status == 0)
    }

    /// What is packed is read by indexes.
    @Test func aPackedLogHasACopy() throws {
        let actions = try actions(store.succeed("export"))
        _ = try store.run("gc")
        let outcome = try store.run("export", "--anonymise")
        #expect(try self.actions(outcome.text) == actions)
        _ = try imported(outcome.text)
    }
}

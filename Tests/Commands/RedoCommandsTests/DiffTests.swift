import RedoJSON
import TestSupport
import Testing

/// `redo diff`: what differs between two states.
@Suite struct DiffTests {
    private let store: TaskStore
    private let rent: String

    private static let first = ["REDO_WALL": "2025-11-14T10:00:00.000Z"]
    private static let second = ["REDO_WALL": "2025-11-15T10:00:00.000Z"]

    init() throws {
        store = try TaskStore()
        rent = try store.add("Pay rent", "--draft", extra: Self.first)
    }

    private func run(_ command: String, _ arguments: String...) throws {
        let outcome = try store.run(command, arguments, extra: Self.second)
        try #require(outcome.status == 0, "\(outcome)")
    }

    private func diff(_ arguments: String..., status: Int32 = 0) throws -> String {
        let outcome = try store.run("diff", arguments)
        #expect(outcome.status == status && outcome.error.isEmpty, "\(outcome)")
        return outcome.text
    }

    private func head(of task: String) throws -> String {
        try #require(try store.heads(of: task).first)
    }

    private func abbreviated(_ node: String) -> String {
        String(node.dropFirst("sha256:".count).prefix(7))
    }

    @Test func aChangedFieldHasItsValuesAndWhoChangedIt() throws {
        try run("edit", rent, "-p", "5")
        let node = abbreviated(try head(of: rent))
        #expect(
            try diff("2025-11-14") == """
                changed Pay rent  (\(rent.prefix(8)))
                    priority: 3 → 5  (\(node), Test on test-device, 2025-11-15 10:00)

                """)
        // The other way round the same node made the difference.
        #expect(
            try diff("2025-11-15", "2025-11-14") == """
                changed Pay rent  (\(rent.prefix(8)))
                    priority: 5 → 3  (\(node), Test on test-device, 2025-11-15 10:00)

                """)
        #expect(try diff("2025-11-15").isEmpty)
    }

    @Test func aValueThatCameBackDoesNotDiffer() throws {
        try run("edit", rent, "-p", "5")
        try run("edit", rent, "-p", "3")
        try run("archive", rent)
        try run("unarchive", rent)
        #expect(try diff("2025-11-14").isEmpty)
        #expect(try diff("2025-11-14", "--exit-code").isEmpty)
        #expect(try diff("2025-11-14", "--stat") == "no task differs; 4 nodes more\n")
    }

    @Test func tasksAreAddedAndRemoved() throws {
        let milk = try store.add(
            "Buy milk", "--due", "2025-11-20T09:00:00.000Z", extra: Self.second)
        try run("delete", "--now", "-f", rent)
        let tombstone = try #require(try store.nodes(of: rent).last?.nodeID)
        let create = try #require(try store.nodes(of: milk).first?.nodeID)
        let text = try diff("2025-11-14")
        #expect(
            text.contains(
                "added Buy milk  (\(milk.prefix(8)), \(abbreviated(create)), Test on test-device, "
                    + "2025-11-15 10:00)\n"
            ), "\(text)")
        #expect(text.contains("    deadline: nothing → \"2025-11-20T09:00:00.000Z\""), "\(text)")
        #expect(
            text.contains(
                "removed Pay rent  (\(rent.prefix(8)), \(abbreviated(tombstone)), Test on test-device, "
                    + "2025-11-15 10:00)"
            ), "\(text)")
        #expect(!text.contains("guid") && !text.contains("title"), "\(text)")
        #expect(!text.contains("ownerNonce"), "\(text)")
        #expect(Set(try store.run("diff", ["2025-11-14", "--name-only"]).lines) == [milk, rent])
        // Seen from the other side.
        let back = try diff("2025-11-15", "2025-11-14", "--stat")
        #expect(back.contains("removed Buy milk\n") && back.contains("added Pay rent\n"), "\(back)")
        #expect(back.hasSuffix("1 task added, 1 task removed; 3 nodes fewer\n"), "\(back)")
    }

    @Test func theStatusSaysWhetherTheStatesDiffer() throws {
        #expect(try diff("2025-11-14", "--exit-code").isEmpty)
        try run("edit", rent, "-p", "5")
        _ = try diff("2025-11-14", "--exit-code", status: 1)
        #expect(try diff("2025-11-14", "--exit-code", "--name-only", status: 1) == "\(rent)\n")
    }

    @Test func commentsAndCategoriesAreLinesOfTheirOwn() throws {
        try run("comment", "add", rent, "by", "transfer")
        try run("category", "add", "Home")
        let text = try diff("2025-11-14")
        #expect(text.contains("noted Pay rent  (\(rent.prefix(8)))\n    +"), "\(text)")
        #expect(text.contains("by transfer"), "\(text)")
        #expect(text.contains("\n\n+") && text.contains("Home"), "\(text)")
        _ = try diff("2025-11-14", "--exit-code", status: 1)
    }

    @Test func aNodeStandsForItsTaskAlone() throws {
        let create = try head(of: rent)
        try run("edit", rent, "-p", "5")
        let fifth = try head(of: rent)
        try run("edit", rent, "-p", "4")
        try store.add("Buy milk", "--draft", extra: Self.second)
        #expect(
            try diff(create, "--stat")
                == "changed Pay rent: priority\n1 task changed; 2 nodes more\n")
        #expect(try diff("\(create)..\(fifth)").contains("priority: 3 → 5"))
        #expect(try diff(fifth, create).contains("priority: 5 → 3"))
        #expect(try diff(abbreviated(fifth), "\(rent)").contains("priority: 5 → 4"))
    }

    @Test func aRemoteIsWhatTheStoreKnowsOfIt() throws {
        _ = try store.runner.shell("mkdir remote")
        try store.expect(["remote", "add", "origin", "folder:" + store.runner.path("remote")])
        #expect(try diff("origin", "--stat").contains("added Pay rent\n1 task added"))
        let pushed = try store.run("push", ["origin"])
        try #require(pushed.status == 0, "\(pushed)")
        #expect(try diff("origin").isEmpty)
        try run("edit", rent, "-p", "5")
        let text = try diff("origin")
        #expect(text.contains("priority: 3 → 5"), "\(text)")
        // The remote is the one that a push uses.
        #expect(try diff() == text)
        #expect(try diff("origin", "2025-11-16") == text)
    }

    @Test func aFileIsTheStateOfItsNodes() throws {
        let export = try store.run("export")
        try store.runner.write(export.output, to: "before.jsonl")
        try run("edit", rent, "-p", "5")
        #expect(try diff("before.jsonl").contains("priority: 3 → 5"))
        #expect(try diff("before.jsonl", "2025-11-14").isEmpty)
        // Nodes that only the file has.
        let other = try TaskStore()
        let bread = try other.add("Bread", "--draft")
        let further = try other.run("export").output
        try store.runner.write(export.output + further, to: "other.jsonl")
        let text = try diff("2025-11-14", "other.jsonl", "--stat")
        #expect(text == "added Bread\n1 task added; 1 node more\n", "\(text)")
        #expect(try diff("2025-11-14", "other.jsonl", "--name-only") == "\(bread)\n")
        // What is invalid is left out.
        let bad = Array(#"{"id":"sha256:00"}"#.utf8) + [UInt8(ascii: "\n")]
        try store.runner.write(bad + export.output, to: "bad.jsonl")
        let outcome = try store.run("diff", ["bad.jsonl", "2025-11-14"])
        #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome)")
        #expect(
            outcome.codedError.hasPrefix("warning: RECONSTRUCT_003: bad.jsonl: 1 node left out"),
            "\(outcome)")
    }

    @Test func anotherStoreIsTheSecondState() throws {
        let copied = try store.runner.shell("mkdir copy && cp -a .redo copy/.redo")
        try #require(copied.status == 0)
        let edited = try store.runner.shell("cd copy && redo edit \(rent) -p 5")
        try #require(edited.status == 0, "\(edited)")
        #expect(try diff("--store", "copy").contains("priority: 3 → 5"))
        #expect(try diff("--store", "copy/.redo", "2025-11-14").contains("priority: 3 → 5"))
        try run("edit", rent, "-p", "4")
        #expect(try diff("--store", "copy").contains("priority: 4 → 5"))
        let outcome = try store.run("diff", ["a", "b", "--store", "copy"])
        #expect(outcome.status == 129, "\(outcome)")
    }

    @Test func objectsHaveValuesAndAuthors() throws {
        try run("edit", rent, "-p", "5", "--project", "home")
        let objects = try TaskStore.objects(store.run("diff", ["2025-11-14", "--json"]))
        let object = try #require(objects.first)
        #expect(objects.count == 1)
        #expect(object["task"]?.text == rent && object["change"] == "changed")
        #expect(object["title"] == "Pay rent" && object["nodes"] == [])
        let fields = object["fields"]?.elements ?? []
        #expect(fields.map { $0["name"]?.text } == ["priority", "project"])
        #expect(fields.first?["before"] == 3 && fields.first?["after"] == 5)
        #expect(fields.last?["before"] == nil && fields.last?["after"] == "home")
        #expect(fields.last?["node"]?.text == (try head(of: rent)))
        #expect(fields.last?["deviceId"] == "test-device")
        #expect(fields.last?["wall"] == "2025-11-15T10:00:00.000Z")
    }

    @Test func anUnknownStateIsAnError() throws {
        let outcome = try store.run("diff", ["no such thing"])
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: NAME_001: "), "\(outcome)")
        #expect(outcome.codedError.contains("hint: a state is a node, a time"), "\(outcome)")
        let bare = try store.run("diff")
        #expect(bare.status == 128 && bare.codedError.hasPrefix("error: NAME_001: "), "\(bare)")
    }
}

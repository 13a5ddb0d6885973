import Foundation
import TestSupport
import Testing

/// Damage to one task: answers about another one are whole, those about all tasks are not.
@Suite struct DamageToOtherTasksTests {
    private let store: TaskStore
    private var runner: CommandRunner { store.runner }
    /// A task that stays whole, and its first node.
    private let whole: String
    private let wholeNode: String
    /// A task that is damaged, and its nodes, the first one first.
    private let damaged: String
    private let nodes: [String]

    init() throws {
        store = try TaskStore()
        whole = try store.add("Paint the fence")
        let first = try store.nodes().first
        wholeNode = try #require(first?["id"]?.text)
        // So many that they keep a pack of their own when the damaged task is packed.
        for color in ["red", "green", "blue", "white"] {
            try #require(store.run("add", ["Buy \(color) paint"]).status == 0)
        }
        try #require(store.run("pack", ["-q"]).status == 0)
        damaged = try store.add("Bake bread")
        try #require(store.run("edit", [damaged, "--title", "Bake a loaf"]).status == 0)
        let (id, all) = (damaged, try store.nodes())
        nodes = all.filter { $0["taskId"]?.text == id }.compactMap { $0["id"]?.text }
        try #require(nodes.count == 3)
    }

    /// Questions about the whole task.
    private var questions: [[String]] {
        [
            ["show", whole], ["show", "fence"], ["show", "--json", whole],
            ["show", "--history", whole], ["show", wholeNode], ["log", "--task", whole],
            ["log", "--oneline", "--task", "fence"], ["log", "--patch", "--task", whole],
            ["graph", "--task", whole], ["blame", whole], ["blame", wholeNode], ["heads", whole],
            ["cat-node", wholeNode], ["cat-node", "-p", "fence"],
            ["cat-node", "--parents", "fence"], ["rev-parse", "fence"],
            ["rev-parse", "--short", "fence"], ["rev-parse", "--task", "fence"],
            ["merge-base", "fence"], ["replay", "--json", "--task", whole],
            ["comment", "list", whole],
        ]
    }

    /// What changes the whole task.
    private var changes: [[String]] {
        [
            ["edit", whole, "--title", "Paint the fence green"], ["todo", whole],
            ["comment", "add", whole, "with a brush"], ["start", whole], ["stop", whole],
            ["snooze", whole, "--days", "2"], ["done", whole], ["archive", whole],
            ["unarchive", whole], ["delete", whole], ["restore", whole],
        ]
    }

    private static let lists = [
        ["list"], ["list", "--all", "--json"], ["log", "--oneline"], ["heads"],
        ["replay", "--hash"], ["search", "fence"], ["stats", "--json"], ["graph"], ["export"],
        ["agenda"], ["status"], ["comment", "list"],
    ]

    /// - Parameters:
    ///   - status: of questions about the whole task.
    ///   - wholeLists: those about all tasks that lack nothing all the same.
    private func expectAnswers(
        _ status: Int32, _ comment: String, wholeLists: [[String]] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for words in questions + (status == 0 ? changes : []) {
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            let isAsExpected =
                outcome.status == status || words[0] == "cat-node" && outcome.status == 0
            #expect(
                isAsExpected, "\(comment): \(words): \(outcome)", sourceLocation: sourceLocation)
            #expect(
                outcome.status == 3 || !outcome.codedError.contains("this answer is incomplete"),
                "\(words): \(outcome)", sourceLocation: sourceLocation)
        }
        for words in Self.lists {
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            #expect(
                outcome.status == (wholeLists.contains(words) ? 0 : 3),
                "\(comment): \(words): \(outcome)", sourceLocation: sourceLocation)
        }
        for words in [["show", damaged], ["log", "--task", damaged], ["blame", damaged]] {
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            #expect(
                outcome.status == 3 || outcome.status == 128, "\(comment): \(words): \(outcome)",
                sourceLocation: sourceLocation)
        }
    }

    @Test func aDamagedLooseNodeConcernsItsTask() throws {
        try runner.damage(nodes[1]) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            bytes = Array(text.replacing("CREATE_TODO", with: "CREATE_TODx").utf8)
        }
        try expectAnswers(0, "a changed byte")
    }

    @Test func aDamagedFrameOfAPackConcernsItsTask() throws {
        try #require(store.run("pack", ["-q"]).status == 0)
        let pack = try #require(try packOfDamaged())
        let heads = try store.run("heads", [damaged]).lines
        try #require(heads.count == 1)
        var bytes = try runner.contents(ofFile: pack)
        bytes[bytes.count / 2] ^= 0x20
        try runner.replace(pack, with: bytes)
        // Heads are read from the index, which is whole.
        try expectAnswers(0, "a damaged frame", wholeLists: [["heads"]])
        #expect(try store.run("heads").lines.contains(heads[0]))
    }

    @Test func aPackThatIsGoneConcernsTheTasksOfItsIndex() throws {
        try #require(store.run("pack", ["-q"]).status == 0)
        let pack = try #require(try packOfDamaged())
        try FileManager.default.removeItem(atPath: runner.path(pack))
        try expectAnswers(0, "a pack that is gone")
    }

    /// Nobody knows what else the pack had.
    @Test func aPackThatIsGoneWithItsIndexConcernsEveryTask() throws {
        try #require(store.run("pack", ["-q"]).status == 0)
        let pack = try #require(try packOfDamaged())
        try #require(store.run("edit", [damaged, "--title", "Bake rolls"]).status == 0)
        for file in [pack, pack.dropLast(5) + ".idx"] {
            try FileManager.default.removeItem(atPath: runner.path(String(file)))
        }
        try expectAnswers(3, "a pack without its index")
    }

    @Test func aNodeWhoseTaskIsUnreadableConcernsEveryTask() throws {
        try runner.damage(nodes[1]) { $0 = Array(repeating: 0, count: $0.count) }
        try expectAnswers(3, "zeros")
    }

    /// The id of a task that was changed is that of no task, and not that of another one.
    @Test func aNodeThatNamesATaskThatNoOtherNodeHasConcernsEveryTask() throws {
        let task = damaged
        try runner.damage(nodes[1]) { bytes in
            let other = (task.first == "0" ? "1" : "0") + task.dropFirst()
            bytes = Array(
                String(decoding: bytes, as: UTF8.self).replacing(task, with: other).utf8)
        }
        try expectAnswers(3, "a changed task")
    }

    @Test func aNodeInThePlaceOfAnotherConcernsEveryTask() throws {
        let line = try store.run("cat-node", [wholeNode]).output
        try runner.damage(nodes[1]) { $0 = line }
        try expectAnswers(3, "another node")
    }

    /// Of a lost node only the id is known.
    @Test func aLostNodeConcernsEveryTask() throws {
        try runner.damage(nodes[2]) { $0 = [] }
        try #require(store.run("fsck", ["--repair"]).status == 1)
        try expectAnswers(3, "a lost node")
    }

    /// Where nothing is damaged, nothing is said.
    @Test func aWholeStoreAnswersWithoutAWord() throws {
        // A task without comments would be a word.
        let added = try store.run("comment", ["add", whole, "Two coats"])
        try #require(added.status == 0, "\(added)")
        for words in questions {
            let outcome = try store.run(words[0], Array(words.dropFirst()))
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(words): \(outcome)")
        }
    }

    /// The pack that has the nodes of the damaged task, and none of the whole one.
    private func packOfDamaged() throws -> String? {
        try runner.packFiles(".pack").first { pack in
            let found = try runner.shell("zstdcat '\(pack)' | grep -q '\(damaged)'")
            let isShared = try runner.shell("zstdcat '\(pack)' | grep -q '\(whole)'").status == 0
            return found.status == 0 && !isShared
        }
    }
}

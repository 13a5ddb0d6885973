import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo fsck --give-up`: a task whose history has a gap that nobody can fill can be used again, and what was
/// written after the gap is kept, and can be written again.
@Suite struct GivenUpTaskTests {
    private let store: TaskStore
    private let task: String
    /// The nodes of the task: CREATE, CREATE_TODO, and the changes.
    private let ids: [String]
    private let hash: String

    init() throws {
        store = try TaskStore()
        task = try store.add("Water", "--due", "2025-12-01")
        for words in [["-p", "2"], ["--title", "Water the plants"], ["-p", "5", "-t", "garden"]] {
            try store.expect(["edit"] + words + [task])
        }
        try store.add("Bread", "--draft")
        let nodes = try store.nodes(of: task)
        ids = nodes.compactMap(\.nodeID)
        hash = try store.stateHash()
        try #require(ids.count == 5)
    }

    /// Removes the file of a node.
    ///
    /// - Returns: its bytes.
    private func lose(_ id: String) throws -> [UInt8] {
        let name = store.runner.objectName(id)
        let bytes = try store.runner.contents(ofFile: name)
        try FileManager.default.removeItem(atPath: store.runner.path(name))
        return bytes
    }

    private func prefix(_ id: String) -> String { String(id.dropFirst(7).prefix(12)) }

    private func expectSilent(
        _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try store.run(words[0], Array(words.dropFirst()))
        #expect(
            outcome.status == 0 && outcome.error.isEmpty, "\(words): \(outcome)",
            sourceLocation: sourceLocation)
    }

    /// The sequence of a person who follows the hints.
    @Test func theTaskCanBeUsedAgain() throws {
        _ = try lose(ids[2])
        for words in [["done", task], ["edit", "-p", "1", task], ["delete", task]] {
            #expect(try store.run(words[0], Array(words.dropFirst())).status == 128)
        }
        #expect(try store.run("list").status == 3)
        let repaired = try store.run("fsck", ["--repair"])
        #expect(repaired.status == 1 && repaired.text.contains("\(ids[2]) is lost"), "\(repaired)")
        #expect(
            repaired.codedError.contains("hint: 'redo fsck --from REMOTE' ")
                && repaired.codedError.contains("redo-fsck(1)")
                && !repaired.codedError.contains("--give-up"),
            "\(repaired)")
        let given = try store.run("fsck", ["--give-up", prefix(ids[2])])
        #expect(given.status == 0, "\(given)")
        #expect(
            given.lines.starts(with: [
                "gave up \(ids[2])",
                "moved 2 nodes that follow to quarantine, until the lost nodes turn up",
            ]), "\(given)")
        try expectSilent(["fsck"])
        try expectSilent(["list"])
        let kept = try store.run("fsck", ["--quarantine"])
        #expect(kept.status == 1 && kept.lines.count == 1, "\(kept)")
        #expect(kept.text.contains("they follow \(ids[2]), which was given up"), "\(kept)")
        try expectSilent(["edit", "-p", "1", task])
        try expectSilent(["done", task])
        try expectSilent(["delete", task])
        try expectSilent(["verify", "--all"])
    }

    /// Nothing has to be repaired first, and packs lose what follows too.
    @Test(arguments: [false, true])
    func aMissingParentIsGivenUpAtOnce(_ isPacked: Bool) throws {
        _ = try lose(ids[2])
        if isPacked { try store.expect(["gc", "-q", "--all"], status: 3) }
        let given = try store.run("fsck", ["--give-up", "--all"])
        #expect(given.status == 0 && given.text.hasPrefix("gave up \(ids[2])\n"), "\(given)")
        try expectSilent(["fsck"])
        #expect(try store.nodes(of: task).compactMap(\.nodeID) == Array(ids[..<2]))
        let again = try store.run("fsck", ["--give-up", "--all"])
        #expect(again.status == 0 && again.text.hasPrefix("nothing is lost\n"), "\(again)")
    }

    @Test func allComesBackWithTheLostNode() throws {
        let bytes = try lose(ids[2])
        try store.giveUp(ids[2])
        #expect(try store.stateHash() != hash)
        let outcome = try store.runner.run("redo-import", [], input: bytes)
        #expect(outcome.status == 0 && outcome.text == "received 1 node\n", "\(outcome)")
        #expect(
            outcome.codedError.hasPrefix("note: 2 nodes came back from the quarantine"),
            "\(outcome)")
        #expect(try store.stateHash() == hash)
        try expectSilent(["fsck"])
        #expect(try store.run("fsck", ["--quarantine"]).status == 0)
    }

    // MARK: Writing again

    private func current() throws -> JSONValue {
        try #require(try store.state(of: task))
    }

    @Test func whatTheNodesHadSetIsShownAndWrittenIfAsked() throws {
        let before = try store.ids().subtracting(ids[2...])
        _ = try lose(ids[2])
        let given = try store.run("fsck", ["--give-up", ids[2]])
        let shown = [
            "what was set before, and is not so now:", "Water", "  priority: 5",
            "  tags: [\"garden\"]", "  title: \"Water the plants\"",
        ]
        #expect(Array(given.lines.suffix(5)) == shown, "\(given)")
        #expect(given.codedError == "hint: 'redo fsck --restore' writes this again in your name\n")
        // Nothing is written unasked.
        #expect(try store.ids() == before)
        let written = try store.run("fsck", ["--restore"])
        #expect(written.status == 0 && written.lines == shown + ["wrote Water again"], "\(written)")
        let task = try current()
        #expect(task["title"]?.text == "Water the plants" && task["priority"] == 5)
        #expect(task["tags"] == .array([.string("garden")]))
        #expect(try store.run("fsck", ["--restore"]).text == "nothing to write again\n")
        try expectSilent(["fsck"])
        // What is set afterwards stays.
        try expectSilent(["edit", "-p", "1", self.task])
        #expect(try store.run("fsck", ["--restore"]).text == "nothing to write again\n")
    }

    @Test func toDosAndCompletionsAreWrittenAgain() throws {
        try store.expect(["done", task])
        let wanted = try current()
        _ = try lose(ids[1])
        try store.giveUp("--all")
        #expect(try current()["todoTasks"]?.elements.isEmpty == true)
        let written = try store.run("fsck", ["--restore"])
        #expect(written.status == 0, "\(written)")
        let (todos, before) = (
            try current()["todoTasks"]?.elements ?? [], wanted["todoTasks"]?.elements ?? []
        )
        // The to-do whose CREATE_TODO is lost is known by nothing but its completion.
        #expect(todos.count <= before.count)
        #expect(try current()["title"]?.text == "Water the plants")
    }

    /// The first node is lost: what the others say becomes a new task.
    @Test func aTaskWithoutItsFirstNodeBecomesANewOne() throws {
        _ = try lose(ids[0])
        let given = try store.run("fsck", ["--give-up", ids[0]])
        #expect(given.text.contains("moved 4 nodes that follow"), "\(given)")
        #expect(given.text.contains("Water the plants\n  a new task"), "\(given)")
        #expect(try store.tasks().compactMap { $0["title"]?.text } == ["Bread"])
        let written = try store.run("fsck", ["--restore"])
        #expect(written.status == 0, "\(written)")
        let tasks = try store.tasks()
        #expect(Set(tasks.compactMap { $0["title"]?.text }) == ["Bread", "Water the plants"])
        let new = try #require(tasks.first { $0["title"]?.text == "Water the plants" })
        #expect(new["guid"]?.text != task && new["priority"] == 5)
        try expectSilent(["fsck"])
    }

    @Test(arguments: [("y\\n", true), ("n\\n", false), ("", false)])
    func onATerminalItIsAsked(_ answer: String, _ isWritten: Bool) throws {
        _ = try lose(ids[2])
        let outcome = try store.runner.shell(
            "printf '\(answer)' | script -qec 'stty -onlcr -echo; redo-fsck --give-up \(ids[2])' /dev/null"
        )
        #expect(outcome.text.contains("write this again in your name? [y/N] "), "\(outcome)")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try current()["priority"] == (isWritten ? 5 : 3))
    }

    /// The cache of tasks knows what no node says any more.
    @Test func theLastGoodCacheIsUsed() throws {
        let titles = (1...1200).map { "Task \($0)\n" }.joined()
        let added = try store.runner.run("redo-add", ["--draft", "-"], input: Array(titles.utf8))
        try #require(added.status == 0, "\(added)")
        try store.expect(["gc", "-q", "--all"])
        let wanted = try store.tasks().compactMap { $0["title"]?.text }.sorted()
        let pack = try store.runner.onlyPack().pack
        var bytes = try store.runner.contents(ofFile: pack)
        // Everything of some frames in the middle.
        for place in (bytes.count / 3)..<(bytes.count / 2) { bytes[place] = 0x5A }
        try store.runner.replace(pack, with: bytes)
        let repaired = try store.run("fsck", ["--repair"])
        #expect(repaired.status == 1, "\(repaired.error)")
        #expect(repaired.text.contains("kept a copy of "), "\(repaired.lines.prefix(5))")
        // The cache of the store is another one by now.
        _ = try store.run("list")
        let given = try store.run("fsck", ["--give-up", "--all"])
        #expect(given.status == 0, "\(given.error)")
        try expectSilent(["list"])
        #expect(try store.tasks().count < wanted.count)
        let written = try store.run("fsck", ["--restore"])
        #expect(written.status == 0, "\(written.error)")
        #expect(try store.tasks().compactMap { $0["title"]?.text }.sorted() == wanted)
        try expectSilent(["fsck"])
    }

    // MARK: Names

    /// Whatever is named, the answer says what it is, and no hint leads back here.
    @Test func whatIsNotLostIsNamedForWhatItIs() throws {
        func refusal(_ name: String) throws -> String {
            let outcome = try store.run("fsck", ["--give-up", name])
            #expect(outcome.status == 128 && !outcome.codedError.contains("--repair"), "\(outcome)")
            return outcome.error
        }
        #expect(try refusal(ids[0]).contains("\(ids[0]) is not lost: it is here, and whole"))
        let unknown = String(repeating: "0", count: 64)
        #expect(try refusal(unknown).contains("nothing in the store names one"))
        #expect(try refusal("zzz").contains("'zzz' is not the id of a node"))
        _ = try lose(ids[2])
        #expect(
            try refusal(ids[4]).contains("it is here, and follows \(ids[2]), which is lost"))
        try store.giveUp(ids[2])
        #expect(try refusal(ids[2]).contains("\(ids[2]) was given up before"))
        #expect(try refusal(ids[3]).contains("\(ids[3]) is in quarantine"))
    }

    @Test func aPruneKeepsWhatWaits() throws {
        let bytes = try lose(ids[2])
        try store.giveUp(ids[2])
        try store.expect(["prune", "--quarantine"])
        #expect(try store.run("fsck", ["--quarantine"]).lines.count == 1)
        _ = try store.runner.run("redo-import", [], input: bytes)
        #expect(try store.stateHash() == hash)
    }
}

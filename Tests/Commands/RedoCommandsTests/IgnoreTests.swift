import RedoJSON
import TestSupport
import Testing

/// Authors whose nodes are left out of what people see.
@Suite struct IgnoreTests {
    private let mine: TaskStore
    private let water: String
    private let spam: String
    private let stranger: String

    /// A log in which a stranger has made a task and renamed one of the user's.
    init() throws {
        mine = try TaskStore()
        let theirs = try TaskStore()
        water = try mine.add("Water")
        try Self.send(from: mine, to: theirs)
        spam = try theirs.add("Spam", extra: ["REDO_WALL": "2025-11-16T12:00:00.000Z"])
        let renamed = try theirs.run("edit", [water, "--title", "Owned"])
        try #require(renamed.status == 0, "\(renamed)")
        try Self.send(from: theirs, to: mine)
        stranger = try #require(theirs.nodes().last?["author"]?["userId"]?.text)
    }

    private static func send(from: TaskStore, to: TaskStore) throws {
        let nodes = try from.run("export").output
        try #require(to.runner.run("redo-import", ["--unsigned"], input: nodes).status == 0)
    }

    private func titles() throws -> [String] {
        try mine.tasks().compactMap { $0["title"]?.text }.sorted()
    }

    private func ignore() throws {
        let ignored = try mine.run("ignore", [stranger])
        try #require(ignored.status == 0, "\(ignored)")
    }

    @Test func theirNodesHaveNoEffectOnWhatIsShown() throws {
        let hash = try mine.stateHash()
        let log = try mine.run("export").output
        #expect(try titles() == ["Owned", "Spam"])
        let ignored = try mine.run("ignore", [String(stranger.prefix(8))])
        #expect(ignored.text == "ignored \(stranger) Test: 3 nodes\n", "\(ignored)")
        #expect(try titles() == ["Water"])
        #expect(try mine.run("show", [water]).lines.first == "Water")
        #expect(try mine.run("search", ["Spam"]).status == 1)
        let history = try mine.run("show", [water, "--history"]).text
        #expect(history.contains("ignored: 'redo ignore' names its author or person"), "\(history)")
        // The protocol's state is the same on every device.
        #expect(try mine.stateHash() == hash)
        #expect(try mine.run("export").output == log)
        #expect(try mine.run("verify").status == 0)
        let removed = try mine.run("ignore", ["--remove", String(stranger.prefix(8))])
        #expect(removed.text == "shown again \(stranger) Test: 3 nodes\n", "\(removed)")
        #expect(try titles() == ["Owned", "Spam"])
        #expect(try mine.run("ignore").text == "no author is ignored\n")
    }

    @Test func packedNodesAreIgnoredAsLooseOnesAre() throws {
        try #require(mine.run("pack").status == 0)
        try ignore()
        #expect(try titles() == ["Water"])
        #expect(try mine.run("blame", [water]).text.contains("Water"))
        #expect(try mine.run("rev-parse", ["--complete", "task", ""]).text.contains("Water"))
        #expect(try !mine.run("rev-parse", ["--complete", "task", ""]).text.contains("Owned"))
        #expect(try mine.run("rev-parse", ["--complete", "task", "Sp"]).text.isEmpty)
    }

    @Test func newNodesDoNotFollowThem() throws {
        try ignore()
        let own = try #require(mine.run("heads", [water]).lines.last?.split(separator: " ").last)
        let edited = try mine.run("edit", [water, "--priority", "5"])
        #expect(edited.status == 0 && !edited.text.contains("joined"), "\(edited)")
        let node = try #require(
            mine.nodes().first {
                $0["action"] == "UPDATE" && $0["author"]?["userId"]?.text != stranger
            })
        #expect(node.parents == [String(own)])
        #expect(try mine.run("heads", ["--diverged"]).status == 1)
        #expect(try mine.run("status").lines.contains { $0.hasSuffix("no task has diverged") })
        let removed = try mine.run("ignore", ["--remove", stranger])
        #expect(removed.status == 0)
        #expect(try mine.run("heads", ["--diverged"]).status == 0)
    }

    @Test func itIsSaidWhoIsIgnored() throws {
        try ignore()
        #expect(try mine.run("ignore").text == "\(stranger) Test: 3 nodes\n")
        #expect(try mine.run("ignore", ["--porcelain"]).text == "\(stranger)\t3\tTest\n")
        let status = try mine.run("status")
        #expect(status.lines.contains("ignored   3 nodes of 1 author"), "\(status)")
        #expect(try TaskStore.objects(mine.run("status", ["--json"]))[0]["nodes"]?["ignored"] == 3)
        let oneline = try mine.run("log", ["--oneline"]).lines
        #expect(oneline.count { $0.contains("(ignored)") } == 3, "\(oneline)")
        #expect(try mine.run("log").lines.count { $0.hasSuffix(" (ignored)") } == 3)
        let shown = try mine.run("show", [spam])
        #expect(shown.status == 128)
        #expect(
            shown.codedError.contains("its author \(stranger) is ignored")
                && shown.codedError.contains("'redo ignore --remove \(stranger)'"), "\(shown)")
        #expect(
            try mine.run("rev-parse", ["--complete", "author", ""]).lines.contains {
                $0.hasPrefix("\(stranger)\t")
            })
    }

    /// An ignored author's nodes may be what others' nodes follow.
    @Test func theyAreSentOn() throws {
        try ignore()
        let there = mine.runner.path("there.git")
        try #require(mine.run("mirror", ["--to", there]).status == 0)
        let other = try TaskStore()
        try #require(other.run("mirror", ["--from", there]).status == 0)
        #expect(try other.run("log", ["--count"]).text == mine.run("log", ["--count"]).text)
        #expect(try other.stateHash() == mine.stateHash())
    }

    @Test func ownKeysAreNotIgnored() throws {
        let created = try mine.nodes().first { $0["taskId"]?.text == water }
        let own = try #require(created?["author"]?["userId"]?.text)
        let refused = try mine.run("ignore", [own])
        #expect(refused.status == 129 && refused.codedError.contains("is your own"), "\(refused)")
        #expect(try mine.run("ignore").text == "no author is ignored\n")
        // The configuration can say so all the same.
        try mine.configure("[redo]\n\tignoredAuthors = \(own)")
        let added = try mine.run("add", ["Milk"])
        #expect(
            added.status == 129 && added.codedError.contains("you are ignored here"), "\(added)")
    }

    @Test func namesThatMeanNobodyAreRefused() throws {
        #expect(try mine.run("ignore", ["ffff"]).status == 128)
        #expect(try mine.run("ignore", ["Test"]).status == 128)
        #expect(try mine.run("ignore", ["--remove", stranger]).status == 128)
        #expect(try mine.run("ignore", ["--remove"]).status == 129)
        #expect(try mine.run("ignore", ["--global"]).status == 129)
        // A key names its user, also one who has written nothing.
        let key = String(repeating: "ab", count: 32)
        #expect(try mine.run("ignore", [key]).text == "ignored \(key.prefix(32)): 0 nodes\n")
        try mine.configure("[redo]\n\tignoredAuthors = nobody")
        // Only a writer needs to know who is meant.
        let list = try mine.run("list")
        #expect(list.status == 0 && list.text.contains("Spam"), "\(list)")
        #expect(list.codedError.contains("redo.ignoredAuthors is 'nobody', not a userId"))
        #expect(list.codedError.contains("'redo config --unset redo.ignoredAuthors' removes it"))
        #expect(try mine.run("edit", [water, "--priority", "5"]).status == 129)
    }

    @Test func allStoresOfTheUserAreMeantByGlobal() throws {
        try #require(mine.run("ignore", ["--global", stranger]).status == 0)
        #expect(try titles() == ["Water"])
        let kept = try mine.run("ignore", ["--remove", stranger])
        #expect(kept.status == 128 && kept.codedError.contains("--global"), "\(kept)")
        try #require(mine.run("ignore", ["--global", "--remove", stranger]).status == 0)
        #expect(try titles() == ["Owned", "Spam"])
    }
}

import Foundation
import TestSupport
import Testing

/// `redo mirror --to` writes what git calls sound, and writes it once.
@Suite struct MirrorTests {
    static let log = "vectors/logs/62-generated-60-nodes"
    private let fixture: MirrorFixture
    private var runner: CommandRunner { fixture.runner }

    init() throws { fixture = try MirrorFixture(log: Self.log) }

    @Test func gitFindsNothingWrongAndShowsTheGraph() throws {
        #expect(try fixture.update().text == "mirrored 60 nodes and 1 checkpoint\n")
        try fixture.expectSound()
        #expect(try fixture.git("rev-list", "--count", "HEAD") == ["61"])
        #expect(try fixture.git("symbolic-ref", "HEAD") == ["refs/heads/log"])
        let graph = try fixture.git("log", "--graph", "--format=%s")
        #expect(graph.first?.hasSuffix("Checkpoint of 12 heads") == true)
        #expect(graph.count { $0.contains("CREATE: ") } > 0)
        #expect(try fixture.git("rev-parse", "--is-bare-repository") == ["true"])
    }

    /// Whoever changes one of these changes the format, and with it every mirror that there is.
    @Test func aNodeIsTheSameCommitEverywhere() throws {
        let commits = MirrorFixture.commits(try fixture.update("--porcelain"))
        #expect(commits.count == 60)
        #expect(
            try fixture.git("rev-parse", "HEAD")
                == ["06943b82bcea2e784977f97d1ca8791100d7e409"])
        let last = try #require(
            try runner.run("redo-log", ["--replay-order", "-n", "1", "--format=%H"]).lines.first)
        #expect(commits[last] == "e42d2e4bc89db89c861d0d30a8925085799e0548")
    }

    @Test func theGraphIsThatOfTheNodes() throws {
        let commits = MirrorFixture.commits(try fixture.update("--porcelain"))
        for node in try TaskStore.objects(runner.run("redo-export")) {
            let id = try #require(node.nodeID)
            let commit = try #require(commits[id])
            let parents = node.parents.compactMap { $0.flatMap { commits[$0] } }
            #expect(
                try fixture.git("rev-list", "--parents", "-n", "1", commit)
                    == [([commit] + parents).joined(separator: " ")])
            #expect(
                try fixture.git("ls-tree", "--name-only", commit) == ["node.json"])
        }
    }

    @Test func theStoredLineIsWhatIsInTheCommit() throws {
        let commits = MirrorFixture.commits(try fixture.update("--porcelain"))
        let lines = try runner.run("redo-export").lines
        let ids = try runner.run("redo-log", ["--replay-order", "--reverse", "--format=%H"]).lines
        for (id, line) in zip(ids, lines) {
            #expect(try fixture.git("cat-file", "blob", "\(commits[id] ?? ""):node.json") == [line])
        }
    }

    @Test func aSecondRunWritesNothing() throws {
        try fixture.update()
        let before = try runner.contents(of: "mirror.git")
        #expect(try fixture.update().text == "nothing to mirror\n")
        #expect(try fixture.update("--porcelain").output.isEmpty)
        #expect(try runner.contents(of: "mirror.git") == before)
    }

    @Test func packingTheStoreChangesNoObject() throws {
        try fixture.update()
        let before = try fixture.objects()
        #expect(try runner.run("redo-gc", ["-q", "--all"]).status == 0)
        #expect(try fixture.update().text == "nothing to mirror\n")
        #expect(try fixture.objects() == before)
    }

    @Test func whatIsNewIsAdded() throws {
        try fixture.update()
        let before = try fixture.objects()
        let tip = try fixture.git("rev-parse", "HEAD")
        try runner.store(SampleNode(), SampleNode(task: SampleNode.task(2)))
        #expect(try fixture.update().text == "mirrored 2 nodes and 1 checkpoint\n")
        // Of each node and of the checkpoint a blob, a tree and a commit.
        #expect(try fixture.objects().subtracting(before).count == 9)
        #expect(try fixture.objects().isSuperset(of: before))
        #expect(try fixture.git("rev-parse", "HEAD^1") == tip)
        #expect(try fixture.git("rev-list", "--count", "HEAD") == ["64"])
        try fixture.expectSound()
    }

    /// Whether the nodes come at once or one by one: the commits are the same.
    @Test func twoStoresThatAgreeHaveTheSameCommits() throws {
        let commits = MirrorFixture.commits(try fixture.update("--porcelain"))
        let other = try fixture.otherStore()
        var found: [String: String] = [:]
        for part in try runner.run("redo-export").lines.chunks(of: 7) {
            let text = part.map { $0 + "\n" }.joined()
            #expect(
                try runner.run("redo-import", ["--unsigned", other], input: Array(text.utf8)).status
                    == 0)
            let outcome = try fixture.mirror(other, "--to", "other.git", "--porcelain")
            found.merge(MirrorFixture.commits(outcome)) { first, _ in first }
        }
        #expect(found == commits)
        try fixture.expectSound("other.git")
    }

    @Test func aFirstMirrorIsAFunctionOfTheStore() throws {
        try fixture.update()
        _ = try fixture.mirror("--to", "other.git")
        #expect(try fixture.objects() == fixture.objects("other.git"))
        #expect(
            try fixture.git("rev-parse", "HEAD")
                == fixture.git("rev-parse", "HEAD", in: "other.git"))
    }

    @Test func twoStoresCanShareAMirror() throws {
        try fixture.update()
        let other = try fixture.otherStore()
        let line = try runner.lines(of: [SampleNode()])[0]
        _ = try runner.run("redo-import", ["--unsigned", other], input: Array(line.utf8))
        #expect(
            try fixture.mirror(other, "--to", "mirror.git").text
                == "mirrored 1 node and 1 checkpoint\n")
        #expect(try fixture.git("rev-list", "--count", "HEAD") == ["63"])
        #expect(try fixture.update().text == "nothing to mirror\n")
        try fixture.expectSound()
    }

    @Test func manyHeadsHaveSeveralCheckpoints() throws {
        let nodes = (1...250).map { SampleNode(task: SampleNode.task($0)) }
        let text = try runner.lines(of: nodes).map { $0 + "\n" }.joined()
        _ = try runner.run("redo-import", ["--unsigned"], input: Array(text.utf8))
        #expect(try fixture.update().text == "mirrored 310 nodes and 3 checkpoints\n")
        #expect(try fixture.git("rev-list", "--count", "HEAD") == ["313"])
        #expect(try fixture.git("show", "HEAD:heads").count == 62)
        try fixture.expectSound()
    }

    /// One line of plain git and the shell, as docs/git-mirror.md has it.
    @Test func plainGitGetsEveryNodeOut() throws {
        try fixture.update()
        let page = String(
            decoding: try Data(
                contentsOf: Fixtures.package.appending(path: "docs/git-mirror.md")),
            as: UTF8.self)
        let line = try #require(
            page.split(separator: "\n").first { $0.hasPrefix("git rev-list --objects") })
        let outcome = try runner.shell("cd mirror.git && \(line)")
        #expect(outcome.status == 0)
        #expect(Set(outcome.lines) == Set(try runner.run("redo-export").lines))
        #expect(outcome.lines.count == 60)
    }

    @Test func anEmptyStoreHasAnEmptyMirror() throws {
        let other = try fixture.otherStore()
        let outcome = try fixture.mirror(other, "--to", "empty.git")
        #expect(outcome.status == 0 && outcome.text == "nothing to mirror\n")
        #expect(try fixture.git("for-each-ref", in: "empty.git").isEmpty)
        try fixture.expectSound("empty.git")
        #expect(try fixture.mirror("--to", "empty.git").status == 0)
        #expect(try fixture.git("rev-list", "--count", "HEAD", in: "empty.git") == ["61"])
    }

    @Test func aNodeThatDoesNotCountIsLeftOutUntilItIsMended() throws {
        let ids = try runner.store(SampleNode(), SampleNode(task: SampleNode.task(2)))
        try runner.damage(ids[1]) { $0[$0.count / 2] ^= 1 }
        let outcome = try fixture.mirror("--to", "mirror.git")
        #expect(outcome.status == 3)
        #expect(outcome.text == "mirrored 61 nodes and 1 checkpoint\n")
        #expect(outcome.codedError.hasPrefix("warning: RECONSTRUCT_003: 1 node is damaged, "))
        try runner.damage(ids[1]) { $0[$0.count / 2] ^= 1 }
        #expect(try fixture.update().text == "mirrored 1 node and 1 checkpoint\n")
    }
}

extension Array {
    /// The elements, so many at a time.
    fileprivate func chunks(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map {
            self[$0..<Swift.min($0 + count, self.count)]
        }
    }
}

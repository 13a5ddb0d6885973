import Foundation
import TestSupport
import Testing

/// `redo mirror --to … --task-refs` names the heads of tasks.
@Suite struct MirrorTaskReferenceTests {
    private let fixture: MirrorFixture
    private var runner: CommandRunner { fixture.runner }

    init() throws { fixture = try MirrorFixture(log: MirrorTests.log) }

    private func names() throws -> Set<String> {
        Set(
            try fixture.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/redo/tasks"))
    }

    private func expected(_ commits: [String: String]) throws -> Set<String> {
        Set(
            try runner.run("redo-heads").lines.map { line in
                let words = line.split(separator: " ").map(String.init)
                let digits = words[1].dropFirst("sha256:".count).prefix(16)
                return "refs/redo/tasks/\(words[0])/\(digits) \(commits[words[1]] ?? "")"
            })
    }

    @Test func theHeadsOfTasksHaveNames() throws {
        var commits = MirrorFixture.commits(try fixture.update("--porcelain"))
        #expect(try names().isEmpty)
        try fixture.update("--task-refs")
        #expect(try names() == expected(commits))
        #expect(try !names().isEmpty)
        let root = try runner.store(SampleNode())[0]
        commits.merge(MirrorFixture.commits(try fixture.update("--task-refs", "--porcelain"))) {
            $1
        }
        #expect(try names() == expected(commits))
        // The head moves on, and its name with it.
        try runner.store(
            SampleNode(action: "UPDATE", parents: [root], lamport: 2, fields: ["priority": 5]))
        commits.merge(MirrorFixture.commits(try fixture.update("--porcelain"))) { $1 }
        #expect(try names() != expected(commits))
        try fixture.update("--task-refs")
        #expect(try names() == expected(commits))
        try fixture.update("--no-task-refs")
        #expect(try names().isEmpty)
        try fixture.expectSound()
    }

    @Test func namesThatGitHasPackedAreRemovedToo() throws {
        try fixture.update("--task-refs")
        try fixture.git("pack-refs", "--all")
        let before = try runner.contents(of: "mirror.git")
        #expect(try fixture.update("--task-refs").text == "nothing to mirror\n")
        #expect(try runner.contents(of: "mirror.git") == before)
        try fixture.update("--no-task-refs")
        #expect(try names().isEmpty)
        #expect(try fixture.git("rev-list", "--count", "HEAD") == ["61"])
    }

    /// What a writer leaves that is killed while it sets one.
    @Test func aLockThatWasLeftDoesNotKeepThemFromBeingSet() throws {
        try fixture.update("--task-refs")
        let before = try names()
        let made = try runner.shell(
            """
            cd mirror.git/refs/redo/tasks; set -- */*
            for name; do : > $name.lock; rm $name; done
            """)
        #expect(made.status == 0)
        try fixture.update("--task-refs")
        #expect(try names() == before)
    }

    @Test func theyDoNotDisturbAReader() throws {
        try fixture.update("--task-refs")
        let outcome = try fixture.mirror(try fixture.otherStore(), "--from", "mirror.git")
        #expect(outcome.status == 0 && outcome.text == "received 60 nodes\n")
    }
}

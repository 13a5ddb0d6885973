import Foundation
import TestSupport
import Testing

/// `redo mirror --from` receives what a mirror holds, once.
@Suite struct MirrorFromTests {
    private let fixture: MirrorFixture
    private let other: String
    private var runner: CommandRunner { fixture.runner }

    init() throws {
        fixture = try MirrorFixture(log: MirrorTests.log)
        try fixture.update()
        other = try fixture.otherStore()
    }

    private func receive(_ arguments: String...) throws -> CommandOutcome {
        try runner.run("redo-mirror", [other, "--from", "mirror.git"] + arguments)
    }

    @Test func theStateIsTheSame() throws {
        #expect(try receive().text == "received 60 nodes\n")
        #expect(try fixture.stateHash(other) == fixture.stateHash())
        #expect(try runner.run("redo-fsck", [other]).status == 0)
        #expect(try runner.run("redo-verify", [other]).status == 0)
    }

    @Test func onlyWhatIsNewIsRead() throws {
        _ = try receive()
        #expect(try receive().text == "nothing new\n")
        let ids = try runner.store(SampleNode())
        let commits = MirrorFixture.commits(try fixture.update("--porcelain"))
        let commit = try #require(commits[ids[0]])
        let tip = try fixture.git("rev-parse", "HEAD")[0]
        #expect(
            try receive("--porcelain").lines == ["\(ids[0])\t\(commit)\tOK", "-\t\(tip)\tOK"])
        #expect(try receive("--porcelain").output.isEmpty)
    }

    /// The list of known commits is made again where it is not to be trusted.
    @Test(arguments: [
        "rm other/git/commits", "echo >> other/git/commits", "rm -r other/objects/??",
    ])
    func aDamagedListMakesAllBeReadAgain(_ damage: String) throws {
        _ = try receive()
        #expect(try runner.shell(damage).status == 0)
        let read = try receive("--porcelain").lines
        #expect(read.count { $0.hasPrefix("sha256:") } == 60)
        #expect(try fixture.stateHash(other) == fixture.stateHash())
    }

    @Test func anyReferenceOfAnyRepositoryWillDo() throws {
        _ = try runner.shell(
            """
            git clone -q mirror.git work 2> /dev/null
            cd work && git -c user.name=A -c user.email=b tag -m all all && git checkout -q --detach
            git branch -q -D log; git update-ref -d refs/remotes/origin/log
            git symbolic-ref refs/tags/also refs/tags/all
            """)
        let outcome = try fixture.mirror(other, "--from", "work")
        // The name of a branch that was removed leads nowhere.
        #expect(outcome.status == 1)
        #expect(
            outcome.codedError
                == "error: STORAGE_004: the reference cannot be followed: it leads to no object, "
                + "in refs/remotes/origin/HEAD\n")
        #expect(outcome.text == "received 60 nodes\n")
    }

    @Test func aSignatureCanBeRequired() throws {
        try runner.store(SampleNode())
        try fixture.update()
        let outcome = try receive("--require-signature")
        #expect(outcome.status == 1)
        #expect(outcome.text == "received 60 nodes\n")
        #expect(outcome.codedError.hasPrefix("error: E_INVALID_SIGNATURE: sha256:"))
        // The checkpoint that holds it has to wait.
        #expect(outcome.codedError.contains("error: E_PARENT_NOT_FOUND: its parent, the commit "))
        #expect(try receive().text == "received 1 node\n")
        #expect(try receive().text == "nothing new\n")
    }

    @Test func moreThanAHundredNodesBecomeAPack() throws {
        let nodes = (1...101).map { SampleNode(task: SampleNode.task($0)) }
        let text = try runner.lines(of: nodes).map { $0 + "\n" }.joined()
        _ = try runner.run("redo-import", ["--unsigned"], input: Array(text.utf8))
        try fixture.update()
        #expect(try receive().text == "received 161 nodes\n")
        #expect(
            try runner.run("redo-count-objects", [other, "-v"]).text.contains("\npacks: 1\n"))
    }

    @Test func anEmptyRepositoryHasNothingNew() throws {
        _ = try runner.shell("git init -q --bare empty.git")
        let outcome = try fixture.mirror(other, "--from", "empty.git", "--porcelain")
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.error.isEmpty)
    }
}

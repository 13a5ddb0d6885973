import Foundation
import TestSupport
import Testing

/// Where `redo mirror --to` writes, and where it does not.
@Suite struct MirrorPlaceTests {
    private let fixture: MirrorFixture
    private var runner: CommandRunner { fixture.runner }

    init() throws {
        fixture = try MirrorFixture()
        try fixture.runner.store(SampleNode())
    }

    private func expectRefused(
        _ path: String, code: String = "STORAGE_001",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try runner.contents(of: path)
        let outcome = try fixture.mirror("--to", path)
        #expect(outcome.status == 128, sourceLocation: sourceLocation)
        #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
        #expect(
            outcome.codedError.hasPrefix("error: \(code): "), "\(outcome)",
            sourceLocation: sourceLocation)
        #expect(try runner.contents(of: path) == before, sourceLocation: sourceLocation)
    }

    @Test(arguments: ["mkdir there", "mkdir -p deep/er/there", "true", "git init -q --bare there"])
    func aFolderThatHasNothingBecomesAMirror(_ preparation: String) throws {
        _ = try runner.shell(preparation)
        let place = preparation.hasPrefix("mkdir -p") ? "deep/er/there" : "there"
        #expect(
            try fixture.mirror("--to", place).text == "mirrored 1 node and 1 checkpoint\n")
        try fixture.expectSound(place)
        #expect(try fixture.git("symbolic-ref", "HEAD", in: place) == ["refs/heads/log"])
    }

    @Test(arguments: [
        "mkdir there; echo > there/file",
        "git init -q there",
        """
        git init -q --bare there; cd there
        git update-ref refs/heads/main $(git -c user.name=A -c user.email=b commit-tree -m c \
        $(git mktree < /dev/null))
        """,
        """
        git init -q --bare there; cd there
        git update-ref refs/heads/log $(git -c user.name=A -c user.email=b commit-tree -m c \
        $(git mktree < /dev/null))
        """,
        "git init -q --bare there; echo [core >> there/config",
    ])
    func whatIsNoMirrorStaysAsItIs(_ preparation: String) throws {
        #expect(try runner.shell(preparation).status == 0)
        try expectRefused("there")
    }

    @Test func aFileIsNoPlaceForAMirror() throws {
        try runner.write("".utf8, to: "there")
        try expectRefused("there", code: "STORAGE_003")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a repository away"))
    func aRepositoryOfAnotherUserIsRefused() throws {
        _ = try runner.shell("git init -q --bare there; chown -R 65534 there")
        let outcome = try fixture.mirror("--to", "there")
        #expect(
            outcome.status == 128 && outcome.codedError.contains("safe.directory"), "\(outcome)")
        #expect(try fixture.mirror("--from", "there").status == 128)
    }

    @Test func thereIsNothingToReadWhereNoRepositoryIs() throws {
        for path in ["none", "home"] {
            let outcome = try fixture.mirror("--from", path)
            #expect(outcome.status == 128)
            #expect(
                outcome.codedError == "error: STORAGE_001: there is no git repository \(path)\n")
        }
    }

    @Test(arguments: [
        [], ["--to", "a", "--from", "b"], ["--from", "a", "--task-refs"], ["a"],
        ["--to", "a", "--require-signature"], ["--from", "a", "--no-task-refs"],
    ])
    func wrongUsageIsSaid(_ arguments: [String]) throws {
        let outcome = try runner.run("redo-mirror", arguments)
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: "))
        #expect(outcome.codedError.contains("usage: redo mirror [<options>] --to <dir>"))
    }

    /// What a kill can leave of a repository that is being made.
    @Test(arguments: [
        "rm -r $d/HEAD", "rm -r $d/config", "rm -r $d/objects", "rm -r $d/refs",
        "find $d -mindepth 1 ! -name redo-lock -delete",
    ])
    func aMirrorThatWasHalfMadeIsCompleted(_ damage: String) throws {
        let other = try fixture.otherStore()
        #expect(try fixture.mirror(other, "--to", "there").status == 0)
        #expect(try runner.shell("d=there; rm $d/redo-map; \(damage)").status == 0)
        let outcome = try fixture.mirror("--to", "there")
        #expect(outcome.text == "mirrored 1 node and 1 checkpoint\n", "\(outcome)")
        try fixture.expectSound("there")
        #expect(try fixture.git("rev-parse", "--is-bare-repository", in: "there") == ["true"])
    }

    /// What a power cut can take away that was not synced.
    @Test func aMirrorThatHasLostItsHeadIsCompleted() throws {
        #expect(try fixture.mirror("--to", "there").status == 0)
        try runner.store(SampleNode(task: SampleNode.task(2)))
        _ = try runner.shell("rm there/HEAD there/config")
        #expect(try fixture.mirror("--to", "there").text == "mirrored 1 node and 1 checkpoint\n")
        try fixture.expectSound("there")
        #expect(try fixture.git("rev-list", "--count", "HEAD", in: "there") == ["4"])
    }
}

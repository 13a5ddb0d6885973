import Foundation
import RedoJSON
import TestSupport
import Testing

/// The ten scenarios of the app's plan for testing its sync across platforms, with git remotes in the
/// place of the cloud.
@Suite struct SyncScenarioTests {
    private let fixture: GitFixture
    private let scenarios: SyncScenarios
    private var iOS: TaskStore { scenarios.iOS }
    private var web: TaskStore { scenarios.web }
    private var android: TaskStore { scenarios.android }

    init() throws {
        fixture = try GitFixture()
        scenarios = try SyncScenarios(fixture)
    }

    @Test(arguments: SyncScenarios.all)
    func theScenarioOfEveryRemote(_ scenario: SyncScenarios.Scenario) throws {
        try scenario.run(scenarios)()
    }

    /// Somebody changes a node on the remote so that its parent is none: it is refused, the rest stays.
    @Test func scenario7ABrokenParentIsRefused() throws {
        let before = try scenarios.pushedChain()
        // Commits are what the remote's owner can change one by one: those of a mirror.
        try fixture.mirror(iOS)
        let made = try fixture.place.shell(
            """
            cd remote.git; export GIT_AUTHOR_NAME=E GIT_AUTHOR_EMAIL=e GIT_COMMITTER_NAME=E GIT_COMMITTER_EMAIL=e
            LAST=$(git rev-list --all --grep 'Redo-Action: COMPLETE')
            NONE=sha256:$(printf %064d 7)
            JSON=$(git cat-file blob $LAST:node.json | sed "s/sha256:[0-9a-f]*\\"\\]/$NONE\\"]/")
            TREE=$(printf '100644 blob %s\\tnode.json\\n' $(echo "$JSON" | git hash-object -w --stdin) | git mktree)
            git cat-file commit $LAST | sed "s/^tree .*/tree $TREE/" | git hash-object -t commit -w --stdin > evil
            git update-ref refs/heads/evil $(cat evil); cat evil
            """)
        try #require(made.status == 0, "\(made)")
        let outcome = try iOS.expect(["fetch", "origin", "refs/heads/evil"], status: 1)
        #expect(outcome.codedError.hasPrefix("error: E_HASH_MISMATCH: "), "\(outcome)")
        #expect(try iOS.runner.contents(of: ".redo/objects") == before)
        let reader = try fixture.device("reader")
        let read = try reader.expect(["fetch", "origin", "refs/heads/evil"], status: 1)
        #expect(read.text == "received 3 nodes\n", "\(read)")
        #expect(try reader.stateHash() == iOS.stateHash())
        // A node that is signed as it is, and follows one that nobody has.
        let orphan = try fixture.device("orphan")
        let parent = try orphan.commit("CREATE", "-f", "title=Gone")
        _ = try orphan.commit(
            "UPDATE", "--task", #require(try orphan.tasks().first?["guid"]?.text), "-f",
            "priority:=1")
        let child = try #require(try orphan.nodes().last?["id"]?.text)
        let line = try orphan.run("cat-node", [child]).text
        try iOS.runner.write(line.utf8, to: "child.json")
        let imported = try iOS.run("import", ["--require-signature", "child.json"])
        #expect(
            imported.status == 1 && imported.codedError.contains("E_PARENT_NOT_FOUND"),
            "\(imported)")
        #expect(try !iOS.ids().contains(parent))
    }

    /// A fetch that is ended in the middle, several times, is completed: no node twice, none missing.
    @Test func scenario9AnInterruptedFetchGoesOn() throws {
        for number in 1...100 {
            try web.runner.store(SampleNode(task: SampleNode.task(number)))
        }
        try fixture.mirror(web)
        for delay in [0.002, 0.01, 0.02, 0.04, 0.08] {
            let process = try Coprocess(iOS.runner, "redo-fetch", ["--no-require-signature"])
            Thread.sleep(forTimeInterval: delay)
            process.send(signal: SIGKILL)
            _ = process.wait()
            #expect(try iOS.run("fsck").status == 0)
        }
        try iOS.expect(["fetch", "--no-require-signature"])
        #expect(try iOS.nodes().count == 100)
        #expect(try iOS.tasks().count == 100)
        #expect(try iOS.expect(["fetch", "--no-require-signature"]).text == "nothing new\n")
        #expect(try iOS.stateHash() == web.stateHash())
    }
}

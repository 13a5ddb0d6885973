import Foundation
import TestSupport
import Testing

/// A first fetch from a server takes the newest packs of each slot alone, without their history.
@Suite(.serialized) struct ShallowCloneTests {
    private let fixture: GitFixture
    /// Pushes by the path of the remote.
    private let phone: TaskStore

    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        for number in 1...12 {
            try phone.add("Task \(number)", "--draft")
            try phone.expect(["push"])
        }
    }

    /// The objects in the repository that a store keeps for the remote.
    private func objectCount(_ runner: CommandRunner, _ directory: String = ".redo") throws -> Int {
        let outcome = try runner.shell(
            "cd \(directory)/checkpoints/origin/git && git cat-file --batch-check --batch-all-objects | wc -l"
        )
        return try #require(Int(outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// The objects that the tips of slots lead to, without their history.
    private func tipObjectCount() throws -> Int {
        var objects: Set<String> = []
        for slot in try fixture.slots() {
            objects.formUnion(
                try fixture.git("rev-list", "--objects", "--no-walk", slot).map {
                    String($0.prefix(40))
                })
        }
        return objects.count
    }

    @Test(arguments: [Transport.ssh, .http, .daemon])
    func onlyTheTipComes(_ transport: Transport) throws {
        let (url, environment) = try fixture.reach(transport)
        var runner = try fixture.runner("tablet")
        runner.environment.merge(environment) { $1 }
        let cloned = try runner.run("redo-clone", [url, "copy"])
        #expect(cloned.status == 0 && !cloned.codedError.contains("could not fetch"), "\(cloned)")
        #expect(try objectCount(runner, "copy/.redo") == tipObjectCount())
        #expect(try fixture.git("rev-list", "--count", "--all") == ["12"])
        #expect(try runner.run("redo-replay", ["--hash"], in: "copy").text == phone.stateHash())
        // What the helper said is kept nowhere.
        for (name, bytes) in try runner.contents(of: "copy") {
            #expect(
                !String(decoding: bytes, as: UTF8.self).contains(GitFixture.password), "\(name)")
        }
    }

    /// Increments go on from there in both directions, and bring what is new alone.
    @Test(arguments: [Transport.ssh, .http])
    func incrementsGoOn(_ transport: Transport) throws {
        let (url, environment) = try fixture.reach(transport)
        let laptop = try fixture.device("laptop", url: url, environment)
        try laptop.expect(["fetch"])
        let before = try objectCount(laptop.runner)
        for round in 1...3 {
            try phone.add("From the phone \(round)", "--draft")
            try phone.expect(["sync"])
            #expect(try laptop.expect(["fetch"]).text == "received 1 node\n")
            try laptop.add("From the laptop \(round)", "--draft")
            try laptop.expect(["push"])
            try phone.expect(["fetch"])
            #expect(try phone.ids() == laptop.ids())
        }
        // Of each push a commit, two trees, a statement and a pack or two.
        #expect(try objectCount(laptop.runner) - before < 6 * 8)
        let check = try laptop.runner.shell("cd .redo/checkpoints/origin/git && git fsck 2>&1")
        #expect(check.status == 0 && !check.text.contains("missing"), "\(check)")
        try fixture.expectSound()
    }

    /// A server leaves out what it takes for known, which a store with the newest commits alone has not: then all comes.
    @Test func whatIsLeftOutIsFetched() throws {
        let (url, environment) = try fixture.reach(.ssh)
        // The tree of an old commit again, after others: its objects are behind the commit that is fetched first.
        let slot = try #require(try fixture.slots().first)
        let laptop = try fixture.device("laptop", url: url, environment)
        try laptop.expect(["fetch"])
        // A bitmap lets git leave out all that is behind, whichever trees it has looked at.
        _ = try fixture.place.shell(
            """
            cd remote.git; export GIT_AUTHOR_NAME=r GIT_AUTHOR_EMAIL=r GIT_COMMITTER_NAME=r GIT_COMMITTER_EMAIL=r
            git repack -q -a -d -b
            commit=$(echo redo | git commit-tree -p \(slot) \(slot)~6^{tree})
            git update-ref refs/redo/slots/00000000000000000000000000000001 $commit
            """)
        // The statement is of another slot, so it is refused; but it could be read.
        let fetched = try laptop.run("fetch")
        #expect(fetched.codedError.contains("has the statement of the slot"), "\(fetched)")
        try phone.add("Later", "--draft")
        try phone.expect(["push"])
        #expect(try laptop.run("fetch").text == "received 1 node\n")
    }

    /// Without git, or with one that cannot, the history comes, and the fetch says so.
    @Test func withoutGitTheHistoryComes() throws {
        let (url, environment) = try fixture.reach(.daemon)
        var runner = try fixture.runner("tablet")
        runner.environment.merge(environment) { $1 }
        _ = try runner.shell("mkdir empty")
        runner.environment["PATH"] = runner.path("empty")
        let cloned = try runner.run("redo-clone", [url, "copy"])
        #expect(cloned.status == 0, "\(cloned)")
        #expect(
            cloned.codedError.contains(
                "note: git could not fetch the newest packs of origin alone, so their history comes too: "
            ),
            "\(cloned)")
        #expect(try runner.run("redo-replay", ["--hash"], in: "copy").text == phone.stateHash())
        runner.environment["PATH"] = "/usr/bin:/bin"
        #expect(try objectCount(runner, "copy/.redo") > tipObjectCount())
    }

    /// Neither configuration nor hooks are read, of the user or of the store.
    @Test func nothingElseRuns() throws {
        let (url, environment) = try fixture.reach(.daemon)
        let laptop = try fixture.device("laptop", url: url, environment)
        let evil = try laptop.runner.writeProgram(
            "#!/bin/sh\ntouch '\(laptop.runner.path("ran"))'\n", to: "evil")
        _ = try laptop.runner.shell(
            """
            printf '[core]\\n\\thooksPath = %s\\n\\tgitProxy = %s\\n\\tfsmonitor = %s\\n' "$PWD/hooks" '\(evil)' '\(evil)' >home/.gitconfig
            mkdir -p hooks .redo/checkpoints/origin
            git init -q --bare .redo/checkpoints/origin/git
            for place in hooks .redo/checkpoints/origin/git/hooks; do
                for name in reference-transaction post-update pre-auto-gc fsmonitor-watchman; do cp evil $place/$name; done
            done
            """)
        var runner = laptop.runner
        runner.environment["GIT_PROXY_COMMAND"] = evil
        let fetched = try TaskStore(runner).run("fetch")
        #expect(fetched.status == 0 && fetched.text == "received 12 nodes\n", "\(fetched)")
        #expect(!FileManager.default.fileExists(atPath: laptop.runner.path("ran")))
    }

    /// The old slot goes between the listing and the reading: the remote is listed again.
    @Test func aReferenceThatVanishesIsListedAgain() throws {
        let (url, environment) = try fixture.reach(.ssh)
        let ssh = try #require(environment["GIT_SSH_COMMAND"])
        let laptop = try fixture.device("laptop", url: url)
        // Before the second connection, the first that asks for objects.
        let script = try laptop.runner.writeProgram(
            """
            #!/bin/sh
            echo >>'\(laptop.runner.path("connections"))'
            if [ "$(wc -l <'\(laptop.runner.path("connections"))')" = 2 ]; then
                (cd '\(phone.runner.directory.path)' && HOME='\(phone.runner.path("home"))' REDO_DEVICE=phone \
                    '\(CommandRunner.executables.path)/redo' remote compact >'\(laptop.runner.path("compacted"))' 2>&1)
            fi
            exec \(ssh) "$@"

            """, to: "ssh")
        var runner = laptop.runner
        runner.environment["GIT_SSH_COMMAND"] = script
        let fetched = try TaskStore(runner).run("fetch")
        let compacted = try runner.shell("cat compacted").text
        #expect(compacted.contains("became 1\n"), "\(compacted)")
        #expect(fetched.status == 0 && fetched.text == "received 12 nodes\n", "\(fetched)")
        #expect(try laptop.ids() == phone.ids())
    }
}

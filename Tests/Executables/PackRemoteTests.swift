import Foundation
import TestSupport
import Testing

/// Git repositories, which keep packs in signed checkpoints.
@Suite struct PackRemoteTests {
    private let fixture: GitFixture

    init() throws { fixture = try GitFixture() }

    /// A device that puts packs there.
    private func device(
        _ name: String, url: String? = nil, _ environment: [String: String] = [:]
    ) throws -> TaskStore {
        try fixture.device(name, url: url, environment)
    }

    private func state(_ device: TaskStore) throws -> String {
        try device.expect(["replay", "--hash"]).text
    }

    private func slots(_ prefix: String = "refs/redo/slots/") throws -> [String] {
        try fixture.slots(below: prefix)
    }

    @Test(arguments: [Transport.path, .ssh, .http])
    func nodesGoThereAndComeBack(_ transport: Transport) throws {
        let (url, environment) = try fixture.reach(transport)
        let phone = try device("phone", url: url, environment)
        try fixture.write(1...120, on: phone)
        try phone.expect(["gc", "--all"])
        try phone.expect(["push"])
        #expect(try phone.expect(["push"]).text == "everything up-to-date\n")
        let laptop = try device("laptop", url: url, environment)
        #expect(try laptop.expect(["fetch"]).text == "received 120 nodes\n")
        for round in 1...3 {
            try laptop.add("From the laptop \(round)", "--draft")
            try laptop.expect(["sync"])
            try phone.add("From the phone \(round)", "--draft")
            try phone.expect(["sync"])
        }
        try laptop.expect(["sync"])
        #expect(try laptop.ids().count == 126)
        #expect(try state(laptop) == state(phone))
        #expect(try slots().count == 2)
        let check = try fixture.place.shell("git -C remote.git fsck --strict --no-dangling 2>&1")
        let complaints = check.lines.filter { !$0.hasPrefix("notice: ") }
        #expect(check.status == 0 && complaints.isEmpty, "\(check)")
    }

    @Test func whatIsUnsentIsKnown() throws {
        let phone = try device("phone")
        try phone.add("One", "--draft")
        #expect(try phone.expect(["remote", "show"]).text.contains("not pushed: 1 node\n"))
        try phone.expect(["push"])
        let shown = try phone.expect(["remote", "show"]).text
        #expect(shown.contains("slots seen: 1\n") && shown.contains("not pushed: nothing\n"))
        #expect(try phone.expect(["status"]).text.contains("everything pushed"))
        try phone.add("Two", "--draft")
        #expect(try phone.expect(["remote", "show"]).text.contains("not pushed: 1 node\n"))
    }

    /// What docs/checkpoints.md says: plain git and zstdcat show the log.
    @Test func plainGitShowsTheLog() throws {
        let phone = try device("phone")
        try phone.add("One")
        try phone.add("Two")
        try phone.expect(["push"])
        let shown = try fixture.place.shell(
            """
            git clone -q -c remote.origin.fetch='+refs/redo/*:refs/redo/*' remote.git seen 2>/dev/null
            cd seen
            for slot in $(git for-each-ref --format='%(refname)' refs/redo/slots); do
                git ls-tree --name-only "$slot":data | while read -r name; do
                    git cat-file blob "$slot":data/"$name" | zstdcat
                done
            done
            """)
        #expect(try Set(shown.lines) == Set(phone.expect(["export"]).lines))
    }

    /// The commits are as documented: the sequence number is their date.
    @Test func theCommitsAreAsDocumented() throws {
        let phone = try device("phone")
        for title in ["One", "Two"] {
            try phone.add(title, "--draft")
            try phone.expect(["push"])
        }
        let slot = try #require(try slots().first)
        let log = try fixture.git("log", "--format=%an <%ae> %ad %cd %s", "--date=raw", slot)
        #expect(
            log == [
                "redo <redo@redo> 2 +0000 2 +0000 redo", "redo <redo@redo> 1 +0000 1 +0000 redo",
            ])
        #expect(try fixture.git("ls-tree", "--name-only", slot) == ["data", "statement"])
    }

    /// A host that allows no references outside of branches.
    @Test func aHostThatAllowsOnlyBranchesIsUsed() throws {
        _ = try fixture.place.writeProgram(
            "#!/bin/sh\ncase $1 in refs/heads/*) ;; *) echo 'only branches'; exit 1;; esac\n",
            to: "remote.git/hooks/update")
        let (url, environment) = try fixture.reach(.ssh)
        let phone = try device("phone", url: url, environment)
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        #expect(try slots().isEmpty)
        #expect(try slots("refs/heads/redo/").count == 1)
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        let laptop = try device("laptop", url: url, environment)
        #expect(try laptop.expect(["fetch"]).text == "received 2 nodes\n")
    }

    @Test func aRefusedPushSaysWhy() throws {
        _ = try fixture.place.writeProgram(
            "#!/bin/sh\necho 'the disk is full'\nexit 1\n", to: "remote.git/hooks/pre-receive")
        let (url, environment) = try fixture.reach(.ssh)
        let phone = try device("phone", url: url, environment)
        try phone.add("One", "--draft")
        let refused = try phone.run("push")
        #expect(
            refused.status == 128 && refused.codedError.contains("the disk is full"), "\(refused)")
        _ = try fixture.place.shell("rm remote.git/hooks/pre-receive")
        try phone.expect(["push"])
        // The number of the push that was refused was signed, so it is not signed again.
        let text = try fixture.git("show", "\(try slots()[0]):statement")
        #expect(text[0].contains("\"sequence\":2") || text[0].contains("\"sequence\":3"))
    }

    // MARK: What a remote gets

    /// A repository that nothing was pushed to gets packs, whoever comes later.
    @Test(arguments: [Transport.path, .ssh]) func aNewRemoteGetsPacks(_ transport: Transport) throws
    {
        let (url, environment) = try fixture.reach(transport)
        let phone = try fixture.device("phone", url: url, environment)
        #expect(try phone.expect(["sync"]).text == "nothing new\neverything up-to-date\n")
        #expect(try fixture.references().isEmpty)
        try phone.add("One", "--draft")
        #expect(try phone.expect(["push"]).text == "pushed 1 node in 1 pack to origin\n")
        let laptop = try fixture.device("laptop", url: url, environment)
        try laptop.add("Two", "--draft")
        // It has not fetched before.
        #expect(try laptop.expect(["push"]).text == "pushed 1 node in 1 pack to origin\n")
        #expect(try slots().count == 2 && fixture.references().count == 2)
        for device in [phone, laptop] { try device.expect(["sync"]) }
        #expect(try state(laptop) == state(phone))
    }

    /// Whoever has no key and has written nothing syncs all the same.
    @Test func whoHasNoKeyOnlyReads() throws {
        let phone = try fixture.device("phone")
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let runner = try fixture.runner("reader")
        #expect(try runner.run("redo", ["clone", fixture.url, "copy"]).status == 0)
        let synced = try runner.run("redo", ["sync"], in: "copy")
        #expect(synced.status == 0, "\(synced)")
        #expect(synced.text == "nothing new\neverything up-to-date\n", "\(synced)")
        #expect(try slots().count == 1)
    }

    @Test func aCloneGoesOnAsTheOthersDo() throws {
        let phone = try device("phone")
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let runner = try fixture.runner("laptop")
        #expect(try runner.run("redo", ["clone", fixture.url, "copy"]).status == 0)
        let made = try runner.shell(
            """
            cd copy && redo keygen --no-passphrase >/dev/null 2>&1
            redo add Two --draft >/dev/null && redo push
            """)
        #expect(made.text == "pushed 1 node in 1 pack to origin\n", "\(made)")
        #expect(try slots().count == 2 && fixture.references().count == 2)
    }

    // MARK: What goes wrong

    @Test func aRewoundReferenceIsCaught() throws {
        let phone = try device("phone")
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        let slot = try #require(try slots().first)
        let old = try fixture.git("rev-parse", slot)[0]
        try phone.add("Two", "--draft")
        try phone.expect(["push"])
        let laptop = try device("laptop")
        try laptop.expect(["fetch"])
        try fixture.git("update-ref", slot, old)
        let caught = try laptop.run("fetch")
        #expect(caught.status == 1)
        #expect(caught.codedError.contains("E_REMOTE_REWOUND"), "\(caught)")
        #expect(try phone.run("push").codedError.contains("set the slot"))
        #expect(try laptop.expect(["fetch"]).text == "nothing new\n")
    }

    @Test func objectsOfStrangersAreRefused() throws {
        let phone = try device("phone")
        try phone.add("One", "--draft")
        try phone.expect(["push"])
        // A reference of the right name that leads to something else.
        _ = try fixture.place.shell(
            """
            cd remote.git
            tree=$(git mktree </dev/null)
            commit=$(git -c user.name=x -c user.email=x commit-tree -m x "$tree")
            git update-ref refs/redo/slots/00000000000000000000000000000001 "$commit"
            blob=$(echo x | git hash-object -w --stdin)
            git update-ref refs/redo/slots/00000000000000000000000000000002 "$blob"
            """)
        let laptop = try device("laptop")
        let fetched = try laptop.run("fetch")
        #expect(fetched.status == 1)
        #expect(fetched.text == "received 1 node\n")
        #expect(fetched.codedError.contains("has no statement"), "\(fetched)")
    }

    /// Ten devices push at once, each into its own slot.
    @Test func manyDevicesPushAtOnce() throws {
        let devices = try (1...6).map { try device("device\($0)") }
        for (number, device) in devices.enumerated() { try device.add("Task \(number)", "--draft") }
        let outcomes = try devices.concurrentMap { try $0.run("push") }
        #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes)")
        let laptop = try device("laptop")
        try laptop.expect(["fetch"])
        #expect(try laptop.ids().count == 6)
    }
}

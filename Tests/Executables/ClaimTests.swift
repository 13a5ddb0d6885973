import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo claim` and `redo release`: who holds a task, and what a remote can have in the place of a claim.
@Suite struct ClaimTests {
    let fixture: GitFixture
    let phone: TaskStore
    let laptop: TaskStore
    let task: String
    let other: String

    private static let later = ["REDO_WALL": "2025-11-16T12:30:00.000Z"]

    /// Two members over a repository on this machine.
    init() throws {
        fixture = try GitFixture()
        phone = try fixture.device("phone")
        laptop = try fixture.device("laptop")
        for device in [phone, laptop] { try device.expect(["config", "sync.claims", "origin"]) }
        task = try phone.add("Paint the fence", "--draft")
        try phone.expect(["sync"])
        try laptop.expect(["fetch"])
        other = try laptop.add("Mow the lawn", "--draft")
        try laptop.expect(["sync"])
        try phone.expect(["fetch"])
    }

    private var reference: String { "refs/redo/claims/\(task)" }

    func refused(
        _ device: TaskStore, _ words: [String], _ text: String, extra: [String: String] = [:],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try device.run(words[0], Array(words.dropFirst()), extra: extra)
        #expect(
            outcome.status == 1 && outcome.output.isEmpty, "\(outcome)", sourceLocation: location)
        #expect(
            outcome.codedError.hasPrefix("error: E_CLAIMED: "), "\(outcome)",
            sourceLocation: location)
        #expect(outcome.codedError.contains(text), "\(outcome)", sourceLocation: location)
    }

    @Test func whoClaimsFirstHoldsTheTask() throws {
        let text = try phone.expect(["claim", task, "--for", "2h"]).text
        #expect(text.hasPrefix("claimed Paint the fence until "), "\(text)")
        try refused(laptop, ["claim", task], "has claimed 'Paint the fence' until")
        try refused(laptop, ["release", task], "is not this store's")
        // Another command of the store that holds it must not work on it, too.
        try refused(phone, ["claim", task], "this store has claimed 'Paint the fence' already")
        // Another task is another claim.
        #expect(try laptop.run("claim", ["lawn"]).status == 0)
        let listed = try laptop.expect(["claim", "--list"]).lines
        #expect(
            listed.count == 2 && listed.contains { $0.hasSuffix("  Paint the fence") }, "\(listed)")
    }

    /// What is refused of several tasks is reported, and the others are claimed and released.
    @Test func eachOfSeveralTasksHasAClaimOfItsOwn() throws {
        try phone.expect(["claim", task])
        let claimed = try laptop.run("claim", [task, other])
        #expect(claimed.status == 1, "\(claimed)")
        #expect(claimed.text.hasPrefix("claimed Mow the lawn until "), "\(claimed)")
        #expect(claimed.error.contains("has claimed 'Paint the fence' until"), "\(claimed)")
        #expect(
            try laptop.expect(["claim", "--list", "-q"]).lines.sorted() == [task, other].sorted())
        let released = try laptop.run("release", [task, other])
        #expect(released.status == 1 && released.text == "released Mow the lawn\n", "\(released)")
        #expect(try laptop.run("claim", ["nothing", other]).status == 128)
        #expect(try laptop.expect(["claim", "--list", "-q"]).lines == [task])
    }

    @Test func aReleasedTaskIsFree() throws {
        try phone.expect(["claim", task])
        #expect(try phone.expect(["release", task]).text == "released Paint the fence\n")
        try refused(phone, ["release", task], "no one has claimed")
        try laptop.expect(["claim", task])
        try refused(phone, ["claim", task], "has claimed")
        #expect(try fixture.git("rev-list", "--count", reference) == ["3"])
        #expect(try fixture.git("ls-tree", "--name-only", reference) == ["claim"])
        try fixture.expectSound()
    }

    @Test func aClaimIsProlonged() throws {
        try refused(phone, ["claim", "--renew", task], "this store has no claim on")
        try phone.expect(["claim", task, "--for", "1h"])
        let renewed = try phone.run("claim", ["--renew", task, "--for", "1h"], extra: Self.later)
        #expect(renewed.status == 0, "\(renewed)")
        let past = ["REDO_WALL": "2025-11-16T13:29:00.000Z"]
        try refused(laptop, ["claim", task], "has claimed", extra: past)
        try refused(laptop, ["claim", "--renew", task], "has claimed", extra: past)
    }

    /// Others wait five minutes longer than the holder works.
    @Test func clocksMayBeFiveMinutesApart() throws {
        try phone.expect(["claim", task, "--for", "1h"])
        let end = ["REDO_WALL": "2025-11-16T13:00:00.000Z"]
        try refused(laptop, ["claim", task], "others wait 5 minutes", extra: end)
        #expect(try laptop.run("claim", ["--list"], extra: end).text.isEmpty)
        #expect(try !phone.run("show", [task], extra: end).text.contains("claimed:"))
        let over = ["REDO_WALL": "2025-11-16T13:05:00.000Z"]
        #expect(try laptop.run("claim", [task], extra: over).status == 0)
        try refused(phone, ["claim", task], "has claimed", extra: over)
    }

    /// The log shows it without the remote, on other devices as well.
    @Test func theLogShowsWhoHasIt() throws {
        try phone.expect(["claim", task])
        #expect(try phone.expect(["show", task]).text.contains("  claimed:      by you, until "))
        try phone.expect(["sync"])
        try laptop.expect(["fetch"])
        _ = try fixture.place.shell("mv remote.git away.git")
        #expect(try laptop.expect(["show", task]).text.contains("  claimed:      by Test, until "))
        #expect(try laptop.expect(["log", "--task", task]).text.contains("CLAIM"))
        _ = try fixture.place.shell("mv away.git remote.git")
        try phone.expect(["release", task])
        #expect(try !phone.expect(["show", task]).text.contains("claimed:"))
        try phone.expect(["fsck"])
        try phone.expect(["verify"])
    }

    /// A claim is no part of the state that all clients compute.
    @Test func theStateDoesNotSeeIt() throws {
        let before = try phone.stateHash()
        try phone.expect(["claim", task])
        try phone.expect(["release", task])
        #expect(try phone.stateHash() == before)
        #expect(
            try phone.nodes().compactMap { $0["action"]?.text }.suffix(2) == ["CLAIM", "RELEASE"])
    }

    /// The command was killed after the remote had it: the next one finds it there.
    @Test func whatArrivedIsRecovered() throws {
        _ = try phone.runner.shell("cp -a .redo before")
        try phone.expect(["claim", task])
        _ = try phone.runner.shell(
            "mv .redo/checkpoints/origin/claims noted && rm -rf .redo && mv before .redo && "
                + "mkdir -p .redo/checkpoints/origin && mv noted .redo/checkpoints/origin/claims")
        let again = try phone.expect(["claim", task]).text
        #expect(again.hasSuffix("as an earlier command asked\n"), "\(again)")
        #expect(try phone.nodes().last?["action"]?.text == "CLAIM")
        try refused(phone, ["claim", task], "already")
    }

    /// Wherever a connection is cut, the next command has the task, and no other store gets it.
    @Test func aCutConnectionIsDecidedByTheReference() throws {
        try fixture.git("config", "daemon.receivepack", "true")
        let (url, _) = try fixture.reach(.daemon)
        let (port, other) = try GitServers.port(of: url)
        let tablet = try fixture.device("tablet", url: url)
        try tablet.expect(["config", "sync.claims", "origin"])
        try tablet.expect(["fetch"])
        try tablet.add("New here", "--draft")
        try tablet.expect(["push"])
        var cutCount = 0
        for byteCount in stride(from: 0, through: 700, by: 100) {
            let proxy = try fixture.servers.proxy(to: port, .cut, "server", after: byteCount)
            let base = { (url: String) in url.replacing("/remote.git", with: "/") }
            try tablet.runner.write(
                "[url \"\(base(other(proxy.port)))\"]\n\tinsteadOf = \(base(url))\n".utf8,
                to: "home/.gitconfig")
            let cut = try tablet.run("claim", [task])
            _ = try tablet.runner.shell("rm home/.gitconfig")
            if cut.status != 0 {
                cutCount += 1
                #expect(cut.status == 128, "\(byteCount): \(cut)")
                try tablet.expect(["claim", task])
            }
            try refused(laptop, ["claim", task], "has claimed")
            try refused(tablet, ["claim", task], "already")
            try tablet.expect(["release", task])
        }
        #expect(cutCount > 0)
        let nodes = try tablet.nodes().compactMap { $0["action"]?.text }
        #expect(nodes.count { $0 == "CLAIM" } == nodes.count { $0 == "RELEASE" })
    }

    /// A store that has lost its notes does not take its own key's claim for its own.
    @Test func anotherStoreOfTheSameKeyIsAnother() throws {
        try phone.expect(["claim", task])
        _ = try phone.runner.shell("rm -r .redo/checkpoints/origin/claims")
        try refused(phone, ["claim", task], "has claimed")
        try refused(phone, ["release", task], "is not this store's")
        try phone.expect(["release", "--force", task])
        try laptop.expect(["claim", other])
        try refused(phone, ["release", "--force", other], "is not this store's")
    }

    /// Who has joined since is fetched before a claim is passed over.
    @Test func aNewMemberIsFetchedFirst() throws {
        let tablet = try fixture.device("tablet")
        try tablet.expect(["config", "sync.claims", "origin"])
        try tablet.expect(["fetch"])
        try tablet.add("New here", "--draft")
        try tablet.expect(["push"])
        try tablet.expect(["claim", task])
        try refused(laptop, ["claim", task], "has claimed")
        #expect(try laptop.ids().count == 3)
    }

    @Test func wordsThatDoNotFitAreRefused() throws {
        for words in [
            ["claim"], ["claim", task, "--for", "8d"], ["claim", task, "--for", "0"],
            ["claim", task, "--for", "soon"], ["claim", "--list", "--renew"], ["release"],
            ["claim", "--json", task],
        ] {
            #expect(try phone.run(words[0], Array(words.dropFirst())).status == 129, "\(words)")
        }
        #expect(try phone.run("claim", ["unknown"]).status == 128)
        try phone.expect(["config", "--unset", "sync.claims"])
        let outcome = try phone.run("claim", [task])
        #expect(
            outcome.status == 128 && outcome.codedError.contains("redo config sync.claims"),
            "\(outcome)"
        )
    }

    @Test func remotesThatTakeNoClaimsSaySo() throws {
        let path = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try phone.expect(["remote", "add", "stick", "folder:\(path)"])
        try phone.expect(["config", "sync.claims", "stick"])
        let copied = try phone.run("claim", [task])
        #expect(copied.status == 128 && copied.codedError.contains("may be copied"), "\(copied)")
        try phone.expect(["config", "remote.stick.copied", "false"])
        try phone.expect(["claim", task])
        #expect(try fixture.place.shell("ls stick/claims/\(task)").lines == ["0000000000000001"])
        try phone.expect(["release", task])
        #expect(try fixture.place.shell("ls -A stick/claims").lines == [task])
        try phone.expect(["config", "remote.cloud.url", "firestore:p?uid=a"])
        try phone.expect(["config", "sync.claims", "cloud"])
        let cloud = try phone.run("claim", [task])
        #expect(cloud.status == 128 && cloud.codedError.contains("takes no claims"), "\(cloud)")
    }

    // MARK: What a hostile remote has

    /// Lets the claim's reference lead to a commit with some files.
    func plant(_ files: [String: String], after parent: String? = nil) throws {
        var tree = ""
        for (name, content) in files {
            try fixture.place.write(content.utf8, to: "planted")
            let blob = try fixture.git("hash-object", "-w", "../planted")[0]
            tree += "100644 blob \(blob)\t\(name)\n"
        }
        try fixture.place.write(tree.utf8, to: "tree")
        let line = """
            cd remote.git && tree=$(git mktree <../tree) && export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a \
            GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a && \
            git update-ref \(reference) $(git commit-tree -m x \(parent.map { "-p \($0)" } ?? "") $tree)
            """
        let made = try fixture.place.shell(line)
        try #require(made.status == 0, "\(made)")
    }

    /// The line of a CLAIM that the laptop signs.
    func line(_ until: String, about task: String? = nil) throws -> String {
        let id = try laptop.commit(
            "CLAIM", "--task", task ?? self.task, "-f",
            "claimId=00000000-0000-4000-8000-000000000001", "-f", "until=\(until)")
        return try laptop.expect(["cat-node", id]).text
    }

    static let end = "2025-11-16T14:00:00.000Z"

    /// What is a claim's in every way holds, whoever put it there.
    @Test func aSoundClaimHolds() throws {
        try plant(["claim": line(Self.end)])
        try refused(phone, ["claim", task], "has claimed")
    }

    @Test func garbageHoldsNothing() throws {
        let sound = try line(Self.end)
        let cases: [[String: String]] = [
            ["claim": "garbage"], ["claim": ""], ["claim": "{}\n"],
            ["claim": sound.replacingOccurrences(of: "\n", with: "")],
            // Another task, and too long.
            ["claim": try line(Self.end, about: other)],
            ["claim": try line("2025-11-23T12:00:00.001Z")],
            // A changed byte, and a signature that is not the author's.
            ["claim": sound.replacingOccurrences(of: "14:00", with: "15:00")],
            ["claim": flipped(sound)],
            // More than one file, another name, and one that is too long.
            ["claim": sound, "more": "x"], ["other": sound],
            ["claim": sound + String(repeating: " ", count: 1 << 17)], [:],
        ]
        for (number, files) in cases.enumerated() {
            try plant(files)
            let outcome = try phone.run("claim", [task])
            #expect(outcome.status == 0, "case \(number): \(outcome)")
            try refused(laptop, ["claim", task], "has claimed")
            try phone.expect(["release", task])
        }
    }

    /// A line whose signature has another digit.
    private func flipped(_ line: String) -> String {
        guard let range = line.range(of: "\"signature\":\"") else { return "" }
        let digit = line[range.upperBound]
        let place = range.upperBound..<line.index(after: range.upperBound)
        return line.replacingCharacters(in: place, with: digit == "0" ? "1" : "0")
    }

    /// A stranger's signature holds, and has no weight.
    @Test func aStrangersClaimHoldsNothing() throws {
        let stranger = try fixture.device("stranger")
        try stranger.runner.write(try laptop.expect(["export"]).output, to: "log")
        try stranger.expect(["import", "log"])
        let id = try stranger.commit(
            "CLAIM", "--task", task, "-f", "claimId=00000000-0000-4000-8000-000000000001", "-f",
            "until=\(Self.end)")
        try plant(["claim": try stranger.expect(["cat-node", id]).text])
        #expect(try phone.run("claim", [task]).status == 0)
    }

    /// A release by another than the holder leaves the claim as it is.
    @Test func onlyTheHolderReleases() throws {
        try phone.expect(["claim", task])
        let claim = try #require(try phone.nodes().last)
        let id = try #require(claim["data"]?["fields"]?["claimId"]?.text)
        let release = try laptop.commit("RELEASE", "--task", task, "-f", "claimId=\(id)")
        let line = try laptop.expect(["cat-node", release]).text
        try plant(["claim": line], after: fixture.git("rev-parse", reference)[0])
        try refused(laptop, ["claim", task], "has claimed")
        try phone.expect(["release", task])
        #expect(try laptop.run("claim", [task]).status == 0)
    }

    /// Over ssh as well: what cannot be received is replaced, and a huge file is not waited for.
    @Test func garbageOnAServerIsReplaced() throws {
        let (url, environment) = try fixture.reach(.ssh)
        let tablet = try fixture.device("tablet", url: url, environment)
        try tablet.expect(["config", "sync.claims", "origin"])
        try tablet.expect(["fetch"])
        try tablet.add("New here", "--draft")
        try tablet.expect(["push"])
        for content in ["garbage", String(repeating: "x", count: 1 << 25)] {
            try plant(["claim": content])
            try tablet.expect(["claim", task])
            try tablet.expect(["release", task])
        }
        #expect(try laptop.run("claim", [task]).status == 0)
        try refused(tablet, ["claim", task], "has claimed")
    }

    @Test func aServerThatRefusesSaysWhy() throws {
        _ = try fixture.place.writeProgram(
            "#!/bin/sh\necho 'no claims here'\nexit 1\n", to: "remote.git/hooks/pre-receive")
        let (url, environment) = try fixture.reach(.ssh)
        let tablet = try fixture.device("tablet", url: url, environment)
        try tablet.expect(["config", "sync.claims", "origin"])
        try tablet.expect(["fetch"])
        let refused = try tablet.run("claim", [task])
        #expect(
            refused.status == 128 && refused.codedError.contains("no claims here"), "\(refused)")
        #expect(try !tablet.nodes().contains { $0["action"]?.text == "CLAIM" })
    }
}

import Foundation
import RedoJSON
import TestSupport
import Testing

/// Tasks that only their owner, and whom it shares them with, can change: made so by persons, and closed later.
@Suite struct ClosedTaskCommandTests {
    private let people: PeopleHarness
    private let ana: CommandHarness
    private static let alone = "changed by:   its owner alone\n"
    private static let anyone = "changed by:   anyone who can write to this log\n"
    private static let trashed = "trashedAt=2025-11-16T12:00:00.000Z"

    init() throws {
        people = try PeopleHarness()
        ana = try people.device("ana")
    }

    /// Moves tasks into the trash as another program would that asks for no permission.
    private func trash(_ tasks: [String], by device: CommandHarness) throws {
        for task in tasks {
            let outcome = try device.run(
                "commit-node", "UPDATE", "--task", task, "-f", Self.trashed)
            try #require(outcome.status == 0, "\(outcome)")
        }
    }

    private func fields(_ task: String) throws -> JSONValue? {
        try ana.nodes().first { $0.task == task && $0.action == "CREATE" }?["data"]?["fields"]
    }

    // MARK: The stories

    /// A laptop is revoked. Its thief makes a key, and moves the tasks of a project into the trash.
    @Test func aStolenLaptopComesBackWithANewKeyInVain() throws {
        _ = try people.makePerson()
        try people.join("laptop")
        try people.join("phone")
        let fence = try ana.add("Fence", "--project", "garden")
        let lawn = try people.device("laptop").add("Lawn", "--project", "garden")
        try #require(try ana.run("device", "revoke", "laptop").status == 0)
        let thief = try people.device("thief")
        let refused = try thief.run("delete", "--query", "project:garden")
        #expect(
            refused.status == 1 && refused.codedError.contains("E_PERMISSION_DENIED"), "\(refused)")
        try trash([fence, lawn], by: thief)
        for device in ["ana", "phone"] {
            let titles = try people.device(device)
                .titles("--query", "project:garden").compactMap { $0 }
            #expect(titles.sorted() == ["Fence", "Lawn"])
        }
        #expect(try ana.voids().count == 2)
    }

    /// A partner may read one task, and rewrites all.
    @Test func aPartnerWhoMayReadOneTaskRewritesNone() throws {
        _ = try people.makePerson()
        let partner = try people.device("partner")
        let user = try partner.user
        _ = try partner.add("Partner's own")
        var tasks: [String] = []
        for title in ["One", "Three", "Two"] { tasks.append(try ana.add(title)) }
        try ana.succeed("share", tasks[0], "--with", user, "--as", "read")
        for task in tasks {
            let refused = try partner.run("edit", task, "--title", "Rewritten")
            #expect(refused.status == 1 && refused.codedError.contains("E_PERMISSION_DENIED"))
            let forced = try partner.run(
                "commit-node", "UPDATE", "--task", task, "-f", "title=Rewritten")
            #expect(forced.codedError.hasPrefix("warning: E_PERMISSION_DENIED: "), "\(forced)")
        }
        #expect(try people.titles() == ["One", "Partner's own", "Three", "Two"])
    }

    // MARK: New tasks

    @Test func theTasksOfAPersonAreClosedAndThoseOfAKeyAreNot() throws {
        let open = try ana.add("Open")
        #expect(try fields(open)?["closed"] == nil)
        _ = try people.makePerson()
        let closed = try ana.add("Closed")
        #expect(try fields(closed)?["closed"] == .bool(true))
        #expect(try ana.succeed("show", open).contains(Self.anyone))
        let shown = try ana.succeed("show", closed)
        #expect(shown.contains(Self.alone) && !shown.contains("closed:"), "\(shown)")
        let other = try people.device("other")
        try other.succeed("edit", open, "--priority", "5")
        #expect(try other.run("edit", closed, "--priority", "5").status == 1)
    }

    @Test(arguments: [("always", true), ("never", false)])
    func theConfigurationDecides(_ setting: String, _ isClosed: Bool) throws {
        try ana.succeed("config", "--global", "task.closed", setting)
        let first = try ana.add("First")
        _ = try ana.run("person", "create", "Ana")
        let second = try ana.add("Second")
        for task in [first, second] {
            #expect(
                try ana.succeed("show", task).contains(isClosed ? Self.alone : Self.anyone),
                "\(setting)")
        }
    }

    /// A store can come from someone else: it does not say that tasks stay open.
    @Test func aStoreLeavesNothingOpen() throws {
        _ = try people.makePerson()
        let path = "\(ana.directory.path)/.redo/config"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try (text + "\n[task]\n\tclosed = never\n").write(
            toFile: path, atomically: true, encoding: .utf8)
        let task = try ana.add("Mine")
        #expect(try fields(task)?["closed"] == .bool(true))
    }

    /// A CREATE of the payload dialect says nothing of it, so a SHARE to oneself does.
    @Test func inThePayloadDialectAShareClosesIt() throws {
        _ = try people.makePerson()
        try ana.succeed("config", "redo.dialect", "payload")
        let task = try ana.add("Mine", "--due", "2026-01-01")
        #expect(try ana.nodes().filter { $0.task == task }.contains { $0.action == "SHARE" })
        #expect(try ana.succeed("show", task).contains(Self.alone))
        #expect(try people.device("other").run("archive", task).status == 1)
        try ana.succeed("archive", task)
        #expect(try ana.voids().isEmpty)
    }

    /// Other programs write to a replica in Firestore, each with a key of its own.
    @Test func besideAReplicaInFirestoreTasksStayOpenUntilItIsSaid() throws {
        try ana.succeed("config", "remote.replica.url", "firestore:project?uid=ana")
        let made = try ana.succeed("person", "create", "Ana")
        #expect(made.contains("'redo config remote.replica.closed true'"), "\(made)")
        let open = try ana.add("Open")
        #expect(try fields(open)?["closed"] == nil)
        try ana.succeed("config", "remote.replica.closed", "true")
        let closed = try ana.add("Closed")
        #expect(try fields(closed)?["closed"] == .bool(true))
    }

    /// A copy has a certificate of its own, and is closed as new tasks are.
    @Test func aCopyTakesNothingOverFromTheCreate() throws {
        try ana.succeed("config", "--global", "task.closed", "always")
        let task = try ana.add("Mine")
        try ana.succeed("config", "--global", "task.closed", "never")
        try #require(try ana.run("delete", task, "--now", "--force").status == 0)
        let restored = try ana.run("restore", "--copy", task)
        try #require(restored.status == 0, "\(restored)")
        let copy = try #require(
            try ana.nodes().last { $0.action == "CREATE" && $0.task != task }?.task)
        #expect(try fields(copy)?["closed"] == nil)
    }

    /// What packs say of it is what loose nodes say.
    @Test func aPackedTaskIsClosedAsALooseOne() throws {
        _ = try people.makePerson()
        let task = try ana.add("Mine")
        try trash([task], by: try people.device("other"))
        let voids = try ana.voids()
        try #require(try ana.run("gc").status == 0)
        #expect(try people.titles() == ["Mine"])
        #expect(try ana.voids() == voids && voids.count == 1)
        #expect(try ana.succeed("show", task).contains(Self.alone))
    }

    // MARK: What person create says

    @Test func whoMakesAPersonLearnsWhoCanNoLongerWrite() throws {
        let mine = try ana.add("Mine")
        let other = try people.device("other")
        _ = try other.add("Other's own")
        let user = try other.user
        let text = try ana.succeed("person", "create", "Ana")
        #expect(text.contains("\nnew tasks are closed: "), "\(text)")
        #expect(text.contains("\n  \(user) "), "\(text)")
        #expect(text.contains("can change 1 task of yours"), "\(text)")
        #expect(text.contains("'redo share --close --query owner:me' closes it"), "\(text)")
        try ana.succeed("share", "--close", "--query", "owner:me")
        #expect(try ana.succeed("show", mine).contains(Self.alone))
    }

    // MARK: Closing

    @Test func tasksAreClosedByNameByQueryAndFromStandardInput() throws {
        let tasks = try ["One", "Three", "Two"].map { try ana.add($0) }
        let archived = try ana.add("Put away")
        try ana.succeed("archive", archived)
        let other = try people.device("other")
        _ = try other.add("Other's own")
        let line = "closed One: its owner alone can change it, and those it is shared with\n"
        #expect(try ana.succeed("share", "--close", "One") == line)
        #expect(
            try ana.succeed("share", "--close", "One") == "unchanged One: it is closed already\n")
        #expect(
            try ana.run(["share", "--close", "-"], input: "Two\n").text.hasPrefix("closed Two: "))
        let rest = try ana.run("share", "--close", "--query", "owner:me")
        #expect(rest.status == 0 && rest.text.contains("closed Three: "), "\(rest)")
        #expect(rest.text.contains("closed Put away: "), "\(rest)")
        for task in tasks + [archived] {
            #expect(try ana.succeed("show", task).contains(Self.alone))
        }
        #expect(try other.run("edit", tasks[0], "--priority", "5").status == 1)
        #expect(try ana.voids().isEmpty)
        let refused = try ana.run("share", "--close", "Other's own")
        #expect(refused.status == 1, "\(refused)")
        #expect(refused.codedError.contains("only its owner can close it"), "\(refused)")
    }

    @Test func closingIsTriedFirstIfThatIsAskedFor() throws {
        let task = try ana.add("Mine")
        let count = try ana.nodeCount()
        let tried = try ana.run("share", "--close", "Mine", "--dry-run")
        #expect(tried.text.hasPrefix("would close Mine: "), "\(tried)")
        #expect(try ana.nodeCount() == count)
        #expect(try ana.succeed("show", task).contains(Self.anyone))
    }

    @Test(arguments: [
        ["--close"], ["--close", "Mine", "--with", "me"], ["--close", "Mine", "--as", "read"],
        ["Mine", "--query", "owner:me", "--with", "me", "--as", "read"],
    ])
    func wrongUsageIsSaid(_ words: [String]) throws {
        _ = try ana.add("Mine")
        #expect(try ana.run(["share"] + words).status == 129, "\(words)")
    }

    /// What the owner has is not all: strangers have as much of a task that is open.
    @Test func whoSharesWithThemselvesClosesTheTask() throws {
        let task = try ana.add("Mine")
        let other = try people.device("other")
        try other.succeed("edit", task, "--priority", "5")
        let text = try ana.succeed("share", "Mine", "--with", "me")
        #expect(text.hasPrefix("closed Mine: "), "\(text)")
        #expect(try other.run("edit", task, "--priority", "1").status == 1)
        #expect(
            try ana.succeed("share", "Mine", "--with", "me", "--as", "read")
                == "unchanged Mine: it is closed already\n")
        // What others wrote before stays.
        #expect(
            try ana.objects("show", "--json", task).first?["priority"] == .number(5))
    }

    /// A SHARE does not bring back what was written to a closed task before, and that is said.
    @Test func whatHadNoEffectCanBeWrittenAgain() throws {
        _ = try people.makePerson()
        let other = try people.device("other")
        let user = try other.user
        _ = try other.add("Other's own")
        let task = try ana.add("Mine")
        _ = try other.run("commit-node", "UPDATE", "--task", task, "-f", "title=Ours")
        let text = try ana.succeed("share", task, "--with", user, "--as", "write")
        #expect(
            text.contains("\n  1 earlier change of theirs has no effect, and can be made again: "))
        #expect(try people.titles() == ["Mine", "Other's own"])
        try other.succeed("edit", task, "--title", "Ours")
        #expect(try people.titles() == ["Other's own", "Ours"])
    }

    /// Who may write is let in as before.
    @Test func aClosedTaskIsSharedAsAnyOther() throws {
        _ = try people.makePerson()
        let other = try people.device("other")
        let user = try other.user
        _ = try other.add("Other's own")
        let task = try ana.add("Mine")
        try ana.succeed("share", task, "--with", user, "--as", "write")
        try other.succeed("edit", task, "--title", "Ours")
        #expect(try ana.succeed("show", task).contains("its owner, and those with write or admin"))
        #expect(try people.titles() == ["Other's own", "Ours"])
    }
}

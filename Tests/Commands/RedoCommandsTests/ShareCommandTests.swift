import RedoJSON
import TestSupport
import Testing

/// `redo share`, `redo unshare` and `redo shares`, by several people in one log.
@Suite struct ShareCommandTests {
    private let store: SharedStore
    private var ann: CommandHarness { store.ann }
    private var ben: CommandHarness { store.ben }
    private var eve: CommandHarness { store.eve }
    private let water: String
    /// The userIds of the others, whose keys the log knows by a task of each.
    private let benID: String
    private let eveID: String

    init() throws {
        store = try SharedStore()
        water = try store.ann.add("Water")
        benID = try store.ben.user
        eveID = try store.eve.user
        _ = try store.ben.add("Ben's own")
        _ = try store.eve.add("Eve's own")
    }

    private func title() throws -> String? {
        try ann.objects("show", "--json", water).first?["title"]?.string?.description
    }

    @Test func aGranteeMayDoWhatTheyAreGiven() throws {
        let text = try ann.succeed("share", water, "--with", benID, "--as", "write")
        #expect(text == "shared Water with Ben (key \(benID.prefix(12))) as write\n")
        #expect(try ann.grants(water) == ["write \(benID)"])
        let shown = try ben.succeed("show", water)
        #expect(shown.contains("shared with:  you (write)\n"), "\(shown)")
        let others = try ann.succeed("show", water)
        #expect(others.contains("shared with:  \(benID.prefix(12)) (write)\n"), "\(others)")
        try ben.succeed("edit", water, "--title", "Wine")
        #expect(try title() == "Wine")
        #expect(try ann.voids().isEmpty)
    }

    @Test func whatOthersShareIsListedWithTheRight() throws {
        #expect(try ben.succeed("shares", "--with-me") == "nothing is shared with you\n")
        try ann.succeed("share", water, "--with", benID, "--as", "write")
        let since = "since 2025-11-16 12:00\n"
        let shared = try ben.succeed("shares", "--with-me")
        #expect(shared.hasPrefix("write    Water, by ") && shared.hasSuffix(since), "\(shared)")
        #expect(try ann.succeed("shares", "--with-me") == "nothing is shared with you\n")
        #expect(try eve.succeed("shares", "--with-me") == "nothing is shared with you\n")
        let object = try #require(try ben.objects("shares", "--with-me", "--json").first)
        #expect(object["title"]?.string?.description == "Water")
        try ann.succeed("unshare", water, "--with", benID)
        #expect(try ben.succeed("shares", "--with-me").hasPrefix("removed  Water, by "))
        for words in [["--all"], ["--category", "Home"], [water]] {
            #expect(try ben.run(["shares", "--with-me"] + words).status == 129, "\(words)")
        }
    }

    @Test func whatWouldBeVoidIsRefusedAndNothingIsWritten() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "read")
        let before = try ann.nodeCount()
        for (person, words) in [
            (ben, ["edit", water, "--title", "Wine"]), (ben, ["done", water]),
            (ben, ["comment", "add", water, "Mine"]), (ben, ["delete", water]),
            (ben, ["archive", water]), (eve, ["edit", water, "--priority", "5"]),
            (eve, ["start", water]), (eve, ["snooze", water, "--days", "1"]),
            (eve, ["todo", water]),
        ] {
            let outcome = try person.run(words)
            #expect(outcome.status == 1, "\(words): \(outcome)")
            #expect(outcome.codedError.hasPrefix("error: E_PERMISSION_DENIED: "), "\(outcome)")
            #expect(outcome.codedError.contains("hint: 'redo shares \(water)'"), "\(outcome)")
        }
        #expect(try ann.nodeCount() == before)
        let dry = try ben.run("edit", "--query", "Water", "--title", "Wine", "--dry-run")
        #expect(dry.status == 1 && dry.codedError.contains("E_PERMISSION_DENIED"), "\(dry)")
    }

    /// In a batch each operation is judged by itself.
    @Test func aBatchAnswersForEachOperation() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "read")
        let own = try ben.add("More of Ben's")
        let lines =
            #"{"id":1,"op":"edit","task":"\#(water)","fields":{"title":"Wine"}}"# + "\n"
            + #"{"id":2,"op":"edit","task":"\#(own)","fields":{"title":"Bread"}}"# + "\n"
        let outcome = try ben.run("batch", input: lines)
        #expect(outcome.status == 1)
        #expect(outcome.lines.first?.contains("E_PERMISSION_DENIED") == true, "\(outcome)")
        #expect(outcome.lines.last?.contains("error") == false, "\(outcome)")
        #expect(try ann.voids().isEmpty)
        #expect(try title() == "Water")
    }

    /// What a store writes for plumbing is what it is told to; it says that it has no effect.
    @Test func plumbingWritesAndWarns() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "read")
        let outcome = try ben.run("commit-node", "UPDATE", "--task", water, "-f", "title=Wine")
        #expect(outcome.status == 0)
        #expect(outcome.codedError.hasPrefix("warning: E_PERMISSION_DENIED: "), "\(outcome)")
        #expect(try ann.voids().count == 1)
        #expect(try title() == "Water")
    }

    @Test func onlyTheOwnerAndAdminsShare() throws {
        for permission in ["read", "write"] {
            try ann.succeed("share", water, "--with", benID, "--as", permission)
            let outcome = try ben.run("share", water, "--with", eveID, "--as", "read")
            #expect(outcome.status == 1, "\(outcome)")
            #expect(
                outcome.codedError.contains("E_PERMISSION_DENIED: Water belongs to Test"),
                "\(outcome)")
        }
        try ann.succeed("share", water, "--with", benID, "--as", "admin")
        try ben.succeed("share", water, "--with", eveID, "--as", "write")
        try eve.succeed("edit", water, "--title", "Wine")
        #expect(try title() == "Wine")
        #expect(try ann.grants(water) == ["admin \(benID)", "write \(eveID)"].sorted())
    }

    /// A permission is lowered by an UNSHARE, and a SHARE that has seen it.
    @Test func loweringIsARemovalAndAGrant() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "write")
        let text = try ann.succeed("share", water, "--with", benID, "--as", "read")
        #expect(text.hasSuffix("as read, before write\n"), "\(text)")
        let last = try ann.nodes().suffix(2)
        #expect(last.map(\.action) == ["UNSHARE", "SHARE"])
        #expect(last.last?.array("parents").map(\.string?.description) == [last.first?.id])
        #expect(try ann.grants(water) == ["read \(benID)"])
        #expect(try ben.run("edit", water, "--title", "Wine").status == 1)
        let again = try ann.succeed("share", water, "--with", benID, "--as", "read")
        #expect(again.hasPrefix("unchanged Water: "))
        #expect(try ann.nodes().last?.id == last.last?.id)
    }

    @Test func anAdminCannotLowerThemselvesAndTheOwnerIsNoGrantee() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "admin")
        let lower = try ben.run("share", water, "--with", "me", "--as", "read")
        #expect(lower.status == 129 && lower.codedError.contains("your own permission"), "\(lower)")
        let owner = try ben.run("share", water, "--with", ann.user, "--as", "read")
        #expect(owner.status == 129 && owner.codedError.contains("every permission"), "\(owner)")
    }

    @Test func aDryRunWritesNothing() throws {
        let before = try ann.nodeCount()
        let outcome = try ann.run("share", water, "--with", benID, "--as", "read", "--dry-run")
        #expect(outcome.status == 0 && outcome.text.hasPrefix("would share Water with Ben"))
        #expect(try ann.nodeCount() == before)
        try ann.succeed("share", water, "--with", benID, "--as", "read")
        let taken = try ann.run("unshare", water, "--with", benID, "--dry-run")
        #expect(taken.status == 0 && taken.text.hasPrefix("would take read of Water"), "\(taken)")
        #expect(try ann.nodeCount() == before + 1)
    }

    @Test func aGitRemoteHidesNothingAndThatIsSaid() throws {
        let words = ["share", water, "--with", benID, "--as", "read"]
        try ann.succeed("config", "remote.replica.url", "firestore:project?uid=ann")
        #expect(try ann.run(words).error.isEmpty)
        try ann.succeed("config", "remote.origin.url", "/srv/redo.git")
        // Nothing was given, so nothing is said.
        #expect(try ann.run(words).error.isEmpty)
        let said = try ann.run("share", water, "--with", eveID, "--as", "read").error
        #expect(
            said
                == "note: a permission hides nothing: everyone who can read the remote origin can read all of this log\n"
        )
    }

    // MARK: Names

    @Test func anUnknownKeyIsNamedWholeAndWarnedOf() throws {
        let key = String(repeating: "ab", count: 32)
        let outcome = try ann.run("share", water, "--with", key, "--as", "read")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.codedError.hasPrefix(
                "warning: NAME_001: the log has nothing from \(key.prefix(32)): "), "\(outcome)")
        #expect(try ann.grants(water) == ["read \(key.prefix(32))"])
        for name in [String(key.prefix(32)), "abab", "Nobody", "", String(key.dropLast())] {
            let outcome = try ann.run("share", water, "--with", name, "--as", "read")
            #expect(outcome.status == 128 && outcome.codedError.contains("NAME_001"), "\(outcome)")
        }
        let person = "sha256:\(key)"
        let unknown = try ann.run("share", water, "--with", person, "--as", "write")
        #expect(
            unknown.status == 0 && unknown.codedError.hasPrefix("warning: NAME_001"), "\(unknown)")
        #expect(try ann.grants(water).contains("write \(person)"))
    }

    @Test func personsAreNamedByNameAndShownWithTheirID() throws {
        let person = try ben.becomePerson("Benjamin")
        let text = try ann.succeed("share", water, "--with", "benjamin", "--as", "write")
        let digits = person.dropFirst(7)
        #expect(text == "shared Water with Benjamin (person \(digits.prefix(12))) as write\n")
        #expect(try ann.grants(water) == ["write \(person)"])
        try ben.succeed("edit", water, "--title", "Wine")
        #expect(
            try ann.succeed("rev-parse", "--complete", "person", "Ben")
                == "Benjamin\tBenjamin (person \(digits.prefix(12)))\n")
        // The same by the beginning of the id, by the key, and by the user.
        for name in [String(digits.prefix(6)), try ben.publicKey, benID, person] {
            let same = try ann.succeed("share", water, "--with", name, "--as", "write")
            #expect(same.hasPrefix("unchanged "), "\(name): \(same)")
        }
    }

    @Test func twoPersonsOfOneNameHaveToBeNamedByID() throws {
        let first = try ben.becomePerson("Sam")
        let second = try eve.becomePerson("Sam")
        let outcome = try ann.run("share", water, "--with", "Sam", "--as", "read")
        #expect(outcome.status == 128 && outcome.codedError.contains("NAME_002"), "\(outcome)")
        #expect(outcome.codedError.contains(first.dropFirst(7)))
        #expect(outcome.codedError.contains(second.dropFirst(7)))
        try ann.succeed("share", water, "--with", first, "--as", "read")
        #expect(try ann.grants(water) == ["read \(first)"])
        // Lists show both: a query decides nothing.
        #expect(try ann.titles("--shared-with", "Sam") == ["Water"])
    }

    @Test func aHostileNameMovesNoTerminal() throws {
        let name = "Eve\u{1B}[2J\u{202E}\n\u{7}x"
        let person = try eve.becomePerson(name)
        let text = try ann.succeed("share", water, "--with", person, "--as", "read")
        let shares = try ann.succeed("shares", water)
        let log = try ann.succeed("log")
        let refused = try ann.run("share", water, "--with", name, "--as", "bogus").error
        for shown in [text, shares, log, refused] {
            let unsafe = shown.unicodeScalars.contains {
                ($0.value < 0x20 && $0 != "\n") || (0x202A...0x202E).contains($0.value)
            }
            #expect(!unsafe, "\(shown.debugDescription)")
        }
        #expect(shares.contains("Eve\u{FFFD}[2J\u{FFFD} \u{FFFD}x (person "), "\(shares)")
        #expect(try ann.run("rev-parse", "--complete", "person", "Eve").text.isEmpty)
    }

    // MARK: Taking back

    @Test func whatWasSeenStaysAndNothingMoreComes() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "write")
        try ben.succeed("edit", water, "--title", "Wine")
        let text = try ann.succeed("unshare", water, "--with", benID)
        #expect(
            text.hasPrefix("took write of Water from Ben") || text.hasPrefix("took write of Wine"))
        #expect(text.contains("kept: 1 node of theirs"), "\(text)")
        #expect(text.contains("UPDATE: "), "\(text)")
        #expect(try title() == "Wine")
        #expect(try ann.voids().isEmpty)
        let later = try ben.run("edit", water, "--title", "Beer")
        #expect(later.status == 1 && later.codedError.contains("removed by UNSHARE"), "\(later)")
        #expect(try ann.grants(water) == ["none \(benID)"])
        #expect(try ann.succeed("shares", water).contains("removed") == false)
        #expect(try ann.succeed("shares", water, "--all").contains("removed"))
    }

    /// What a member writes elsewhere before the removal has come to them has no effect.
    @Test func whatTheRemoverHadNotSeenIsCutOff() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "write")
        let elsewhere = try CommandHarness()
        var away = elsewhere
        away.variables["HOME"] = ben.variables["HOME"]
        away.variables["REDO_DEVICE"] = "away"
        try away.take(from: ann)
        try away.succeed("edit", water, "--title", "Unseen")
        try ann.succeed("unshare", water, "--with", benID)
        try ann.take(from: away)
        #expect(try title() == "Water")
        #expect(try ann.voids().count == 1)
    }

    @Test func aDroppedNodeAndWhatFollowsItHaveNoEffect() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "write")
        try ben.succeed("edit", water, "--title", "Wine")
        let bad = try #require(ann.nodes().last?.id)
        try ben.succeed("edit", water, "--title", "Beer")
        let own = try ann.nodes().first { $0.task == water }?.id ?? ""
        let wrong = try ann.run("unshare", water, "--with", benID, "--drop", own)
        #expect(wrong.status == 129 && wrong.codedError.contains("is not a node of"), "\(wrong)")
        let text = try ann.succeed("unshare", water, "--with", benID, "--drop", bad)
        #expect(text.contains("not kept: 2 nodes"), "\(text)")
        #expect(try title() == "Water")
        #expect(try ann.voids().count == 2)
    }

    @Test func whoeverIsAskedInMayLeave() throws {
        try ann.succeed("share", water, "--with", benID, "--with", eveID, "--as", "read")
        let other = try ben.run("unshare", water, "--with", eveID)
        #expect(other.status == 1 && other.codedError.contains("E_PERMISSION_DENIED"), "\(other)")
        try ben.succeed("unshare", water, "--with", "me")
        #expect(try ann.grants(water) == ["none \(benID)", "read \(eveID)"].sorted())
        let again = try ben.run("unshare", water, "--with", "me")
        #expect(again.status == 1 && again.text.hasPrefix("unchanged "), "\(again)")
        #expect(try ann.voids().isEmpty)
    }

    @Test func theOwnerKeepsTheTask() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "admin")
        let outcome = try ben.run("unshare", water, "--with", ann.user)
        #expect(outcome.status == 129 && outcome.codedError.contains("stays theirs"), "\(outcome)")
    }

    @Test func whoComesBackMayWriteAgain() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "write")
        try ann.succeed("unshare", water, "--with", benID)
        try ann.succeed("share", water, "--with", benID, "--as", "write")
        try ben.succeed("edit", water, "--title", "Wine")
        #expect(try title() == "Wine")
        #expect(try ann.voids().isEmpty)
    }

    /// What no one asked for is not written to a task that one may not change.
    @Test func aMergeOfAllLeavesTheTasksOfOthersAsTheyAre() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "read")
        let head = try #require(ann.nodes().last { $0.task == water }?.id)
        for title in ["Wine", "Beer"] {
            let made = try ann.run(
                "commit-node", "UPDATE", "--task", water, "-p", head, "-f", "title=\(title)")
            try #require(made.status == 0, "\(made)")
        }
        let before = try ann.nodeCount()
        #expect(try ben.run("merge", "--all").status == 0)
        #expect(try ann.nodeCount() == before)
        let named = try ben.run("merge", water)
        #expect(named.status == 1 && named.codedError.contains("E_PERMISSION_DENIED"), "\(named)")
        try ann.succeed("merge", "--all")
        #expect(try ann.nodeCount() == before + 1)
    }

    // MARK: Lists

    @Test func listsAskWhoseAndWithWhom() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "read")
        #expect(try ann.titles("--mine") == ["Water"])
        #expect(try ben.titles("--mine") == ["Ben's own"])
        #expect(try ben.titles("--shared-with", "me") == ["Water"])
        #expect(try ann.titles("--shared-with", String(benID.prefix(6))) == ["Water"])
        #expect(try eve.titles("--shared-with", "me").isEmpty)
        #expect(try eve.titles("--query", "owner:\(benID)") == ["Ben's own"])
        #expect(try eve.titles("--query", "sharedWith:any") == ["Water"])
        #expect(try eve.titles("--query", "sharedWith:none owner:me") == ["Eve's own"])
        let unknown = try ann.run("list", "--shared-with", "Zoe")
        #expect(
            unknown.status == 129 && unknown.codedError.contains("no person 'Zoe'"), "\(unknown)")
    }

    @Test func picturesAskWhoseAndWithWhom() throws {
        let cake = try ann.add("Cake")
        try ann.succeed("block", cake, "--on", water)
        _ = try ben.add("Bread")
        try ben.succeed("block", "Bread", "--on", "Ben's own")
        try ann.succeed("share", cake, "--with", benID, "--as", "read")
        func picture(of query: String, for person: CommandHarness) throws -> [Substring] {
            let lines = try person.succeed("graph", "--dependencies", "--query", query)
            return lines.split(separator: "\n").compactMap { $0.split(separator: " ").last }
        }
        #expect(try picture(of: "owner:me", for: ann) == ["Cake", "Water"])
        #expect(try picture(of: "owner:me", for: ben) == ["Bread", "own"])
        #expect(try picture(of: "sharedWith:me", for: ben) == ["Cake", "Water"])
        #expect(try picture(of: "not sharedWith:any owner:\(benID)", for: eve) == ["Bread", "own"])
        let unknown = try ann.run("graph", "--dependencies", "--query", "owner:Zoe")
        #expect(
            unknown.status == 129 && unknown.codedError.contains("no person 'Zoe'"), "\(unknown)")
    }

    @Test func aWatchAsksWhoseAndWithWhom() throws {
        try ann.succeed("share", water, "--with", benID, "--as", "read")
        func told(_ query: String, to person: CommandHarness) throws -> Set<String?> {
            let lines = try person.objects("watch", "--since", "0", "--once", "--query", query)
            return Set(lines.map { $0["title"]?.string?.description })
        }
        #expect(try told("owner:me", to: ben) == ["Ben's own"])
        #expect(try told("sharedWith:me", to: ben) == ["Water"])
        #expect(try told("sharedWith:me", to: eve).isEmpty)
        let unknown = try ann.run("watch", "--since", "0", "--once", "--query", "owner:Zoe")
        #expect(
            unknown.status == 129 && unknown.codedError.contains("no person 'Zoe'"), "\(unknown)")
    }

    @Test func theNameOfThePersonStandsInThePlaceOfTheAuthors() throws {
        #expect(try ann.succeed("log").contains("Author:  Ben <\(benID)>"))
        _ = try ben.becomePerson("Benjamin")
        try ben.succeed("comment", "add", "Ben's own", "Hello")
        #expect(try ann.succeed("log").contains("Author:  Benjamin <\(benID)>"))
        try expectFormatsNamePersons()
        #expect(try ann.succeed("comment", "list").contains("Benjamin"))
        #expect(try ann.succeed("show", "Ben's own", "--history").contains("Benjamin on Ben"))
        #expect(try ann.succeed("blame", "Ben's own").contains("Benjamin"))
        #expect(try ben.succeed("status").contains("Benjamin \(benID)"))
        #expect(try ann.succeed("show", "Ben's own").contains("owner:        Benjamin\n"))
        #expect(try ann.succeed("graph", "--format", "svg").contains(" Benjamin "))
        let arrived = try ann.objects("watch", "--since", "0", "--once")
        let comment = try #require(arrived.first { $0["action"]?.string == "ADD_COMMENT" })
        #expect(comment["author"]?["person"]?["name"]?.string == "Benjamin")
        #expect(comment["author"]?["name"]?.string == "Ben")
        let annID = try JSONString(ann.user)
        let other = try #require(arrived.first { $0["author"]?["userId"]?.string == annID })
        #expect(other["author"]?["person"] == nil)
        // For programs everything is as it was written.
        #expect(try ann.run("log", "--json").text.contains(#""name":"Ben""#))
    }

    /// Of loose nodes, of packs, and of a log of which all nodes are read.
    private func expectFormatsNamePersons() throws {
        let person = try #require(
            ann.nodes().first { $0.action == "CREATE_PERSON" }?.id)
        let expected: Set = [
            "\(try ann.user):Test::", "\(benID):Benjamin:\(person):", "\(eveID):Eve::",
        ]
        for _ in 0..<2 {
            for format in ["%U:%N:%p:", "%U:%N:%p:%x00%t", "%U:%N:%p:%x00%s"] {
                let rows = try ann.succeed("log", "--format", format).split(separator: "\n")
                let shown = rows.compactMap { $0.split(separator: "\0").first.map(String.init) }
                #expect(Set(shown) == expected, "\(format)")
            }
            let patches = try ann.succeed("log", "--patch", "--format", "%U:%N:%p:")
            #expect(patches.contains("\(benID):Benjamin:\(person):\n"), "\(patches)")
            try ann.succeed("gc", "-q", "--all")
        }
    }

    @Test func whatARevokedKeyWouldSignIsRefused() throws {
        let person = try eve.becomePerson("Eve")
        let outcome = try eve.run(
            "commit-node", "REVOKE_DEVICE", "-p", person, "-f", "person=\(person)", "-f",
            "key=\(eve.publicKey)", "-f", "keeps:=[]")
        try #require(outcome.status == 0, "\(outcome)")
        let before = try ann.nodeCount()
        for words in [
            ["add", "More"], ["edit", "Water", "--title", "x"], ["category", "add", "x"],
        ] {
            let refused = try eve.run(words)
            #expect(refused.status == 1, "\(words): \(refused)")
            #expect(refused.codedError.hasPrefix("error: E_KEY_REVOKED: "), "\(refused)")
        }
        #expect(try ann.nodeCount() == before)
        _ = try ann.add("Others go on")
    }

    // MARK: Tasks whose id certifies nothing

    @Test func aTaskOfTheFirstVersionIsWarnedOfAndCopied() throws {
        let made = try ann.run(
            "commit-node", "CREATE", "--task", "0b0e8a4e-9d3b-4c33-8a53-0d3f7c9f2b10", "-f",
            "title=Old")
        try #require(made.status == 0, "\(made)")
        let old = "0b0e8a4e-9d3b-4c33-8a53-0d3f7c9f2b10"
        try ann.succeed("todo", old, "--due", "2026-03-01")
        try ann.succeed("comment", "add", old, "Said")
        let warned = try ann.run("share", old, "--with", benID, "--as", "read", "--dry-run")
        #expect(
            warned.status == 0 && warned.codedError.contains("warning: E_DUPLICATE_CREATE"),
            "\(warned)")
        #expect(warned.codedError.contains("hint: 'redo share --certified-copy'"), "\(warned)")
        let text = try ann.succeed(
            "share", old, "--with", benID, "--as", "write", "--certified-copy")
        #expect(text.contains("copied it to ") && text.contains("not copied: "), "\(text)")
        let copy = try #require(ann.objects("list", "--json", "--query", "title:Old").first)
        let id = try #require(copy["guid"]?.string?.description)
        #expect(id != old && copy["copyOf"]?.string?.description == old)
        #expect(copy.array("todoTasks").count == 1, "\(copy)")
        #expect(try ann.grants(id) == ["write \(benID)"])
        #expect(try ann.grants(old).isEmpty)
        let comments = try ann.objects("comment", "list", id, "--json")
        #expect(comments.first?["text"]?.string?.description.hasSuffix(": Said") == true)
        let note = try ann.objects("comment", "list", old, "--json").last
        #expect(note?["text"]?.string?.description == "continued in task://taskId/\(id)")
        #expect(try ann.objects("show", old, "--json").first?["archived"] == .bool(true))
        try ben.succeed("edit", id, "--title", "New")
        let needless = try ann.run(
            "share", water, "--with", benID, "--as", "read", "--certified-copy")
        #expect(needless.status == 129 && needless.codedError.contains("no copy is needed"))
    }
}

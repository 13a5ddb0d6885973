import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo vdir`.
@Suite struct VdirTests {
    let store: TaskStore
    let directory: String

    init() throws {
        store = try TaskStore()
        directory = store.runner.path("calendar")
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false)
    }

    private func sync(_ arguments: String...) throws -> CommandOutcome {
        try store.run("vdir", ["calendar"] + arguments)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try store.runner.contents(ofFile: "calendar/\(name)"), as: UTF8.self)
    }

    private func write(_ text: String, to name: String) throws {
        try store.runner.write(Array(text.utf8), to: "calendar/\(name)")
    }

    private func replace(_ old: String, by new: String, in name: String) throws {
        let before = try text(name)
        try #require(before.contains(old), "\(before)")
        try write(before.replacingOccurrences(of: old, with: new), to: name)
    }

    private static func todo(_ lines: String...) -> String {
        (["BEGIN:VCALENDAR", "BEGIN:VTODO"] + lines + ["END:VTODO", "END:VCALENDAR", ""])
            .joined(separator: "\r\n")
    }

    private func titles() throws -> [String] {
        try store.tasks().compactMap { $0["title"]?.text }.sorted()
    }

    /// A stranger's recurrence that would be more lines is no rule, and none of it is in the file.
    @Test func aTextThatIsNoRuleWritesNoLine() throws {
        let rule: JSONValue =
            "FREQ=DAILY\r\nATTACH:https://evil.example/a\r\nBEGIN:VALARM\r\nACTION:EMAIL\r\nEND:VALARM"
        let root = try store.runner.store(
            SampleNode(fields: ["title": "Stranger", "recurrence": rule, "timeZone": "A\r\nB:c"]))[
                0]
        try store.runner.store(
            SampleNode(
                action: "ADD_TODO", parents: [root], lamport: 2,
                fields: ["notes": "", "deadline": "2025-11-20T09:00:00Z"]))
        #expect(try sync().text == "1 file written\n")
        let text = try text("\(SampleNode.task(1)).ics")
        #expect(text.contains("SUMMARY:Stranger\r\n"))
        for name in ["RRULE", "ATTACH", "VALARM", "B:c"] {
            #expect(!text.contains(name), "\(text)")
        }
        let again = try sync()
        #expect(again.status == 0 && again.text.isEmpty, "\(again)")
    }

    @Test func aTaskThatIsToBeDoneGetsAFile() throws {
        let milk = try store.add("Milk, fresh", "--due", "2025-11-20")
        try store.add("Done")
        #expect(try store.run("done", ["Done"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        #expect(try names() == ["\(milk).ics"])
        let text = try text("\(milk).ics")
        #expect(text.contains("SUMMARY:Milk\\, fresh\r\n") && text.contains("UID:\(milk)\r\n"))
        #expect(text.contains("DUE;VALUE=DATE:20251120\r\n"))
        let again = try sync()
        #expect(again.status == 0 && again.text.isEmpty && again.error.isEmpty)
        #expect(try self.text("\(milk).ics") == text)
        #expect(try store.run("done", ["Milk"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        #expect(try self.text("\(milk).ics").contains("STATUS:COMPLETED\r\n"))
        #expect(try store.run("archive", [milk]).status == 0)
        #expect(try sync().text == "1 file removed\n")
        #expect(try names().isEmpty)
    }

    @Test func whatWasDoneIsToldToPrograms() throws {
        try store.add("Milk")
        try write(Self.todo("UID:a", "SUMMARY:Bread"), to: "a.ics")
        try write("junk", to: "bad.ics")
        let outcome = try sync("--json")
        #expect(outcome.status == 1 && outcome.error.isEmpty, "\(outcome)")
        let object = try JSONDocument(outcome.output).root.value
        #expect(object["added"]?.number == 1 && object["written"]?.number == 1, "\(outcome)")
        let mistake = try #require(object["mistakes"]?.elements.first)
        #expect(mistake["file"]?.text == "bad.ics" && mistake["line"]?.number == 1)
        #expect(mistake["message"]?.text?.hasPrefix("not iCalendar") == true, "\(outcome)")
        try FileManager.default.removeItem(atPath: "\(directory)/bad.ics")
        _ = try sync()
        usleep(50_000)
        _ = try sync()
        let again = try sync("--json")
        #expect(
            again.text
                == #"{"added":0,"edited":0,"mistakes":[],"notes":[],"removed":0,"trashed":0,"written":0}"#
                + "\n")
    }

    @Test func aChangeOfAFileChangesTheTaskAndNothingElse() throws {
        let milk = try store.add("Milk", "--due", "2025-11-20", "-t", "a", "--project", "home")
        _ = try sync()
        try replace("SUMMARY:Milk", by: "SUMMARY:Oat milk", in: "\(milk).ics")
        try replace("CATEGORIES:a\r\n", by: "", in: "\(milk).ics")
        #expect(try sync().text == "1 task edited\n")
        let last = try #require(try store.nodes().last)
        #expect(last.content == ["tags": [], "title": "Oat milk"])
        let task = try #require(try store.tasks().first)
        #expect(task["project"]?.text == "home" && task["tags"]?.elements.isEmpty == true)
        try store.expectSound()
    }

    @Test func deadlinesAndCompletionsGoBothWays() throws {
        let milk = try store.add("Milk", "--due", "2025-11-20")
        let water = try store.add("Water", "--due", "2025-11-20", "--every", "week")
        _ = try sync()
        try replace("20251120", by: "20251122", in: "\(milk).ics")
        try replace(
            "STATUS:NEEDS-ACTION", by: "STATUS:COMPLETED\r\nCOMPLETED:20251116T110000Z",
            in: "\(water).ics")
        #expect(try sync().text == "2 tasks edited, 1 file written\n")
        let tasks = try store.tasks()
        #expect(
            tasks.first { $0["guid"]?.text == milk }?["due"]?.text == "2025-11-22T23:59:00.000Z")
        // The next occurrence is in the file again.
        #expect(
            tasks.first { $0["guid"]?.text == water }?["due"]?.text == "2025-11-27T23:59:00.000Z")
        let text = try text("\(water).ics")
        #expect(text.contains("DUE;VALUE=DATE:20251127\r\n") && !text.contains("COMPLETED"))
        #expect(try sync().text.isEmpty)
        try replace("DUE;VALUE=DATE:20251122\r\n", by: "", in: "\(milk).ics")
        #expect(try sync().text == "1 task edited\n")
        #expect(try store.tasks().first { $0["guid"]?.text == milk }?["due"]?.isNull != false)
    }

    @Test func whatRedoDoesNotKnowStaysInTheFile() throws {
        let foreign = Self.todo(
            "UID:u/1", "SUMMARY;LANGUAGE=en:A long title that is folded by another progr", " am",
            "X-OTHER;X=1:kept", "ATTENDEE:mailto:a@b.org", "RELATED-TO:parent", "SEQUENCE:3",
            "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:alarm", "TRIGGER:-PT5M", "END:VALARM",
            "PRIORITY:5")
        try write(foreign, to: "own name.ics")
        #expect(try sync().text == "1 task added\n")
        #expect(try text("own name.ics") == foreign)
        #expect(try titles() == ["A long title that is folded by another program"])
        #expect(try store.run("edit", ["long", "--description", "mine"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        let text = try text("own name.ics")
        #expect(text.contains("DESCRIPTION:mine\r\n") && text.contains("DESCRIPTION:alarm\r\n"))
        #expect(text.contains("SEQUENCE:4\r\n"))
        for line in foreign.components(separatedBy: "\r\n")
        where line != "SEQUENCE:3" && !line.isEmpty {
            #expect(text.contains(line), "\(line)\n\(text)")
        }
        #expect(try names() == ["own name.ics"])
    }

    @Test func aConflictIsTwoHeads() throws {
        let milk = try store.add("Milk")
        _ = try sync()
        try replace("SUMMARY:Milk", by: "SUMMARY:There", in: "\(milk).ics")
        #expect(try store.run("edit", [milk, "--title", "Here"]).status == 0)
        #expect(try sync().text.hasPrefix("1 task edited"))
        #expect(try store.run("heads", ["--diverged"]).lines.count == 2)
        let nodes = try store.nodes().filter { $0.action == "UPDATE" }
        #expect(Set(nodes.compactMap { $0.content?["title"]?.text }) == ["Here", "There"])
        let merged = try store.run("merge", ["--all"])
        #expect(merged.status == 0, "\(merged)")
        #expect(try sync().status == 0)
        let title = try #require(try titles().first)
        #expect(try text("\(milk).ics").contains("SUMMARY:\(title)\r\n"))
        try store.expectSound()
    }

    @Test func deletionsGoBothWays() throws {
        let milk = try store.add("Milk")
        let bread = try store.add("Bread")
        _ = try sync()
        try FileManager.default.removeItem(atPath: "\(directory)/\(milk).ics")
        #expect(try store.run("delete", [bread]).status == 0)
        #expect(try sync().text == "1 task trashed, 1 file removed\n")
        #expect(try names().isEmpty)
        #expect(try store.run("trash", ["list"]).lines.count == 2)
        #expect(try store.run("restore", [milk]).status == 0)
        #expect(try sync().text == "1 file written\n")
    }

    @Test func aTaskThatChangedWhileItsFileWasDeletedStays() throws {
        let milk = try store.add("Milk")
        _ = try sync()
        try FileManager.default.removeItem(atPath: "\(directory)/\(milk).ics")
        #expect(try store.run("edit", [milk, "--title", "Oat milk"]).status == 0)
        let outcome = try sync()
        #expect(
            outcome.text == "1 file written\n" && outcome.codedError.contains("it is written again")
        )
        #expect(try text("\(milk).ics").contains("SUMMARY:Oat milk"))
    }

    @Test func aMassDeletionIsRefusedWithoutForce() throws {
        let input = (0..<10).map { "Task \($0)\n" }.joined()
        _ = try store.runner.run("redo-add", ["-"], input: Array(input.utf8))
        _ = try sync()
        let all = try names()
        for name in all.prefix(6) {
            try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        }
        let hash = try store.stateHash()
        let outcome = try sync()
        #expect(outcome.status == 1 && outcome.text.isEmpty)
        #expect(outcome.codedError.contains("6 of 10 files are gone; nothing was changed"))
        #expect(try store.stateHash() == hash)
        #expect(try sync("--force").text == "6 tasks trashed\n")
        #expect(try titles().count == 10 - 6)
    }

    @Test func otherFilesAreLeftAloneAndNamedOnce() throws {
        let milk = try store.add("Milk")
        let event = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:e\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let two = Self.todo("UID:1", "SUMMARY:a", "END:VTODO", "BEGIN:VTODO", "UID:2", "SUMMARY:b")
        try write(event, to: "event.ics")
        try write(two, to: "two.ics")
        try write("notes", to: "notes.txt")
        try write("hidden", to: ".hidden.ics")
        try FileManager.default.createSymbolicLink(
            atPath: "\(directory)/link.ics", withDestinationPath: "/etc/passwd")
        let first = try sync()
        #expect(first.status == 0 && first.text == "1 file written\n")
        #expect(first.codedError.components(separatedBy: "\n").count == 4, "\(first)")
        #expect(first.codedError.contains("note: two.ics is left alone: 2 VTODOs in one file\n"))
        let second = try sync()
        #expect(second.status == 0 && second.error.isEmpty, "\(second)")
        #expect(try text("event.ics") == event && text("two.ics") == two)
        #expect(
            try names()
                == [
                    ".hidden.ics", "\(milk).ics", "event.ics", "link.ics", "notes.txt", "two.ics",
                ].sorted())
    }

    @Test func aDamagedFileIsNamedEachTimeAndItsTaskStays() throws {
        let milk = try store.add("Milk")
        try store.add("Bread")
        _ = try sync()
        try write("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\n", to: "\(milk).ics")
        try write("junk", to: "junk.ics")
        for _ in 0..<2 {
            let outcome = try sync()
            #expect(outcome.status == 1 && outcome.text.isEmpty, "\(outcome)")
            #expect(
                outcome.codedError.contains(
                    "error: E_SCHEMA_MISMATCH: \(milk).ics, line 2: END:VTODO"))
            #expect(outcome.codedError.contains("junk.ics, line 1: not iCalendar"))
        }
        #expect(try titles() == ["Bread", "Milk"])
        #expect(try text("junk.ics") == "junk")
    }

    @Test func withoutTheRecordFilesAndTasksAreJoined() throws {
        let milk = try store.add("Milk")
        try write(Self.todo("UID:u1", "SUMMARY:Bread"), to: "b.ics")
        _ = try sync()
        try FileManager.default.removeItem(atPath: store.runner.path(".redo/vdir"))
        let hash = try store.stateHash()
        #expect(try sync().text.isEmpty)
        #expect(try store.stateHash() == hash)
        #expect(try names() == ["\(milk).ics", "b.ics"].sorted())
        // A damaged record is none.
        let record = try #require(
            try FileManager.default.contentsOfDirectory(atPath: store.runner.path(".redo/vdir"))
                .first { $0.hasSuffix(".cache") })
        var bytes = try store.runner.contents(ofFile: ".redo/vdir/\(record)")
        bytes[bytes.count / 2] ^= 1
        try store.runner.write(bytes, to: ".redo/vdir/\(record)")
        #expect(try sync().text.isEmpty)
        #expect(try store.stateHash() == hash)
        // What differs then stands beside the task.
        try FileManager.default.removeItem(atPath: store.runner.path(".redo/vdir"))
        #expect(try store.run("edit", [milk, "--title", "Here"]).status == 0)
        #expect(try sync().text == "1 task edited\n")
        #expect(try store.run("heads", ["--diverged"]).lines.count == 2)
    }

    @Test func aRenamedFileIsTheSameTask() throws {
        let milk = try store.add("Milk")
        _ = try sync()
        try FileManager.default.moveItem(
            atPath: "\(directory)/\(milk).ics", toPath: "\(directory)/other.ics")
        let hash = try store.stateHash()
        #expect(try sync().text.isEmpty)
        #expect(try store.stateHash() == hash)
        #expect(try names() == ["other.ics"])
    }

    @Test func aQueryChoosesWhatGetsAFile() throws {
        let milk = try store.add("Milk", "-t", "shop")
        try store.add("Paint")
        #expect(try sync("--query", "tag:shop").text == "1 file written\n")
        #expect(try store.run("edit", [milk, "--tag", "-shop"]).status == 0)
        #expect(try sync("--query", "tag:shop").text == "1 file written\n")
        #expect(try names() == ["\(milk).ics"])
        #expect(try sync("--query", "nonsense:(").status == 129)
        #expect(try sync().text == "1 file written\n")
        #expect(try names().count == 2)
        #expect(try store.run("vdir", ["nowhere"]).status == 128)
    }

    /// What a query asks of permissions is in the log; who asks is not, and both are looked at each time.
    @Test func aQueryAsksWhoseAndWithWhom() throws {
        let key = try store.keyOfAnother()
        let home = store.homeOfAnother
        let milk = try store.add("Milk")
        let bread = try store.add("Bread", extra: home)
        func ask(
            _ query: String, extra: [String: String] = [:], isMatching: Bool = true
        ) throws -> String {
            let outcome = try store.run("vdir", ["calendar", "--query", query], extra: extra)
            let note = isMatching ? "" : "note: no task matches '\(query)'\n"
            #expect(outcome.status == 0 && outcome.error == note, "\(outcome)")
            return outcome.text
        }
        #expect(try ask("owner:me") == "1 file written\n")
        #expect(try names() == ["\(milk).ics"])
        // The record is trusted of files that are older than it.
        #expect(try store.runner.shell("touch -d '1 hour ago' calendar/*.ics").status == 0)
        for _ in 0..<2 { #expect(try ask("owner:me").isEmpty) }
        // The same words and the same log, asked by another key.
        #expect(try ask("owner:me", extra: home) == "1 file written\n")
        #expect(Set(try names()) == ["\(milk).ics", "\(bread).ics"])
        let eggs = try store.add("Eggs")
        #expect(try ask("sharedWith:me", extra: home, isMatching: false).isEmpty)
        let shared = try store.run("share", [eggs, "--with", key, "--as", "read"])
        #expect(shared.status == 0, "\(shared)")
        #expect(try ask("sharedWith:me", extra: home) == "1 file written\n")
        #expect(try names().contains("\(eggs).ics"))
        let unknown = try sync("--query", "owner:Zoe")
        #expect(
            unknown.status == 129 && unknown.codedError.contains("no person 'Zoe'"), "\(unknown)")
    }

    /// A write within the same tick of the clock, of the same size, is seen.
    @Test func aChangeRightAfterASynchronisationIsSeen() throws {
        let milk = try store.add("Milk")
        for round in 0..<5 {
            _ = try sync()
            try replace(
                round == 0 ? "SUMMARY:Milk" : "SUMMARY:Mil\(round - 1)", by: "SUMMARY:Mil\(round)",
                in: "\(milk).ics")
            #expect(try sync().text == "1 task edited\n")
        }
        #expect(try titles() == ["Mil4"])
    }
}

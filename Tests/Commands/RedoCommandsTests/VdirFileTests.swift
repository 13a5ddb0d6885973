import Foundation
import RedoJSON
import TestSupport
import Testing

/// Files of folders of `redo vdir` that other programs write in their own way.
@Suite struct VdirFileTests {
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

    private static func todo(_ lines: String...) -> String {
        (["BEGIN:VCALENDAR", "BEGIN:VTODO"] + lines + ["END:VTODO", "END:VCALENDAR", ""])
            .joined(separator: "\r\n")
    }

    private func titles() throws -> [String] {
        try store.tasks().compactMap { $0["title"]?.text }.sorted()
    }

    @Test func anExtensionInCapitalsIsOneToo() throws {
        try write(Self.todo("UID:a", "SUMMARY:Bread"), to: "A.ICS")
        #expect(try sync().text == "1 task added\n")
        #expect(try store.run("edit", ["Bread", "--title", "Rye bread"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        #expect(try names() == ["A.ICS"] && text("A.ICS").contains("SUMMARY:Rye bread\r\n"))
    }

    @Test func aSecondFileWithAUIDIsNamedWithTheFirst() throws {
        try write(Self.todo("UID:a", "SUMMARY:Bread"), to: "a.ics")
        try write(Self.todo("UID:a", "SUMMARY:Copy", "ATTENDEE:mailto:a@b.org"), to: "copy.ics")
        let first = try sync()
        #expect(first.status == 0 && first.text == "1 task added\n", "\(first)")
        #expect(first.codedError == "note: copy.ics is left alone: its UID is that of a.ics\n")
        for _ in 0..<2 {
            let again = try sync()
            #expect(again.status == 0 && again.text.isEmpty && again.error.isEmpty, "\(again)")
        }
        // A copy of a file that is in step.
        try write(Self.todo("UID:a", "SUMMARY:Third"), to: "0.ics")
        #expect(try sync().codedError == "note: 0.ics is left alone: its UID is that of a.ics\n")
        #expect(try titles() == ["Bread"])
        // When the first file goes, one of the others is the task's.
        try FileManager.default.removeItem(atPath: "\(directory)/a.ics")
        try FileManager.default.removeItem(atPath: "\(directory)/0.ics")
        #expect(try sync().text == "1 task edited\n")
        #expect(try titles() == ["Copy"] && names() == ["copy.ics"])
    }

    @Test func anEmptiedFolderIsRefused() throws {
        try store.add("Milk")
        try store.add("Bread")
        _ = try sync()
        for name in try names() {
            try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        }
        let outcome = try sync()
        #expect(outcome.status == 1 && outcome.text.isEmpty, "\(outcome)")
        #expect(outcome.codedError.contains("2 of 2 files are gone; nothing was changed"))
        #expect(try titles() == ["Bread", "Milk"])
        #expect(try sync("--force").text == "2 tasks trashed\n")
    }

    @Test(arguments: [
        "", "junk", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:e\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    ])
    func aFileThatIsNoTaskForAWhileIsNoDeletion(_ damage: String) throws {
        let milk = try store.add("Milk")
        try store.add("Bread")
        _ = try sync()
        let name = "\(milk).ics"
        let good = try text(name)
        try write(damage, to: name)
        #expect(try store.run("edit", [milk, "--priority", "5"]).status == 0)
        for _ in 0..<2 {
            let outcome = try sync()
            #expect(outcome.status == 1 && outcome.text.isEmpty, "\(outcome)")
            #expect(outcome.codedError.contains(name))
        }
        #expect(try names().count == 2 && text(name) == damage)
        try write(good, to: name)
        #expect(try sync().text == "1 file written\n")
        #expect(try text(name).contains("PRIORITY:1\r\n"))
        #expect(try titles() == ["Bread", "Milk"])
        try store.expectSound()
    }

    @Test func aFileThatBecomesAnotherTaskIsThatTask() throws {
        try write(Self.todo("UID:a", "SUMMARY:Bread"), to: "a.ics")
        try write(Self.todo("UID:b", "SUMMARY:Milk"), to: "b.ics")
        _ = try sync()
        let (first, second) = (try text("a.ics"), try text("b.ics"))
        try write(second, to: "a.ics")
        try write(first, to: "b.ics")
        let hash = try store.stateHash()
        #expect(try sync().text.isEmpty)
        #expect(try store.stateHash() == hash)
        #expect(try store.run("edit", ["Milk", "--title", "Oat milk"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        #expect(try text("a.ics").contains("UID:b\r\nSUMMARY:Oat milk\r\n"))
    }

    @Test func propertiesPrecedeAlarms() throws {
        try write(
            Self.todo(
                "UID:a", "SUMMARY:Bread", "DUE:20300120T100000Z", "BEGIN:VALARM", "ACTION:AUDIO",
                "TRIGGER:-P1D", "X-MOZ-LASTACK:20300119T100000Z", "END:VALARM"), to: "a.ics")
        _ = try sync()
        let edit = ["Bread", "--title", "Rye", "--due", "2030-01-21 10:00", "-t", "shop"]
        #expect(try store.run("edit", edit).status == 0)
        #expect(try sync().text == "1 file written\n")
        let lines = try text("a.ics").components(separatedBy: "\r\n")
        let alarm = try #require(lines.firstIndex(of: "BEGIN:VALARM"))
        let end = try #require(lines.firstIndex(of: "END:VALARM"))
        #expect(lines[(end + 1)...].elementsEqual(["END:VTODO", "END:VCALENDAR", ""]), "\(lines)")
        for name in ["SUMMARY:Rye", "DUE:20300121T100000Z", "CATEGORIES:shop", "SEQUENCE:1"] {
            #expect(lines[..<alarm].contains(name), "\(lines)")
        }
    }

    /// What a file alone has stays there, and is named once.
    @Test func whatIsNotImportedIsNamedAndStays() throws {
        try write(
            Self.todo("UID:a", "SUMMARY:Bread", "ATTENDEE:mailto:a@b.org", "PRIORITY:high"),
            to: "a.ics")
        let first = try sync()
        #expect(first.codedError.contains("a.ics, line 2: ATTENDEE left out\n"), "\(first)")
        #expect(first.codedError.contains("kept as the field 'otherPriority'\n"))
        #expect(try store.run("edit", ["Bread", "--title", "Rye"]).status == 0)
        let second = try sync()
        #expect(second.text == "1 file written\n" && second.error.isEmpty, "\(second)")
        let text = try text("a.ics")
        #expect(text.contains("ATTENDEE:mailto:a@b.org\r\n") && text.contains("PRIORITY:high\r\n"))
    }

    @Test func relationsNameFilesByTheirUIDs() throws {
        try write(Self.todo("UID:u-1", "SUMMARY:Flour"), to: "1.ics")
        try write(
            Self.todo(
                "UID:u-2", "SUMMARY:Bread", "RELATED-TO;RELTYPE=DEPENDS-ON:elsewhere",
                "RELATED-TO:gone"), to: "2.ics")
        _ = try sync()
        #expect(try store.run("edit", ["Bread", "--depends-on", "Flour"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        let text = try text("2.ics")
        for line in [
            "RELATED-TO;RELTYPE=DEPENDS-ON:u-1", "RELATED-TO;RELTYPE=DEPENDS-ON:elsewhere",
            "RELATED-TO:gone",
        ] {
            #expect(text.contains("\(line)\r\n"), "\(text)")
        }
        #expect(try sync().text.isEmpty)
    }

    @Test func aBegunTaskIsInProcess() throws {
        try write(
            Self.todo("UID:a", "SUMMARY:Bread", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:30"),
            to: "a.ics")
        _ = try sync()
        let task = try #require(try store.tasks().first)
        #expect(task["otherState"]?.text == "in-process" && task["percentComplete"] == 30)
        let export = try store.run("export", ["--to", "icalendar"]).text
        #expect(export.contains("STATUS:IN-PROCESS\r\nPERCENT-COMPLETE:30\r\n"), "\(export)")
        #expect(try store.run("done", ["Bread"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        let text = try text("a.ics")
        #expect(text.contains("STATUS:COMPLETED\r\n") && text.contains("PERCENT-COMPLETE:100\r\n"))
        #expect(text.components(separatedBy: "\r\nCOMPLETED:").count == 2, "\(text)")
    }

    @Test func aStartedTaskIsInProcessInItsFile() throws {
        try write(Self.todo("UID:a", "SUMMARY:Bread"), to: "a.ics")
        #expect(try sync().text == "1 task added\n")
        #expect(try store.run("start", ["Bread"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        #expect(try text("a.ics").contains("STATUS:IN-PROCESS\r\n"))
        #expect(try sync().text.isEmpty)
        #expect(try store.run("stop", ["Bread"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        #expect(try text("a.ics").contains("STATUS:NEEDS-ACTION\r\n"))
        #expect(try sync().text.isEmpty)
    }

    @Test func anotherProgramCompletesAStartedTask() throws {
        try write(Self.todo("UID:a", "SUMMARY:Bread"), to: "a.ics")
        #expect(try sync().status == 0)
        #expect(try store.run("start", ["Bread"]).status == 0)
        #expect(try sync().status == 0)
        let done = try text("a.ics").replacing("IN-PROCESS", with: "COMPLETED")
        try write(done, to: "a.ics")
        #expect(try sync().text == "1 task edited, 1 file written\n")
        #expect(try !store.run("stats", ["--time"]).text.contains("running"))
        #expect(try sync().text.isEmpty)
        #expect(try text("a.ics").contains("STATUS:COMPLETED\r\n"))
    }

    @Test func newAlarmsReplaceTheOldOnesAfterAllProperties() throws {
        func alarm(_ trigger: String) -> [String] {
            ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", trigger, "END:VALARM"]
        }
        let lines =
            ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a", "SUMMARY:Bread"] + alarm("TRIGGER:-PT15M")
            + alarm("TRIGGER;RELATED=END:-PT5M")
            + ["DUE:20251120T100000Z", "X-A:1", "END:VTODO", "END:VCALENDAR", ""]
        try write(lines.joined(separator: "\r\n"), to: "a.ics")
        #expect(try sync().text == "1 task added\n")
        #expect(try store.run("edit", ["Bread", "--remind", "1h"]).status == 0)
        #expect(try sync().text == "1 file written\n")
        let text = try text("a.ics")
        let parts = text.components(separatedBy: "BEGIN:VALARM")
        #expect(parts.count == 2 && parts[1].contains("TRIGGER;RELATED=END:-PT1H\r\n"), "\(text)")
        #expect(parts[0].contains("X-A:1\r\n") && parts[0].contains("SEQUENCE:1\r\n"), "\(text)")
        #expect(parts[1].hasSuffix("END:VALARM\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"), "\(text)")
        #expect(try sync().text.isEmpty)
    }
}

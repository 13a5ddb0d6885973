import Foundation
import TestSupport
import Testing

/// An import that meets tasks that it brought and that were put away since.
@Suite struct ImportAfterUndoTests {
    static let files = [
        (
            "taskwarrior",
            #"[{"description":"one","status":"pending","uuid":"00000000-0000-4000-8000-000000000001"},"#
                + #"{"description":"two","status":"pending","uuid":"00000000-0000-4000-8000-000000000002"}]"#
        ),
        ("todotxt", "one\ntwo\n"),
        (
            "icalendar",
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:a\r\nSUMMARY:one\r\nEND:VTODO\r\n"
                + "BEGIN:VTODO\r\nUID:b\r\nSUMMARY:two\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        ),
        ("csv", "title\none\ntwo\n"), ("markdown", "- [ ] one\n- [ ] two\n"),
        ("json", "{\"title\":\"one\"}\n{\"title\":\"two\"}\n"),
    ]

    let commands: CommandHarness

    init() throws { commands = try CommandHarness() }

    private func write(_ text: String, to name: String = "file") throws -> String {
        let path = "\(commands.directory.path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func titles() throws -> Set<String?> { Set(try commands.titles()) }

    @Test(arguments: files) func whatAnUndoTookBackComesBack(_ format: String, _ text: String)
        throws
    {
        let file = try write(text)
        #expect(try commands.succeed("import", "--from", format, file) == "added 2 tasks\n")
        try commands.succeed("undo")
        #expect(try titles().isEmpty)
        let again = try commands.run("import", "--from", format, file)
        #expect(again.status == 0 && again.error.isEmpty, "\(again)")
        #expect(again.text == "added 0 tasks, brought back 2\n")
        #expect(try titles() == ["one", "two"])
        // It is an operation like others.
        try commands.succeed("undo")
        #expect(try titles().isEmpty)
        #expect(try commands.succeed("import", "--from", format, file).contains("brought back 2"))
        #expect(
            try commands.succeed("import", "--from", format, file)
                == "added 0 tasks, 2 were known\n")
    }

    /// The nodes of a task follow those of its work.
    @Test func whatWasBegunOrDoneComesBackWhole() throws {
        let file = try write(
            #"[{"description":"one","status":"pending","uuid":"00000000-0000-4000-8000-000000000001","#
                + #""due":"20251120T100000Z","start":"20251101T100000Z"},"#
                + #"{"description":"two","status":"completed","uuid":"00000000-0000-4000-8000-000000000002","#
                + #""due":"20251120T100000Z","end":"20251102T100000Z","#
                + #""annotations":[{"description":"note","entry":"20251101T100000Z"}]}]"#)
        try commands.succeed("import", "--from", "taskwarrior", file)
        func exported() throws -> [String] {
            let text = try commands.succeed("export", "--to", "taskwarrior", "status:any")
            return text.split(separator: "\n").map {
                String($0.replacing(/"modified":"[^"]*",/, with: ""))
            }
        }
        let before = try exported()
        try commands.succeed("undo")
        #expect(try commands.titles("status:any not status:archived").isEmpty)
        #expect(
            try commands.succeed("import", "--from", "taskwarrior", file)
                == "added 0 tasks, brought back 2\n")
        #expect(try exported() == before)
    }

    @Test func whatIsInTheTrashComesBack() throws {
        let file = try write("one\ntwo\n")
        try commands.succeed("import", "--from", "todotxt", file)
        try commands.succeed("delete", "one")
        let again = try commands.run("import", "--from", "todotxt", file)
        #expect(again.text == "added 0 tasks, brought back 1, 1 was known\n", "\(again)")
        #expect(try titles() == ["one", "two"])
    }

    @Test func whatThePersonArchivedStaysAndIsNamed() throws {
        let file = try write("one\ntwo\n")
        try commands.succeed("import", "--from", "todotxt", file)
        try commands.succeed("archive", "one")
        let again = try commands.run("import", "--from", "todotxt", file)
        #expect(again.status == 0 && again.text == "added 0 tasks, 2 were known\n", "\(again)")
        #expect(
            again.codedError.hasPrefix(
                "note: 1 known task of the files is archived and stays so\nhint: 'redo unarchive "))
        #expect(try titles() == ["two"])
        let words = try #require(again.codedError.split(separator: "'").dropFirst().first)
        #expect(
            try commands.run(words.split(separator: " ").dropFirst().map(String.init)).status == 0)
        #expect(try titles() == ["one", "two"])
    }

    /// A file that has a task as done or deleted brings nothing back.
    @Test func whatTheFileHasAsDoneStaysAway() throws {
        try commands.succeed("import", "--from", "todotxt", try write("one\ntwo\n"))
        try commands.succeed("undo")
        let again = try commands.run(
            "import", "--from", "todotxt", try write("x one\ntwo\n", to: "later"))
        #expect(again.text == "added 0 tasks, brought back 1, 1 was known\n", "\(again)")
        #expect(try titles() == ["two"])
    }

    @Test func anUpdateChangesWhatItBringsBack() throws {
        try commands.succeed("import", "--from", "csv", try write("uid,title,priority\n1,one,3\n"))
        try commands.succeed("delete", "one")
        let again = try commands.run(
            "import", "--from", "csv", "--update",
            try write("uid,title,priority\n1,one,5\n", to: "later"))
        #expect(again.text == "added 0 tasks, brought back 1\n", "\(again)")
        #expect(try commands.succeed("list", "--json").contains(#""priority":5"#))
    }

    @Test func aDryRunSaysWhatWouldComeBack() throws {
        let file = try write("one\n")
        try commands.succeed("import", "--from", "todotxt", file)
        try commands.succeed("undo")
        let count = try commands.nodeCount()
        let dry = try commands.run("import", "--from", "todotxt", "--dry-run", file)
        #expect(dry.text.hasSuffix("\nwould add 0 tasks, would bring back 1\n"), "\(dry)")
        #expect(try commands.nodeCount() == count && titles().isEmpty)
        #expect(
            try commands.run("import", "--from", "todotxt", "--json", "--dry-run", file).text
                .contains(#""result":"restored""#))
    }
}

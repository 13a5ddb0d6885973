import RedoCommandLine
import RedoModel
import RedoScreen
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommands
@testable import RedoInteractiveCommands

/// The sheet of a task: its fields, what is shown beside them, and what is written.
@Suite struct InterfaceSheetTests {
    /// Goes to a field, and types its value.
    private func type(_ text: String, in label: String, _ ui: inout InterfaceHarness) throws {
        let sheet = try #require(ui.interface.sheet)
        let index = try #require(sheet.fields.firstIndex { $0.label == label }, "\(label)")
        for _ in 0..<(index - sheet.current + sheet.fields.count) % sheet.fields.count {
            ui.press(.tab)
        }
        ui.press(text)
    }

    private func shown(_ label: String, _ ui: InterfaceHarness) throws -> String {
        try #require(ui.lines.first { $0.hasPrefix("  \(label)") }, "\(ui.lines)")
    }

    @Test func everyFieldIsWritten() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Sow")
        try harness.succeed("add", "Garden")
        try harness.succeed("config", "field.room.type", "text")
        var ui = try InterfaceHarness(harness, rows: 30, columns: 100)
        ui.press("a")
        for (label, text) in [
            ("Title", "Water"), ("Due", "2025-11-20 18:00"), ("Planned", "2025-11-19"),
            ("Hidden until", "2025-11-18"), ("Expires", "2025-12-01"), ("Estimate", "1h30m"),
            ("Depends on", "Sow"), ("Part of", "Garden"), ("Remind", "1d, 30min"),
            ("Note", "the roses"),
            ("room", "garden"),
        ] {
            try type(text, in: label, &ui)
        }
        #expect(ui.interface.sheet?.mistake == nil)
        ui.press("\n")
        #expect(ui.interface.sheet == nil, "\(ui.lines)")
        let line = try harness.succeed("list", "--all", "--json").split(separator: "\n")
            .first { $0.contains("\"Water\"") }
        let task = String(try #require(line))
        for text in [
            "2025-11-20T18:00:00.000Z", "2025-11-19T00:00:00.000Z", "2025-11-18T00:00:00.000Z",
            "2025-12-01T23:59:00.000Z", "\"timeEstimate\":90", "dependsOn", "parent", "the roses",
            "garden",
            "reminders",
        ] {
            #expect(task.contains(text), "\(text): \(task)")
        }
    }

    /// Words that come into the title of a task set its fields; those that it had stay.
    @Test func wordsInAnEditedTitleSetFields() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "--", "Read", "p:2", "of", "it")
        var ui = try InterfaceHarness(harness, rows: 30, columns: 100)
        ui.press("e")
        try type("Read p:2 and p:4 +book due:2025-11-20", in: "Title", &ui)
        #expect(ui.interface.sheet?.mistake == nil, "\(ui.lines)")
        ui.press("\n")
        #expect(ui.interface.sheet == nil, "\(ui.lines)")
        let line = try harness.succeed("list", "--json")
        for text in [
            "\"title\":\"Read p:2 and\"", "\"priority\":4", "\"tags\":[\"book\"]",
            "2025-11-20T23:59:00.000Z",
        ] {
            #expect(line.contains(text), "\(text): \(line)")
        }
        // Words alone leave the title as it is.
        ui.press("e")
        try type("p:1", in: "Title", &ui)
        ui.press("\n")
        let again = try harness.succeed("list", "--json")
        #expect(again.contains("\"title\":\"Read p:2 and\"") && again.contains("\"priority\":1"))
        // A mistake is shown while it is typed.
        ui.press("e")
        try type("due:tod", in: "Title", &ui)
        #expect(ui.interface.sheet?.mistake?.contains("'tod'") == true, "\(ui.lines)")
        ui.press(.escape)
        try harness.succeed("config", "add.words", "false")
        ui.press(.control("l"))
        ui.press("e")
        try type("p:5", in: "Title", &ui)
        ui.press("\n")
        #expect(try harness.succeed("list", "--json").contains("\"title\":\"p:5\""))
    }

    /// Dates are those of local clocks, and what is understood is beside them.
    @Test func datesAreLocalAndUnderstood() throws {
        var harness = try CommandHarness()
        harness.variables["TZ"] = "UTC"
        try harness.succeed("add", "Buy milk", "--due", "2025-11-20 18:00", "--wait", "2025-11-18")
        var ui = try InterfaceHarness(harness, rows: 30, columns: 100)
        ui.press("/")
        ui.press("is:waiting")
        ui.press("\ne")
        #expect(try shown("Due", ui).contains("2025-11-20 18:00  = "))
        #expect(try shown("Due", ui).contains("Nov 18:00 (in 4 days)"))
        let hidden = try shown("Hidden until", ui)
        #expect(hidden.contains("2025-11-18  = ") && !hidden.contains("00:00"), "\(hidden)")
        try type("tomorrow 9:00", in: "Due", &ui)
        #expect(try shown("Due", ui).contains("09:00 (tomorrow)"), "\(ui.lines)")
    }

    /// A value that is there is selected: typing replaces it, moving does not.
    @Test func typingReplacesWhatIsThere() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk", "--priority", "2")
        var ui = try InterfaceHarness(harness, rows: 30)
        ui.press("e")
        try type("4", in: "Priority", &ui)
        try type("Buy bread", in: "Title", &ui)
        ui.press("\n")
        #expect(try harness.titles() == ["Buy bread"])
        #expect(try harness.succeed("show", "Buy bread").contains("priority:     4"))
        ui.press("e")
        ui.press(.end)
        ui.press(" today\n")
        #expect(try harness.titles() == ["Buy bread today"])
        // So is what a prompt begins with.
        ui.press("s")
        ui.press("next fri")
        #expect(ui.lines[29] == "until: next fri", "\(ui.lines)")
        ui.press("\n")
        #expect(try harness.titles() == [], "\(ui.lines)")
    }

    @Test func aNewTaskIsSelected() throws {
        let harness = try CommandHarness()
        for title in ["One", "Two"] { try harness.succeed("add", title, "--priority", "5") }
        var ui = try InterfaceHarness(harness)
        ui.press("aLess urgent")
        ui.press("\n")
        let selected = try #require(ui.lines.first { $0.contains("▸") })
        #expect(selected.hasSuffix("Less urgent"), "\(ui.lines)")
    }

    @Test func aNewTaskThatIsHiddenIsSaidToBe() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk")
        var ui = try InterfaceHarness(harness, columns: 120)
        ui.press("/milk\n")
        ui.press("aCall Ana\n")
        #expect(
            ui.lines[23].hasPrefix("added ")
                && ui.lines[23].contains("not shown: the filter leaves it out"), "\(ui.lines)")
    }

    /// Keys for one change each.
    @Test func oneKeyChangesOneThing() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Water", "--due", "tomorrow", "--every", "week")
        var ui = try InterfaceHarness(harness, columns: 120)
        ui.press("p")
        ui.press("5\n")
        ui.press("P")
        ui.press("home.garden\n")
        ui.press("c")
        ui.press("the roses, too\n")
        let task = try harness.succeed("show", "Water")
        #expect(task.contains("priority:     5") && task.contains("home.garden"), "\(task)")
        #expect(try harness.succeed("comment", "list", "Water").contains("the roses, too"))
        ui.press("t")
        let work = try harness.run("list", "--query", "is:active").text
        #expect(work.contains("Water"))
        ui.press("t")
        #expect(try !harness.run("list", "--query", "is:active").text.contains("Water"))
        let due = try #require(ui.interface.source.board.tasks.state.tasks.first?.due)
        ui.press(">")
        let next = try #require(ui.interface.source.board.tasks.state.tasks.first?.due)
        #expect(next.milliseconds - due.milliseconds == 7 * 86_400_000, "\(ui.lines)")
    }
}

import RedoCommandLine
import RedoModel
import RedoScreen
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommands
@testable import RedoInteractiveCommands

/// What is said and typed in lines: reminders, command lines, and the mode that prints lines.
@Suite struct InterfaceLineTests {
    private func now(_ harness: CommandHarness) throws -> Instant {
        try CommandContext(suite: Suite.commands, in: InterfaceHarness.surroundings(harness)).now()
    }

    // MARK: Reminders

    @Test func whatIsDueIsALineOnce() throws {
        let harness = try CommandHarness()
        let now = try now(harness)
        try harness.succeed("add", "Buy milk", "--due", "in 2h")
        var ui = try InterfaceHarness(harness)
        ui.interface.tasksHaveChanged(at: now)
        #expect(!ui.lines[23].contains("Due: "))
        let moment = try #require(ui.interface.reminders.next)
        ui.interface.timePasses(to: moment)
        #expect(ui.lines[23].hasPrefix("Due: Buy milk"), "\(ui.lines)")
        ui.press("j")
        #expect(!ui.lines[23].contains("Due: "))
        ui.interface.tasksHaveChanged(at: moment)
        #expect(!ui.lines[23].contains("Due: "))
    }

    /// What announces reminders on the desktop does so until a key has dismissed the line: nobody may have seen it.
    @Test(arguments: [false, true]) func aDismissedReminderIsNotAnnouncedAgain(
        _ isDismissed: Bool
    ) throws {
        let harness = try CommandHarness()
        let now = try now(harness)
        try harness.succeed("add", "Buy milk", "--due", "in 2h")
        var ui = try InterfaceHarness(harness)
        ui.interface.tasksHaveChanged(at: now)
        let moment = try #require(ui.interface.reminders.next)
        ui.interface.timePasses(to: moment)
        if isDismissed { ui.press("j") }
        var later = harness
        later.variables["REDO_WALL"] = moment.wallText
        let announced = try later.run("remind", "--once", "--print").text
        #expect(announced.contains("Buy milk") == !isDismissed)
    }

    /// Reminders do not queue: the newest is shown with their number, one key dismisses all, and a page keeps them.
    @Test func unreadRemindersAreCounted() throws {
        let harness = try CommandHarness()
        let now = try now(harness)
        for (title, time) in [("Buy milk", "in 1h"), ("Call Ana", "in 2h"), ("Pay", "in 3h")] {
            try harness.succeed("add", title, "--due", time)
        }
        var ui = try InterfaceHarness(harness, columns: 120)
        ui.interface.tasksHaveChanged(at: now)
        for _ in 0..<3 {
            ui.interface.timePasses(to: try #require(ui.interface.reminders.next))
        }
        #expect(
            ui.lines[23].hasPrefix("3 reminders, the newest: Due: Pay  today"), "\(ui.lines)")
        ui.press("j")
        #expect(!ui.lines[23].contains("reminder"))
        ui.press("n")
        let page = ui.lines
        #expect(page[0].hasSuffix("› News") && page[1] == "Reminders")
        #expect(page[2].contains("Due: Pay") && page[4].contains("Due: Buy milk"), "\(page)")
        // A line leads to its task.
        try ui.select("Due: Call Ana")
        ui.press("\n")
        #expect(ui.lines.contains { $0.hasPrefix("Call Ana") }, "\(ui.lines)")
    }

    // MARK: Command lines

    private func completed(_ text: String, _ harness: CommandHarness) throws -> String {
        var ui = try InterfaceHarness(harness)
        ui.press(":" + text)
        ui.press(.tab)
        return String(ui.lines[23].dropFirst())
    }

    @Test func aCommandLineIsCompleted() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk")
        #expect(try completed("merge-b", harness) == "merge-base")
        #expect(try completed("log --onel", harness) == "log --oneline")
        #expect(try completed("merge --pol", harness) == "merge --policy=")
        #expect(try completed("merge --policy=l", harness) == "merge --policy=lww")
        #expect(try completed("merge --policy thei", harness) == "merge --policy theirs")
        #expect(try completed("config calendar.fi", harness) == "config calendar.firstWeekday")
        #expect(try completed("category ad", harness) == "category add")
        #expect(try completed("done Buy", harness) == "done 'Buy milk'")
        #expect(try completed("done 'Buy m", harness) == "done 'Buy milk'")
        #expect(try completed("done -- Buy", harness) == "done -- 'Buy milk'")
        #expect(try completed("nothing xyz", harness) == "nothing xyz")
    }

    @Test func severalCandidatesAreShown() throws {
        let harness = try CommandHarness()
        var ui = try InterfaceHarness(harness)
        ui.press(":merge")
        ui.press(.tab)
        #expect(ui.lines[21] == " merge" && ui.lines[22] == " merge-base")
        ui.press("x")
        #expect(ui.lines[22] != " merge-base")
    }

    /// What the shells are told an option or operand is, the interface completes, too: nothing fails, whatever stands
    /// before it.
    @Test func everyCommandCompletesItsOptions() throws {
        let harness = try CommandHarness()
        let context = CommandContext(
            suite: Suite.commands, in: InterfaceHarness.surroundings(harness))
        for command in Suite.commands.specifications {
            let words = LineCompletion("\(command.name) --", context).candidates.map(\.word)
            #expect(words.count == command.allOptions.flatMap(\.longNames).count, "\(command.name)")
            for option in command.allOptions {
                guard case .word(let choices)? = option.value?.kind else { continue }
                let line = "\(command.name) --\(option.name)="
                #expect(
                    LineCompletion(line, context).candidates.map(\.word)
                        == choices.map { "--\(option.name)=\($0)" }, "\(line)")
            }
            _ = LineCompletion("\(command.name) ", context)
        }
    }

    // MARK: Without a screen

    private func plain(_ harness: CommandHarness, _ lines: String...) throws -> [String] {
        let outcome = try harness.run("ui", "--plain", input: lines.map { $0 + "\n" }.joined())
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return outcome.lines.map { String($0) }
    }

    @Test func linesSayWhatChangesAndWhatIsSelected() throws {
        let harness = try CommandHarness()
        for title in ["One", "Two"] { try harness.succeed("add", title, "--priority", "3") }
        let said = try plain(harness, "down", "done")
        #expect(said.first == "Tasks")
        let selected = said.filter { $0.hasPrefix("selected: ") }
        #expect(selected.count >= 2 && selected[0] != selected[1], "\(said)")
        #expect(said.contains { $0.hasPrefix("done ") || $0.contains("done: ") }, "\(said)")
        #expect(said.contains { $0.hasPrefix("gone: ") }, "\(said)")
        #expect(try harness.titles().count == 1)
    }

    @Test func aSheetIsAskedFieldByField() throws {
        let harness = try CommandHarness()
        let said = try plain(harness, "add", "Buy milk", "", "4", ".")
        #expect(
            said.contains("Title?") && said.contains("Due?") && said.contains("Priority?"),
            "\(said)")
        #expect(try harness.titles() == ["Buy milk"])
        #expect(try harness.succeed("show", "Buy milk").contains("priority:     4"))
    }

    @Test func keysWordsSearchesAndCommandsAreTyped() throws {
        let harness = try CommandHarness()
        for title in ["Buy milk", "Call Ana"] { try harness.succeed("add", title) }
        let said = try plain(
            harness, "/ana", "Enter", "Escape", "next tab", "2", ":count-objects", "list --ids", "S"
        )
        #expect(
            said.contains("Tasks, Task") || said.contains { $0.hasSuffix("ana, Task") }, "\(said)")
        #expect(said.contains("Agenda"))
        #expect(said.contains { $0.contains("list --ids") }, "\(said)")
    }
}

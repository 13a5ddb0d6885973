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
        ui.interface.remind(at: now, isChanged: true)
        #expect(!ui.lines[23].contains("Due: "))
        let moment = try #require(ui.interface.reminders.next)
        ui.interface.remind(at: moment, isChanged: false)
        #expect(ui.lines[23].hasPrefix("Due: Buy milk"), "\(ui.lines)")
        ui.press("j")
        #expect(!ui.lines[23].contains("Due: "))
        ui.interface.remind(at: moment, isChanged: true)
        #expect(!ui.lines[23].contains("Due: "))
        // What announces reminders on the desktop still does.
        var later = harness
        later.variables["REDO_WALL"] = moment.wallText
        #expect(try later.run("remind", "--once", "--print").text.contains("Buy milk"))
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

import RedoScreen
import TestSupport
import Testing

@testable import RedoInteractiveCommands

/// Every key of the table of actions does what its action says.
@Suite struct InterfaceKeyTests {
    /// What is to be seen after a key was pressed in a list of three tasks, of which the first is selected.
    private typealias Effect = @Sendable (inout InterfaceHarness) throws -> Bool

    private static let tasks = ["One", "Two", "Three"]

    /// What each action does; an action without an entry fails.
    private static let effects: [UserAction: Effect] = [
        .add: { $0.lines[1].contains("Add a task") },
        .edit: { $0.lines[1].contains("Edit a task") },
        .done: { try $0.harness.titles().count == tasks.count - 1 },
        .delete: { try $0.harness.titles().count == tasks.count - 1 },
        .snooze: { $0.lines[23].hasPrefix("until: tomorrow") },
        // None of the tasks recurs.
        .skip: { $0.lines[23].hasPrefix("skip: it does not recur") },
        .work: { ui in
            let text = try ui.harness.run("list", "--query", "is:active").text
            return tasks.contains { text.contains($0) }
        },
        .comment: { $0.lines[23].hasPrefix("comment:") },
        .priority: { $0.lines[23].hasPrefix("priority: 3") },
        .project: { $0.lines[23].hasPrefix("project:") },
        .category: { $0.lines[23].hasPrefix("category:") },
        .undo: { try $0.harness.titles().count == tasks.count - 1 },
        .mark: { $0.lines[23].contains("1 marked") },
        .open: { $0.lines[0].hasSuffix("› Task") },
        .search: { $0.lines[23] == "/" },
        .command: { $0.lines[23] == ":" },
        .copy: {
            guard case .copy(let id)? = $0.interface.takeRequests().first else { return false }
            return id.utf8.count == 36
        },
        .sync: {
            let requests = $0.interface.takeRequests()
            return requests == [.begin(.sync)]
        },
        .merge: { $0.lines[23].hasPrefix("merge: the task has not diverged") },
        .repair: { $0.lines[0].hasSuffix("› Repair") },
        .news: { $0.lines[23].hasPrefix("there is nothing new") },
        .refresh: { $0.interface.source.readingCount == 1 },
        .nextTab: { $0.interface.current == 1 },
        .previousTab: { $0.interface.current == 8 },
        .help: { $0.lines[1].contains("This page: redo list") },
        .quit: { $0.interface.isOver },
        // From the page of a task back to the list.
        .back: { !$0.lines[0].contains("›") },
    ]

    @Test(arguments: UserAction.allCases) func everyKeyDoesWhatItsActionSays(_ action: UserAction)
        throws
    {
        let effect = try #require(Self.effects[action], "\(action) has no test")
        #expect(!action.usualKeys.isEmpty)
        for key in action.usualKeys {
            let harness = try CommandHarness()
            for title in Self.tasks { try harness.succeed("add", title) }
            if action == .sync { try harness.addRemote() }
            var ui = try InterfaceHarness(harness, rows: 24, columns: 80)
            #expect(ui.interface.keys.action(of: key) == action, "\(key)")
            if action == .back { ui.press("\n") }
            let isThere = try effect(&ui)
            #expect(!isThere, "before \(key)")
            ui.press(key)
            let isDone = try effect(&ui)
            #expect(isDone, "\(key): \(ui.lines)")
        }
    }

    /// Keys that move, in lists and in what commands print.
    @Test func everyKeyThatMovesMoves() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "-", input: (10..<60).map { "Task \($0)\n" }.joined())
        let moves: [(Key, Int)] = [
            (.down, 1), (.character("j"), 2), (.up, 1), (.character("k"), 0), (.end, 49),
            (.home, 0),
            (.character("G"), 49), (.character("g"), 0), (.pageDown, 20), (.pageUp, 0),
            (.control("f"), 20), (.control("b"), 0), (.control("d"), 10), (.control("u"), 0),
        ]
        var ui = try InterfaceHarness(harness, rows: 24, columns: 80)
        _ = ui.interface.frame()
        for (key, place) in moves {
            ui.press(key)
            #expect(ui.lines[23].hasSuffix("\(place + 1)/50"), "\(key): \(ui.lines[23])")
        }
    }

    @Test func numbersGoToTabs() throws {
        var ui = try InterfaceHarness(try CommandHarness())
        for number in 1...9 {
            ui.press("\(number)")
            #expect(ui.interface.current == number - 1)
        }
        ui.press("0")
        #expect(ui.interface.current == 8)
    }

    /// Tabs are made once for each reading of the store, also those that are not seen.
    @Test func tabsArePreparedAndMadeAnewAfterAChange() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk")
        var ui = try InterfaceHarness(harness, rows: 24, columns: 80)
        var prepared: [Int] = []
        while let tab = ui.interface.staleTab, prepared.count < 10 {
            prepared.append(tab)
            ui.interface.prepareTab()
        }
        #expect(prepared == Array(1...8))
        try harness.succeed("add", "Call Ana")
        ui.press("5")
        #expect(!ui.lines.contains { $0.contains("Call Ana") })
        let isRead = ui.interface.storeHasChanged()
        #expect(isRead && ui.lines.contains { $0.contains("Call Ana") })
        #expect(ui.interface.staleTab == 0)
        ui.interface.handle(.resize(rows: 24, columns: 60))
        ui.press("1")
        #expect(ui.lines.contains { $0.contains("Call Ana") })
    }

    /// Escape brings back the list as it was, with what came since.
    @Test func aSearchThatIsGivenUpLeavesTheList() throws {
        let harness = try CommandHarness()
        for number in 10..<40 { try harness.succeed("add", "Task \(number)") }
        var ui = try InterfaceHarness(harness, rows: 24, columns: 80)
        _ = ui.interface.frame()
        ui.press("jjjjj/31")
        #expect(ui.lines[3].isEmpty)
        let position = "6/30"
        ui.press(.escape)
        #expect(ui.lines[23].hasSuffix(position))
        ui.press("/31")
        try harness.succeed("add", "Task 99")
        let isRead = ui.interface.storeHasChanged()
        ui.press(.escape)
        #expect(isRead && ui.lines[23].hasSuffix("/31"))
    }

    /// In a narrow window one still sees where one is, and what is clicked is what is seen.
    @Test func aNarrowWindowShowsWhereOneIs() throws {
        var ui = try InterfaceHarness(try CommandHarness(), rows: 12, columns: 40)
        ui.press("5R")
        #expect(ui.lines[0] == " 5 Log › Repair")
        ui.interface.handle(.click(row: 0, column: 12, isDouble: false))
        #expect(ui.interface.current == 4)
        ui.press(.escape)
        ui.interface.handle(.click(row: 0, column: 12, isDouble: false))
        #expect(ui.interface.current == 2)
    }
}

import RedoCommandLine
import RedoModel
import RedoScreen
import TestSupport
import Testing

@testable import RedoInteractiveCommands

/// The tab of categories.
@Suite struct InterfaceCategoryTests {
    private func list(_ harness: CommandHarness) throws -> [String] {
        try harness.succeed("category").split(separator: "\n").map { String($0.dropFirst(10)) }
    }

    @Test func categoriesAreMadeNestedColouredAndDeleted() throws {
        let harness = try CommandHarness()
        var ui = try InterfaceHarness(harness)
        ui.press("4")
        #expect(ui.lines[1] == " There are no categories. 'a' adds one.")
        ui.press("aHome")
        ui.press(.tab)
        ui.press("red\n")
        #expect(ui.lines[23].hasPrefix("added category Home"), "\(ui.lines)")
        ui.press("aGarden")
        ui.press(.tab, .tab)
        ui.press("Ho")
        ui.press(.right, .enter)
        #expect(try list(harness) == ["■ #E53935  Home", "■ #43A047  Home / Garden"])
        #expect(ui.lines[1] == "     0  ■ Home" && ui.lines[2] == "     0    ■ Garden")
        // Another name and another colour.
        ui.press("jePlants")
        ui.press(.tab)
        ui.press("blue\n")
        #expect(try list(harness) == ["■ #E53935  Home", "■ #1E88E5  Home / Plants"])
        try harness.succeed("add", "Buy seeds", "--category", "Plants")
        _ = ui.interface.storeHasChanged()
        #expect(ui.lines[2].hasPrefix("     1"))
        ui.press("x")
        #expect(
            ui.lines[23].hasPrefix("delete Plants permanently? 1 task has it. y/n:"), "\(ui.lines)")
        ui.press("n\n")
        #expect(try list(harness).count == 2)
        ui.press("x")
        ui.press("y\n")
        #expect(try list(harness) == ["■ #E53935  Home"])
        #expect(try harness.titles() == ["Buy seeds"])
    }

    @Test func whatCannotBeWrittenStays() throws {
        let harness = try CommandHarness()
        try harness.succeed("category", "add", "Home")
        var ui = try InterfaceHarness(harness)
        ui.press("4")
        ui.press("aHome\n")
        #expect(ui.lines[1] == " Add a category" && ui.lines[2].hasSuffix("Home"))
        #expect(ui.lines.contains { $0.contains("there is a category 'Home' already") })
        ui.press(.escape)
        #expect(try list(harness).count == 1)
    }

    @Test func markedTasksGetACategory() throws {
        let harness = try CommandHarness()
        try harness.succeed("category", "add", "Home")
        for title in ["One", "Two", "Three"] { try harness.succeed("add", title) }
        var ui = try InterfaceHarness(harness)
        ui.press("  ")
        ui.press("CH")
        ui.press(.tab, .enter)
        let found = try harness.succeed("list", "--query", "category:Home")
        #expect(found.split(separator: "\n").count == 3, "\(found) \(ui.lines)")
        ui.press("4\n")
        #expect(ui.lines[0].contains("› category:\"Home\""), "\(ui.lines)")
        // Which two are first is up to their ids: they are of one moment.
        let titles = ["One", "Two", "Three"].filter { found.contains($0) }
        let shown = ui.lines[2...3].joined()
        #expect(titles.count == 2 && titles.allSatisfy { shown.contains($0) }, "\(ui.lines)")
    }

    /// What belongs to another person is dim, and the key says why.
    @Test func anothersCategoryIsNotDeleted() throws {
        let people = try PeopleHarness()
        _ = try people.makePerson()
        try people.device("ana").succeed("category", "add", "Work")
        var ui = try InterfaceHarness(try people.device("ben"), columns: 120)
        ui.press("4x")
        #expect(
            ui.lines[23].hasPrefix("delete: it belongs to Ana")
                && ui.lines[23].contains("only its owner and its admins can delete it"),
            "\(ui.lines)")
        var own = try InterfaceHarness(try people.device("ana"), columns: 120)
        own.press("4x")
        #expect(own.lines[23].hasPrefix("delete Work permanently?"), "\(own.lines)")
    }
}

import RedoCommandLine
import RedoModel
import RedoScreen
import RedoStore
import TestSupport
import Testing

@testable import RedoInteractiveCommands

/// The tab of settings.
@Suite struct InterfaceSettingTests {
    private func open(_ harness: CommandHarness, at name: String) throws -> InterfaceHarness {
        var ui = try InterfaceHarness(harness, rows: 100, columns: 120)
        ui.press("8")
        try ui.select(" \(name)")
        return ui
    }

    @Test func everyKeyIsThereWithItsValueAndItsOrigin() throws {
        let harness = try CommandHarness()
        try harness.succeed("config", "sync.interval", "30")
        try harness.succeed("config", "--global", "alias.week", "list --query due:week")
        let ui = try open(harness, at: "add.words")
        for key in ConfigurationKey.all {
            #expect(ui.lines.contains { $0.hasPrefix(" \(key.name) ") }, "\(key.name)")
        }
        let interval = try #require(ui.lines.first { $0.contains(" sync.interval ") })
        #expect(interval.contains(" 30 ") && interval.hasSuffix("this store"))
        let timeout = try #require(ui.lines.first { $0.contains(" sync.timeout ") })
        #expect(timeout.contains(" 300 ") && timeout.hasSuffix("default"))
        let alias = try #require(ui.lines.first { $0.contains(" alias.week ") })
        #expect(alias.contains("list --query due:week") && alias.hasSuffix("yours"))
    }

    @Test func aValueIsEditedWithItsCheck() throws {
        let harness = try CommandHarness()
        var ui = try open(harness, at: "sync.interval")
        ui.press("\n")
        #expect(ui.lines[99] == "sync.interval, of this store: 60")
        #expect(ui.lines[98] == " Tab sets it for all your stores")
        // What is there is selected.
        ui.press("0")
        #expect(ui.lines[98] == " not a number from 1 to 86400")
        ui.press("\n")
        #expect(ui.lines[99] == "sync.interval, of this store: 0", "\(ui.lines[98...])")
        #expect(ui.lines[98].contains("not a number from 1 to 86400"))
        #expect(try harness.run("config", "sync.interval").status == 1)
        ui.press(.backspace)
        ui.press("45\n")
        #expect(try harness.succeed("config", "sync.interval") == "45\n")
        #expect(ui.lines[99].hasPrefix("set sync.interval, of this store: 45"), "\(ui.lines[99])")
        #expect(ui.lines[98].contains("of this store, in "), "\(ui.lines[98])")
        ui.press("x")
        #expect(try harness.run("config", "sync.interval").status == 1)
        ui.press("x")
        #expect(ui.lines[99].hasPrefix("delete: sync.interval has its default"))
    }

    @Test func aKeyIsSetInEitherConfiguration() throws {
        let harness = try CommandHarness()
        var ui = try open(harness, at: "ui.background")
        ui.press("\n")
        ui.press(.tab)
        ui.press("dark\n")
        #expect(try harness.succeed("config", "--global", "ui.background") == "dark\n")
        // What counts for the user alone is set there.
        ui = try open(harness, at: "core.editor")
        ui.press("\n")
        #expect(ui.lines[99].hasPrefix("core.editor, yours:"))
        ui.press(.tab)
        ui.press("vi\n")
        #expect(try harness.succeed("config", "--global", "core.editor") == "vi\n")
        // Another name is typed with its value.
        ui.press("a")
        ui.press("alias.home list --tag home\n")
        #expect(try harness.succeed("config", "alias.home") == "list --tag home\n")
        ui.press("a")
        ui.press("redo.such x\n")
        #expect(ui.lines[98].contains("error: "), "\(ui.lines[98])")
    }

    @Test func aListGetsFurtherValues() throws {
        let harness = try CommandHarness()
        try harness.succeed("config", "--global", "remind.before", "1d")
        var ui = try open(harness, at: "remind.before")
        ui.press("a")
        ui.press("2h\n")
        #expect(
            try harness.succeed("config", "--global", "--get-all", "remind.before") == "1d\n2h\n")
        #expect(ui.lines.contains { $0.contains("remind.before") && $0.contains("1d, 2h") })
    }

    /// A key that was changed counts at once.
    @Test func keysAndTabsAreFollowed() throws {
        let harness = try CommandHarness()
        var ui = try open(harness, at: "ui.tabs")
        ui.press("\n")
        ui.press("settings tasks\n")
        #expect(ui.interface.tabs.map(\.kind) == [.settings, .tasks])
        #expect(ui.interface.current == 0)
        ui.press("a")
        ui.interface.handle(.key(.tab))
        ui.press("ui.add.keys F5\n")
        #expect(ui.interface.keys.action(of: .function(5)) == .add)
    }
}

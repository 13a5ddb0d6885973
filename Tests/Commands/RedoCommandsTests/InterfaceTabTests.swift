import RedoCommandLine
import RedoModel
import RedoScreen
import RedoStore
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommandParts
@testable import RedoInteractiveCommands

/// The tabs of `redo ui`: which there are, and what is there again at the next start.
@Suite struct InterfaceTabTests {
    @Test func tabsAreChosenAndOrdered() throws {
        let harness = try CommandHarness()
        try harness.succeed("config", "ui.tabs", "log tasks")
        var ui = try InterfaceHarness(harness)
        #expect(ui.interface.tabs.map(\.kind) == [.log, .tasks])
        // A search without a list goes to the tasks.
        ui.press("/")
        #expect(ui.interface.current == 1)
        let wrong = try harness.run("config", "ui.tabs", "log taks")
        #expect(wrong.status == 129 && wrong.error.contains("not some of tasks, agenda"))
        try harness.succeed("config", "ui.tabs", "log")
        ui = try InterfaceHarness(harness)
        ui.press("/")
        #expect(ui.lines[0].hasPrefix("  1 Log  ›"), "\(ui.lines)")
        ui.press("milk")
        #expect(ui.interface.page.query == "milk")
    }

    @Test func whatWasLeftIsThereAgain() throws {
        let harness = try CommandHarness()
        for number in 10..<40 { try harness.succeed("add", "Task \(number)", "--tag", "home") }
        var ui = try InterfaceHarness(harness)
        ui.press("/tag:home\n")
        _ = ui.interface.frame()
        ui.press("jjj")
        let selected = try #require(ui.lines.first { $0.contains("▸") })
        ui.press("5")
        ui.press("jj")
        ui.interface.keepRecord()
        var next = try InterfaceHarness(harness)
        next.interface.restore()
        #expect(next.interface.current == 4)
        #expect(next.interface.record.positions[.log]?.row == 2)
        next.press("1")
        #expect(next.lines.first { $0.contains("▸") } == selected, "\(next.lines)")
        #expect(next.lines[0].hasSuffix("/tag:home"), "\(next.lines)")
        // What was not looked at again is kept.
        #expect(InterfaceRecord(next.interface.record.bytes) == next.interface.record)
        #expect(try harness.run("fsck").status == 0)
    }

    /// A record of any other content is as good as none.
    @Test(arguments: ["", "{}", "{\"tab\":\"x\"}", "{\"tab\":\"log\",\"positions\":[]}"])
    func aStrangeRecordChangesNothing(_ text: String) throws {
        let record = InterfaceRecord(Array(text.utf8))
        var ui = try InterfaceHarness(try CommandHarness())
        if let record { ui.interface.restore(record) }
        #expect(ui.interface.current == (record == nil ? 0 : 4))
    }

    @Test func aLinkOpensItsPage() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk")
        let id = try harness.succeed("list", "--ids").split(separator: "\n")[0]
        func lines(_ text: String) throws -> [String] {
            try InterfaceHarness(harness, opening: Link(text, beginnings: [])).lines
        }
        #expect(try lines("redo://settings").contains { $0.contains("add.words") })
        #expect(try lines("redo://new")[1] == " Add a task")
        let edit = try lines("redo://edit/\(id)")
        #expect(edit[1] == " Edit a task" && edit[2].hasSuffix("Buy milk"), "\(edit)")
        #expect(throws: RedoError.self) {
            try lines("redo://edit/29df12f5-dfa5-4df3-8aeb-c91a15f163e1")
        }
    }

    /// Each tab can be seen and clicked in a narrow window.
    @Test(arguments: [20, 40, 60, 80, 120])
    func theCurrentTabIsSeen(_ columns: Int) throws {
        var ui = try InterfaceHarness(try CommandHarness(), rows: 12, columns: columns)
        for number in 1...9 {
            ui.press("\(number)")
            let shown = ui.interface.shownTabs
            #expect(shown.contains { $0.number == number - 1 }, "\(shown)")
            #expect(ui.lines[0].contains("\(number) \(ui.interface.tabs[number - 1].title)"))
        }
    }
}

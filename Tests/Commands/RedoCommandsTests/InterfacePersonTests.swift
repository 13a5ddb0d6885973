import RedoCommandLine
import RedoModel
import RedoScreen
import TestSupport
import Testing

@testable import RedoInteractiveCommands

/// The tab of the user, and what they may not do.
@Suite struct InterfacePersonTests {
    private func open(_ harness: CommandHarness) throws -> InterfaceHarness {
        var ui = try InterfaceHarness(harness, rows: 30, columns: 120)
        ui.press("9")
        return ui
    }

    private func request(_ ui: inout InterfaceHarness) -> UserInterface.Request? {
        ui.interface.takeRequests().first
    }

    @Test func withoutAPersonOneIsMade() throws {
        var ui = try open(try CommandHarness())
        #expect(ui.lines[1] == " Person" && ui.lines[2].contains("none: 'a' creates one"))
        ui.press("a")
        ui.press("Ana\n")
        #expect(request(&ui) == .run(["person", "create", "--", "Ana"]))
        try ui.select("lets this device join")
        ui.press("a\n")
        #expect(request(&ui) == .run(["device", "accept"]))
    }

    @Test func devicesKeysAndRemotesAreThere() throws {
        let people = try PeopleHarness()
        _ = try people.makePerson()
        try people.join("phone")
        let ana = try people.device("ana")
        try ana.addRemote()
        var ui = try open(ana)
        let lines = ui.lines
        #expect(lines.contains { $0.hasPrefix("   Ana (") }, "\(lines)")
        #expect(lines.contains { $0.contains(": this one, added ") })
        #expect(lines.contains { $0.contains(" phone: added ") })
        #expect(lines.contains { $0.hasSuffix("unsealed, signs") })
        #expect(lines.contains { $0.contains("origin  ") && $0.hasSuffix("/away") })
        #expect(lines.contains { $0.contains("not synced yet") })
        // The command asks.
        try ui.select(" phone: added")
        let digits = try #require(lines.first { $0.contains(" phone: ") }).split(separator: " ")[0]
        ui.press("x")
        #expect(request(&ui) == .run(["device", "revoke", String(digits)]))
        ui.press("a")
        ui.press("abc\n")
        #expect(request(&ui) == .run(["device", "add", "--", "abc"]))
        try ui.select("unsealed, signs")
        ui.press("e")
        #expect(ui.lines[29].contains(": it signs already"), "\(ui.lines)")
        // A name and an address are changed here.
        try ui.select("Ana (")
        ui.press("eAnna\n")
        #expect(ui.lines.contains { $0.hasPrefix("   Anna (") }, "\(ui.lines)")
        try ui.select("origin")
        ui.press("x")
        ui.press("y\n")
        #expect(try ana.run("remote").text.isEmpty)
        try ui.select("none: 'a' adds one")
        ui.press("a")
        ui.press("home /srv/tasks\n")
        #expect(request(&ui) == .run(["remote", "add", "--", "home", "/srv/tasks"]))
    }

    // MARK: What is not allowed

    /// A task that others closed: the key is dim, it says why, and nothing is tried.
    @Test func anothersClosedTaskIsNotChanged() throws {
        let people = try PeopleHarness()
        _ = try people.makePerson()
        let (ana, ben) = (try people.device("ana"), try people.device("ben"))
        try ana.succeed("add", "Buy milk", "--priority", "5")
        // A key can be shared with when the log has it.
        try ben.succeed("add", "Own", "--priority", "1")
        var ui = try InterfaceHarness(ben, columns: 160, isColored: true)
        let count = try ana.nodeCount()
        for key in ["d", "x", "s", "e", "p", "c", "t"] {
            ui.press(key)
            #expect(
                ui.lines[23].contains(": it belongs to Ana, who does not share it with you"),
                "\(key): \(ui.lines[23])")
        }
        #expect(try ana.nodeCount() == count)
        func styles(_ ui: InterfaceHarness, of word: String) throws -> Bool {
            var copy = ui.interface
            copy.message = nil
            let frame = copy.frame()
            let line = frame.lines[23]
            let start = try #require(line.firstRange(of: word)).lowerBound
            let column = line.distance(from: line.startIndex, to: start)
            return frame.cells[23 * frame.columns + column].style == .faint
        }
        #expect(try styles(ui, of: "d done") && !styles(ui, of: "a add"))
        // With the permission to write it is as any other.
        let shared = try ana.run("share", "Buy milk", "--with", ben.user, "--as", "write")
        try #require(shared.status == 0, "\(shared)")
        _ = ui.interface.storeHasChanged()
        #expect(try !styles(ui, of: "d done"))
        ui.press("d")
        #expect(try ben.titles() == ["Own"], "\(ui.lines)")
    }

    @Test func whatHasNoUseSaysWhy() throws {
        let harness = try CommandHarness()
        var ui = try InterfaceHarness(harness, columns: 120)
        for (key, reason) in [("d", "no task is selected"), ("S", "there is no remote")] {
            ui.press(key)
            #expect(ui.lines[23].contains(": \(reason)"), "\(ui.lines[23])")
        }
        try harness.succeed("add", "Buy milk")
        _ = ui.interface.storeHasChanged()
        for (key, reason) in [(">", "it does not recur"), ("m", "the task has not diverged")] {
            ui.press(key)
            #expect(ui.lines[23].contains(": \(reason)"), "\(ui.lines[23])")
        }
    }
}

import RedoCommandLine
import RedoModel
import RedoScreen
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommandParts
@testable import RedoCommands
@testable import RedoInteractiveCommands

/// `redo ui` without a terminal: keys go in, frames come out.
@Suite struct UserInterfaceTests {
    private func interface(
        _ harness: CommandHarness, rows: Int = 12, columns: Int = 80, opening link: Link? = nil
    ) throws -> UserInterface {
        try UserInterface(
            Suite.commands,
            Surroundings(
                variables: EnvironmentVariables(harness.variables),
                directory: harness.directory.path,
                input: 0, output: 1, errors: 2), isColored: false, rows: rows, columns: columns,
            opening: link)
    }

    private func press(_ keys: String, _ interface: inout UserInterface) {
        for key in keys { interface.handle(.key(key == "\n" ? .enter : .character(key))) }
    }

    @Test func aTaskIsAddedDoneAndTakenBack() throws {
        let harness = try CommandHarness()
        var interface = try interface(harness)
        #expect(interface.frame().lines[1] == " Nothing to do. 'a' adds a task.")
        press("aBuy milk\n", &interface)
        #expect(try harness.titles() == ["Buy milk"])
        #expect(interface.frame().lines[2].hasSuffix("Buy milk"))
        #expect(interface.frame().lines[11].hasPrefix("added "))
        press("d", &interface)
        #expect(try harness.titles() == [])
        press("u", &interface)
        #expect(try harness.titles() == ["Buy milk"])
        #expect(interface.frame().lines[2].hasSuffix("Buy milk"))
    }

    /// What is typed is checked by the command that would write it, and is kept where that fails.
    @Test func aMistakeKeepsWhatWasTyped() throws {
        let harness = try CommandHarness()
        var interface = try interface(harness)
        press("aBuy milk", &interface)
        interface.handle(.key(.tab))
        press("tod", &interface)
        #expect(interface.frame().lines[9] == " error: not a valid date: 'tod' (USAGE)")
        press("\n", &interface)
        #expect(interface.frame().lines[3].hasSuffix("tod"))
        #expect(try harness.nodeCount() == 0)
        press("ay\n", &interface)
        #expect(try harness.titles() == ["Buy milk"])
    }

    @Test func onlyWhatWasChangedIsWritten() throws {
        let harness = try CommandHarness()
        try harness.succeed(
            "add", "Buy milk", "--priority", "2", "--tag", "shop,home", "--project", "a.b")
        var interface = try interface(harness)
        press("e", &interface)
        for _ in 0..<5 { interface.handle(.key(.tab)) }
        interface.handle(.key(.control("u")))
        press("home,new\n", &interface)
        let log = try harness.succeed("log", "--oneline", "-n", "1")
        let task = try harness.succeed("show", "Buy milk")
        #expect(task.contains("home, new") || task.contains("home,new"), "\(task) \(log)")
        #expect(task.contains("a.b") && task.contains("priority:     2"))
        // Nothing changed, nothing written.
        let count = try harness.nodeCount()
        press("e\n", &interface)
        #expect(try harness.nodeCount() == count)
    }

    @Test func theFormShowsNothingThatHarms() throws {
        let harness = try CommandHarness()
        let title = "Buy\u{202E}milk\u{2066}\u{61C}\u{200B}\u{E0041}now"
        try harness.succeed("add", title, "--project", title, "--tag", title)
        var interface = try interface(harness)
        press("e", &interface)
        let lines = interface.frame().lines
        #expect(lines.contains { $0.contains("milk") }, "\(lines)")
        for scalar in lines.joined().unicodeScalars {
            #expect(!scalar.properties.isDefaultIgnorableCodePoint, "\(scalar.value)")
        }
        // What was not changed stays as it is.
        let count = try harness.nodeCount()
        press("\n", &interface)
        #expect(try harness.nodeCount() == count && harness.titles() == [title])
    }

    @Test func anActionAppliesToAllThatAreMarked() throws {
        let harness = try CommandHarness()
        for title in ["One", "Two", "Three"] { try harness.succeed("add", title) }
        var interface = try interface(harness)
        press("  ", &interface)
        #expect(interface.frame().lines[11].contains("2 marked"))
        press("d", &interface)
        #expect(try harness.titles().count == 1)
    }

    @Test func aSearchIsAnsweredAsItIsTyped() throws {
        let harness = try CommandHarness()
        for title in ["Buy milk", "Call Ana", "Mow the lawn"] { try harness.succeed("add", title) }
        var interface = try interface(harness)
        press("/ana", &interface)
        #expect(interface.frame().lines[2].hasSuffix("Call Ana"))
        #expect(interface.frame().lines[3].isEmpty)
        // Escape gives the former list back; Enter keeps what was found.
        interface.handle(.key(.escape))
        #expect(interface.frame().lines.contains { $0.hasSuffix("Mow the lawn") })
    }

    @Test func backReturnsToWhereOneWas() throws {
        let harness = try CommandHarness()
        for number in 10..<40 { try harness.succeed("add", "Task \(number)") }
        var interface = try interface(harness)
        press("jjjjjjjjjjjjjjj", &interface)
        let before = interface.frame()
        press("\n", &interface)
        #expect(interface.frame().lines[0].hasSuffix("› Task"))
        interface.handle(.key(.escape))
        #expect(interface.frame() == before)
    }

    @Test func whatOthersWriteAppearsAndTheSelectionStays() throws {
        let harness = try CommandHarness()
        for title in ["One", "Two"] { try harness.succeed("add", title, "--priority", "3") }
        var interface = try interface(harness)
        press("j", &interface)
        let selected = try #require(interface.frame().lines.first { $0.contains("▸") })
        try harness.succeed("add", "Urgent", "--priority", "5", "--due", "2025-01-01")
        press("aTyped so far", &interface)
        let isRead = interface.storeHasChanged()
        #expect(isRead)
        #expect(interface.frame().lines[2].hasSuffix("Typed so far"))
        interface.handle(.key(.escape))
        let frame = interface.frame()
        #expect(frame.lines.contains { $0.hasSuffix("Urgent") })
        #expect(frame.lines.first { $0.contains("▸") }?.suffix(3) == selected.suffix(3))
    }

    /// What the interface writes is read once; what another process writes at the same time is not lost.
    @Test func ownWritesAreReadOnce() throws {
        let harness = try CommandHarness()
        var interface = try interface(harness)
        press("aBuy milk\n", &interface)
        var readings = [interface.storeHasChanged()]
        try harness.succeed("add", "Call Ana")
        readings += [interface.storeHasChanged(), interface.storeHasChanged()]
        #expect(readings == [false, true, false])
        #expect(interface.frame().lines.contains { $0.hasSuffix("Call Ana") })
    }

    @Test func theLogIsWalkedAlong() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk")
        try harness.succeed("edit", "Buy milk", "--priority", "1")
        var interface = try interface(harness, rows: 40)
        press("5", &interface)
        #expect(interface.frame().lines[1].contains("sha256:"))
        press("\n", &interface)
        let node = interface.frame().lines
        #expect(node[0].hasSuffix("› Node") && node.contains { $0.contains("\"UPDATE\"") })
    }

    /// A log is asked for in parts, until there is no more.
    @Test func theLogScrollsToItsEnd() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "-", input: (0..<250).map { "Task \($0)\n" }.joined())
        var interface = try interface(harness, rows: 30)
        press("5", &interface)
        for _ in 0..<4 { interface.handle(.key(.end)) }
        let last = try #require(try harness.run("log", "--graph").lines.last { !$0.isEmpty })
        #expect(
            interface.frame().lines.contains { $0.hasSuffix(last.drop { $0 == " " || $0 == "|" }) })
    }

    /// What Escape did is taken back where it turns out to have been the beginning of a longer key.
    @Test func aLateKeyStandsInThePlaceOfItsEscape() throws {
        let harness = try CommandHarness()
        for title in ["One", "Two"] { try harness.succeed("add", title) }
        var interface = try interface(harness)
        press("/o", &interface)
        let before = interface.frame().lines
        interface.handle(.key(.escape))
        #expect(interface.frame().lines != before)
        interface.handle(.insteadOfEscape(.key(.down)))
        press("n", &interface)
        #expect(interface.frame().lines[11] == "/on")
        // What came in between is not taken back.
        interface.handle(.key(.escape))
        press("j", &interface)
        interface.handle(.insteadOfEscape(.key(.down)))
        #expect(interface.frame().lines[11].contains("2/2"))
    }

    @Test func aLinkIsShownFirst() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk")
        let id = try harness.succeed("list", "--ids").split(separator: "\n")[0]
        var interface = try interface(
            harness, opening: Link("task://taskId/\(id)", beginnings: []))
        #expect(interface.frame().lines[1] == "Buy milk")
    }

    @Test func keysAreConfigured() throws {
        let harness = try CommandHarness()
        try harness.succeed("config", "--global", "ui.add.keys", "n F5")
        // A store that others made changes no keys.
        try harness.succeed("config", "ui.mark.keys", "n")
        var interface = try interface(harness)
        press("nBuy milk\n", &interface)
        #expect(try harness.titles() == ["Buy milk"])
        press("a", &interface)
        #expect(!interface.frame().lines[1].contains("Add a task"))
    }

    /// A command that cannot sign gets the terminal; the sheet stays until it is written.
    @Test func withoutAKeyTheCommandGetsTheTerminal() throws {
        var harness = try CommandHarness()
        harness.variables["HOME"] = harness.directory.path + "/elsewhere"
        var interface = try interface(harness)
        press("aBuy milk\n", &interface)
        guard case .run(let words)? = interface.takeRequests().first else {
            Issue.record("no command got the terminal")
            return
        }
        #expect(words == ["add", "--words", "--", "Buy milk"])
        #expect(interface.frame().lines[2].hasSuffix("Buy milk"))
        interface.commandEnded(isDone: false)
        #expect(interface.frame().lines[2].hasSuffix("Buy milk"))
        interface.commandEnded(isDone: true)
        #expect(!interface.frame().lines[1].contains("Add a task"))
    }

    /// Text of others is harmless where it is shown.
    @Test func aTitleCannotControlTheTerminal() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "\u{1B}]0;x\u{7}evil\u{9B}2J\u{202E}")
        var interface = try interface(harness, columns: 120)
        for key in ["1", "2", "5", "1", "\n"] { press(key, &interface) }
        press("e", &interface)
        let text = interface.frame().lines.joined()
        #expect(
            !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    }

    /// Whatever comes in whatever order, in whatever size: a frame of that size, and no write fails silently.
    @Test func anyKeysInAnySizeGiveAFrame() throws {
        let seed = Seed()
        var random = seed.generator
        let harness = try CommandHarness()
        for number in 0..<5 { try harness.succeed("add", "Task \(number)", "--due", "tomorrow") }
        var interface = try interface(harness)
        let keys: [Key] =
            [
                .up, .down, .left, .right, .enter, .escape, .tab, .backTab, .home, .end, .pageDown,
                .backspace,
            ]
            + "123456789adexsu/:?y jkgGl".map { .character($0) }
        var size = (rows: 12, columns: 80)
        for _ in 0..<250 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                size = (.random(in: 1...30, using: &random), .random(in: 1...130, using: &random))
                interface.handle(.resize(rows: size.rows, columns: size.columns))
            case 1: interface.handle(.paste("pasted\ntext 日本"))
            case 2:
                interface.handle(
                    .click(
                        row: .random(in: 0...30, using: &random),
                        column: .random(in: 0...130, using: &random),
                        isDouble: Bool.random(using: &random)))
            case 3: interface.handle(.scroll(.random(in: -3...3, using: &random)))
            default: interface.handle(.key(keys.randomElement(using: &random) ?? .up))
            }
            let frame = interface.frame()
            #expect(frame.rows == size.rows && frame.columns == size.columns, seed.replay)
            _ = interface.takeRequests()
        }
        #expect(try harness.run("fsck").status == 0, seed.replay)
    }
}

import RedoJSON
import RedoScreen
import TestSupport
import Testing

@testable import RedoInteractiveCommands

/// A task that has diverged, side by side.
@Suite struct InterfaceMergeTests {
    @Test func sidesStandBesideEachOtherAndAreChosenByField() throws {
        let harness = try CommandHarness()
        let (task, nodes) = try harness.diverge()
        var ui = try InterfaceHarness(harness, rows: 24, columns: 100)
        ui.press("m")
        #expect(ui.lines[1].contains("this side") && ui.lines[1].contains("other"))
        let title = try #require(ui.lines.first { $0.hasPrefix(" title") })
        #expect(title.split(separator: " ") == ["title", "Left", "Right", "Right"], "\(title)")
        // The last change wins unless a side is taken.
        try ui.select(" title")
        ui.press(" ")
        let chosen = try #require(ui.lines.first { $0.hasPrefix(" title") })
        #expect(
            chosen.split(separator: " ") == ["title", "●", "Left", "Right", "Left"], "\(chosen)")
        ui.press("m")
        #expect(try harness.titles() == ["Left"])
        #expect(try harness.run("heads", task).lines.count == 1)
        #expect(ui.interface.page is TaskListPage)
        // What is written is what the command would write.
        let node = try #require(
            try harness.run("heads", task).lines.first?.split(separator: " ").last)
        let text = try harness.succeed("cat-node", String(node))
        #expect(text.contains(nodes[1]) && text.contains(nodes[2]) && text.contains("\"MERGE\""))
    }

    @Test func aValueIsTypedOrTheCommandDecides() throws {
        let harness = try CommandHarness()
        _ = try harness.diverge()
        var ui = try InterfaceHarness(harness)
        ui.press("m")
        try ui.select(" title")
        ui.press("e")
        ui.press(.control("u"))
        ui.press("Both\n")
        #expect(ui.lines.contains { $0.hasPrefix(" title") && $0.hasSuffix("● Both") })
        // Space goes on from a typed value to what the command decides, and then from side to side.
        ui.press(" ")
        #expect(!ui.lines.contains { $0.contains("●") })
        for place in 0..<3 {
            ui.press(" ")
            #expect(ui.lines.contains { $0.contains("●") } == (place < 2))
        }
        // What a field cannot have is refused, and nothing is lost.
        try ui.select(" priority")
        ui.press("e")
        ui.press(.control("u"))
        ui.press("x\n")
        #expect(
            ui.lines.contains { $0.contains("error: ") && $0.contains("(USAGE)") }, "\(ui.lines)")
        ui.press(.escape)
        #expect(try harness.titles() == ["Right"])
        #expect(try harness.run("heads", "--diverged").lines.count == 2)
    }

    @Test func aTaskWithOneHeadHasNothingToMerge() throws {
        let harness = try CommandHarness()
        try harness.succeed("add", "Buy milk")
        var ui = try InterfaceHarness(harness)
        ui.press("m")
        #expect(ui.lines[23].hasPrefix("merge: the task has not diverged"))
    }

    @Test func whatDivergedIsAListThatLeadsToTheSides() throws {
        let harness = try CommandHarness()
        _ = try harness.diverge()
        var ui = try InterfaceHarness(harness)
        ui.press("5R")
        try ui.select("diverged")
        ui.press("\n")
        #expect(ui.lines.contains { $0.hasPrefix("29df12f5-") })
        ui.press("\n")
        #expect(ui.interface.page is MergePage)
        ui.press("m")
        #expect(try harness.run("heads", "--diverged").status == 1)
    }

    /// For programs.
    @Test func whatAMergeWritesIsJSON() throws {
        let harness = try CommandHarness()
        let (task, nodes) = try harness.diverge()
        let line = try harness.succeed("merge", "--dry-run", "--json", task)
        let root = try JSONDocument(Array(line.utf8.dropLast())).root.value
        #expect(root["task"] == .string(JSONString(task)))
        #expect(root["base"] == .string(JSONString(nodes[0])))
        let read = RedoInteractiveCommands.DivergedTask(line.utf8)
        let diverged = try #require(read)
        #expect(Set(diverged.heads.map(\.node)) == Set(nodes.dropFirst()))
        #expect(diverged.heads.filter(\.isOwn).map(\.node) == [nodes[1]])
        let fields = diverged.fields.map { ($0.path, $0.isConflict, $0.merged) }
        #expect(fields.map(\.0) == ["priority", "title"] && fields.map(\.1) == [false, true])
        #expect(fields.map(\.2) == [5, "Right"])
        #expect(try harness.run("merge", "--json", task).status == 129)
        #expect(try harness.run("heads", "--diverged").lines.count == 2)
    }
}

import Foundation
import TestSupport
import Testing

/// Undo goes by the order of commands, whatever the clock said.
@Suite struct UndoOrderTests {
    var commands: CommandHarness

    init() throws { commands = try CommandHarness() }

    private mutating func at(_ minute: Int, _ words: String...) throws -> CommandOutcome {
        commands.variables["REDO_WALL"] =
            "2025-11-16T\(minute < 0 ? "11" : "12"):\(abs(minute) < 10 ? "0" : "")\(abs(minute)):00.000Z"
        return try commands.run(words)
    }

    @Test mutating func theLastCommandIsTakenBack() throws {
        _ = try at(30, "add", "A")
        _ = try at(-30, "add", "B")
        let first = try at(-31, "undo")
        #expect(first.status == 0 && first.text.hasPrefix("archived B, "), "\(first)")
        let second = try at(-32, "undo")
        #expect(second.status == 0 && second.text.hasPrefix("archived A, "), "\(second)")
        let forward = try at(-33, "undo", "--forward")
        #expect(forward.status == 0 && forward.text.contains("A"), "\(forward)")
        #expect(try commands.titles() == ["A"])
    }

    @Test mutating func aDeletionIsTakenBackByAClockThatWasSetBack() throws {
        _ = try at(30, "add", "B")
        _ = try at(-30, "delete", "B")
        let outcome = try at(-31, "undo")
        #expect(outcome.status == 0 && !outcome.text.contains("unchanged"), "\(outcome)")
        #expect(try commands.titles() == ["B"])
    }

    @Test mutating func aChangeOfOneTaskIsTakenBackInItsOrder() throws {
        _ = try at(30, "add", "B")
        _ = try at(-30, "edit", "B", "-p", "5")
        _ = try at(-40, "edit", "B", "-p", "4")
        #expect(try at(-41, "undo", "B").status == 0)
        #expect(try commands.succeed("list", "--json").contains(#""priority":5"#))
    }

    /// Without its records a store goes by what nodes follow.
    @Test mutating func withoutRecordsCausalityCounts() throws {
        _ = try at(30, "add", "B")
        _ = try at(-30, "edit", "B", "-p", "5")
        _ = try at(-40, "edit", "B", "-p", "4")
        try FileManager.default.removeItem(atPath: "\(commands.directory.path)/.redo/operations")
        #expect(try at(-41, "undo").status == 0)
        #expect(try commands.succeed("list", "--json").contains(#""priority":5"#))
    }

    @Test mutating func theOperationsAreListedInTheirOrder() throws {
        for (minute, title) in [(30, "A"), (-30, "B"), (10, "C")] {
            _ = try at(minute, "add", title)
        }
        let lines = try at(50, "op", "log").lines.filter { !$0.hasPrefix(" ") }
        #expect(
            lines.map { $0.dropFirst(26).prefix(8) } == ["  add  C", "  add  B", "  add  A"],
            "\(lines)")
        let names = lines.map { String($0.prefix(8)) }
        let restored = try at(51, "op", "restore", names[1])
        #expect(restored.status == 0, "\(restored)")
        #expect(Set(try commands.titles()) == ["A", "B"])
    }

    /// What takes nothing back is not a success, and does not call the task unchanged.
    @Test mutating func whatCannotBeTakenBackIsNotDone() throws {
        _ = try at(1, "add", "B")
        commands.variables["REDO_DEVICE"] = "other"
        _ = try at(2, "archive", "B")
        commands.variables["REDO_DEVICE"] = "test"
        let outcome = try at(3, "undo")
        #expect(outcome.status == 1 && outcome.text == "nothing to take back of B\n", "\(outcome)")
        #expect(try at(4, "undo").text == "there is nothing to take back\n")
    }

    @Test mutating func damagedAndMissingRecordsAreNamed() throws {
        for (minute, title) in ["A", "B", "C", "D"].enumerated() {
            _ = try at(minute, "add", title)
        }
        let directory = "\(commands.directory.path)/.redo/operations"
        try FileManager.default.removeItem(atPath: "\(directory)/0000000000000002")
        try FileManager.default.removeItem(atPath: "\(directory)/0000000000000003")
        try Data("{}\n".utf8).write(to: URL(filePath: "\(directory)/0000000000000003"))
        let listed = try at(9, "op", "log")
        #expect(listed.status == 3, "\(listed)")
        let lines = listed.lines.filter { !$0.hasPrefix(" ") }
        #expect(lines.count == 4)
        #expect(lines[1] == "--------  operations/0000000000000003 is not a record of an operation")
        #expect(lines[2] == "--------  the record of operation 2 is missing")
        let objects = try at(9, "op", "log", "--json")
        #expect(
            objects.status == 3 && objects.text.contains(#""kind":"damaged""#)
                && objects.text.contains(#""kind":"missing""#))
        let undo = try at(9, "undo")
        #expect(undo.status == 0 && undo.text.hasPrefix("archived D"), "\(undo)")
        #expect(
            undo.codedError.contains("STORAGE_004")
                && undo.codedError.contains("1 damaged and 1 missing"),
            "\(undo)")
        // Their nodes are known, so undo goes on in the order of time.
        for title in ["C", "B", "A"] {
            #expect(try at(10, "undo").text.hasPrefix("archived \(title)"))
        }
    }

    @Test mutating func aLargeOperationIsListedInShort() throws {
        let count = 45
        commands.variables["REDO_WALL"] = "2025-11-16T12:00:00.000Z"
        let titles = (1...count).map { "Task number \($0)" }.joined(separator: "\n")
        #expect(try commands.run("add", "-", input: titles).status == 0)
        let listed = try commands.run("op", "log", "-n", "1")
        #expect(listed.status == 0 && listed.lines.count == 22, "\(listed)")
        let first = try #require(listed.lines.first)
        #expect(first.contains("… and 25 more (CREATE, CREATE_TODO; 90 nodes)"), "\(first)")
        #expect(first.count <= 110)
        #expect(listed.lines.last == "    undo: the same for 25 further tasks")
        // Programs get all.
        let object = try commands.run("op", "log", "-n", "1", "--json").text
        #expect(object.contains("Task number 45") && object.contains("archive Task number 45"))
    }
}

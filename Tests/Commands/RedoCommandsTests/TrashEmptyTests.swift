import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo trash empty` and `redo gc`: what is deleted for good, and what is not.
@Suite struct TrashEmptyTests {
    let store: TaskStore
    let task: String

    init() throws {
        store = try TaskStore()
        task = try store.add("Water", "--draft", extra: Self.day(0))
        try #require(store.run("delete", [task], extra: Self.day(0)).status == 0)
    }

    /// Noon so many days after the deletion.
    static func day(_ day: Int, _ time: String = "12:00:00.000") -> [String: String] {
        let days = (16 + day - 1)
        let (month, rest) = days < 30 ? (11, days) : days < 61 ? (12, days - 30) : (13, days - 61)
        let date =
            month < 13
            ? "2025-\(month)-\(rest < 9 ? "0" : "")\(rest + 1)"
            : "2026-01-\(rest < 9 ? "0" : "")\(rest + 1)"
        return ["REDO_WALL": "\(date)T\(time)Z"]
    }

    static let commands = [["gc"], ["trash", "empty"]]

    func empty(_ command: [String], _ extra: [String: String]) throws -> CommandOutcome {
        try store.run(command[0], Array(command.dropFirst()), extra: extra)
    }

    var isThere: Bool { get throws { try store.state(of: task) != nil } }

    @Test(arguments: commands) func afterThirtyDaysItIsDeleted(_ command: [String]) throws {
        let early = try empty(command, Self.day(30, "11:59:59.999"))
        #expect(early.status == (command == ["gc"] ? 0 : 1), "\(early)")
        #expect(try isThere)
        let outcome = try empty(command, Self.day(30))
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(
            outcome.text.hasPrefix(
                command == ["gc"] ? "deleted 1 task of the trash permanently\n" : "deleted Water\n")
        )
        #expect(try !isThere)
        #expect(try store.nodes().last?.action == "DELETE")
        try store.expectSound()
    }

    @Test func whatStaysIsSaid() throws {
        let outcome = try empty(["trash", "empty"], Self.day(1))
        #expect(outcome.status == 1 && outcome.text == "Water stays until 2025-12-16 12:00\n")
    }

    /// What this store itself has seen counts.
    @Test(arguments: commands) func aStoreCountsItsOwnDays(_ command: [String]) throws {
        try FileManager.default.removeItem(atPath: store.runner.path(".redo/trash"))
        _ = try empty(command, Self.day(40))
        #expect(try isThere)
        _ = try empty(command, Self.day(69))
        #expect(try isThere)
        _ = try empty(command, Self.day(70))
        #expect(try !isThere)
    }

    /// A record that was damaged says nothing.
    @Test(arguments: ["", "x", "2025", "0000"]) func aDamagedRecordCountsAsNone(_ text: String)
        throws
    {
        let path = store.runner.path(".redo/trash")
        var record = try String(contentsOfFile: path, encoding: .utf8)
        record = record.replacing("2025-11-16", with: "2024-11-16")
        try Data((text.isEmpty ? record : text).utf8).write(to: URL(filePath: path))
        _ = try empty(["gc"], Self.day(31))
        #expect(try isThere)
        _ = try empty(["gc"], Self.day(61))
        #expect(try !isThere)
    }

    @Test(
        arguments: commands,
        [
            ["REDO_WALL": "2027-03-01T12:00:00.000Z"], ["REDO_WALL": "2025-11-16T11:59:59.999Z"],
        ])
    func aClockThatIsWrongDeletesNothing(_ command: [String], _ clock: [String: String]) throws {
        let before = try store.runner.contents(of: ".redo/trash")
        let outcome = try empty(command, clock)
        #expect(outcome.status == (command == ["gc"] ? 0 : 1), "\(outcome)")
        if command != ["gc"] {
            #expect(outcome.text.hasPrefix("nothing is deleted: the clock shows "), "\(outcome)")
        }
        #expect(try isThere)
        // Nor are days counted by it.
        #expect(try store.runner.contents(of: ".redo/trash") == before)
    }

    /// Another device's clock is ahead: as long as that node is in the future, nothing is deleted.
    @Test func aNodeFromTheFutureKeepsTheTrash() throws {
        try store.add("Other", "--draft", extra: Self.day(50))
        _ = try empty(["gc"], Self.day(40))
        #expect(try isThere)
        _ = try empty(["gc"], Self.day(50))
        #expect(try !isThere)
    }

    /// A deletion by a clock that is behind the newest node starts no days: the next look with a good one does.
    @Test func aDeletionByAWrongClockCountsFromTheNextLook() throws {
        try store.add("Other", "--draft", extra: Self.day(30))
        let oil = try store.add("Oil", "--draft", extra: Self.day(1))
        try #require(store.run("delete", [oil], extra: Self.day(1)).status == 0)
        _ = try empty(["gc"], Self.day(32))
        _ = try empty(["gc"], Self.day(61))
        #expect(try store.state(of: oil) != nil)
        _ = try empty(["gc"], Self.day(62))
        #expect(try store.state(of: oil) == nil)
    }

    /// What a clock that was ahead has counted does not stand: the days begin with the clock as it is.
    @Test func daysThatBeginInTheFutureBeginNow() throws {
        _ = try store.run("restore", [task], extra: Self.day(0))
        #expect(try store.run("delete", [task], extra: Self.day(0)).status == 0)
        let lost = ".redo/trash"
        try FileManager.default.removeItem(atPath: store.runner.path(lost))
        _ = try store.run("trash", ["list"], extra: Self.day(40))
        _ = try empty(["gc"], Self.day(5))
        _ = try empty(["gc"], Self.day(34))
        #expect(try isThere)
        _ = try empty(["gc"], Self.day(35))
        #expect(try !isThere)
    }

    @Test(arguments: commands) func whatOthersOwnStays(_ command: [String]) throws {
        let other = try TaskStore()
        let lawn = try other.add("Lawn", "--draft", extra: Self.day(0))
        try store.receive(from: other)
        #expect(try store.run("delete", [lawn], extra: Self.day(0)).status == 0)
        let outcome = try empty(command, Self.day(31))
        if command != ["gc"] {
            #expect(
                outcome.text == "deleted Water\nLawn stays: another person owns it\n"
                    && outcome.status == 1, "\(outcome)")
        }
        #expect(try !isThere)
        #expect(try store.state(of: lawn)?["archived"] == true)
        let listed = try store.run("trash", ["list"], extra: Self.day(31))
        #expect(listed.text.hasSuffix("  Lawn (stays: another person owns it)\n"))
    }

    /// What came of another device, or was done here, starts the days anew.
    @Test(arguments: [
        [["edit", "Water", "-p", "5"]], [["restore", "Water"], ["delete", "Water"]],
        [["restore", "Water"], ["undo"]],
    ])
    func aChangeStartsTheDaysAnew(_ commands: [[String]]) throws {
        for command in commands {
            #expect(try empty(command, Self.day(20)).status == 0)
        }
        _ = try empty(["gc"], Self.day(31))
        #expect(try isThere)
        _ = try empty(["gc"], Self.day(61))
        #expect(try !isThere)
    }

    @Test func moreDaysAreWaited() throws {
        #expect(try store.run("config", ["gc.trashDays", "40"]).status == 0)
        _ = try empty(["gc"], Self.day(39))
        #expect(try isThere)
        _ = try empty(["gc"], Self.day(40))
        #expect(try !isThere)
    }

    @Test(arguments: ["29", "0", "-1", "many"]) func fewerDaysAreNot(_ days: String) throws {
        let refused = try store.run("config", ["gc.trashDays", days])
        #expect(refused.status == 129, "\(refused)")
        try store.configure("[gc]\n\ttrashDays = \(days)")
        _ = try empty(["gc"], Self.day(29))
        #expect(try isThere)
        _ = try empty(["gc"], Self.day(30))
        #expect(try !isThere)
    }

    @Test func aDryRunDeletesNothing() throws {
        let outcome = try empty(["trash", "empty", "-n"], Self.day(30))
        #expect(outcome.status == 0 && outcome.text == "would delete Water\n", "\(outcome)")
        #expect(try isThere)
    }

    @Test(arguments: [("y", true), ("n", false)])
    func onATerminalItIsAsked(_ answer: String, _ isDeleted: Bool) throws {
        let outcome = try store.runner.shell(
            """
            export REDO_WALL=2025-12-16T12:00:00.000Z
            printf '\(answer)\\n' | script -qec 'stty -onlcr -echo; redo-trash empty' /dev/null
            """)
        #expect(outcome.text.contains("delete Water permanently? [y/N] "), "\(outcome)")
        #expect(outcome.status == (isDeleted ? 0 : 1))
        #expect(try isThere != isDeleted)
        let forced = try store.runner.shell(
            """
            export REDO_WALL=2025-12-16T12:00:00.000Z
            script -qec 'stty -onlcr -echo; redo-trash empty -f' /dev/null </dev/null
            """)
        #expect(forced.status == 0 && !forced.text.contains("[y/N]"), "\(forced)")
        #expect(try !isThere)
    }

    /// The command that packs by itself deletes as well, and what it did itself is what undo takes back.
    @Test func maintenanceThatRunsByItselfEmptiesTheTrash() throws {
        #expect(try store.run("config", ["gc.auto", "1"]).status == 0)
        for number in 0..<200 where try isThere {
            try store.add("Task \(number)", "--draft", extra: Self.day(30 + number / 20))
        }
        #expect(try !isThere)
        let last = try #require(store.nodes().filter { $0.action == "CREATE" }.last)
        let undone = try store.run("undo", extra: Self.day(50))
        #expect(
            undone.text.hasPrefix("archived \(last.content?["title"]?.text ?? ""), "), "\(undone)")
    }

    @Test func withoutAKeyTheStoreIsPackedAllTheSame() throws {
        _ = try store.runner.shell("rm -rf \"$HOME/.config/redo/keys\" config/redo/keys")
        let outcome = try empty(["gc"], Self.day(31))
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(outcome.text.hasPrefix("packed "))
    }

    /// Nothing is deleted of a log that is not whole.
    @Test func aDamagedLogKeepsTheTrash() throws {
        let other = try store.add("Other", "--draft", extra: Self.day(1))
        let last = try #require(store.nodes(of: other).last?.nodeID)
        let file = store.runner.path(store.runner.objectName(last))
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try FileManager.default.removeItem(atPath: file)
        // It is known whose node it is, so the task in the trash is whole.
        try Data(text.replacing("CREATE", with: "CREATX").utf8).write(to: URL(filePath: file))
        _ = try empty(["gc"], Self.day(31))
        #expect(try store.run("trash", ["list"], extra: Self.day(31)).text.contains("Water"))
        #expect(try empty(["trash", "empty"], Self.day(31)).status == 128)
        #expect(try store.run("trash", ["list"], extra: Self.day(31)).text.contains("Water"))
    }

    @Test func anEmptyTrashIsSaid() throws {
        #expect(try store.run("restore", [task], extra: Self.day(1)).status == 0)
        let outcome = try empty(["trash", "empty"], Self.day(40))
        #expect(outcome.status == 0 && outcome.text == "the trash is empty\n")
        #expect(try store.run("trash", ["list"]).codedError == "note: the trash is empty\n")
    }
}

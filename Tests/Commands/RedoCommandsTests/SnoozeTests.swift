import RedoJSON
import TestSupport
import Testing

/// `redo snooze`: the three forms of SNOOZE (protocol, section 3).
@Suite struct SnoozeTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    static let due = "2025-11-20T09:00:00.000Z"

    func deadlines(_ task: String) throws -> [String?] {
        try store.state(of: task)?.todos.map { $0["deadline"]?.text } ?? []
    }

    @Test(arguments: TaskStore.dialects)
    func byDays(_ dialect: String) throws {
        let task = try store.add("Call", "--due", Self.due, "--dialect", dialect)
        let made = try #require(store.nodes().last)
        let (text, nodes) = try store.nodesWritten(
            by: "snooze", "Call", "--days", "3", "--dialect", dialect)
        #expect(text == "snoozed Call, due Sun 23 Nov 09:00 (in 7 days)\n")
        try #require(nodes.count == 1)
        #expect(nodes[0].action == "SNOOZE" && nodes[0].dialect == dialect)
        #expect(nodes[0].parents == [made.nodeID] && nodes[0].lamport == 3)
        #expect(
            nodes[0].content
                == ["daysToExtend": 3, "todoTaskId": made.content?["todoTaskId"] ?? .null])
        #expect(try deadlines(task) == ["2025-11-23T09:00:00.000Z"])
        try store.expectSound()
    }

    @Test(arguments: TaskStore.dialects)
    func toATime(_ dialect: String) throws {
        let task = try store.add("Call", "--due", Self.due, "--dialect", dialect)
        let made = try #require(store.nodes().last)
        let (text, nodes) = try store.nodesWritten(
            by: "snooze", "Call", "--due", "2025-11-19T08:00:00+01:00", "--dialect", dialect)
        #expect(text == "snoozed Call, due Wed 19 Nov 07:00 (in 3 days)\n")
        #expect(
            nodes.map(\.content) == [
                [
                    "newDeadline": "2025-11-19T07:00:00.000Z",
                    "todoTaskId": made.content?["todoTaskId"] ?? .null,
                ]
            ])
        #expect(nodes.map(\.dialect) == [dialect])
        #expect(try deadlines(task) == ["2025-11-19T07:00:00.000Z"])
        try store.expectSound()
    }

    @Test func outOfSightForAWhile() throws {
        let task = try store.add("Call", "--due", Self.due)
        let (text, nodes) = try store.nodesWritten(by: "snooze", "Call", "--until", "+2d")
        #expect(text == "snoozed Call, hidden until Tue 18 Nov 12:00 (in 2 days)\n")
        #expect(nodes.map(\.content) == [["snoozeUntil": "2025-11-18T12:00:00.000Z"]])
        #expect(try store.state(of: task)?["snoozedUntil"] == "2025-11-18T12:00:00.000Z")
        #expect(try deadlines(task) == [Self.due])
        #expect(try store.run("list").lines.count == 1)
        #expect(try store.run("list", ["--all"]).text.hasSuffix("Call (snoozed)\n"))
        let before = ["REDO_WALL": "2025-11-18T11:59:59.999Z"]
        #expect(try store.run("list", extra: before).lines.count == 1)
        let after = ["REDO_WALL": "2025-11-18T12:00:00.000Z"]
        #expect(try store.run("list", extra: after).text.hasSuffix("  Call\n"))
        try store.expectSound()
    }

    /// A task is hidden without regard to its to-dos.
    @Test func aDraftCanBeHidden() throws {
        try store.add("Idea", "--draft")
        _ = try store.nodesWritten(by: "snooze", "Idea", "--until", "tomorrow")
        #expect(try store.run("list").lines.count == 1)
    }

    @Test func withoutADeadlineDaysCountFromNow() throws {
        let task = try store.add("Call")
        let text = try store.nodesWritten(by: "snooze", "Call", "--days", "1").text
        #expect(text == "snoozed Call, due Mon 17 Nov 12:00 (tomorrow)\n")
        #expect(try deadlines(task) == ["2025-11-17T12:00:00.000Z"])
    }

    @Test(arguments: TaskStore.dialects)
    func theYearsEndWith9999(_ dialect: String) throws {
        let task = try store.add("Call", "--due", Self.due, "--dialect", dialect)
        let text = try store.nodesWritten(
            by: "snooze", "Call", "--days", "9007199254740991", "--dialect", dialect
        ).text
        #expect(text == "snoozed Call, due Fri 31 Dec 9999 (in 7979 years)\n")
        #expect(try deadlines(task) == ["9999-12-31T23:59:59.999Z"])
    }

    @Test(arguments: ["9007199254740992", "9223372036854775807"])
    func moreDaysThanANodeCanHoldAreRefused(_ days: String) throws {
        try store.add("Call")
        try store.expectNothingWritten(
            by: "snooze", ["Call", "--days", days], status: 1,
            error: "error: E_SCHEMA_MISMATCH: daysToExtend ")
    }

    /// The same again would win over a change made elsewhere.
    @Test(arguments: [["--due", due], ["--until", "2025-11-18"]])
    func whatIsSoAlreadyIsNotWritten(_ arguments: [String]) throws {
        try store.add("Call", "--due", Self.due)
        _ = try store.run("snooze", ["Call", "--until", "2025-11-18"])
        let words =
            arguments[0] == "--due"
            ? "due Thu 20 Nov 09:00 (in 4 days)" : "hidden until Tue 18 Nov (in 2 days)"
        try store.expectNothingWritten(
            by: "snooze", ["Call"] + arguments, status: 0, output: "unchanged Call, \(words)\n")
    }

    @Test(arguments: ["draft", "finished"], [["--days", "1"], ["--due", "today"]])
    func withoutAnOpenToDoThereIsNothingToPutOff(_ title: String, _ option: [String]) throws {
        try store.add("draft", "--draft")
        try store.add("finished")
        _ = try store.run("done", ["finished"])
        try store.expectNothingWritten(
            by: "snooze", [title] + option, status: 1,
            error: title == "draft"
                ? "error: TASK_001: 'draft' has no deadline yet\n"
                : "error: TASK_001: 'finished' is already done, on 2025-11-16 12:00\n")
    }

    @Test(arguments: [
        [], ["--days", "0"], ["--days", "-1"], ["--days", "x"], ["--days", "1.5"],
        ["--due", "someday"], ["--until", ""], ["--days", "1", "--due", "today"],
        ["--due", "today", "--until", "today"], ["--until", "today", "--dialect", "payload"],
        ["--days", "1", "--dialect", "pidgin"],
    ])
    func wrongUsageWritesNothing(_ arguments: [String]) throws {
        try store.add("Call")
        try store.expectNothingWritten(
            by: "snooze", ["Call"] + arguments, status: 129, error: "error: USAGE: ")
    }
}

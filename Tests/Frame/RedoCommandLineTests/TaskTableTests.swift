import RedoJSON
import RedoStore
import RedoSystem
import TestSupport
import Testing

@testable import RedoCommandLine
@testable import RedoModel

/// Tasks as a table for people.
@Suite struct TaskTableTests {
    /// This process's clock and zone, which nothing else in these tests looks at.
    static let pinned: Void = {
        Environment.set("REDO_WALL", to: "2025-11-16T12:00:00.000Z")
        Environment.set("TZ", to: "UTC")
    }()

    static func instant(_ text: String) -> Instant { Instant(iso8601: Array(text.utf8).span)! }

    /// - Parameter digit: the first four of the id.
    static func task(
        _ title: JSONString, digit: Character = "a", priority: Int = 3, deadline: JSONString? = nil,
        points: Double = 1, isDraft: Bool = false
    ) throws -> TaskState {
        let created = instant("2025-11-16T12:00:00.000Z")
        let owner = UserID(text: Array(repeating: UInt8(ascii: "a"), count: 32).span)
        let prefix = String(repeating: digit, count: 8)
        var task = TaskState(
            id: try #require(TaskID("\(prefix)-1111-4111-8111-111111111111")),
            owner: try #require(owner),
            created: created, lastUpdated: created, fields: TaskFieldTable())
        task.fields["title"] = .string(title)
        task.fields["priority"] = .number(Double(priority))
        task.fields["storyPoints"] = .number(points)
        if isDraft { return task }
        let node = ReplayPosition(
            timestamp: Timestamp(lamport: 2, wall: created),
            id: try #require(NodeID("sha256:" + String(repeating: "0", count: 64))))
        task.todos = [
            TodoState(
                id: TodoID(unnamedTodoOf: node.id), task: task.id, deadline: deadline, notes: "",
                title: nil, completed: nil, madeBy: node)
        ]
        return task
    }

    static func text(_ tasks: [TaskState], rank: String = "classic", isStyled: Bool = false) throws
        -> String
    {
        _ = pinned
        let directory = try TemporaryDirectory()
        _ = try Store.create(at: directory.path, configuration: Configuration())
        let store = try Store(
            opening: StoreLocation(path: directory.path, origin: .named),
            userConfiguration: try Configuration(parsing: "[redo]\nrank = \(rank)\n"),
            trust: Store.Trust(user: Environment.effectiveUser, directories: []))
        var context = CommandContext()
        context.isStyled = isStyled
        let table = try TaskTable(context, store)
        let rows = table.ranked(State(tasks: tasks))
        return String(decoding: table.bytes(of: rows, context: context), as: UTF8.self)
    }

    @Test func noTasksAreAHeading() throws {
        #expect(try Self.text([]) == "RANK  ID  PRI  DUE  TITLE\n")
    }

    @Test func columnsAreAligned() throws {
        let tasks = [
            try Self.task("Überfällig", digit: "a", priority: 5, deadline: "2025-11-10T09:00:00Z"),
            try Self.task("水をやる", digit: "b", deadline: "2025-12-24T18:30:00.000+01:00"),
            try Self.task("Idea", digit: "c", isDraft: true),
        ]
        let text = try Self.text(tasks)
        #expect(
            text == """
                 RANK  ID    PRI  DUE             TITLE
                502.5  aaaa  5    6 days overdue  Überfällig
                  4.3  bbbb  3    in 5 weeks      水をやる
                  0.0  cccc  3    -               Idea (idea)

                """)
    }

    @Test func overdueLinesNearDeadlinesAndTheHeadingHaveAStyle() throws {
        let tasks = [
            try Self.task("late", digit: "a", deadline: "2025-11-16T11:59:59Z"),
            try Self.task("near", digit: "b", deadline: "2025-11-16T12:00:00Z"),
            try Self.task("later", digit: "c", deadline: "2025-11-17T12:00:00Z"),
        ]
        let lines = try Self.text(tasks, isStyled: true).split(separator: "\n")
        #expect(lines[0].hasPrefix("\u{1B}[1m") && lines[0].hasSuffix("\u{1B}[m"))
        #expect(lines[1].hasPrefix("\u{1B}[31m") && lines[1].hasSuffix("late\u{1B}[m"))
        #expect(lines[2].hasSuffix("  \u{1B}[1;33mtoday 12:00     \u{1B}[m  near (soon)"))
        #expect(!lines[3].contains("\u{1B}"))
    }

    @Test func aTitleCannotMoveTheCursor() throws {
        let text = try Self.text([try Self.task("a\u{1B}[2Jb\nc\u{202E}d")])
        #expect(text.split(separator: "\n").count == 2)
        #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
    }

    @Test func statusesAreShownBesideTheTitle() throws {
        var archived = try Self.task("one", digit: "a")
        archived.isArchived = true
        var completed = try Self.task("two", digit: "b")
        completed.completedAt = "2025-01-01T00:00:00Z"
        var snoozed = try Self.task("three", digit: "c")
        snoozed.snoozedUntil = "2025-11-16T12:00:00.001Z"
        var awake = try Self.task("four", digit: "d")
        awake.snoozedUntil = "2025-11-16T12:00:00.000Z"
        var finished = try Self.task("five", digit: "e")
        finished.todos[0].completed = "2025-01-01T00:00:00Z"
        let text = try Self.text([archived, completed, snoozed, awake, finished])
        for title in [
            "one (archived)", "two (completed)", "three (snoozed)", "four", "five (done)",
        ] {
            #expect(text.contains("  \(title)\n"))
        }
    }

    /// Story points are any number, so a rank may have three hundred digits.
    @Test(arguments: [1e18, 1e40, 1e300, Double.greatestFiniteMagnitude])
    func aHugeRankIsShown(_ points: Double) throws {
        let task = try Self.task("huge", deadline: "2025-11-16T12:00:00Z", points: points)
        #expect(try Self.text([task], rank: "sigmoid").contains("huge"))
    }
}

import TestSupport
import Testing

/// Commands about several tasks: all of them or none.
@Suite struct SeveralTasksTests {
    let store: TaskStore

    init() throws {
        store = try TaskStore()
        for arguments in [
            ["One", "--due", "2025-11-20T09:00:00.000Z"],
            ["Two", "--due", "2025-11-21T09:00:00.000Z", "--dialect", "payload"],
            ["Idea", "--draft"], ["Number 1", "--draft"], ["Number 2", "--draft"],
            ["Gone", "--draft"], ["Over"],
        ] { try #require(try store.run("add", arguments).status == 0) }
        try #require(try store.run("done", ["Over"]).status == 0)
        try #require(try store.run("delete", ["--now", "Gone"]).status == 0)
    }

    static let commands = [
        ["archive"], ["snooze", "--days", "1"], ["delete", "--now"], ["snooze", "--due", "today"],
    ]

    /// Names of no task, of several, of one that is deleted, and the empty one.
    @Test(arguments: commands, ["Fern", "Number", "Gone", ""])
    func aNameThatIsWrongWritesNothing(_ command: [String], _ name: String) throws {
        let arguments = command.dropFirst() + ["One", name, "Two"]
        let outcome = try store.run(command[0], Array(arguments))
        try store.expectNothingWritten(
            by: command[0], Array(arguments), status: 128,
            error: "error: \(name == "Number" ? "NAME_002" : "NAME_001"): ")
        #expect(outcome.codedError.contains("'\(name)'"))
    }

    @Test(arguments: TaskStore.dialects)
    func aToDoThatIsMissingWritesNothing(_ dialect: String) throws {
        for command in [["snooze", "--days", "1"], ["done"]] {
            try store.expectNothingWritten(
                by: command[0],
                command.dropFirst() + ["One", "Two", "Over", "--dialect", dialect], status: 1,
                error: "error: TASK_001: 'Over' ")
        }
    }

    @Test(arguments: commands, TaskStore.dialects)
    func eachIsWrittenOnce(_ command: [String], _ dialect: String) throws {
        let count = try store.nodes().count
        let outcome = try store.run(
            command[0], command.dropFirst() + ["Two", "One", "Two", "--dialect", dialect])
        #expect(outcome.status == 0)
        #expect(
            outcome.lines.map { $0.split(separator: " ").dropFirst().first?.prefix(3) } == [
                "Two", "One",
            ])
        #expect(try store.nodes().count == count + 2)
        try store.expectSound()
    }

    /// Commands that take one task.
    @Test(arguments: [["edit", "-p", "5"], ["todo"]], ["Fern", "Number", "Gone", ""])
    func soDoCommandsAboutOneTask(_ command: [String], _ name: String) throws {
        try store.expectNothingWritten(
            by: command[0], command.dropFirst() + [name], status: 128,
            error: "error: \(name == "Number" ? "NAME_002" : "NAME_001"): ")
    }
}

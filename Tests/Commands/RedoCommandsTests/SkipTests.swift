import RedoJSON
import TestSupport
import Testing

/// `redo skip`: a COMPLETE_TODO that does not count, and the next CREATE_TODO.
@Suite struct SkipTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    /// Due on Thursday, 20 November; it comes back 7 days after it is done. It is Sunday, 16 November, 12:00.
    private func addWeekly() throws {
        try store.add("Bins", "--due", "2025-11-20T09:00:00.000Z", "--every", "7")
    }

    private func todos() throws -> [JSONValue] {
        try store.tasks().first?["todoTasks"]?.elements ?? []
    }

    @Test(arguments: ["fields", "payload"])
    func theNextOccurrenceFollows(_ dialect: String) throws {
        try addWeekly()
        let (text, nodes) = try store.nodesWritten(by: "skip", "Bins", "--dialect", dialect)
        #expect(text.hasPrefix("skipped Bins, next due Thu 27 Nov 09:00"), "\(text)")
        #expect(text.hasSuffix("7 days after it is done\n"), "\(text)")
        #expect(nodes.map(\.action) == ["COMPLETE_TODO", "CREATE_TODO"])
        // No payload can express that a completion does not count.
        #expect(nodes.map(\.dialect) == ["fields", dialect])
        #expect(nodes[0].content?["superseded"] == true)
        // It is counted from the deadline that is ahead.
        #expect(nodes[0].content?["completed"] == "2025-11-20T09:00:00.000Z")
        #expect(nodes[1].content?["deadline"] == "2025-11-27T09:00:00.000Z")
        #expect(try store.run("replay", ["--rejected"]).output.isEmpty)
        try store.expectSound()
    }

    /// The id is derived from that of the skipped to-do, as after `done`.
    @Test func twoDevicesMakeOneNextOccurrence() throws {
        try addWeekly()
        let other = try TaskStore()
        try other.receive(from: store)
        #expect(try store.run("skip", ["Bins"]).status == 0)
        let later = ["REDO_DEVICE": "laptop", "REDO_WALL": "2025-11-17T08:00:00.000Z"]
        #expect(try other.run("skip", ["Bins"], extra: later).status == 0)
        try store.exchange(with: other)
        for device in [store, other] {
            let todos = try device.tasks().first?["todoTasks"]?.elements ?? []
            #expect(todos.count == 2)
            #expect(todos.last?["deadline"] == "2025-11-27T09:00:00.000Z")
            #expect(todos.last?["completed"] == .null)
            let wall = ["REDO_WALL": "2025-11-18T08:00:00.000Z"]
            #expect(try device.run("merge", ["--all"], extra: wall).status == 0)
            #expect(try device.tasks().first?["todoTasks"]?.elements.count == 2)
        }
    }

    @Test func aSkipDoesNotCountAndUndoTakesItBack() throws {
        try addWeekly()
        #expect(try store.run("skip", ["Bins"]).status == 0)
        let figures = try #require(TaskStore.objects(store.run("stats", ["--json"])).first)
        #expect(figures["todos"]?["completed"] == 0)
        #expect(try store.run("undo", []).status == 0)
        #expect(try todos().last?["deadline"] == "2025-11-20T09:00:00.000Z")
        #expect(try todos().last?["completed"] == .null)
        #expect(try store.run("list").text.contains("Bins"))
        // Again, with another occurrence.
        #expect(try store.run("skip", ["Bins"]).status == 0)
        #expect(try todos().last?["deadline"] == "2025-11-27T09:00:00.000Z")
        try store.expectSound()
    }

    /// What is overdue comes back that many days after the skip, and the wait moves along.
    @Test func anOverdueOccurrenceIsCountedFromTheSkip() throws {
        try store.add(
            "Bins", "--due", "2025-11-10T09:00:00.000Z", "--every", "7", "--wait",
            "2025-11-09T09:00:00.000Z")
        #expect(try store.run("skip", ["Bins"]).status == 0)
        #expect(try todos().last?["deadline"] == "2025-11-23T09:00:00.000Z")
        #expect(try store.tasks().first?["wait"] == "2025-11-22T09:00:00.000Z")
    }

    @Test func aTaskWithoutANextOccurrenceIsRefused() throws {
        try store.add("Call", "--due", "tomorrow")
        try addWeekly()
        let count = try store.nodes().count
        let outcome = try store.run("skip", ["Bins", "Call"])
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("'Call' does not recur"), "\(outcome)")
        #expect(outcome.error.contains("redo snooze"), "\(outcome)")
        #expect(try store.nodes().count == count)
    }
}

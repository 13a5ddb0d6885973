import RedoJSON
import TestSupport
import Testing

/// `redo done`: COMPLETE_TODO, and for a recurring task the next CREATE_TODO (protocol, section 3).
@Suite struct DoneTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    static let deadline = "2025-11-14T09:00:00.000Z"

    /// The two nodes of the protocol's worked example, a task that recurs every 7 days.
    static let example = """
        {"action":"CREATE","author":{"deviceId":"ana-phone","name":"Ana","publicKey":"fd01c56e9f3c5c539638b15ab8fa61dec91e8c1a27e91ea5574394e99d846644","userId":"fd01c56e9f3c5c539638b15ab8fa61de"},"data":{"fields":{"frequencyDays":7,"title":"Water the plants"}},"id":"sha256:1bf216ef11d0755a8527ed7e21f43590012897282b236dbad7829e7c323380d9","parents":[],"signature":"9fc6388fd3499222484df6b437860924235fa201ea90a67923f63e000789f179a47bf0b6f922f4508bcbbcb6b26405c41c489c563618ce836a50a1b8ccda3b06","taskId":"c0ffee11-1111-4111-8111-111111111111","timestamp":{"lamport":1,"wall":"2025-01-01T08:00:00.000Z"},"version":1}
        {"action":"CREATE_TODO","author":{"deviceId":"ana-phone","name":"Ana","publicKey":"fd01c56e9f3c5c539638b15ab8fa61dec91e8c1a27e91ea5574394e99d846644","userId":"fd01c56e9f3c5c539638b15ab8fa61de"},"data":{"fields":{"deadline":"2025-01-05T09:00:00.000Z","todoTaskId":"aaaaaaaa-0000-4000-8000-000000000001"}},"id":"sha256:ea797e9a562ac73dadc8a144bf6fba8d2b485bccf0be4d0f81f2f81983239928","parents":["sha256:1bf216ef11d0755a8527ed7e21f43590012897282b236dbad7829e7c323380d9"],"signature":"b54d1f940525deb24bed06e75d2bc8c6aca1d9335d71b86b68f972983f98fbb5f8fefcd98707ec0556f0904ad230dba87c8e6cd90cabe8e949df5b6a4b1dd202","taskId":"c0ffee11-1111-4111-8111-111111111111","timestamp":{"lamport":2,"wall":"2025-01-01T09:00:00.000Z"},"version":1}

        """

    func importExample() throws {
        let outcome = try store.runner.run("redo-import", input: Array(Self.example.utf8))
        try #require(outcome.status == 0, "\(outcome)")
    }

    @Test(arguments: ["fields", "payload"])
    func aTaskThatIsDoneOnceIsCompletedByOneNode(_ dialect: String) throws {
        try store.add("Call", "--due", Self.deadline, "--dialect", dialect)
        let made = try store.nodes()
        let outcome = try store.run("done", ["Call", "--dialect", dialect])
        #expect(outcome.text == "done Call\n")
        let nodes = try store.nodes()
        #expect(nodes.count == 3)
        #expect(nodes[2]["action"] == "COMPLETE_TODO")
        #expect(nodes[2].parents == [made[1]["id"]?.text])
        let expected: JSONValue = [
            "completed": .string(JSONString(CommandRunner.now)),
            "todoTaskId": made[1]["data"]?[dialect == "fields" ? "fields" : "payload"]?[
                "todoTaskId"] ?? .null,
        ]
        #expect(nodes[2]["data"]?[dialect == "fields" ? "fields" : "payload"] == expected)
        #expect(try store.run("list").lines.count == 1)
        #expect(
            try store.tasks().first?["todoTasks"]?.elements.first?["completed"]?.text
                == CommandRunner.now)
    }

    @Test(arguments: ["fields", "payload"])
    func aRecurringTaskGetsItsNextToDo(_ dialect: String) throws {
        try importExample()
        let outcome = try store.run("done", ["c0ffee11", "--dialect", dialect])
        #expect(
            outcome.text
                == "done Water the plants, next due Sun 23 Nov 09:00 (in 7 days), "
                + "7 days after it is done\n",
            "\(outcome)")
        let nodes = try store.nodes()
        #expect(
            nodes.map { $0["action"]?.text } == [
                "CREATE", "CREATE_TODO", "COMPLETE_TODO", "CREATE_TODO",
            ])
        #expect(nodes.map { $0["timestamp"]?["lamport"]?.integer } == [1, 2, 3, 4])
        for index in 1...3 { #expect(nodes[index].parents == [nodes[index - 1]["id"]?.text]) }
        // The derived id of the worked example; the deadline is that many days after the completion, at the
        // time of day of the one before.
        #expect(
            nodes[3]["data"]?[dialect == "fields" ? "fields" : "payload"] == [
                "deadline": "2025-11-23T09:00:00.000Z",
                "todoTaskId": "3112b868-7ce4-4c50-9074-42fc662101ac",
            ])
        #expect(try store.run("replay", ["--rejected"]).output.isEmpty)
    }

    @Test func theCurrentFrequencyCounts() throws {
        try importExample()
        try store.commit("UPDATE", "--task", "c0ffee11", "-f", "frequencyDays:=3")
        #expect(
            try store.run("done", ["c0ffee11"]).text.hasSuffix(
                "next due Wed 19 Nov 09:00 (in 3 days), 3 days after it is done\n"))
        try store.commit("UPDATE", "--task", "c0ffee11", "-f", "frequencyDays:=0")
        #expect(try store.run("done", ["c0ffee11"]).text == "done Water the plants\n")
    }

    @Test func theTimeCanBeGiven() throws {
        try importExample()
        let outcome = try store.run(
            "done", ["c0ffee11", "--at", "2025-01-05T20:00:00+01:00", "--notes", "rain"])
        #expect(
            outcome.text
                == "done Water the plants on Sun 5 Jan 19:00 (10 months ago), next due Sun 12 Jan "
                + "09:00 (10 months ago), 7 days after it is done\n", "\(outcome)")
        let todo = try #require(store.tasks().first?["todoTasks"]?.elements.first)
        #expect(todo["completed"] == "2025-01-05T19:00:00.000Z")
        #expect(todo["notes"] == "rain")
    }

    @Test func aHugeFrequencyEndsWithTheYears() throws {
        try store.add("Rarely", "--every", "9007199254740991")
        #expect(try store.run("done", ["Rarely"]).status == 0)
        let todos = try store.tasks().first?["todoTasks"]?.elements
        #expect(todos?.last?["deadline"] == "9999-12-31T23:59:59.999Z")
    }

    @Test func nothingIsDoneTwice() throws {
        try store.add("Call")
        #expect(try store.run("done", ["Call"]).status == 0)
        let count = try store.nodes().count
        let outcome = try store.run("done", ["Call"])
        #expect(outcome.status == 1)
        #expect(
            outcome.codedError.hasPrefix(
                "error: TASK_001: 'Call' is already done, on 2025-11-16 12:00\n")
        )
        #expect(try store.nodes().count == count)
    }

    @Test(arguments: ["2030-01-01", "tomorrow", "2025-11-16 18:00"])
    func whatIsDoneIsNotDoneInTheFuture(_ time: String) throws {
        try store.add("Call")
        try store.expectNothingWritten(
            by: "done", ["Call", "--at", time], status: 129,
            error: "error: USAGE: --at \(time) is in the future\n")
    }

    @Test func todayIsNow() throws {
        try store.add("Call")
        try store.expect(["done", "Call", "--at", "today"])
        let todos = try store.tasks().first?["todoTasks"]?.elements
        #expect(todos?.first?["completed"]?.text == CommandRunner.now)
    }

    @Test func aDraftIsCompletedAsAWhole() throws {
        try store.add("Idea", "--draft")
        #expect(try store.run("done", ["Idea"]).text == "done Idea\n")
        #expect(try store.nodes().last?["action"] == "COMPLETE")
        #expect(try store.tasks().first?["completedAt"]?.text == CommandRunner.now)
        #expect(try store.run("show", ["Idea"]).text.contains("  completed:    2025-11-16 12:00\n"))
        #expect(try store.run("done", ["Idea"]).status == 1)
    }

    @Test func inThePayloadDialectADraftNeedsAToDo() throws {
        try store.add("Idea", "--draft")
        let outcome = try store.run("done", ["Idea", "--dialect", "payload"])
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.contains(
                "with redo.dialect = payload a task without a deadline cannot be completed"))
        #expect(try store.nodes().count == 1)
    }

    @Test(arguments: ["fields", "payload"])
    func aRecurringDraftGetsItsNextToDo(_ dialect: String) throws {
        try store.add("Idea", "--draft", "--every", "7")
        let outcome = try store.run("done", ["Idea", "--dialect", dialect])
        #expect(
            outcome.text
                == "done Idea, next due Sun 23 Nov 12:00 (in 7 days), 7 days after it is done\n",
            "\(outcome)")
        let completed = try store.tasks().first?["todoTasks"]?.elements.map {
            $0["completed"]?.isNull == false
        }
        #expect(completed == [true, false])
    }

    @Test func aDeletedTaskCannotBeDone() throws {
        let task = try store.add("Call")
        try store.commit("DELETE", "--task", task)
        let outcome = try store.run("done", [task])
        #expect(outcome.status == 128)
        #expect(
            outcome.codedError == "error: NAME_001: the task \(task) is deleted\n"
                + "hint: 'redo log --task \(task)' shows its history\n")
    }

    @Test func allTasksAreDoneOrNone() throws {
        try store.add("One")
        try store.add("Two")
        try store.add("Over")
        try #require(store.run("done", ["Over"]).status == 0)
        let count = try store.nodes().count
        let failed = try store.run("done", ["One", "Two", "Over"])
        #expect(failed.status == 1)
        #expect(failed.output.isEmpty)
        #expect(try store.nodes().count == count)
        let done = try store.run("done", ["One", "Two", "One"])
        #expect(done.text == "done One\ndone Two\n")
        #expect(try store.nodes().count == count + 2)
    }

    /// Another device has added a to-do at the same time, or an older version has left one behind.
    @Test func otherOpenToDosDoNotComeBack() throws {
        let task = try store.add("Call", "--notes", "old")
        try store.commit("ADD_TODO", "--task", task, "-f", "notes=new")
        let outcome = try store.run("done", ["Call"])
        #expect(outcome.text == "done Call\n  settled 1 older occurrence still open\n")
        #expect(try store.run("list").lines.count == 1)
        let figures = try TaskStore.objects(store.run("stats", ["--json"]))[0]
        #expect(figures["todos"]?["completed"] == 1 && figures["todos"]?["total"] == 1)
    }

    @Test func aToDoThatIsNotTheCurrentOneIsDone() throws {
        let task = try store.add("Call", "--due", "2025-11-18", "--every", "7")
        try store.commit("ADD_TODO", "--task", task, "-f", "notes=new", "-f", "title=Twice")
        let todos = try #require(store.tasks().first?["todoTasks"]?.elements)
        let old = try #require(todos.first?["guid"]?.text?.prefix(8))
        let outcome = try store.run("done", ["Call", "--todo", String(old)])
        #expect(
            outcome.text == "done Call, an occurrence that was not the current one\n", "\(outcome)")
        #expect(try store.tasks().first?["todo"]?["notes"] == "new")
        #expect(try store.run("done", ["Call", "--todo", String(old)]).status == 1)
        #expect(
            try store.run("done", ["Call", "--todo", "twice"]).text.hasPrefix("done Call, next"))
        #expect(try store.run("done", ["Call", "--todo", ""]).status == 1)
    }

    @Test func theFieldsDialectFollowsAllHeads() throws {
        let task = try store.add("Call")
        let heads = try makeTwoHeads(task)
        #expect(try store.run("done", ["Call"]).status == 0)
        let done = try #require(store.nodes().last)
        #expect(done["action"] == "COMPLETE_TODO")
        #expect(Set(done["parents"]?.elements.compactMap(\.text) ?? []) == heads)
        #expect(try store.run("heads").lines.count == 1)
        #expect(try store.run("replay", ["--rejected"]).output.isEmpty)
    }

    @Test func thePayloadDialectMergesHeadsFirst() throws {
        let task = try store.add("Call", "--due", Self.deadline, "--dialect", "payload")
        let heads = try makeTwoHeads(task)
        #expect(try store.run("done", ["Call", "--dialect", "payload"]).status == 0)
        let nodes = try store.nodes()
        let (merge, done) = (nodes[nodes.count - 2], nodes[nodes.count - 1])
        #expect(merge["action"] == "MERGE")
        #expect(Set(merge["parents"]?.elements.compactMap(\.text) ?? []) == heads)
        #expect(merge["data"]?["payload"]?["base"] == nodes[1]["id"])
        #expect(done["action"] == "COMPLETE_TODO")
        #expect(done.parents == [merge["id"]?.text])
        #expect(try store.run("heads").lines.count == 1)
        #expect(try store.run("replay", ["--rejected"]).output.isEmpty)
        // The merge loses neither side's change.
        let merged = try #require(store.tasks().first)
        #expect(merged["description"] == "left" && merged["priority"] == 5)
    }

    /// Two concurrent updates.
    ///
    /// - Returns: their ids.
    private func makeTwoHeads(_ task: String) throws -> Set<String> {
        let last = try #require(store.nodes().last?["id"]?.text)
        let left = try store.commit(
            "UPDATE", "--task", task, "--parent", last, "-f", "description=left", "--dialect",
            "payload")
        let right = try store.commit(
            "UPDATE", "--task", task, "--parent", last, "-f", "priority:=5", "--dialect", "payload")
        try #require(store.run("heads", ["--diverged"]).lines.count == 2)
        return [left, right]
    }
}

import RedoJSON
import TestSupport
import Testing

/// `redo-merge --resolve todoTasks.ID.NAME`: members of a to-do.
@Suite struct MergeOfTodosTests {
    private static let todo = "aaaaaaaa-0000-4000-8000-000000000001"
    private static let other = "aaaabbbb-0000-4000-8000-000000000002"

    /// Two heads that snoozed and completed one to-do; there is a second one.
    private func diverged() throws -> (task: DivergedTask, left: String, right: String) {
        let task = try DivergedTask(left: ["priority:=2"], right: ["priority:=4"])
        let base = try task.expectMerged([])["id"]?.text ?? ""
        let made = try task.write(
            "CREATE_TODO", ["todoTaskId=\(Self.todo)", "deadline=2025-01-05T09:00:00Z"],
            after: [base], minute: 10)
        let second = try task.write(
            "CREATE_TODO", ["todoTaskId=\(Self.other)"], after: [made], minute: 11)
        func side(_ day: Int, _ notes: String, minute: Int) throws -> String {
            let snooze = try task.write(
                "SNOOZE", ["todoTaskId=\(Self.todo)", "newDeadline=2025-02-0\(day)T09:00:00Z"],
                after: [second], minute: minute)
            return try task.write(
                "COMPLETE_TODO",
                [
                    "todoTaskId=\(Self.todo)", "completed=2025-03-0\(day)T09:00:00Z",
                    "notes=\(notes)",
                ], after: [snooze], minute: minute + 1)
        }
        return (
            task, try side(1, "sun", minute: 12), try side(2, "rain", minute: 20)
        )
    }

    private func todo(_ task: DivergedTask) throws -> JSONValue {
        try #require(try task.state()["todoTasks"]?.elements.first)
    }

    @Test func withoutAnEntryNothingIsDoneToAToDo() throws {
        let (task, _, _) = try diverged()
        let before = try task.state()["todoTasks"]
        try task.expectMerged(["--dialect", "payload"])
        #expect(try task.state()["todoTasks"] == before)
        #expect(try todo(task)["notes"] == "rain")
    }

    @Test(arguments: ["aaaaaaaa", "AAAAAAAA-0000", "aaaaaaaa-0000-4000-8000-000000000001"])
    func aPrefixOfTheIdNamesIt(_ name: String) throws {
        let (task, left, right) = try diverged()
        let merge = try task.expectMerged([
            "--resolve", "todoTasks.\(name).deadline=ours:\(left)",
            "--resolve", "todoTasks.\(name).notes=manual:by hand",
            "--resolve", "todoTasks.\(name).completed=theirs:\(right)", "--dialect", "payload",
        ])
        let listed = merge["data"]?["payload"]?["resolutions"]?["todos"]?.elements ?? []
        #expect(listed.map { $0["todoTaskId"]?.text } == [Self.todo])
        let todo = try todo(task)
        #expect(todo["deadline"] == "2025-02-01T09:00:00Z")
        #expect(todo["notes"] == "by hand")
        #expect(todo["completed"] == "2025-03-01T09:00:00Z")
    }

    @Test func theFieldsDialectCannotSayIt() throws {
        let (task, left, right) = try diverged()
        let before = try task.store.runner.contents(of: ".redo")
        let outcome = try task.merge(
            DivergedTask.id, "--resolve", "todoTasks.\(Self.todo).notes=ours:\(left)")
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: a MERGE of the fields dialect cannot set todoTasks.\(Self.todo)"
                    + ".notes to \"sun\"; use --dialect payload\n"), "\(outcome)")
        #expect(try task.store.runner.contents(of: ".redo") == before)
        // What the replay says anyway need not be said.
        try task.expectMerged(["--resolve", "todoTasks.aaaaaaaa.notes=ours:\(right)"])
        #expect(try todo(task)["notes"] == "rain")
    }

    @Test(arguments: [
        "todoTasks=lww", "todoTasks.aaaaaaaa=lww", "todoTasks.aaaaaaaa.title=lww",
        "todoTasks.aaaa.notes=lww", "todoTasks.ffff.notes=lww",
        "todoTasks.aaaaaaaa.deadline=manual:soon", "todoTasks.aaaaaaaa.completed=manual:null",
        "todoTasks.aaaaaaaa.notes=max", "todoTasks.aaaabbbb.notes=lww",
    ])
    func wrongUsage(_ entry: String) throws {
        let (task, _, _) = try diverged()
        let before = try task.store.runner.contents(of: ".redo")
        let outcome = try task.merge(
            DivergedTask.id, "--dialect", "payload", "--resolve", entry)
        #expect(outcome.status == 129, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: USAGE: --resolve todoTasks"))
        #expect(outcome.output.isEmpty)
        #expect(try task.store.runner.contents(of: ".redo") == before)
    }
}

import RedoJSON
import TestSupport
import Testing

/// The MERGE that a writer of the payload dialect puts before its node: what the task looks like stays
/// as it is, but that arrays are united.
@Suite struct JoinedHeadsTests {
    private func task() throws -> DivergedTask {
        try DivergedTask(left: ["description=left"], right: ["description=right"])
    }

    /// Writes a node of the payload dialect after all heads, and checks that it changes one member
    /// and nothing else.
    private func expectKept(_ task: DivergedTask, _ comment: Comment? = nil) throws {
        func members(_ state: JSONValue) -> [JSONMember] {
            guard case .object(let members) = state else { return [] }
            return members.filter { member in
                let isArray = if case .array = member.value { true } else { false }
                let changed = ["frequencyDays", "lastUpdated"].contains(member.name.description)
                return !changed && (!isArray || member.name == "todoTasks")
            }
        }
        let before = try task.state()
        let outcome = try task.store.run(
            "commit-node",
            ["UPDATE", "--task", DivergedTask.id, "-f", "frequencyDays:=9", "--dialect", "payload"])
        try #require(outcome.status == 0, "\(outcome)")
        let after = try task.state()
        #expect(members(after) == members(before), comment)
        #expect(after["frequencyDays"] == 9, comment)
        #expect(after["lastUpdated"]?.text == CommandRunner.now, comment)
        try task.store.expectJoined()
    }

    /// By the heads alone the title would be that of the later one.
    @Test(arguments: ["archive", "edit"])
    func aLaterWriteAtTheEarlierHeadStands(_ command: String) throws {
        let task = try task()
        var left = try task.write("UPDATE", ["title=older"], after: [task.left], minute: 3)
        for minute in 4...7 {
            left = try task.write("UPDATE", ["priority:=1"], after: [left], minute: minute)
        }
        var right = task.right
        for minute in 8...9 {
            right = try task.write("UPDATE", ["priority:=2"], after: [right], minute: minute)
        }
        try task.write("UPDATE", ["title=newer"], after: [right], minute: 10)
        #expect(try task.state()["title"] == "newer")
        let options = command == "edit" ? ["--points", "8"] : []
        let outcome = try task.store.run(
            command, [DivergedTask.id, "--dialect", "payload"] + options)
        try #require(outcome.status == 0, "\(outcome)")
        #expect(try task.state()["title"] == "newer")
        try task.store.expectJoined()
    }

    @Test func arraysAreUnited() throws {
        let task = try DivergedTask(left: [#"tags:=["a"]"#], right: [#"tags:=["b"]"#])
        #expect(try task.state()["tags"] == ["b"])
        try expectKept(task)
        #expect(try task.state()["tags"] == ["a", "b"])
    }

    @Test func whatIsAnArrayAtOneHeadOnlyStays() throws {
        let task = try DivergedTask(left: ["list=text"], right: ["priority:=2"])
        let array = try task.write("UPDATE", ["list:=[1]"], after: [task.root], minute: 0)
        // The array is the older value at the later head.
        var last = array
        for minute in 3...5 {
            last = try task.write("UPDATE", ["storyPoints:=2"], after: [last], minute: minute)
        }
        #expect(try task.state()["list"] == "text")
        try expectKept(task)
        #expect(try task.state()["list"] == "text")
    }

    /// The ten latest heads are merged first; what the eleventh set later than they did stands.
    @Test func moreThanTenHeads() throws {
        let task = try task()
        let early = try task.write("UPDATE", ["title=early"], after: [task.left], minute: 3)
        let other = try task.write("UPDATE", ["storyPoints:=2"], after: [task.left], minute: 4)
        for minute in 10..<20 {
            try task.write(
                "UPDATE", ["priority:=1"], after: [minute == 10 ? early : other], minute: minute)
        }
        // Of the heads the first in the order, with the last title.
        let right = try task.write("UPDATE", ["privacy:=true"], after: [task.right], minute: 5)
        try task.write("UPDATE", ["title=late"], after: [right], minute: 6)
        #expect(try task.state()["title"] == "late")
        #expect(try task.store.run("heads", ["--diverged"]).lines.count == 11)
        try expectKept(task)
    }

    @Test func branchesThatTheCreateIsNotAbove() throws {
        let task = try task()
        let stray = try task.store.commit(
            "UPDATE", "--task", DivergedTask.id, "--root", "-f", "title=stray")
        try task.store.commit(
            "UPDATE", "--task", DivergedTask.id, "-p", task.right, "-p", stray, "-f", "priority:=1")
        try task.store.commit(
            "UPDATE", "--task", DivergedTask.id, "-p", stray, "-f", "storyPoints:=5")
        try task.store.commit(
            "UPDATE", "--task", DivergedTask.id, "-p", task.left, "-p", stray, "-f", "privacy:=true"
        )
        try expectKept(task)
    }

    @Test(arguments: 0..<5)
    func randomConflicts(_ part: Int) throws {
        let seed = Seed()
        var random = SeededGenerator(seed: seed.value &+ UInt64(part))
        let task = try task()
        let edits: [(action: String, fields: [String])] =
            ["one", "two"].map { ("UPDATE", ["title=\($0)"]) }
            + ["1", #""x""#, #"{"a":1}"#, "[1]", "[2]", "null"].map { ("UPDATE", ["extra:=\($0)"]) }
            + [
                ("UPDATE", ["priority:=1", "description=1"]), ("UPDATE", ["priority:=2"]),
                ("ARCHIVE", []), ("UNARCHIVE", []), ("COMPLETE", []),
                ("COMPLETE", ["completedAt=2025-01-01T09:00:00Z"]),
                ("SNOOZE", ["snoozeUntil=2025-03-01T00:00:00Z"]),
                ("CREATE_TODO", ["todoTaskId=aaaaaaaa-0000-4000-8000-000000000001", "notes=1"]),
                ("CREATE_TODO", ["todoTaskId=aaaaaaaa-0000-4000-8000-000000000001", "notes=2"]),
            ]
        for head in [task.left, task.right] {
            var last = head
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let edit = edits.randomElement(using: &random) ?? edits[0]
                last = try task.write(
                    edit.action, edit.fields, after: [last],
                    minute: Int.random(in: 3...50, using: &random))
            }
        }
        try expectKept(task, seed.replay)
    }
}

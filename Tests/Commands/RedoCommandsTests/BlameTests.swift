import RedoJSON
import TestSupport
import Testing

/// `redo-blame`: which node set a member of a task, and what that was before.
@Suite struct BlameTests {
    private static let todo = "aaaaaaaa-0000-4000-8000-000000000001"
    private let runner: CommandRunner
    /// A CREATE, an UPDATE, a to-do and its SNOOZE.
    private let ids: [String]

    init() throws {
        let store = try CommandRunner.withEmptyStore()
        var ids = try store.store(
            SampleNode(name: "Ana", fields: ["priority": 3, "title": "one"]))
        func add(_ action: String, _ fields: JSONValue, device: String = "phone") throws {
            ids += try store.store(
                SampleNode(
                    action: action, parents: [ids[ids.count - 1]], lamport: ids.count + 1,
                    wall: "2025-01-0\(ids.count + 1)T08:00:00.000Z", device: device, fields: fields)
            )
        }
        try add("UPDATE", ["tags": ["a"], "title": "two"], device: "tablet")
        try add(
            "CREATE_TODO",
            ["deadline": "2025-02-01T09:00:00Z", "todoTaskId": .string(JSONString(Self.todo))])
        try add(
            "SNOOZE",
            ["newDeadline": "2025-03-01T09:00:00Z", "todoTaskId": .string(JSONString(Self.todo))])
        runner = store
        self.ids = ids
    }

    private func lines(_ arguments: String...) throws -> [String] {
        let outcome = try runner.run("redo-blame", arguments)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return outcome.lines
    }

    private func short(_ place: Int) -> String { String(ids[place].dropFirst(7).prefix(7)) }

    @Test func peopleSeeAColumnEachForTheNodeAndTheValue() throws {
        #expect(
            try lines("two") == [
                "\(short(0))  ? Ana           phone   2025-01-01 08:00  priority           3",
                "\(short(1))  ? 001122334455  tablet  2025-01-02 08:00  tags               [\"a\"]",
                "\(short(1))  ? 001122334455  tablet  2025-01-02 08:00  title              \"two\", was \"one\"",
                "\(short(2))  ? 001122334455  phone   2025-01-03 08:00  aaaaaaaa.guid      \"\(Self.todo)\"",
                "\(short(3))  ? 001122334455  phone   2025-01-04 08:00  aaaaaaaa.deadline  "
                    + "\"2025-03-01T09:00:00Z\", was \"2025-02-01T09:00:00Z\"",
            ])
    }

    @Test func programsGetARecordForEachMember() throws {
        let user = "00112233445566778899aabbccddeeff"
        let wall = ["2025-01-01T08:00:00.000Z", "2025-01-02T08:00:00.000Z"]
        #expect(
            try lines("--porcelain", "two") == [
                "\(ids[0])\t\(user)\t\"phone\"\t\(wall[0])\t-\tpriority\t3\t-",
                "\(ids[1])\t\(user)\t\"tablet\"\t\(wall[1])\t-\ttags\t[\"a\"]\t-",
                "\(ids[1])\t\(user)\t\"tablet\"\t\(wall[1])\t-\ttitle\t\"two\"\t\"one\"",
                "\(ids[2])\t\(user)\t\"phone\"\t2025-01-03T08:00:00.000Z\t\(Self.todo)\tguid\t"
                    + "\"\(Self.todo)\"\t-",
                "\(ids[3])\t\(user)\t\"phone\"\t2025-01-04T08:00:00.000Z\t\(Self.todo)\tdeadline\t"
                    + "\"2025-03-01T09:00:00Z\"\t\"2025-02-01T09:00:00Z\"",
            ])
    }

    @Test func aHistoryHasTheLatestFirst() throws {
        let history = try lines("two", "--history", "title")
        #expect(history.map { $0.prefix(7) } == [short(1)[...], short(0)[...]])
        #expect(history[0].hasSuffix("  title  \"two\", was \"one\""))
        #expect(history[1].hasSuffix("  title  \"one\", the first value"))
        let records = try lines("two", "--history", "title", "--porcelain")
        #expect(
            records.map { $0.split(separator: "\t").suffix(2) } == [
                ["\"two\"", "\"one\""], ["\"one\"", "-"],
            ])
    }

    @Test(arguments: [
        "aaaaaaaa.deadline", "AAAA.deadline", "aaaaaaaa-0000-4000-8000-000000000001.deadline",
    ])
    func theHistoryOfAToDosMember(_ name: String) throws {
        let history = try lines("two", "--history", name)
        #expect(history.map { $0.prefix(7) } == [short(3)[...], short(2)[...]])
        #expect(history[1].hasSuffix("\"2025-02-01T09:00:00Z\", the first value"))
    }

    @Test func aPrefixOfTwoToDosIsAmbiguous() throws {
        let second = "aaaabbbb-0000-4000-8000-000000000002"
        try runner.store(
            SampleNode(
                action: "CREATE_TODO", parents: [ids[3]], lamport: 5,
                fields: ["todoTaskId": .string(JSONString(second))]))
        let outcome = try runner.run("redo-blame", ["two", "--history", "aaaa.deadline"])
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.codedError
                == "error: NAME_002: 'aaaa.deadline' is ambiguous: it could be any of 2\n"
                + "hint: \(Self.todo)\nhint: \(second)\n")
        #expect(try lines("two", "--history", "aaaab.guid").count == 1)
    }

    @Test(arguments: ["nothing", "storyPoints", "aaaaaaaa.completed", "ffff.deadline"])
    func aMemberThatNothingSetIsTheAnswerNo(_ name: String) throws {
        let outcome = try runner.run("redo-blame", ["two", "--history", name])
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty && outcome.error.isEmpty)
    }

    @Test func aTaskThatIsGoneHasNobodyToBlame() throws {
        try runner.store(SampleNode(action: "DELETE", parents: [ids[3]], lamport: 5, fields: [:]))
        let outcome = try runner.run("redo-blame", [SampleNode.task(1)])
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.codedError
                == "error: NAME_001: the task \(SampleNode.task(1)) is not in the state\n"
                + "hint: 'redo replay --explain --task \(SampleNode.task(1))' shows why\n")
    }

    @Test(
        arguments: [
            ([], 129), (["two", "nobody"], 128), (["two", "--history"], 129), (["nobody"], 128),
        ] as [([String], Int32)])
    func wrongUsage(_ arguments: [String], _ status: Int32) throws {
        let outcome = try runner.run("redo-blame", arguments)
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty && outcome.codedError.hasPrefix("error: "))
    }
}

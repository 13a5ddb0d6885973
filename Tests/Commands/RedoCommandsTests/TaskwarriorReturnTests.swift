import Foundation
import RedoJSON
import TestSupport
import Testing

/// Tasks that come from Taskwarrior and go back.
@Suite struct TaskwarriorReturnTests {
    let commands: CommandHarness

    init() throws { commands = try CommandHarness() }

    @discardableResult
    private func bring(_ text: String, _ options: String...) throws -> CommandOutcome {
        let outcome = try commands.run(
            ["import", "--from", "taskwarrior"] + options, input: text)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome
    }

    private func exported(_ query: String = "status:any") throws -> [JSONValue] {
        let outcome = try commands.run("export", "--to", "taskwarrior", query)
        try #require(outcome.status == 0, "\(outcome)")
        guard case .array(let tasks) = try JSONDocument(outcome.output).root.value else {
            return []
        }
        return tasks
    }

    /// The members of a task, each as canonical JSON.
    private static func members(_ task: JSONValue) -> [JSONString: String] {
        guard case .object(let members) = task else { return [:] }
        return Dictionary(
            members.map {
                ($0.name, String(decoding: CanonicalJSON.bytes($0.value), as: UTF8.self))
            }
        ) { first, _ in first }
    }

    // MARK: Every member

    /// `task import` writes an object over the task of its uuid, so each member has to be as it was.
    @Test(arguments: [false, true]) func aThousandTasksComeBackMemberByMember(_ isDeclaring: Bool)
        throws
    {
        let seed = Seed()
        let generated = GeneratedTaskwarrior(seed, count: 1000)
        try bring(generated.text, isDeclaring ? "--declare" : "--no-declare")
        let back = Dictionary(
            try exported().map { ($0["uuid"] ?? .null, Self.members($0)) }
        ) { first, _ in first }
        #expect(back.count == generated.tasks.count, seed.replay)
        var differences: [JSONString: Int] = [:]
        for task in generated.tasks {
            let before = Self.members(GeneratedTaskwarrior.object(task))
            let after = back[task["uuid"] ?? .null] ?? [:]
            for name in Set(before.keys).union(after.keys) where before[name] != after[name] {
                differences[name, default: 0] += 1
                if differences[name] == 1 {
                    Issue.record(
                        "\(name): \(String(describing: before[name])) → \(String(describing: after[name])), \(task) \(seed.replay)"
                    )
                }
            }
        }
        #expect(differences.isEmpty, "\(differences) \(seed.replay)")
    }

    @Test func anUndoneImportComesBackWhole() throws {
        let seed = Seed()
        let generated = GeneratedTaskwarrior(seed, count: 60)
        try bring(generated.text)
        let before = try exported("status:any not status:trash")
        #expect(try commands.run("undo").status < 2)
        #expect(try exported("not status:archived not status:trash").isEmpty, seed.replay)
        let again = try bring(generated.text)
        #expect(again.text.hasPrefix("added 0 tasks, brought back "), "\(again)")
        let after = try exported("status:any not status:trash")
        // It was changed by now.
        func comparable(_ tasks: [JSONValue]) -> [JSONString: [JSONString: String]] {
            Dictionary(
                tasks.map { task in
                    var members = Self.members(task)
                    members["modified"] = nil
                    return (task["uuid"]?.string ?? "", members)
                }
            ) { first, _ in first }
        }
        let (old, new) = (comparable(before), comparable(after))
        #expect(Set(old.keys) == Set(new.keys), seed.replay)
        for (uuid, members) in old {
            for name in Set(members.keys).union(new[uuid]?.keys.map { $0 } ?? []) {
                #expect(
                    members[name] == new[uuid]?[name], "\(uuid) \(name) \(members) \(seed.replay)")
            }
        }
    }

    // MARK: Identity

    private static let one =
        #"[{"uuid":"11111111-2222-4333-8444-555555555555","description":"one","status":"pending","#
        + #""entry":"20240102T030405Z","start":"20240103T030405Z","priority":"H"},"#
        + #"{"uuid":"11111111-2222-4333-8444-666666666666","description":"two","status":"completed","#
        + #""entry":"20240102T030405Z","end":"20240105T060000Z"}]"#

    /// Makes a task that says that it is from Taskwarrior.
    private func create(
        _ title: String, from uuid: String, at time: String, by harness: CommandHarness
    ) throws {
        var harness = harness
        harness.variables["REDO_WALL"] = time
        try harness.commit("CREATE", [], "title=\(title)", "importedFrom=taskwarrior:\(uuid)")
    }

    /// Anyone can write where a task is from.
    @Test func oneTaskCountsForEachUUID() throws {
        let uuid = "11111111-2222-4333-8444-555555555555"
        try bring(Self.one)
        let other = try CommandHarness()
        try create("forged", from: uuid, at: "2020-01-01T00:00:00.000Z", by: other)
        let nodes = try other.run("export").text
        #expect(try commands.run(["import"], input: nodes).status == 0)
        try create("mine", from: uuid, at: "2025-11-17T00:00:00.000Z", by: commands)
        let outcome = try commands.run("export", "--to", "taskwarrior", "status:any")
        #expect(
            outcome.codedError.contains(
                "2 tasks written under an id of this log, since another task has the uid of taskwarrior: "
            ), "\(outcome)")
        #expect(outcome.codedError.contains("mine") && outcome.codedError.contains("forged"))
        let tasks = try exported()
        let uuids = tasks.compactMap { $0["uuid"]?.string }
        #expect(tasks.count == 4 && Set(uuids).count == 4)
        let owner = tasks.first { $0["uuid"]?.string == JSONString(uuid) }
        #expect(owner?["description"] == "one")
    }

    @Test func anInvalidUUIDDoesNotLeave() throws {
        try create("forged", from: "x", at: "2025-11-17T00:00:00.000Z", by: commands)
        #expect(try exported().first?["uuid"]?.string?.utf8.count == 36)
    }

    // MARK: Times

    @Test func listsShowWhenItWasCreatedStartedAndCompleted() throws {
        try bring(Self.one)
        #expect(try commands.titles("created:2024-01-02") == ["one"])
        #expect(try commands.titles("created:>2024-12-31").isEmpty)
        #expect(try commands.titles("is:active") == ["one"])
        #expect(try commands.titles("priority:high") == ["one"])
        let done = try commands.succeed(
            "list", "--completed", "--columns", "title,created,completed")
        #expect(done.hasSuffix("two (completed)  2024-01-02 03:04  2024-01-05 06:00\n"), "\(done)")
        #expect(try commands.succeed("show", "one").contains("2024-01-03 03:04 – now"))
    }

    @Test func doneHereIsDoneThere() throws {
        try bring(Self.one)
        #expect(try commands.run("done", "one").status == 0)
        let task = try #require(try exported().first { $0["description"] == "one" })
        #expect(task["status"] == "completed" && task["start"] == nil)
        #expect(task["entry"] == "20240102T030405Z" && task["modified"] == task["end"])
    }

    // MARK: Custom fields

    private static let attributes =
        #"[{"uuid":"11111111-2222-4333-8444-555555555555","description":"one","status":"pending","#
        + #""a1":1,"a2":"20240102T030405Z","a3":"PT90M","a4":"x","a5":"y","a6":"z","limit":"x"}]"#

    @Test func allCustomFieldsAreNamedAndDeclared() throws {
        let outcome = try bring(Self.attributes)
        #expect(
            outcome.codedError
                == "note: 7 custom fields not declared: a1 (number), a2 (date), a3 (duration), a4 (text), "
                + "a5 (text), a6 (text), limit (not declared)\n"
                + "hint: with --declare they are options, columns and keys of queries\n")
        let declared = try bring(Self.attributes, "--declare", "--update")
        #expect(declared.codedError.hasPrefix("note: 6 custom fields to declare: a1 (number), "))
        #expect(try commands.succeed("config", "field.a3.type") == "duration\n")
        #expect(try commands.run("config", "field.limit.type").status == 1)
        #expect(try commands.titles("a1:1", "a3:90min", "a2:2024-01-02") == ["one"])
        let back = try #require(try exported().first)
        #expect(back["a3"] == "PT1H30M" && back["a2"] == "20240102T030405Z" && back["a1"] == 1)
        // Nothing is new.
        #expect(try bring(Self.attributes).error.isEmpty)
    }

    @Test func aDryRunPrintsATable() throws {
        try bring(Self.one)
        let text =
            Self.one.dropLast() + #",{"uuid":"11111111-2222-4333-8444-777777777777","#
            + #""description":"three","due":"20240110T090000Z","project":"home","status":"pending"},{"uuid":"u"}]"#
        let outcome = try commands.run(
            ["import", "--from", "taskwarrior", "-n"], input: String(text))
        #expect(
            outcome.text == """
                RESULT   STATUS     DUE               PROJECT  TITLE
                known    open       -                 -        one
                known    completed  -                 -        two
                add      open       2024-01-10 09:00  home     three
                refused  -          -                 -        standard input, line 1: the title is empty
                would add 1 task, 2 were known, refused 1

                """, "\(outcome)")
        #expect(try commands.titles() == ["one"])
    }

    /// Taskwarrior keeps a number in an attribute that it does not know as a text with six decimals.
    @Test func numbersOfCustomFieldsComeBackAsNumbers() throws {
        let line = #"{"title":"a","fields":{"weight":0.1234567,"flag":true}}"#
        try #require(try commands.run(["import", "--from", "json"], input: line).status == 0)
        let text = try commands.succeed("export", "--to", "taskwarrior")
        #expect(text.contains(#""weight":0.1234567"#), "\(text)")
        let back = text.replacing("0.1234567", with: #""0.123457""#)
        #expect(try bring(back, "--update").text == "added 0 tasks, 1 was known\n")
        let changed = text.replacing("0.1234567", with: #""7.500000""#)
        #expect(try bring(changed, "--update").text == "added 0 tasks, updated 1\n")
        let task = try commands.succeed("export", "--to", "json")
        #expect(task.contains(#""weight":7.5"#) && task.contains(#""flag":true"#), "\(task)")
    }

    @Test func sixDecimalsAreANumberWhereOneIsDeclared() throws {
        try commands.succeed("config", "field.weight.type", "number")
        try bring(
            #"[{"uuid":"11111111-2222-4333-8444-555555555555","description":"a","status":"pending","weight":"2.500000"}]"#
        )
        #expect(try commands.titles("weight:2.5") == ["a"])
    }

    @Test func emptyAttributesSayNothing() throws {
        let outcome = try bring(
            #"[{"uuid":"11111111-2222-4333-8444-555555555555","description":"a","status":"pending","due":"","wait":null,"priority":""}]"#
        )
        #expect(outcome.text == "added 1 task\n" && outcome.error.isEmpty, "\(outcome)")
    }
}

import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo op log` and `redo op restore`.
@Suite struct OperationCommandTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    func at(_ minute: Int) -> [String: String] {
        ["REDO_WALL": "2025-11-16T13:\(minute < 10 ? "0" : "")\(minute):00.000Z"]
    }

    func run(_ command: String, _ arguments: String..., minute: Int) throws {
        let outcome = try store.run(command, arguments, extra: at(minute))
        try #require(outcome.status == 0, "\(outcome)")
    }

    func records() throws -> [JSONValue] {
        try TaskStore.objects(store.run("op", ["log", "--json"]))
    }

    @Test func nothingWrittenIsSaid() throws {
        let none = try TaskStore().run("op")
        #expect(none.error == "note: no command has written here yet\n" && none.text.isEmpty)
    }

    @Test func whatCommandsWroteIsListed() throws {
        try store.add("Water", extra: at(0))
        try store.add("Lawn", extra: at(1))
        try run("edit", "Water", "-p", "5", minute: 2)
        try run("archive", "Lawn", minute: 3)
        try run("undo", minute: 4)
        let listed = try store.run("op", ["log"])
        #expect(listed.status == 0 && listed.error.isEmpty, "\(listed)")
        let lines = listed.lines.map { $0.hasPrefix(" ") ? $0 : String($0.dropFirst(8)) }
        #expect(
            lines == [
                "  2025-11-16 13:04  undo  Lawn (UNARCHIVE; 1 node)", "    undo: archived again",
                "  2025-11-16 13:03  archive  Lawn (ARCHIVE; 1 node), taken back",
                "  2025-11-16 13:02  edit  Water (UPDATE; 1 node)", "    undo: priority: 3",
                "  2025-11-16 13:01  add  Lawn (CREATE, CREATE_TODO; 2 nodes)",
                "    undo: archive Lawn",
                "  2025-11-16 13:00  add  Water (CREATE, CREATE_TODO; 2 nodes)",
                "    undo: archive Water",
            ], "\(listed.text)")
        let records = try records()
        #expect(
            records.map { $0["kind"]?.text } == ["undo", "change", "change", "change", "change"])
        #expect(records.map { $0["command"]?.text } == ["undo", "archive", "edit", "add", "add"])
        #expect(records[1]["takenBack"] == true && records[1]["undo"] == [])
        #expect(records[2]["undo"] == ["priority: 3"])
        #expect(records[2]["tasks"]?.elements.first?["title"] == "Water")
        #expect(try store.run("op", ["log", "-n", "1"]).lines.count == 2)
    }

    @Test func aLogWithoutOperationsIsEmpty() throws {
        let outcome = try store.run("op", ["log"])
        #expect(outcome.status == 0 && outcome.output.isEmpty)
    }

    /// A record need not say its command.
    @Test func aRecordWithoutItsCommandIsListed() throws {
        try store.add("Water", extra: at(0))
        let strip = try store.runner.shell(
            """
            cd .redo/operations && name=$(ls) &&
            body=$(sed 's/"command":"add",//;s/"checksum":"[^"]*",//' "$name") && rm -f "$name" &&
            sum=$(printf %s "$body" | sha256sum | cut -c1-16) &&
            printf '{"checksum":"%s",%s\\n' "$sum" "${body#?}" >"$name"
            """)
        try #require(strip.status == 0, "\(strip)")
        let lines = try store.run("op", ["log"]).lines
        #expect(lines.first?.contains("  change  Water (") == true, "\(lines)")
        #expect(try records().map { $0["command"]?.isNull } == [true])
        #expect(try store.run("undo", extra: at(1)).text.hasPrefix("archived Water"))
    }

    /// A category is the subject of its command, which is named by its form.
    @Test func commandsOfSeveralFormsAreNamedWithTheirs() throws {
        _ = try store.run("category", ["add", "Home"], extra: at(0))
        try store.add("Water", extra: at(1))
        _ = try store.run("comment", ["add", "Water", "wet"], extra: at(2))
        let lines = try store.run("op", ["log"]).lines.filter { !$0.hasPrefix(" ") }
        #expect(
            lines.map { $0.dropFirst(26) } == [
                "  comment add  Water (ADD_COMMENT; 1 node)",
                "  add  Water (CREATE, CREATE_TODO; 2 nodes)",
                "  category add  Home (CREATE_CATEGORY; 1 node)",
            ], "\(lines)")
        #expect(try records().last?["categories"]?.elements.first?["name"] == "Home")
    }

    @Test func allTasksAreBroughtBackToAPoint() throws {
        try store.add("Water", "--due", "2025-11-20", extra: at(0))
        try store.add("Lawn", extra: at(1))
        let point = try #require(try records().first?["id"]?.text)
        try run("edit", "Water", "-p", "5", "-t", "a", minute: 2)
        try run("done", "Lawn", minute: 3)
        try store.add("Fern", extra: at(4))
        let plan = """
            would bring back Water
              priority: 3
              tags: nothing
            would bring back Lawn
              to be done, without a deadline
            would archive Fern, which was added

            """
        for name in [point, String(point.prefix(8)), "2025-11-16 13:01"] {
            let outcome = try store.run("op", ["restore", "--dry-run", name], extra: at(5))
            #expect(outcome.status == 0, "\(outcome)")
            // Tasks come in the order of the log.
            #expect(
                Set(outcome.lines) == Set(plan.split(separator: "\n").map(String.init)),
                "\(outcome)")
        }
        let outcome = try store.run("op", ["restore", point], extra: at(6))
        #expect(outcome.status == 0, "\(outcome)")
        // What happened is said in the words of what happened.
        let done = plan.replacing("would bring", with: "brought")
            .replacing(
                "would archive Fern, which was added",
                with: "archived Fern, which was added; 'redo restore' brings it back")
        #expect(
            Set(outcome.lines)
                == Set(
                    (done + "changed 3 tasks; 'redo undo' takes that back")
                        .split(separator: "\n").map(String.init)),
            "\(outcome)")
        let listed = try TaskStore.objects(store.run("list", ["--json"], extra: at(6)))
        #expect(Set(listed.map { $0["title"]?.text }) == ["Water", "Lawn"])
        #expect(listed.allSatisfy { $0["priority"] == 3 })
        #expect(
            try store.run("op", ["restore", point], extra: at(7)).text
                == "all tasks are as they were then\n")
        // One operation, which undo takes back.
        try run("undo", minute: 8)
        #expect(try store.tasks().first { $0["title"] == "Water" }?["priority"] == 5)
        #expect(try store.run("list").lines.count == 3)
        try store.expectSound()
    }

    /// A task of whose history a part is unreadable is not written to, nor any other.
    @Test func aDamagedHistoryIsLeftAlone() throws {
        let task = try store.add("Water", extra: at(0))
        try store.add("Lawn", extra: at(0))
        try run("edit", "Lawn", "-p", "5", minute: 1)
        try run("edit", "Water", "-p", "5", minute: 1)
        try run("edit", "Water", "-p", "4", minute: 2)
        let last = try #require(try store.nodes(of: task).last?.nodeID)
        let file = store.runner.path(store.runner.objectName(last))
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try FileManager.default.removeItem(atPath: file)
        // What is left tells which task it is of.
        try Data(text.replacing("UPDATE", with: "UPDATX").utf8).write(to: URL(filePath: file))
        let before = try store.runner.contents(of: ".redo/objects")
        let outcome = try store.run("op", ["restore", "2025-11-16 13:00"], extra: at(3))
        #expect(outcome.status == 128, "\(outcome)")
        #expect(outcome.codedError.contains("the history of the task \(task) cannot be read"))
        #expect(try store.runner.contents(of: ".redo/objects") == before)
    }

    @Test func whatIsDeletedForGoodStays() throws {
        let task = try store.add("Water", extra: at(0))
        try run("delete", "--now", task, minute: 1)
        let outcome = try store.run("op", ["restore", "2025-11-16 13:00"], extra: at(2))
        #expect(outcome.status == 1)
        #expect(outcome.text.hasPrefix("Water was deleted, which is final; "), "\(outcome)")
    }

    @Test(arguments: [("y", true), ("n", false)])
    func onATerminalItIsAsked(_ answer: String, _ isChanged: Bool) throws {
        try store.add("Water", extra: at(0))
        try run("edit", "Water", "-p", "5", minute: 1)
        let outcome = try store.runner.shell(
            """
            export REDO_WALL=2025-11-16T14:00:00.000Z
            printf '\(answer)\\n' | script -qec \
            'stty -onlcr -echo; redo-op restore "2025-11-16 13:00"' /dev/null
            """)
        #expect(
            outcome.text.contains("would bring back Water\n  priority: 3\nchange 1 task? [y/N] "))
        #expect(outcome.status == (isChanged ? 0 : 1), "\(outcome)")
        #expect(try store.tasks().first?["priority"] == (isChanged ? 3 : 5))
    }

    @Test(arguments: [
        ["--force"], ["burn"], ["log", "a"], ["restore"], ["restore", "a", "b"],
        ["log", "--dry-run"], ["log", "-f"], ["restore", "--json", "today"],
        ["restore", "-n", "1", "today"],
        ["restore", "someday or other"],
    ])
    func wrongUsageWritesNothing(_ arguments: [String]) throws {
        try store.expectNothingWritten(
            by: "op", arguments, status: 129, error: "error: USAGE: ")
    }

    // MARK: Categories, comments and work

    private func category(_ arguments: String..., minute: Int) throws {
        let outcome = try store.run("category", arguments, extra: at(minute))
        try #require(outcome.status == 0, "\(outcome)")
    }

    /// Those that are there, sorted, each with its colour and its tasks.
    private func categories() throws -> [String] {
        let tasks = try store.tasks()
        return try TaskStore.objects(store.run("category", ["list", "--json"])).map { category in
            let titles = tasks.filter { $0["category"] == category["id"] }
                .compactMap { $0["title"]?.text }
            return
                ([category["name"]?.text ?? "", category["color"]?.text ?? ""] + titles.sorted())
                .joined(separator: " ")
        }.sorted()
    }

    @Test func categoriesAreBroughtBackWithTheirTasks() throws {
        try category("add", "Home", "--color", "#102030", minute: 0)
        try category("add", "Work", "--color", "#405060", minute: 0)
        try store.add("Water", "--category", "Home", extra: at(1))
        try store.add("Lawn", "--category", "Home", extra: at(1))
        let before = try categories()
        try category("edit", "Work", "--name", "Office", minute: 3)
        try run("edit", "Water", "--category", "Office", minute: 4)
        try category("delete", "Home", minute: 5)
        try category("add", "Garden", minute: 6)
        let plan = try store.run(
            "op", ["restore", "--dry-run", "2025-11-16 13:02"], extra: at(7))
        #expect(plan.status == 0, "\(plan)")
        #expect(plan.lines.contains("would add category Home again"), "\(plan)")
        #expect(plan.lines.contains("would delete category Garden, which was added"), "\(plan)")
        #expect(plan.lines.contains("would bring back category Office"), "\(plan)")
        let outcome = try store.run("op", ["restore", "2025-11-16 13:02"], extra: at(7))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.text.hasSuffix(
                "changed 1 task and 3 categories; 'redo undo' takes that back\n"), "\(outcome)")
        #expect(try categories() == before)
        #expect(
            try store.run("op", ["restore", "2025-11-16 13:07"], extra: at(8)).text
                == "all tasks are as they were then\n")
        let after = try categories()
        try run("undo", minute: 9)
        #expect(
            try categories().map { $0.split(separator: " ").first } == ["Garden", "Office"])
        _ = try store.run("undo", ["--forward"], extra: at(10))
        #expect(try categories() == after)
        #expect(try store.run("replay", ["--family", "organisation", "--void"]).text.isEmpty)
    }

    @Test func commentsAndWorkStay() throws {
        try store.add("Water", extra: at(0))
        try run("comment", "add", "Water", "wet", minute: 2)
        try run("start", "Water", minute: 3)
        let outcome = try store.run("op", ["restore", "2025-11-16 13:01"], extra: at(4))
        #expect(
            outcome.text
                == "all tasks are as they were then\ncomments and measured time stay as they are\n")
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        #expect(try store.run("comment", ["list"]).text.contains("wet"))
    }

    // MARK: Any point of random commands

    /// What a task is at a point, but for its ids, when it changed, and what stands for nothing.
    private func essence(_ task: JSONValue) -> JSONValue {
        guard case .object(let members) = task else { return .null }
        var kept = members.filter {
            !["lastUpdated", "todoTasks", "userId"].contains($0.name.description)
                && $0.value != .null && $0.value != []
                // A task that is hidden until it was made is not hidden.
                && !($0.name == "snoozedUntil" && $0.value == task["created"])
        }
        let open = task.todos.last { $0["completed"]?.isNull == true }
        kept.append(JSONMember("deadline", open?["deadline"] ?? .null))
        kept.append(JSONMember("notes", open?["notes"] ?? .null))
        return .object(kept)
    }

    private func essences(_ options: [String]) throws -> [String: JSONValue] {
        Dictionary(
            try TaskStore.objects(store.run("replay", ["--json"] + options, extra: at(30)))
                .map { ($0["guid"]?.text ?? "", essence($0)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// How many to-dos count as completed.
    private func completedCount() throws -> JSONValue? {
        try TaskStore.objects(store.run("stats", ["--json"])).first?["todos"]?["completed"]
    }

    @Test(arguments: 0..<4) func eachPointOfRandomCommandsComesBack(_ sequence: Int) throws {
        let seed = Seed()
        var generator = SeededGenerator(seed: seed.value &+ UInt64(sequence))
        var completedCounts: [JSONValue?] = []
        for minute in 0..<12 {
            try act(at: minute, &generator, seed.replay)
            completedCounts.append(try completedCount())
        }
        for (step, minute) in [9, 4, 11, 0].enumerated() {
            let point = "2025-11-16T13:\(minute < 10 ? "0" : "")\(minute):00.000Z"
            let then = try essences(["--as-of", point])
            let outcome = try store.run("op", ["restore", point], extra: at(20 + step))
            #expect(outcome.status == 0, "\(outcome) \(seed.replay)")
            #expect(try completedCount() == completedCounts[minute], "\(point): \(seed.replay)")
            for (task, state) in try essences([]) {
                if let before = then[task] {
                    #expect(state == before, "\(point): \(seed.replay)")
                } else {
                    #expect(state["archived"] == true, "\(point): \(seed.replay)")
                }
            }
        }
        try store.expectSound()
    }

    private func act(
        at minute: Int, _ generator: inout SeededGenerator, _ comment: Comment
    ) throws {
        let tasks = try TaskStore.objects(store.run("replay", ["--json"]))
        let number = Int.random(in: 1...5, using: &generator)
        let commands = [
            ["edit", "-p", "\(number)"], ["edit", "--title", "Title \(number)"],
            ["edit", "-t", "t\(number)"], ["edit", "--description", "\(number)"], ["done"],
            ["todo", "--due", "2025-12-0\(number)"], ["snooze", "--due", "2025-12-1\(number)"],
            ["snooze", "--until", "2025-12-2\(number)"], ["archive"], ["unarchive"], ["delete"],
            ["restore"], ["undo"], ["edit", "--notes", "n\(number)"],
        ]
        let chosen = commands[Int.random(in: 0..<commands.count, using: &generator)]
        guard minute > 0, Int.random(in: 0..<5, using: &generator) > 0,
            let task = tasks.randomElement(using: &generator)?["guid"]?.text
        else {
            let options = ["Task \(minute)", "--due", "2025-12-1\(number)", "--every", "2"]
            #expect(try store.run("add", options, extra: at(minute)).status == 0)
            return
        }
        let outcome = try store.run(
            chosen[0], chosen.dropFirst() + (chosen == ["undo"] ? [] : [task]), extra: at(minute))
        // Not every command fits every task.
        #expect(outcome.status < 2, "\(chosen) \(outcome) \(comment)")
    }
}

import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo undo` again and again, and `redo undo --redo`: the history of what was done here.
@Suite struct UndoHistoryTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    func at(_ minute: Int) -> [String: String] {
        ["REDO_WALL": "2025-11-16T13:\(minute < 10 ? "0" : "")\(minute):00.000Z"]
    }

    @discardableResult
    func run(_ command: String, _ arguments: String..., minute: Int) throws -> String {
        let outcome = try store.run(command, arguments, extra: at(minute))
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.text
    }

    var title: String? { get throws { try store.tasks().first?["title"]?.text } }

    var completedCount: Double? {
        get throws {
            try TaskStore.objects(store.run("stats", ["--json"])).first?["todos"]?["completed"]?
                .number
        }
    }

    @Test func eachUndoGoesOneCommandFurther() throws {
        try store.add("one")
        for (minute, title) in ["two", "three", "four"].enumerated() {
            try run("edit", try #require(try self.title), "--title", title, minute: minute)
        }
        for (minute, title) in ["three", "two", "one"].enumerated() {
            try run("undo", minute: 10 + minute)
            #expect(try self.title == title)
        }
        #expect(try run("undo", minute: 20).hasPrefix("archived one, which was added"))
        let outcome = try store.run("undo", extra: at(21))
        #expect(outcome.status == 1 && outcome.text == "there is nothing to take back\n")
    }

    @Test func whatWasTakenBackIsBroughtBackStepByStep() throws {
        try store.add("one")
        try run("edit", "one", "--title", "two", minute: 1)
        try run("edit", "two", "--title", "three", minute: 2)
        try run("undo", minute: 3)
        try run("undo", minute: 4)
        #expect(try title == "one")
        #expect(try run("undo", "--redo", minute: 5).hasPrefix("brought back a change of one\n"))
        #expect(try title == "two")
        try run("undo", "--redo", minute: 6)
        #expect(try title == "three")
        #expect(try store.run("undo", ["--redo"], extra: at(7)).status == 1)
        // What was brought back can be taken back.
        try run("undo", minute: 8)
        #expect(try title == "two")
        try run("edit", "two", "-p", "5", minute: 9)
        let late = try store.run("undo", ["--redo"], extra: at(10))
        #expect(late.status == 1 && late.text == "there is nothing to bring back\n")
    }

    @Test func commandsOfOneMomentAreToldApart() throws {
        try store.add("one")
        for title in ["two", "three"] {
            #expect(
                try store.run("edit", [try #require(try self.title), "--title", title]).status == 0)
        }
        #expect(try store.run("undo").status == 0)
        #expect(try title == "two")
        #expect(try store.run("undo").status == 0)
        #expect(try title == "one")
    }

    /// A change that a later undo of another task took back stays out of the way.
    @Test func aTaskHasItsOwnSteps() throws {
        try store.add("left")
        try store.add("right")
        try run("edit", "left", "-p", "5", minute: 1)
        try run("edit", "right", "-p", "4", minute: 2)
        try run("edit", "left", "-p", "1", minute: 3)
        try run("undo", "right", minute: 4)
        func priorities() throws -> [String?: Double?] {
            Dictionary(
                try store.tasks().map { ($0["title"]?.text, $0["priority"]?.number) },
                uniquingKeysWith: { first, _ in first })
        }
        #expect(try priorities() == ["left": 1, "right": 3])
        try run("undo", minute: 5)
        #expect(try priorities() == ["left": 5, "right": 3])
        try run("undo", minute: 6)
        #expect(try priorities() == ["left": 3, "right": 3])
    }

    @Test func aRecurringTaskGoesBackDeadlineByDeadline() throws {
        try store.add("Rent", "--every", "30", "--due", "2025-12-01 09:00")
        let first = try store.tasks().first?["due"]
        try run("done", "Rent", minute: 1)
        let second = try store.tasks().first?["due"]
        try run("done", "Rent", minute: 2)
        #expect(try completedCount == 2)
        try run("undo", minute: 3)
        #expect(try store.tasks().first?["due"] == second)
        #expect(try completedCount == 1)
        try run("undo", minute: 4)
        #expect(try store.tasks().first?["due"] == first)
        #expect(try completedCount == 0)
        #expect(try store.run("show", ["Rent"]).lines.suffix(2).first == "  occurrences:")
        try run("undo", "--redo", minute: 5)
        #expect(try store.tasks().first?["due"] == second)
        #expect(try completedCount == 1)
    }

    /// A to-do that undo had replaced became the current one when the task was done.
    @Test func aCompletedTaskStaysCompleted() throws {
        try store.add("Rent", "--every", "30", "--due", "2025-12-01")
        try run("done", "Rent", minute: 1)
        try run("undo", minute: 2)
        try run("edit", "Rent", "--every", "0", minute: 3)
        #expect(try run("done", "Rent", minute: 4) == "done Rent\n")
        #expect(try store.run("list").lines.count == 1)
        #expect(try completedCount == 1)
    }

    @Test func aToDoThatWasAddedIsTakenAway() throws {
        try store.add("Idea", "--draft")
        try run("todo", "Idea", "--due", "2025-11-20", minute: 1)
        #expect(
            try run("undo", minute: 2) == "took back a change of Idea\n  no occurrence to be done\n"
        )
        let task = try #require(store.tasks().first)
        #expect(task["state"] == "draft" && task["todo"]?.isNull == true)
        #expect(try run("undo", "--redo", minute: 3).contains("  due Thu 20 Nov 2025\n"))
        #expect(try store.tasks().first?["state"] == "open")
    }

    @Test func aDeadlineThatWasGivenIsTakenAway() throws {
        try store.add("Idea", "--notes", "n")
        try run("edit", "Idea", "--due", "2025-11-20", minute: 1)
        try run("undo", minute: 2)
        let todo = try #require(store.tasks().first?["todo"])
        #expect(todo["deadline"]?.isNull == true && todo["notes"] == "n")
    }

    /// Without the records an undo goes by wall times, as one on another machine does.
    @Test func withoutRecordsThereAreStillSteps() throws {
        try store.add("one")
        try run("edit", "one", "--title", "two", minute: 1)
        try run("edit", "two", "--title", "three", minute: 2)
        let directory = store.runner.path(".redo/operations")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 3)
        try FileManager.default.removeItem(atPath: directory)
        try run("undo", minute: 3)
        #expect(try title == "two")
        try run("undo", minute: 4)
        #expect(try title == "one")
    }

    /// A record says what it is, and one that was damaged or made up counts as absent.
    @Test func recordsAreReadableAndChecked() throws {
        try store.add("one")
        try run("edit", "one", "--title", "two", minute: 1)
        let directory = store.runner.path(".redo/operations")
        let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        let file = "\(directory)/\(names[1])"
        let record = try JSONDocument([UInt8](Data(contentsOf: URL(filePath: file)))).root.value
        #expect(
            record.names
                == ["checksum", "command", "device", "nodes", "number", "time", "user"])
        #expect(record["nodes"]?.elements.first == (try store.nodes().last?["id"]))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o444)
        try FileManager.default.removeItem(atPath: file)
        try Data(#"{"nodes":[]}"#.utf8).write(to: URL(filePath: file))
        try Data().write(to: URL(filePath: "\(directory)/0"))
        try run("undo", minute: 2)
        #expect(try title == "one")
    }

    /// The change before a damaged one is not the last one.
    @Test func aLastChangeThatIsDamagedIsNotPassedOver() throws {
        try store.add("one")
        try run("edit", "one", "--title", "two", minute: 1)
        let other = try store.add("other", extra: at(2))
        let made = try store.nodes().last { $0["taskId"]?.text == other }
        let last = try #require(made?["id"]?.text)
        let file = URL(filePath: store.runner.path(store.runner.objectName(last)))
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        try FileManager.default.removeItem(at: file)
        // What is left tells which task it is of.
        try Data(text.replacing("CREATE_TODO", with: "CREATE_TODX").utf8).write(to: file)
        let before = try store.runner.contents(of: ".redo")
        let outcome = try store.run("undo", extra: at(3))
        #expect(outcome.status == 128, "\(outcome)")
        #expect(
            outcome.codedError.hasPrefix(
                "error: RECONSTRUCT_003: the last change cannot be taken back"))
        #expect(try store.runner.contents(of: ".redo") == before)
        // What is named can be read.
        #expect(try store.run("undo", ["two"], extra: at(4)).text.contains("title: \"one\""))
    }

    /// What was changed before something that undo does not know is not the last change.
    @Test(arguments: [false, true])
    func whatOtherFamiliesKnowIsNotPassedOver(_ hasTask: Bool) throws {
        let task = try store.add("one")
        try run("edit", "one", "--title", "two", minute: 1)
        let words =
            hasTask
            ? [
                "SHARE", "--task", task, "-f",
                #"grants:=[{"grantee":"00112233445566778899aabbccddeeff","permission":"read"}]"#,
            ]
            : [
                "CREATE_PERSON", "-f", "name=Eve", "-f",
                "recovery=\(String(repeating: "0", count: 64))",
            ]
        #expect(try store.run("commit-node", words, extra: at(2)).status == 0)
        let before = try store.runner.contents(of: ".redo")
        for _ in 0..<2 {
            let outcome = try store.run("undo", extra: at(3))
            #expect(outcome.status == 1 && outcome.error.isEmpty, "\(outcome)")
            #expect(outcome.text.hasPrefix("the last change cannot be taken back by undo:\n  "))
            #expect(outcome.text.contains(hasTask ? "SHARE" : "CREATE_PERSON"))
            #expect(outcome.text.contains(", of two\n") == hasTask, "\(outcome)")
        }
        #expect(try store.runner.contents(of: ".redo") == before)
        #expect(try title == "two")
    }

    /// A void node changed nothing, so the change before it is the last one.
    @Test func aVoidNodeIsPassedOver() throws {
        let task = try store.add("one")
        try run("edit", "one", "--title", "two", minute: 1)
        let words = ["SHARE", "--task", task, "-f", "access=read"]
        #expect(try store.run("commit-node", words, extra: at(2)).status == 0)
        try run("undo", minute: 3)
        #expect(try title == "one")
    }

    /// What the payload dialect cannot say is written in the fields dialect.
    @Test func inThePayloadDialectEveryFieldIsTakenBack() throws {
        try store.add("one", "--estimate", "30m")
        try run("edit", "one", "--estimate", "1h", minute: 1)
        let (_, nodes) = try store.nodesWritten(
            by: "undo", "--dialect", "payload", extra: at(2))
        #expect(nodes.map(\.action) == ["UPDATE"] && nodes.map(\.dialect) == ["fields"])
        #expect(try store.tasks().first?["timeEstimate"] == 30)
    }

    @Test func forwardIsTheSameAsRedo() throws {
        try store.add("one")
        try run("edit", "one", "--title", "two", minute: 1)
        try run("undo", minute: 2)
        #expect(try run("undo", "--forward", minute: 3).hasPrefix("brought back a change of one\n"))
        #expect(try title == "two")
        let refused = try store.run("undo", ["--forward", "two"])
        #expect(
            refused.status == 129
                && refused.codedError.hasPrefix("error: USAGE: --forward takes no"))
    }

    @Test func othersDoNotTakePart() throws {
        try store.add("one")
        try run("edit", "one", "--title", "two", minute: 1)
        let other = at(2).merging(["REDO_DEVICE": "other"]) { $1 }
        #expect(try store.run("edit", ["two", "-p", "5"], extra: other).status == 0)
        try run("undo", minute: 3)
        #expect(try title == "one")
        #expect(try store.tasks().first?["priority"] == 5)
    }

    @Test func tasksAreNotNamedWithRedo() throws {
        try store.add("one")
        #expect(try store.run("undo", ["--redo", "one"]).status == 129)
    }

    @Test func maintenanceKeepsTheLatestRecords() throws {
        try store.add("one")
        let directory = store.runner.path(".redo/operations")
        let first = try #require(FileManager.default.contentsOfDirectory(atPath: directory).first)
        for number in 0..<1000 {
            try Data().write(to: URL(filePath: "\(directory)/000000000000\(1000 + number)"))
        }
        #expect(try store.run("gc").status == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(left.count == 1000 && !left.contains(first))
    }
}

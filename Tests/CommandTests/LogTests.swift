import Foundation
import RedoJSON
import TestSupport
import Testing

/// Which nodes `redo-log` shows, and in which order.
@Suite struct LogTests {
    private let runner: CommandRunner
    /// Root, its first child, a second child that is earlier by the clock, a node of another task.
    private let ids: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        var root = SampleNode(wall: "2025-01-02T08:00:00.000Z")
        root.name = "Ana Ångström"
        let rootID = try runner.store(root)[0]
        let children = try runner.store(
            SampleNode(
                action: "UPDATE", parents: [rootID], lamport: 2, wall: "2025-01-03T08:00:00.000Z",
                device: "laptop", fields: ["priority": 5]),
            SampleNode(
                action: "ARCHIVE", parents: [rootID], lamport: 3, wall: "2025-01-01T08:00:00.000Z",
                fields: [:]))
        let other = try runner.store(
            SampleNode(
                task: SampleNode.task(2), wall: "2025-01-04T08:00:00.000Z",
                fields: ["title": "Mow the Lawn"]))
        ids = [rootID] + children + other
    }

    private func log(_ arguments: String...) throws -> [Int?] {
        let outcome = try runner.run("redo-log", ["--format=%H"] + arguments)
        #expect(outcome.status == 0)
        #expect(outcome.error.isEmpty)
        return outcome.lines.map { ids.firstIndex(of: $0) }
    }

    @Test func theLatestInReplayOrderComesFirst() throws {
        #expect(try log() == [2, 1, 3, 0])
        #expect(try log("--reverse") == [0, 3, 1, 2])
    }

    @Test func theOrderCanBeThatOfTheClocks() throws {
        #expect(try log("--date-order") == [3, 1, 0, 2])
        #expect(try log("--date-order", "--reverse") == [2, 0, 1, 3])
    }

    @Test func theNumberCanBeLimited() throws {
        #expect(try log("-n", "2") == [2, 1])
        #expect(try log("-n2", "--reverse") == [1, 2])
        #expect(try log("--max-count=0") == [])
        #expect(try log("--max-count", "99").count == 4)
    }

    @Test(arguments: ["-1", "x", "", "1.5", "99999999999999999999"])
    func aNumberThatIsNoneIsWrongUsage(_ text: String) throws {
        let outcome = try runner.run("redo-log", ["--max-count=\(text)"])
        #expect(outcome.status == 129)
        #expect(outcome.error.hasPrefix("error: USAGE: --max-count "))
    }

    @Test func nodesCanBeCounted() throws {
        #expect(try runner.run("redo-log", ["--count"]).text == "4\n")
        #expect(try runner.run("redo-log", ["--count", "--action", "create"]).text == "2\n")
        #expect(try runner.run("redo-log", ["--count", "-n", "3"]).text == "3\n")
    }

    @Test func nodesCanBeChosenByWhatTheyAre() throws {
        #expect(try log("--task", SampleNode.task(2)) == [3])
        #expect(try log("--task", "lawn", "--task", SampleNode.task(1)) == [2, 1, 3, 0])
        #expect(try log("--action", "ARCHIVE", "--action=update") == [2, 1])
        #expect(try log("--device", "laptop") == [1])
        #expect(try log("--device", "lap") == [])
        #expect(try log("--author", "001122334455") == [2, 1, 3, 0])
        #expect(try log("--author", "ångstr") == [0])
        #expect(try log("--grep", "MOW") == [3])
        #expect(try log("--grep", "priority", "--action", "create") == [])
    }

    @Test func timesAreBoundsThatBelongToTheRange() throws {
        #expect(try log("--since", "2025-01-02T08:00:00Z") == [1, 3, 0])
        #expect(try log("--since", "2025-01-02T08:00:00.001Z") == [1, 3])
        #expect(try log("--until", "2025-01-02T09:00:00+01:00") == [2, 0])
        #expect(try log("--since", "2025-01-02", "--until", "2025-01-03") == [1, 0])
        #expect(try log("--since", "2 jan 2025 8:00", "--until", "yesterday") == [1, 3, 0])
        // A day is one of local clocks: in Samoa the first of January ends eleven hours later.
        for (zone, count) in [("UTC", "1\n"), ("Pacific/Pago_Pago", "2\n")] {
            let outcome = try runner.run(
                "redo-log", ["--until", "2025-01-01", "--count"], extra: ["TZ": zone])
            #expect(outcome.text == count, "\(outcome)")
        }
        let outcome = try runner.run("redo-log", ["--since", "someday"])
        #expect(outcome.status == 129)
        #expect(outcome.error.hasPrefix("error: USAGE: 'someday' is no date\nhint: "))
        #expect(outcome.error.contains("\nhint: say for example today, yesterday 18:30, "))
    }

    @Test func aNodeMeansWhatItReaches() throws {
        #expect(try log(ids[1]) == [1, 0])
        #expect(try log(ids[1], ids[3]) == [1, 3, 0])
        #expect(try log("\(ids[0])..\(ids[1])") == [1])
        #expect(try log("\(ids[1])..") == [2, 3])
        #expect(try log("..\(ids[2])") == [2, 0])
        #expect(try log("\(ids[2])..\(ids[2])") == [])
    }

    @Test func aNameThatMeansNothingIsAnError() throws {
        let outcome = try runner.run("redo-log", ["beef..\(ids[0])"])
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error == "error: STORAGE_001: there is no node 'beef'\n")
    }

    @Test func anEmptyLogIsShownAsNothing() throws {
        let empty = try CommandRunner.withEmptyStore()
        let outcome = try empty.run("redo-log")
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty && outcome.error.isEmpty)
        #expect(try empty.run("redo-log", ["--count"]).text == "0\n")
    }

    @Test(arguments: ["redo-log", "redo-export", "redo-cat-node --batch --batch-all-objects"])
    func aClosedPipeEndsACommandQuietly(_ command: String) throws {
        // More than a pipe holds, so that the writer meets the closed end.
        let title = JSONValue.string(JSONString(String(repeating: "x", count: 2000)))
        _ = try runner.store(
            (100..<250).map { SampleNode(task: SampleNode.task($0), fields: ["title": title]) })
        let outcome = try runner.shell("{ \(command); echo $? >status; } | head -n 1")
        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 1)
        #expect(outcome.error.isEmpty)
        #expect(try runner.contents(ofFile: "status") == Array("141\n".utf8))
    }
}

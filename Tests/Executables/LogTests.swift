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
        // A filter that leaves nothing says what it looked for.
        let hasFilter = arguments.contains { argument in
            ["--task", "--device", "--author", "--grep", "--action", "--since", "--until"]
                .contains { argument == $0 || argument.hasPrefix("\($0)=") }
        }
        let error =
            outcome.lines.isEmpty && hasFilter ? "note: there is no node to show for " : ""
        #expect(error.isEmpty ? outcome.error.isEmpty : outcome.error.hasPrefix(error))
        return outcome.lines.map { ids.firstIndex(of: $0) }
    }

    /// The second child's clock was behind, so that it stands above its parent and no higher.
    @Test func theLatestComesFirstAndNoChildBelowItsParent() throws {
        #expect(try log() == [3, 1, 2, 0])
        #expect(try log("--time-order") == [3, 1, 2, 0])
        #expect(try log("--reverse") == [0, 2, 1, 3])
    }

    @Test func theOrderCanBeThatOfAReplay() throws {
        #expect(try log("--replay-order") == [2, 1, 3, 0])
        #expect(try log("--replay-order", "--reverse") == [0, 3, 1, 2])
        #expect(try log("--replay-order", "-2") == [2, 1])
        let both = try runner.run("redo-log", ["--replay-order", "--time-order"])
        #expect(both.status == 129)
    }

    /// Packed nodes are put in order from the columns of their index.
    @Test func packedNodesHaveTheSameOrder() throws {
        try #require(runner.run("redo-pack").status == 0)
        #expect(try log() == [3, 1, 2, 0])
        let child = try runner.store(
            SampleNode(
                action: "UPDATE", parents: [ids[1]], lamport: 4, wall: "2024-01-01T08:00:00.000Z",
                fields: ["priority": 1]))[0]
        let outcome = try runner.run("redo-log", ["--format=%H"])
        #expect(outcome.lines == [ids[3], child, ids[1], ids[2], ids[0]])
        #expect(try runner.run("redo-log", ["--json"]).lines.count == 5)
        #expect(
            try runner.run("redo-log", ["--format=%H %s"]).lines.map { $0.prefix(71) }
                == outcome.lines.map { $0.prefix(71) })
    }

    @Test func aPartOfTheOrderIsShown() throws {
        #expect(try log("-1") == [3])
        #expect(try log("--skip", "1") == [1, 2, 0])
        #expect(try log("--skip", "1", "-n", "2") == [1, 2])
        #expect(try log("--after", ids[1]) == [2, 0])
        #expect(try log("--after", String(ids[1].dropFirst(7).prefix(8)), "-1") == [2])
        #expect(try log("--after", ids[1], "--skip", "1") == [0])
        #expect(try log("--after", ids[1], "--replay-order") == [3, 0])
        #expect(try log("--after", ids[0]) == [])
        #expect(try log("--after", ids[3], "--reverse", "-2") == [2, 1])
        let outcome = try runner.run("redo-log", ["--after", ids[3], "--action", "update"])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: NAME_001: the node of --after is not among"))
        for option in ["--after=\(ids[0])", "--skip=1", "--replay-order"] {
            #expect(try runner.run("redo-log", ["--graph", option]).status == 129)
        }
    }

    /// Pages that follow each other have every node once, also those of one moment.
    @Test func pagesHaveEveryNodeOnce() throws {
        _ = try runner.store((10..<60).map { SampleNode(task: SampleNode.task($0)) })
        let all = try runner.run("redo-log", ["--format=%H"]).lines
        #expect(all.count == 54)
        var paged: [String] = []
        while true {
            let after = paged.last.map { ["--after", $0] } ?? []
            let page = try runner.run("redo-log", ["--format=%H", "-n", "7"] + after).lines
            if page.isEmpty { break }
            paged += page
        }
        #expect(paged == all)
    }

    @Test func whatEachNodeChangedIsShown() throws {
        let text = try runner.run("redo-log", ["-p", ids[1]]).text
        #expect(text.contains("    UPDATE: priority\n      priority: 3 → 5\n\nnode "), "\(text)")
        #expect(
            text.hasSuffix(
                "    CREATE: Water the plants\n      title: nothing → \"Water the plants\"\n"))
        #expect(try runner.run("redo-log", ["-p", "--oneline", "-1"]).lines.count == 2)
        #expect(try runner.run("redo-log", ["-p", "--graph"]).text.contains("priority: 3 → 5"))
        #expect(try runner.run("redo-log", ["-p", "--json"]).status == 129)
    }

    @Test func theNumberCanBeLimited() throws {
        #expect(try log("-n", "2") == [3, 1])
        #expect(try log("-n2", "--reverse") == [1, 3])
        #expect(try log("--max-count=0") == [])
        #expect(try log("--max-count", "99").count == 4)
    }

    @Test(arguments: ["-1", "x", "", "1.5", "99999999999999999999"])
    func aNumberThatIsNoneIsWrongUsage(_ text: String) throws {
        let outcome = try runner.run("redo-log", ["--max-count=\(text)"])
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: --max-count "))
    }

    @Test func nodesCanBeCounted() throws {
        #expect(try runner.run("redo-log", ["--count"]).text == "4\n")
        #expect(try runner.run("redo-log", ["--count", "--action", "create"]).text == "2\n")
        #expect(try runner.run("redo-log", ["--count", "-n", "3"]).text == "3\n")
    }

    @Test func nodesCanBeChosenByWhatTheyAre() throws {
        #expect(try log("--task", SampleNode.task(2)) == [3])
        #expect(try log("--task", "lawn", "--task", SampleNode.task(1)) == [3, 1, 2, 0])
        #expect(try log("--action", "ARCHIVE", "--action=update") == [1, 2])
        #expect(try log("--device", "laptop") == [1])
        #expect(try log("--device", "lap") == [])
        #expect(try log("--author", "001122334455") == [3, 1, 2, 0])
        #expect(try log("--author", "ångstr") == [0])
        #expect(try log("--grep", "MOW") == [3])
        #expect(try log("--grep", "priority", "--action", "create") == [])
    }

    @Test func timesAreBoundsThatBelongToTheRange() throws {
        #expect(try log("--since", "2025-01-02T08:00:00Z") == [3, 1, 0])
        #expect(try log("--since", "2025-01-02T08:00:00.001Z") == [3, 1])
        #expect(try log("--until", "2025-01-02T09:00:00+01:00") == [2, 0])
        #expect(try log("--since", "2025-01-02", "--until", "2025-01-03") == [1, 0])
        #expect(try log("--since", "2 jan 2025 8:00", "--until", "yesterday") == [3, 1, 0])
        // A day is one of local clocks: in Samoa the first of January ends eleven hours later.
        for (zone, count) in [("UTC", "1\n"), ("Pacific/Pago_Pago", "2\n")] {
            let outcome = try runner.run(
                "redo-log", ["--until", "2025-01-01", "--count"], extra: ["TZ": zone])
            #expect(outcome.text == count, "\(outcome)")
        }
        let outcome = try runner.run("redo-log", ["--since", "sometime"])
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: not a valid date: 'sometime'\nhint: "))
        #expect(
            outcome.codedError.contains(
                "\nhint: for example: yesterday 18:30, last fri, 3 days ago"))
    }

    @Test func aNodeMeansWhatItReaches() throws {
        #expect(try log(ids[1]) == [1, 0])
        #expect(try log(ids[1], ids[3]) == [3, 1, 0])
        #expect(try log("\(ids[0])..\(ids[1])") == [1])
        #expect(try log("\(ids[1])..") == [3, 2])
        // The tips are at an empty end, as HEAD is in git, and they reach every node.
        #expect(try log("..\(ids[2])") == [])
        #expect(try log("\(ids[2])..\(ids[2])") == [])
    }

    @Test func aNameThatMeansNothingIsAnError() throws {
        let outcome = try runner.run("redo-log", ["beef..\(ids[0])"])
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.codedError.hasPrefix(
                "error: NAME_001: there is no node 'beef'\nhint: a node is ")
        )
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

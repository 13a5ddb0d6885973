import RedoJSON
import TestSupport
import Testing

/// `redo log --graph`.
@Suite struct LogGraphTests {
    private let runner: CommandRunner
    /// A root, two that follow it, their merge, and a node of another task.
    private let ids: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        let root = try runner.store(SampleNode())[0]
        let sides = try runner.store(
            SampleNode(action: "UPDATE", parents: [root], lamport: 2, fields: ["priority": 5]),
            SampleNode(action: "ARCHIVE", parents: [root], lamport: 3, fields: [:]))
        let merge = try runner.store(
            SampleNode(
                action: "MERGE", parents: sides.sorted(), lamport: 4, fields: ["title": "both"]))
        let other = try runner.store(
            SampleNode(task: SampleNode.task(2), lamport: 9, fields: ["title": "Mow the lawn"]))
        ids = [root] + sides + merge + other
    }

    private func log(_ arguments: String...) throws -> String {
        let outcome = try runner.run("redo-log", ["--graph"] + arguments)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return outcome.text
    }

    /// A drawing with each node's number in the place of its id, in any order of the two sides.
    private func drawing(_ arguments: String...) throws -> [String] {
        let outcome = try runner.run("redo-log", ["--graph", "--format=%A"] + arguments)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return outcome.lines
    }

    @Test func aForkAndAMergeAreDrawn() throws {
        let first = [["ARCHIVE", "UPDATE"], ["UPDATE", "ARCHIVE"]]
        let expected = first.map {
            ["* CREATE", "*   MERGE", "|\\", "| * \($0[0])", "* | \($0[1])", "|/", "* CREATE"]
        }
        let lines = try drawing()
        #expect(expected.contains(lines), "\(lines)")
    }

    @Test func longTextsStandBesideTheEdges() throws {
        let lines = try log().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "* node \(ids[4])")
        #expect(lines[1].hasPrefix("  Task:    "))
        let merge = try #require(lines.firstIndex { $0.hasSuffix("node \(ids[3])") })
        #expect(lines[merge].hasPrefix("*   node "))
        #expect(lines[merge + 1].hasPrefix("|\\  Parents: "))
        #expect(lines[merge + 2].hasPrefix("| | Task: "))
        #expect(lines.contains("| |"))
        #expect(lines.suffix(2) == ["      CREATE: Water the plants", ""])
        #expect(lines.allSatisfy { $0.last != " " })
    }

    @Test func everyStyleHasItsLines() throws {
        let time = try log("--format=%d", "-n", "1").dropFirst(2).dropLast()
        #expect(
            try log("--oneline", "-n", "1")
                == "* \(ids[4].dropFirst(7).prefix(7)) \(time)  Mow the lawn: CREATE\n")
        #expect(try log("--format=%A%n%L", "--task", "lawn") == "* CREATE\n  9\n")
    }

    @Test func theNumberIsLimitedInTheOrderOfTheDrawing() throws {
        #expect(try drawing("-n", "2") == ["* CREATE", "*   MERGE", "|\\"])
        #expect(try drawing("-n", "0") == [])
    }

    @Test func aRangeEndsItsEdges() throws {
        #expect(try drawing("\(ids[0])..\(ids[1])") == ["* UPDATE"])
        #expect(try drawing(ids[2]) == ["* ARCHIVE", "* CREATE"])
    }

    @Test func whatIsLeftOutIsBridged() throws {
        #expect(
            try drawing("--action", "merge", "--action", "create") == [
                "* CREATE", "* MERGE", "* CREATE",
            ])
    }

    /// A node of the task that follows one of another task follows its own task's nodes.
    @Test func aTaskIsDrawnByItself() throws {
        let foreign = try runner.store(
            SampleNode(
                action: "UPDATE", task: SampleNode.task(2), parents: [ids[3]], lamport: 10,
                fields: ["priority": 1]))[0]
        try runner.store(
            SampleNode(action: "UPDATE", parents: [foreign], lamport: 11, fields: ["priority": 2]))
        let lines = try drawing("--task", SampleNode.task(1))
        #expect(lines.prefix(3) == ["* UPDATE", "*   MERGE", "|\\"])
    }

    @Test(arguments: [
        ("--json", "--graph and --json do not go together"),
        ("-z", "--graph and --null do not go together"),
        ("--reverse", "--graph and --reverse do not go together"),
        ("--time-order", "--graph and --time-order do not go together"),
    ])
    func someOptionsDoNotGoTogether(_ option: String, _ message: String) throws {
        let outcome = try runner.run("redo-log", ["--graph", option])
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: \(message)\n"), "\(outcome.error)")
    }

    @Test func edgesHaveColorsOnATerminalOnly() throws {
        #expect(!(try log("--oneline")).contains("\u{1B}"))
        let terminal = "script -qec 'redo-log --graph --format=%A' /dev/null </dev/null"
        let colored = try runner.shell(terminal, extra: ["PAGER": "cat"])
        #expect(colored.text.contains("\u{1B}[33m\\\u{1B}[m"), "\(colored.text.debugDescription)")
        let plain = try runner.shell(terminal, extra: ["PAGER": "cat", "NO_COLOR": "1"])
        #expect(!plain.text.contains("\u{1B}"))
    }

    @Test func hostileTextsAreHarmless() throws {
        try runner.store(
            SampleNode(
                task: SampleNode.task(3), lamport: 20, device: HostileText.nasty,
                fields: ["title": .string(JSONString(HostileText.nasty))]))
        for arguments in [[], ["--oneline"], ["--format=%s %D"]] {
            let outcome = try runner.run("redo-log", ["--graph"] + arguments)
            #expect(HostileText.isSafe(outcome.text), "\(outcome.text.debugDescription)")
        }
        #expect(try runner.run("redo-log", ["--graph", "--oneline"]).lines.count == 8)
    }

    /// Git draws the mirror of the log in the same way.
    @Test func theShapeIsTheOneThatGitDraws() throws {
        let mirrored = try runner.run("redo-mirror", ["--to", "mirror.git"])
        try #require(mirrored.status == 0, "\(mirrored)")
        let commit = try runner.shell(
            "git -C mirror.git log --all --format=%H --grep='Redo-Node: \(ids[3])'")
        let head = try #require(commit.lines.first)
        let git = try runner.shell(
            "git -C mirror.git log --graph --format='%(trailers:key=Redo-Node,valueonly,separator=)' "
                + "\(head) | sed 's/ *$//'")
        #expect(git.status == 0 && git.error.isEmpty, "\(git)")
        #expect(try log("--format=%H", ids[3]) == git.text)
    }
}

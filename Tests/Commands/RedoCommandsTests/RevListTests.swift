import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo-rev-list`: the nodes that others reach.
@Suite struct RevListTests {
    private let runner: CommandRunner
    /// Root, left, right, a MERGE of both, and another task.
    private let ids: [String]
    private let task = SampleNode.task(1)

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        let root = try runner.store(SampleNode())
        func update(_ title: String, _ minute: Int, _ device: String) -> SampleNode {
            SampleNode(
                action: "UPDATE", parents: root, lamport: 2,
                wall: "2025-01-01T09:0\(minute):00.000Z", device: device,
                fields: ["notes": .string(JSONString(title))])
        }
        let sides = try runner.store(update("left", 1, "phone"), update("right", 2, "laptop"))
        let merge = try runner.store(
            SampleNode(
                action: "MERGE", parents: sides, lamport: 3, wall: "2025-01-01T10:00:00.000Z",
                fields: [:]))
        let other = try runner.store(
            SampleNode(
                task: SampleNode.task(2), lamport: 9, wall: "2024-12-31T00:00:00.000Z",
                fields: ["title": "Paint the fence"]))
        ids = root + sides + merge + other
    }

    private func list(_ arguments: [String], input: String = "") throws -> CommandOutcome {
        try runner.run("redo-rev-list", arguments, input: Array(input.utf8))
    }

    /// The text of arguments in which `#0` to `#4` stand for the ids.
    private func filled(_ text: String) -> String {
        ids.indices.reduce(text) { $0.replacing("#\($1)", with: ids[$1]) }
    }

    /// Compares what is printed, in which ids are `#0` to `#4`.
    private func expect(
        _ arguments: String, _ expected: [String], input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let words = filled(arguments).split(separator: " ").map(String.init)
        let outcome = try list(words, input: filled(input))
        #expect(outcome.status == 0, "\(arguments)", sourceLocation: sourceLocation)
        // A filter that leaves nothing says what it looked for.
        let isSaid =
            expected.isEmpty && outcome.error.hasPrefix("note: there is no node to show for '--")
        #expect(
            outcome.error.isEmpty || isSaid, "\(arguments)", sourceLocation: sourceLocation)
        #expect(
            outcome.lines == expected.map(filled), "\(arguments)", sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        ("--all", "43210"), ("#3", "3210"), ("#1", "10"), ("#0..#3", "321"), ("#1..#2", "2"),
        ("#3 ^#1", "32"), ("^#1 #3", "32"), ("#1...#2", "21"), ("#1...#3", "32"),
        ("--all ^#0", "4321"), ("#3 --not #1", "32"), ("#3 --not ^#1 #2", "31"),
        ("#3 --not #1 --not #4", "432"), ("#1 #2", "210"), ("#3..", "4"), ("..#3", ""),
        ("#3...", "4"), ("^#3", ""), ("--heads", "43210"), ("TASK", "3210"), ("TASK^2", "20"),
        ("--no-walk #3 #0", "30"), ("--no-walk #3 ^#3", ""), ("--ancestry-path #1..#3", "3"),
        ("--ancestry-path #0..#2", "2"), ("-n2 #3", "32"), ("--skip=1 -n2 #3", "21"),
        ("--reverse #3", "0123"), ("--reverse -n2 #3", "23"), ("--time-order --all", "32104"),
        ("--all --action UPDATE", "21"), ("--all --device laptop", "2"),
        ("--all --task TASK", "3210"), ("--all --until 2024-12-31T12:00:00Z", "4"),
        ("--all --since 2025-01-01T09:02:00Z", "32"), ("--all --signed", ""),
        ("--all --no-signed --author 0011", "43210"), ("--all --family tasks -n1", "4"),
        ("--all --family rooms", ""), ("--all --void", ""), ("--all --void=E_KEY_REVOKED", ""),
    ])
    func nodesAreThoseOfGit(_ arguments: String, _ expected: String) throws {
        try expect(
            arguments.replacing("TASK", with: task), expected.map { "#\($0)" })
        let words = filled(arguments.replacing("TASK", with: task)).split(separator: " ")
        let count = try list(words.map(String.init) + ["--count"])
        #expect(count.text == "\(expected.count)\n", "\(arguments)")
    }

    @Test func relativesFollowANode() throws {
        try expect("--parents #3", ["#3 #1 #2", "#2 #0", "#1 #0", "#0"])
        try expect("--children #3", ["#3", "#2 #3", "#1 #3", "#0 #2 #1"])
        try expect("--children #1", ["#1", "#0 #1"])
    }

    @Test func theEdgeIsMarked() throws {
        try expect("--boundary #1..#3", ["#3", "#2", "-#1", "-#0"])
        try expect("--boundary --reverse #0..#1", ["-#0", "#1"])
        try expect("--boundary #3", ["#3", "#2", "#1", "#0"])
    }

    @Test func theSidesOfADifferenceAreMarked() throws {
        try expect("--left-right #1...#2", [">#2", "<#1"])
        try expect("--left-right --count #1...#3", ["0\t2"])
        try expect("--left-right --count #1...#4", ["2\t1"])
    }

    @Test func whatRevParsePrintsIsRead() throws {
        for range in ["#1..#3", "#1...#2", "#2..", "^#1"] {
            let parsed = try runner.run("redo-rev-parse", [filled(range)]).text
            let direct = try list([filled(range)])
            #expect(direct.status == 0)
            #expect(try list(["--stdin"], input: parsed).text == direct.text, "\(range)")
            #expect(
                try runner.run(
                    "redo-log", ["--replay-order", "--format=%(id)", "--stdin"],
                    input: Array(parsed.utf8)
                ).text
                    == direct.text, "\(range)")
        }
    }

    @Test func namesOnStandardInputCanBeNegated() throws {
        try expect("--stdin", ["#3", "#2"], input: "#3\n--not\n#1\n")
        try expect("#3 --not --stdin", ["#3", "#2"], input: "#1\n")
        try expect("#3 --not #4 --stdin", ["#3", "#2"], input: "#1\n")
    }

    @Test func linesEndWithZeros() throws {
        #expect(try list(["-z", filled("#1")]).text == filled("#1\0#0\0"))
        #expect(try list(["-z", "--count", filled("#1")]).text == "2\0")
        #expect(
            try list(["-z", "--stdin"], input: filled("#1\0^#0\0")).text == filled("#1\0"))
    }

    @Test func aFormatHasFieldsByName() throws {
        try expect(
            "--format=%(action):%(lamport) #3", ["MERGE:3", "UPDATE:2", "UPDATE:2", "CREATE:1"])
        try expect(
            "-n1 --json --format=%(id)%(lamport)%(parents) #3",
            [##"{"id":"#3","lamport":3,"parents":["#1","#2"]}"##])
        #expect(try list(["-n1", "--json", filled("#3")]).text.contains(#""author":"0011"#))
    }

    /// More nodes than are read at a time, which are read in another order than they are listed in.
    @Test func contentIsListedInTheOrderOfTheIDs() throws {
        let many = (1...200).map {
            let wall = "2025-02-01T08:00:00.\(100 + $0 * 37 % 200)Z"
            return SampleNode(
                task: SampleNode.task(100 + $0), wall: wall,
                fields: ["title": .string(JSONString("Task \($0)"))])
        }
        let ids = try runner.store(many)
        let titles = Dictionary(uniqueKeysWithValues: zip(ids, (1...200).map { "Task \($0)" }))
        for isPacked in [false, true] {
            if isPacked { try #require(runner.run("redo-gc").status == 0) }
            let lists = [
                ("redo-rev-list", ["--all"]), ("redo-rev-list", ["--all", "--reverse"]),
                ("redo-heads", []),
            ]
            for (command, options) in lists {
                let order = try runner.run(command, options + ["--format=%(id)"]).lines
                    .filter { titles[$0] != nil }
                #expect(order.count == 200)
                let lines = try runner.run(
                    command, options + ["--format=%(id) %(field:title)"]
                ).lines.filter { titles[String($0.prefix(while: { $0 != " " }))] != nil }
                let expected = order.map { "\($0) \(titles[$0] ?? "")" }
                #expect(lines == expected, "\(command) \(options)")
            }
        }
    }

    @Test(arguments: [
        [], ["--count"], ["--all", "--json", "--parents"], ["--all", "--count", "--boundary"],
        ["--no-walk", "--ancestry-path", "--all"], ["--all", "--format=%(nothing)"],
        ["--all", "--family=none"], ["--all", "--ancestry-path"],
    ])
    func wrongUsage(_ arguments: [String]) throws {
        let outcome = try list(arguments)
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: "))
        #expect(outcome.output.isEmpty)
    }

    @Test func aNameWithoutAMeaningIsNamedWithItsLine() throws {
        let outcome = try list(["--stdin"], input: filled("#1\nffff\n"))
        #expect(outcome.status == 128)
        #expect(outcome.codedError.contains("standard input, line 2"))
    }

    @Test func exportTakesTheSameRanges() throws {
        let outcome = try runner.run("redo-export", [filled("#3"), filled("^#1")])
        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 2)
    }
}

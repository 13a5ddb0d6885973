import Foundation
import RedoJSON
import TestSupport
import Testing

/// How `redo-log` shows a node.
@Suite struct LogFormatTests {
    private let runner: CommandRunner
    private let root: String
    private let merge: String
    private let sides: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        var node = SampleNode()
        node.name = "Ana"
        let first = try runner.store(node)[0]
        root = first
        func side(_ minute: Int) -> SampleNode {
            SampleNode(
                action: "UPDATE", parents: [first], lamport: 2,
                wall: "2025-01-01T09:0\(minute):00.000Z", fields: ["priority": 5, "notes": "a"])
        }
        sides = try runner.store(side(1), side(2))
        merge = try runner.store(
            SampleNode(
                action: "MERGE", parents: sides, lamport: 3, wall: "2025-01-01T10:00:00.000Z",
                device: "laptop", fields: [:]))[0]
    }

    private func log(_ arguments: String...) throws -> String {
        let outcome = try runner.run("redo-log", arguments)
        #expect(outcome.status == 0)
        #expect(outcome.error.isEmpty)
        return outcome.text
    }

    private func short(_ id: String) -> Substring { id.dropFirst(7).prefix(7) }

    @Test func eachFieldOfAFormat() throws {
        let cases = [
            ("%H", merge), ("%h", String(short(merge))), ("%P", sides.joined(separator: " ")),
            ("%A", "MERGE"), ("%T", SampleNode.task(1)), ("%L", "3"),
            ("%W", "2025-01-01T10:00:00.000Z"), ("%U", "00112233445566778899aabbccddeeff"),
            ("%D", "laptop"), ("%s", "MERGE"), ("a%nb", "a\nb"), ("%x41%x00", "A\0"),
            ("100%%", "100%"), ("", ""), ("Grüße", "Grüße"),
        ]
        for (format, expected) in cases {
            #expect(try log("-n1", "--format", format) == expected + "\n", "\(format)")
        }
    }

    @Test func subjectsSayWhatANodeDoes() throws {
        #expect(
            try log("--format=%s")
                == "MERGE\nUPDATE: notes, priority\nUPDATE: notes, priority\n"
                + "CREATE: Water the plants\n")
    }

    @Test func aRootHasNoParentsToPrint() throws {
        #expect(try log("--reverse", "-n", "99", "--format=<%P>").hasPrefix("<>\n"))
    }

    @Test func nodesCanEndWithAZeroByte() throws {
        #expect(
            try log("-z", "--format=%H")
                == [merge, sides[1], sides[0], root].map { $0 + "\0" }.joined())
        #expect(try log("-z", "--json").filter { $0 == "\0" }.count == 4)
        #expect(!(try log("-z", "--json").contains("\n")))
    }

    @Test func onelineHasTheShortIDTheLocalTimeTheTitleAndTheSubject() throws {
        let title = try log("-n1", "--format=%t").dropLast()
        #expect(!title.isEmpty)
        let times = try log("-n2", "--format=%d").split(separator: "\n")
        #expect(
            try log("--oneline", "-n2")
                == """
                \(short(merge)) \(times[0])  \(title): MERGE
                \(short(sides[1])) \(times[1])  \(title): UPDATE: notes, priority

                """)
    }

    @Test func jsonIsTheStoredLine() throws {
        #expect(
            Array(try log("--json", "-n1").utf8)
                == (try runner.contents(ofFile: runner.objectName(merge))))
    }

    @Test func forPeopleANodeIsShownInFull() throws {
        let expected = """
            node \(merge)
            Parents: \(short(sides[0])) \(short(sides[1]))
            Task:    \(SampleNode.task(1)) (Water the plants)
            Author:  ? <00112233445566778899aabbccddeeff> on laptop (not signed)
            Date:    2025-01-01T10:00:00.000Z (lamport 3)

                MERGE

            """
        #expect(try log("-n1") == expected)
        let all = try log("--reverse")
        #expect(all.hasPrefix("node \(root)\nTask: "))
        #expect(
            all.contains(
                "Author:  ? Ana <00112233445566778899aabbccddeeff> on phone (not signed)\n"))
        #expect(all.contains("\n\n    CREATE: Water the plants\n\nnode "))
    }

    @Test(arguments: [
        ["--json", "--oneline"], ["--format=%H", "--json", "--graph"],
        ["--oneline", "--format", "%s"],
        ["--format=%Q"], ["--format=%"],
    ])
    func wrongUsage(_ arguments: [String]) throws {
        let outcome = try runner.run("redo-log", arguments)
        #expect(outcome.status == 129)
        #expect(outcome.output.isEmpty)
    }

    /// JSON alone has the nodes as they are stored; with a format it has the fields under their names.
    @Test func jsonOfAFormatHasItsFields() throws {
        let format = "--format=%(id) %(lamport)%(title)"
        let fields = try log("--json", format)
        #expect(
            fields
                == (try runner.run("redo-rev-list", ["--all", "--time-order", "--json", format])
                    .text))
        #expect(fields.contains(#""title":"Water the plants""#))
        let lines = try log("--json", "-z", "--format=%(lamport)")
        #expect(lines.hasPrefix(#"{"lamport":3}"# + "\0"), "\(lines)")
        #expect(try log("--json", "-n1").contains(#""timestamp":{"lamport":3"#))
    }

    @Test func colourIsForTerminalsOnly() throws {
        #expect(!(try log().contains("\u{1B}")))
    }
}

import Foundation
import RedoJSON
import TestSupport
import Testing

/// The fields of formats by their names, in every command that has a format for nodes.
@Suite struct FieldFormatTests {
    private let runner: CommandRunner
    /// Root, left, right, and a MERGE of both.
    private let ids: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        var node = SampleNode()
        node.name = "Ana"
        let root = try runner.store(node)
        func side(_ minute: Int) -> SampleNode {
            SampleNode(
                action: "UPDATE", parents: root, lamport: 2,
                wall: "2025-01-01T09:0\(minute):00.000Z", fields: ["priority": 5, "notes": "a b"])
        }
        let sides = try runner.store(side(1), side(2))
        let merge = try runner.store(
            SampleNode(
                action: "MERGE", parents: sides, lamport: 3, wall: "2025-01-01T10:00:00.500Z",
                device: "laptop", fields: [:]))
        ids = root + sides + merge
    }

    private func output(_ command: String, _ arguments: [String], input: String = "") throws
        -> String
    {
        let outcome = try runner.run(command, arguments, input: Array(input.utf8))
        #expect(outcome.status == 0, "\(arguments): \(outcome)")
        #expect(outcome.error.isEmpty, "\(arguments)")
        return outcome.text
    }

    private func short(_ id: String) -> String { String(id.dropFirst(7).prefix(7)) }

    /// Each field and modifier, of the MERGE.
    private var fields: [(name: String, value: String)] {
        [
            ("id", ids[3]), ("id:short", short(ids[3])), ("task", SampleNode.task(1)),
            ("title", "Water the plants"), ("action", "MERGE"), ("family", "tasks"),
            ("author", "00112233445566778899aabbccddeeff"), ("author:name", ""),
            ("author:key", ""), ("author:person", ""), ("device", "laptop"), ("device:name", ""),
            ("time", "2025-01-01T10:00:00.500Z"), ("time:iso", "2025-01-01T10:00:00.500Z"),
            ("time:unix", "1735725600"), ("lamport", "3"), ("parents", "\(ids[1]) \(ids[2])"),
            ("parents:short", "\(short(ids[1])) \(short(ids[2]))"), ("children", ""),
            ("signature", "N"), ("verdict", "accepted"), ("void", ""), ("subject", "MERGE"),
            ("field:notes", ""),
        ]
    }

    @Test func eachFieldHasItsValueInALogAndAList() throws {
        for (name, value) in fields {
            let format = "--format=<%(\(name))>"
            #expect(try output("redo-log", ["-n1", format]) == "<\(value)>\n", "\(name)")
            #expect(
                try output("redo-rev-list", ["-n1", "--all", format]) == "<\(value)>\n", "\(name)")
        }
    }

    @Test func otherNodesHaveChildrenNamesAndFields() throws {
        let format =
            "%(children:short)|%(author:name)|%(field:title)|%(field:priority)|%(field:notes)"
        #expect(
            try output("redo-rev-list", [ids[1], "--format", format])
                == "\(short(ids[3]))|||5|a b\n\(short(ids[2])) \(short(ids[1]))|Ana|Water the plants||\n"
        )
    }

    @Test func aLetterIsAShortName() throws {
        let pairs = [
            ("H", "id"), ("h", "id:short"), ("P", "parents"), ("A", "action"), ("T", "task"),
            ("t", "title"), ("L", "lamport"), ("W", "time"), ("d", "time:local"), ("U", "author"),
            ("N", "author:name"), ("p", "author:person"), ("G", "signature"), ("D", "device"),
            ("s", "subject"), ("S", "size"),
        ]
        for (letter, name) in pairs {
            #expect(
                try output("redo-log", ["--format=%\(letter)"])
                    == output("redo-log", ["--format=%(\(name))"]), "\(letter)")
        }
    }

    @Test func timesHaveForms() throws {
        #expect(try output("redo-log", ["-n1", "--format=%(time:relative)"]).hasSuffix(" ago\n"))
        let local = try output("redo-log", ["-n1", "--format=%(time:local)"])
        #expect(local.wholeMatch(of: /20\d\d-\d\d-\d\d \d\d:\d\d\n/) != nil)
    }

    @Test func sizesAreThoseOfTheStoredNode() throws {
        let line = try output("redo-cat-node", [ids[3]])
        let sizes = "--format=%(size) %(size:disk)"
        let loose = "\(line.utf8.count - 1) \(line.utf8.count)\n"
        #expect(try output("redo-log", ["-n1", sizes]) == loose)
        #expect(try output("redo-cat-node", ["--batch-check", sizes], input: ids[3]) == loose)
        _ = try runner.run("redo-gc")
        let packed = try output("redo-log", ["-n1", sizes]).dropLast().split(separator: " ")
        #expect(packed.first == "\(line.utf8.count - 1)")
        let share = try #require(packed.last.flatMap { Int($0) })
        #expect((1..<line.utf8.count).contains(share))
        #expect(
            try output("redo-cat-node", ["--batch-check", sizes], input: ids[3])
                == packed.joined(separator: " ") + "\n")
    }

    @Test func catNodeHasTheFieldsOfSingleNodes() throws {
        for (name, value) in fields where !["title", "verdict", "void", "children"].contains(name) {
            #expect(
                try output(
                    "redo-cat-node", ["--batch-check", "--format=%(\(name))"], input: ids[3])
                    == value + "\n", "\(name)")
        }
    }

    /// U+202E and the C1 control U+009B reach a terminal from no value of a field.
    @Test func valuesAreSafeToShowAndWholeInJSON() throws {
        let text = JSONValue.string("a\u{202E}\u{9B}b")
        try runner.store(
            SampleNode(
                task: SampleNode.task(2), lamport: 9, wall: "2025-01-02T08:00:00.000Z",
                fields: [
                    "title": "T", "words": [text, "c"], "map": ["k": text], "mixed": [text, 1],
                ]))
        let format = "--format=%(field:words)|%(field:map)|%(field:mixed)"
        let shown = "a\u{FFFD}\u{FFFD}b"
        for (command, options) in [("redo-log", []), ("redo-rev-list", ["--all"])] {
            let line = try output(command, ["-n1", format] + options)
            let expected = "\(shown) c|{\"k\":\"\(shown)\"}|[\"\(shown)\",1]\n"
            #expect(line == expected, "\(command)")
        }
        let json = try output(
            "redo-rev-list", ["-n1", "--all", "--json", "--format=%(field:words)"])
        #expect(json == "{\"field:words\":[\"a\u{202E}\u{9B}b\",\"c\"]}\n")
    }

    @Test func headsAndBasesHaveFormats() throws {
        let format = "--format=%(id) %(lamport) %(title)"
        #expect(try output("redo-heads", [format]) == "\(ids[3]) 3 Water the plants\n")
        #expect(
            try output("redo-heads", [SampleNode.task(1), format])
                == "\(ids[3]) 3 Water the plants\n")
        #expect(
            try output("redo-merge-base", [ids[1], ids[2], format])
                == "\(ids[0]) 1 Water the plants\n")
        #expect(
            try output("redo-heads", ["--json", "--format=%(device)%(parents)"])
                == #"{"device":"laptop","parents":["\#(ids[1])","\#(ids[2])"]}"# + "\n")
        #expect(try output("redo-merge-base", [ids[1], ids[3], "-z"]) == ids[1] + "\0")
    }

    @Test(arguments: [
        ("redo-log", "%(nothing)", "%(id[:short])"), ("redo-log", "%(id:long)", "%(id[:short])"),
        ("redo-log", "%(field)", "%(field:NAME)"), ("redo-log", "%(id", "no end"),
        ("redo-log", "%Q", "in short %H %h"), ("redo-cat-node", "%(title)", "%(subject)"),
        ("redo-cat-node", "%t", "%(subject)"), ("redo-heads", "%(tilte)", "%(title)"),
    ])
    func aFieldThatCannotBeGivenIsRefusedWithTheList(
        _ command: String, _ format: String, _ hint: String
    ) throws {
        let outcome = try runner.run(
            command, (command == "redo-cat-node" ? ["--batch-check"] : []) + ["--format", format])
        #expect(outcome.status == 129)
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: USAGE: "), "\(outcome.error)")
        #expect(outcome.codedError.contains(hint), "\(outcome.error)")
    }
}

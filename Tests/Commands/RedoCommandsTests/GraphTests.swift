import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo graph`.
@Suite struct GraphTests {
    private let runner: CommandRunner
    /// A root, two that follow it, and their merge.
    private let ids: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        var create = SampleNode()
        create.name = "Laptop"
        let root = try runner.store(create)[0]
        let sides = try runner.store(
            SampleNode(action: "UPDATE", parents: [root], lamport: 2, fields: ["priority": 5]),
            SampleNode(action: "ARCHIVE", parents: [root], lamport: 3, fields: [:]))
        ids =
            [root] + sides
            + (try runner.store(
                SampleNode(
                    action: "MERGE", parents: sides.sorted(), lamport: 4, fields: ["title": "b"])))
    }

    private func graph(_ arguments: String...) throws -> String {
        let outcome = try runner.run("redo-graph", arguments)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return outcome.text
    }

    private func short(_ place: Int) -> Substring { ids[place].dropFirst(7).prefix(7) }

    @Test func textHasTheLinesOfALogAndHeads() throws {
        let lines = try graph().split(separator: "\n")
        let first = try runner.run("redo-log", ["--wide", "-n", "1"]).lines[0]
        #expect(first.hasSuffix("b: MERGE: title") && first.contains("  phone  "), "\(first)")
        #expect(lines.first == "*   \(first) (head)")
        #expect(lines.dropFirst().first == "|\\")
        #expect(lines.last?.hasPrefix("* \(short(0)) ") == true)
        #expect(lines.last?.hasSuffix("  phone  b: CREATE: Water the plants") == true, "\(lines)")
        #expect(lines.count == 6)
        #expect(try graph("--format", "text") == (try graph()))
        #expect(try graph("--wide") == graph())
        let oneline = try graph("--oneline").split(separator: "\n")
        let short = try runner.run("redo-log", ["--oneline", "-n", "1"]).lines[0]
        #expect(oneline.first == "*   \(short) (head)")
    }

    /// A format has its fields alone, in as many lines as it says.
    @Test func aLineHasTheFieldsOfAFormat() throws {
        let drawn = try graph("--format=%(id) %(lamport)")
        #expect(
            drawn == (try runner.run("redo-log", ["--graph", "--format=%(id) %(lamport)"]).text))
        #expect(drawn.hasPrefix("*   \(ids[3]) 4\n|\\\n"), "\(drawn)")
        #expect(try graph("--format=%h%n%A", ids[0]) == "* \(short(0))\n  CREATE\n")
        for arguments in [
            ["--format=%Q"], ["--format=picture"], ["--format=%H", "--oneline"],
            ["--format=%H", "--dependencies"], ["--format=svg", "--wide"],
        ] {
            let outcome = try runner.run("redo-graph", arguments)
            #expect(outcome.status == 129 && outcome.output.isEmpty, "\(outcome)")
        }
    }

    /// Devices of one key are several.
    @Test func eachDeviceHasItsColor() throws {
        var node = SampleNode(
            action: "UPDATE", parents: [ids[3]], lamport: 5, fields: ["priority": 1])
        node.device = "tablet"
        try runner.store(node)
        let svg = try graph("--format=svg")
        let picture = try Markup(svg)
        #expect(picture.texts.contains("tablet") && picture.texts.contains("phone"))
        #expect(picture.count(of: "g", with: "class", prefix: "a0") == 2)
        #expect(picture.count(of: "g", with: "class", prefix: "a1") == 5)
        let dot = try graph("--format=dot")
        #expect(
            Set(dot.split(separator: "fillcolor=").dropFirst().map { $0.prefix(16) }).count == 2)
        let text = try runner.run("redo-graph", extra: ["REDO_COLOR": "always"]).text
        #expect(text.contains("tablet") && text.contains("\u{1B}["))
    }

    @Test func aPictureHasTheNewestThousandNodes() throws {
        let many = try CommandRunner.withEmptyStore()
        let nodes = (1...1003).map { SampleNode(task: SampleNode.task($0), lamport: $0) }
        let lines = try many.lines(of: nodes).joined(separator: "\n")
        _ = try many.run("redo-import", ["--unsigned"], input: Array(lines.utf8))
        let picture = try many.run("redo-graph", ["--format=svg"])
        #expect(try Markup(picture.text).count(of: "title") == 1000)
        #expect(
            picture.codedError == "note: the newest 1000 of 1003 nodes are drawn; --all draws all\n"
        )
        let all = try many.run("redo-graph", ["--format=svg", "--all"])
        #expect(try all.error.isEmpty && Markup(all.text).count(of: "title") == 1003)
        let few = try many.run("redo-graph", ["--format=svg", "-n", "7"])
        #expect(try few.error.isEmpty && Markup(few.text).count(of: "title") == 7)
    }

    @Test func dotNamesNodesAndEdges() throws {
        let text = try graph("--format=dot")
        #expect(DOTReader.edgeCount(text) == 4)
        #expect(text.contains("label=\"\(short(0))\\nCREATE: Water the plants\""))
        #expect(text.contains("\\n(head)\", tooltip=\"\(ids[3])\""))
    }

    @Test func svgShowsForkMergeAndHead() throws {
        let svg = try Markup(try graph("--format", "svg"))
        #expect(svg.count(of: "path", with: "class", prefix: "edge") == 4)
        #expect(svg.count(of: "circle", with: "class", prefix: "pill") == 1)
        #expect(svg.texts.contains("HEAD"))
        #expect(svg.texts.contains("phone"))
        #expect(svg.texts.contains { $0.contains("Water the plants") })
        #expect(svg.hasNothingFromOutside)
    }

    @Test func itCanBeLimited() throws {
        #expect(try graph("-n", "1").hasPrefix("*   \(short(3))"))
        #expect(
            try graph("--task", SampleNode.task(1), "\(ids[0])..\(ids[1])").split(separator: "\n")
                .count == 1)
        #expect(DOTReader.edgeCount(try graph("--format=dot", "-n", "2")) == 1)
        #expect(
            try Markup(try graph("--format=svg", ids[0])).count(
                of: "path", with: "class", prefix: "edge") == 0)
    }

    @Test func anEmptyLogIsAnEmptyPicture() throws {
        let empty = try CommandRunner.withEmptyStore()
        #expect(try empty.run("redo-graph").output.isEmpty)
        #expect(DOTReader.edgeCount(try empty.run("redo-graph", ["--format=dot"]).text) == 0)
        _ = try Markup(try empty.run("redo-graph", ["--format=svg"]).text)
    }

    @Test func anUnknownFormatIsWrongUsage() throws {
        let outcome = try runner.run("redo-graph", ["--format", "png"])
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: there is no format 'png'; there are text, dot, svg\n"))
    }

    @Test func whatDoesNotCountIsMarked() throws {
        try runner.store(
            SampleNode(
                action: "COMPLETE_TODO", parents: [ids[3]], lamport: 9,
                fields: [
                    "todoTaskId": "00000000-0000-4000-8000-000000000009",
                    "completed": "2025-01-01T08:00:00Z",
                ]))
        let line = try graph().split(separator: "\n").first ?? ""
        #expect(line.hasSuffix("COMPLETE_TODO: 2025-01-01 08:00 (does not count)"), "\(line)")
        #expect(try Markup(try graph("--format=svg")).texts.contains("DOES NOT COUNT"))
    }

    /// Titles, names and devices that others wrote.
    @Test func hostileTextsAreEscaped() throws {
        let seed = Seed()
        var generator = seed.generator
        let pieces = [
            "<script>alert(1)</script>", "\"", "'", "&", "&lt;", "]]>", "<!--", "--", "\\", "\\\"",
            "\u{0}", "\u{1B}[2J", "\u{202E}", "\u{FFFE}", "\u{FFFF}", "\n", "\u{85}", "é", "漢", "👩‍👩‍👧",
            "x",
        ]
        for round in 0..<6 {
            let hostile = try CommandRunner.withEmptyStore()
            var titles: [String] = []
            for number in 1...8 {
                let title = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
                    pieces.randomElement(using: &generator) ?? ""
                }.joined()
                titles.append(title)
                var node = SampleNode(
                    task: SampleNode.task(number), lamport: number,
                    fields: ["title": .string(JSONString(title))])
                node.name = title
                try hostile.store(node)
            }
            let text = try hostile.run("redo-graph")
            #expect(text.lines.count == 8, "\(titles), round \(round), \(seed.replay)")
            #expect(HostileText.isSafe(text.text), seed.replay)
            let svg = try Markup(try hostile.run("redo-graph", ["--format=svg"]).text)
            #expect(svg.hasNothingFromOutside, seed.replay)
            #expect(svg.count(of: "g") >= 8)
            let dot = try hostile.run("redo-graph", ["--format=dot"]).text
            #expect(DOTReader.nodeCount(dot) == 8, "\(titles) \(dot) \(seed.replay)")
            #expect(HostileText.isSafe(dot), seed.replay)
        }
    }
}

/// Reads what graphviz's grammar allows of a drawing's lines, and nothing else.
enum DOTReader {
    static func edgeCount(_ text: String) -> Int { counts(text)?.edges ?? -1 }
    static func nodeCount(_ text: String) -> Int { counts(text)?.nodes ?? -1 }

    /// Nil where a line is none of `ID -> ID;` and `ID [name=value, …];`.
    private static func counts(_ text: String) -> (nodes: Int, edges: Int)? {
        let lines = text.split(separator: "\n").map(String.init)
        guard lines.first == "digraph redo {", lines.last == "}" else { return nil }
        let string = #""(?:[^"\\]|\\.)*""#
        let value = "(?:\(string)|[A-Za-z0-9.]+)"
        let list = #"\[[a-z]+=\#(value)(?:, [a-z]+=\#(value))*\];"#
        var (nodes, edges) = (0, 0)
        for line in lines.dropFirst().dropLast() {
            func matches(_ pattern: String) -> Bool {
                line.range(of: "^  \(pattern)$", options: .regularExpression) != nil
            }
            if matches("n[0-9]+ -> n[0-9]+;") {
                edges += 1
            } else if matches("n[0-9]+ \(list)") {
                nodes += 1
            } else if !matches("(?:node|edge) \(list)"), !matches("[a-z]+=[A-Z]+;") {
                return nil
            }
        }
        return (nodes, edges)
    }
}

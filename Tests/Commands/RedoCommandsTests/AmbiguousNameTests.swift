import Foundation
import TestSupport
import Testing

/// Prefixes and parts of titles that name more than one thing.
@Suite struct AmbiguousNameTests {
    /// Nodes of which two ids start with the same four digits.
    static func twins(_ runner: CommandRunner) throws -> [SampleNode] {
        // Of 2000 ids about 30 pairs share their first 16 bits.
        let nodes = (1...2000).map { SampleNode(task: SampleNode.task($0)) }
        var seen: [Substring: SampleNode] = [:]
        for (node, id) in zip(nodes, try runner.ids(of: nodes)) {
            if let twin = seen.updateValue(node, forKey: id.dropFirst(7).prefix(4)) {
                return [twin, node]
            }
        }
        return []
    }

    @Test func aPrefixOfTwoNodesIsAnErrorThatListsBoth() throws {
        let runner = try CommandRunner.withEmptyStore()
        let twins = try Self.twins(runner)
        try #require(twins.count == 2)
        let ids = try runner.store(twins[0], twins[1]).sorted()
        let prefix = String(ids[0].dropFirst(7).prefix(4))
        let expected =
            "error: NAME_002: '\(prefix)' is ambiguous: it could be any of 2\n"
            + "hint: \(ids[0])\nhint: \(ids[1])\n"
        for (command, arguments) in [
            ("redo-rev-parse", [prefix]), ("redo-cat-node", [prefix]), ("redo-log", [prefix]),
            ("redo-verify", [prefix]), ("redo-rev-parse", ["--short", prefix]),
            ("redo-rev-parse", ["\(prefix)~1"]), ("redo-cat-node", ["-e", prefix]),
        ] {
            let outcome = try runner.run(command, arguments)
            #expect(outcome.status == 128, "\(command) \(arguments)")
            #expect(outcome.output.isEmpty)
            #expect(outcome.codedError == expected)
        }
        // One digit more, as far as the two differ, and the name is unique again.
        let common = zip(ids[0], ids[1]).prefix { $0 == $1 }.count
        #expect(
            try runner.run("redo-rev-parse", [String(ids[0].prefix(common + 1))]).lines == [ids[0]])
    }

    @Test func aPartOfTwoTitlesListsTheTasks() throws {
        let runner = try CommandRunner.withEmptyStore()
        try runner.store(
            SampleNode(task: SampleNode.task(1), fields: ["title": "Water the plants"]),
            SampleNode(task: SampleNode.task(2), fields: ["title": "Water the lawn"]))
        let outcome = try runner.run("redo-show", ["water"])
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.codedError
                == "error: NAME_002: 'water' is ambiguous: it could be any of 2\n"
                + "hint: \(SampleNode.task(1))  Water the plants (idea)\n"
                + "hint: \(SampleNode.task(2))  Water the lawn (idea)\n")
        #expect(try runner.run("redo-show", ["lawn"]).status == 0)
    }
}

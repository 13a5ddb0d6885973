import Foundation
import RedoJSON
import TestSupport
import Testing

/// Names from standard input, many names, and names that are whole ids alone.
@Suite struct NameInputTests {
    private let runner: CommandRunner
    /// Two nodes of a task, and one of another.
    private let ids: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        ids =
            try runner.storeChain(2)
            + runner.store(
                SampleNode(task: SampleNode.task(2), lamport: 3, fields: ["title": "x^7"]))
    }

    private func run(
        _ words: String..., input: String = "", extra: [String: String] = [:]
    ) throws -> CommandOutcome {
        try runner.run(
            "redo-\(words[0])", Array(words.dropFirst()), input: Array(input.utf8), extra: extra)
    }

    @Test(arguments: [
        ["cat-node", "-t"], ["rev-parse"], ["verify", "--porcelain"], ["show", "--json"],
        ["log", "--format=%H"], ["rev-list"],
    ])
    func namesOfStandardInputFollowTheOperands(_ words: [String]) throws {
        let arguments = Array(words.dropFirst())
        let both = try runner.run(
            "redo-\(words[0])", arguments + ["--stdin", ids[0]], input: Array("\n\(ids[2])\n".utf8))
        let operands = try runner.run("redo-\(words[0])", arguments + [ids[0], ids[2]])
        #expect(both.status == 0 && both.error.isEmpty, "\(both)")
        #expect(both.output == operands.output && both.lines.count == 2, "\(both)")
    }

    @Test(arguments: [
        ["cat-node"], ["rev-parse"], ["verify", "--porcelain"], ["heads"], ["log"], ["graph"],
        ["export"], ["rev-list"], ["show"], ["done"], ["archive"], ["merge"], ["undo"], ["stop"],
    ])
    func nothingOnStandardInputIsNothingToDo(_ words: [String]) throws {
        let before = try runner.contents(of: ".redo")
        let outcome = try runner.run(
            "redo-\(words[0])", Array(words.dropFirst()) + ["--stdin"], input: Array("\n \n".utf8))
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.isEmpty && outcome.error.isEmpty, "\(outcome)")
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func whatAnOptionIsAboutIsNotNothing() throws {
        let all = try run("rev-list", "--all", "--stdin")
        #expect(all.lines.count == 3, "\(all)")
        #expect(try run("pack", "--list", "--stdin").output.isEmpty)
    }

    @Test(arguments: [
        ["verify", "--all"], ["cat-node", "--batch"], ["graph", "--dependencies"], ["pack"],
        ["archive", "--query=x"],
    ])
    func optionsAreCheckedWithoutNamesToo(_ words: [String]) throws {
        let outcome = try runner.run("redo-\(words[0])", Array(words.dropFirst()) + ["--stdin"])
        #expect(outcome.status == 129 && outcome.codedError.contains("--stdin"), "\(outcome)")
    }

    @Test(arguments: ["cat-node", "rev-parse", "verify", "show", "log", "heads", "export", "graph"])
    func anUnknownNameHasItsLine(_ command: String) throws {
        let outcome = try run(command, "--stdin", input: "\(SampleNode.task(1))\n\nffffffff\n")
        #expect(outcome.status == 128, "\(outcome)")
        #expect(
            outcome.codedError.contains("error: NAME_001: standard input, line 3: there is no "),
            "\(outcome)")
        #expect(outcome.codedError.components(separatedBy: "standard input, line").count == 2)
    }

    @Test func aPartOfANameHasItsLine() throws {
        let outcome = try run("log", "--stdin", input: "\(ids[0])\n\(ids[0])..ffffffff~2\n")
        #expect(
            outcome.codedError.hasPrefix("error: NAME_001: standard input, line 2: "), "\(outcome)")
    }

    @Test func aLineThatIsNoTextIsRefused() throws {
        let outcome = try runner.run(
            "redo-rev-parse", ["--stdin"], input: [0x61, 0x0A, 0xFF, 0x0A])
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix("error: USAGE: standard input, line 2: not a name"),
            "\(outcome)")
    }

    @Test func zeroBytesEndNamesAndLines() throws {
        let input = "\(ids[0])\0\(ids[2])\0"
        #expect(try run("rev-parse", "-z", "--stdin", input: input).text == input)
        #expect(try run("cat-node", "-tz", "--stdin", input: input).text == "CREATE\0CREATE\0")
        #expect(try run("heads", "-z").text.filter { $0 == "\0" }.count == 2)
        #expect(!(try run("heads", "-z").text.contains("\n")))
        #expect(try run("verify", "-z", "--porcelain", ids[0]).text == "\(ids[0])\tOK\0")
        #expect(try run("search", "-qz", "x^7").text == "\(SampleNode.task(2))\0")
        let node = try run("cat-node", ids[0]).text
        #expect(
            try run("hash-object", "-z", "--batch", input: node).text == "\(ids[0])\0")
    }

    @Test func aNameMayHaveALineFeed() throws {
        try runner.store(
            SampleNode(task: SampleNode.task(3), lamport: 4, fields: ["title": "two\nlines"]))
        let outcome = try run("rev-parse", "--task", "-z", "--stdin", input: "two\nlines\0")
        #expect(outcome.text == "\(SampleNode.task(3))\0", "\(outcome)")
    }

    @Test func manyNodesArePrintedInTheOrderOfTheirNames() throws {
        let outcome = try run("cat-node", ids[2], ids[0], ids[2])
        let single = try [ids[2], ids[0], ids[2]].map { try run("cat-node", $0).text }
        #expect(outcome.text == single.joined())
        #expect(try run("cat-node", "-e", ids[0], "ffffffff").status == 1)
        #expect(try run("cat-node", "-e", ids[0], ids[1]).status == 0)
        #expect(try run("cat-node", "--parents", ids[1], ids[0]).status == 1)
        #expect(try run("cat-node", "--parents", ids[1], ids[0]).text.hasPrefix(ids[0]))
    }

    // MARK: Strict names

    @Test func titlesAndBeginningsOfIDsAreNoStrictNames() throws {
        let strict = ["REDO_STRICT_NAMES": "1"]
        // A part of the title "x^7".
        #expect(try run("cat-node", "-t", "7").text == "CREATE\n")
        for name in ["7", "x^7", String(ids[0].dropFirst(7).prefix(12)), "0000"] {
            for outcome in [
                try run("cat-node", "-t", name, extra: strict),
                try run("cat-node", "-t", "--strict-names", name),
                try run("show", name, extra: strict),
                try run("rev-parse", "--task", name, extra: strict),
            ] {
                #expect(outcome.status == 128 && outcome.output.isEmpty, "\(outcome)")
                // Of a node the part before its signs is the name.
                let start = name.prefix { $0 != "^" }
                #expect(outcome.codedError.hasPrefix("error: NAME_001: '\(start)"), "\(outcome)")
                #expect(outcome.codedError.contains("' is not the whole id of a "), "\(outcome)")
            }
        }
    }

    @Test func wholeIDsAreStrictNames() throws {
        let task = SampleNode.task(1)
        for name in [ids[1], String(ids[1].dropFirst(7)), task, "\(ids[1])~0", "\(task)~0"] {
            #expect(
                try run("rev-parse", "--strict-names", name).text == "\(ids[1])\n", "\(name)")
        }
        #expect(try run("rev-parse", "--strict-names", "\(ids[1])~1").text == "\(ids[0])\n")
        #expect(
            try run("log", "--strict-names", "--format=%H", "\(ids[0])..\(ids[1])").text
                == "\(ids[1])\n")
        #expect(try run("heads", "--strict-names", task).status == 0)
    }
}

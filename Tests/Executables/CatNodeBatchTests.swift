import Foundation
import TestSupport
import Testing

/// `redo-cat-node --batch` and `--batch-check`.
@Suite struct CatNodeBatchTests {
    private let runner: CommandRunner
    private let nodes: [SampleNode]
    private let ids: [String]
    private let lines: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        nodes = [
            SampleNode(), SampleNode(task: SampleNode.task(2), fields: ["title": "Grüße 🌱"]),
            SampleNode(action: "FROBNICATE", task: nil, fields: [:]),
        ]
        ids = try runner.store(nodes[0], nodes[1], nodes[2])
        lines = try runner.lines(of: nodes)
    }

    private func answer(_ number: Int) -> String {
        let action = nodes[number].action
        return "\(ids[number]) \(action) \(lines[number].utf8.count)\n\(lines[number])\n"
    }

    private func batch(_ arguments: [String], _ input: String) throws -> CommandOutcome {
        try runner.run("redo-cat-node", arguments, input: Array(input.utf8))
    }

    @Test func answersEachNameWithALineAndTheNode() throws {
        let short = ids[1].dropFirst(7).prefix(16)
        let outcome = try batch(["--batch"], "\(ids[0])\n\(short)\nffff\n\n\(ids[2].dropFirst(7))")
        #expect(outcome.status == 0)
        #expect(outcome.error.isEmpty)
        #expect(outcome.text == answer(0) + answer(1) + "ffff missing\n missing\n" + answer(2))
    }

    @Test func aFullIDThatIsNotHereIsMissing() throws {
        let id = "sha256:" + String(repeating: "0", count: 64)
        #expect(try batch(["--batch"], "\(id)\n").text == "\(id) missing\n")
    }

    @Test func checksWithoutPrintingTheNode() throws {
        let outcome = try batch(["--batch-check"], "\(ids[1])\nabc\n")
        #expect(outcome.text == "\(ids[1]) CREATE \(lines[1].utf8.count)\nabc missing\n")
    }

    @Test func theFirstLineHasAFormat() throws {
        let format = "%A,%H%x09%S%n%T%%"
        let outcome = try batch(
            ["--batch-check", "--format", format], "\(ids[0])\n\(ids[2])\nzz\n")
        let first = "CREATE,\(ids[0])\t\(lines[0].utf8.count)\n\(SampleNode.task(1))%\n"
        let second = "FROBNICATE,\(ids[2])\t\(lines[2].utf8.count)\n%\n"
        #expect(outcome.text == first + second + "zz missing\n")
        let whole = try batch(["--batch", "--format=%A"], ids[0])
        #expect(whole.text == "CREATE\n\(lines[0])\n")
    }

    @Test(arguments: ["%q", "%", "%x", "%x8", "%xff", "%xzz"])
    func aFormatThatMeansNothingIsWrongUsage(_ format: String) throws {
        let outcome = try batch(["--batch", "--format", format], ids[0])
        #expect(outcome.status == 129)
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: USAGE: "))
    }

    @Test func namesAndAnswersMayEndWithAZeroByte() throws {
        let outcome = try batch(["--batch-check", "-z"], "\(ids[0])\0a\nb\0\(ids[1])")
        let sizes = lines.map(\.utf8.count)
        #expect(
            outcome.text
                == "\(ids[0]) CREATE \(sizes[0])\0a\nb missing\0\(ids[1]) CREATE \(sizes[1])\0")
    }

    @Test func allNodesAreSortedByID() throws {
        let outcome = try batch(["--batch-check", "--batch-all-objects", "--format=%H"], "")
        #expect(outcome.lines == ids.sorted())
        let whole = try batch(["--batch-all-objects", "--batch"], "nothing is read")
        let sorted = ids.indices.sorted { ids[$0] < ids[$1] }
        #expect(whole.text == sorted.map(answer).joined())
    }

    @Test func answersEachNameBeforeTheNextOneComes() throws {
        let coprocess = try Coprocess(runner, "redo-cat-node", ["--batch"])
        for number in [2, 0, 1, 0] {
            try coprocess.send("\(ids[number])\n")
            let expected = Array(answer(number).utf8)
            #expect(coprocess.bytes(expected.count) == expected)
        }
        try coprocess.send("beef\n")
        #expect(coprocess.line() == "beef missing")
        #expect(try coprocess.finish() == 0)
    }

    @Test func aNodeThatIsWrittenMeanwhileIsFound() throws {
        let late = SampleNode(task: SampleNode.task(9))
        let id = try runner.ids(of: [late])[0]
        let coprocess = try Coprocess(runner, "redo-cat-node", ["--batch-check"])
        try coprocess.send("\(id)\n")
        #expect(coprocess.line() == "\(id) missing")
        try runner.store(late)
        try coprocess.send("\(id)\n")
        #expect(coprocess.line()?.hasPrefix("\(id) CREATE ") == true)
        #expect(try coprocess.finish() == 0)
    }

    @Test func aDamagedFileIsNamedAndTheBatchGoesOn() throws {
        try runner.damage(ids[1]) { $0[30] ^= 1 }
        let outcome = try batch(["--batch"], "\(ids[0])\n\(ids[1])\n\(ids[2])\n")
        #expect(outcome.status == 3)
        #expect(outcome.text == answer(0) + "\(ids[1]) damaged\n" + answer(2))
        #expect(outcome.codedError.hasPrefix("warning: RECONSTRUCT_003: 1 node is damaged, "))
    }

    @Test func aNameTooLongForAnyNodeIsMissing() throws {
        let outcome = try batch(
            ["--batch-check"], String(repeating: "a", count: 200_000) + "\n\(ids[0])\n")
        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines.first?.hasSuffix(" missing") == true)
        #expect(outcome.lines.last?.hasPrefix(ids[0]) == true)
    }
}

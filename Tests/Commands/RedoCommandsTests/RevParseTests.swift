import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo-rev-parse`: names of nodes and tasks.
@Suite struct RevParseTests {
    private let runner: CommandRunner
    /// Root, left, right, and a MERGE of both.
    private let ids: [String]
    private let task = SampleNode.task(1)

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        let root = try runner.store(SampleNode())
        func update(_ title: String, _ minute: Int) -> SampleNode {
            SampleNode(
                action: "UPDATE", parents: root, lamport: 2,
                wall: "2025-01-01T09:0\(minute):00.000Z",
                fields: ["notes": .string(JSONString(title))])
        }
        let sides = try runner.store(update("left", 1), update("right", 2))
        let merge = try runner.store(
            SampleNode(action: "MERGE", parents: sides, lamport: 3, fields: [:]))
        ids = root + sides + merge
    }

    private func parse(_ arguments: String...) throws -> [String] {
        let outcome = try runner.run("redo-rev-parse", arguments)
        #expect(outcome.status == 0)
        #expect(outcome.error.isEmpty)
        return outcome.lines
    }

    @Test func aFullIDAndAPrefixMeanTheNode() throws {
        #expect(try parse(ids[1], String(ids[1].dropFirst(7).prefix(12))) == [ids[1], ids[1]])
    }

    @Test func aTaskMeansItsHead() throws {
        // By its id, a prefix of it in either case, and a part of its title.
        #expect(
            try parse(task, "00000000-0", "WATER", "the plants")
                == Array(repeating: ids[3], count: 4))
    }

    @Test func ancestorsAreCountedAlongTheFirstParent() throws {
        let names = ["\(task)~0", "\(task)~", "\(task)~1", "\(task)~2", "\(ids[3])~2"]
        for (name, expected) in zip(names, [3, 1, 1, 0, 0]) {
            #expect(try parse(name) == [ids[expected]], "\(name)")
        }
    }

    @Test func parentsAreNumberedFromOne() throws {
        let names = ["\(task)^", "\(task)^1", "\(task)^2", "\(task)^0", "\(task)^2~1", "\(task)^^"]
        for (name, expected) in zip(names, [1, 1, 2, 3, 0, 0]) {
            #expect(try parse(name) == [ids[expected]], "\(name)")
        }
    }

    @Test func aRangeIsItsEndAndWhatIsLeftOut() throws {
        #expect(try parse("\(ids[0])..\(task)") == [ids[3], "^\(ids[0])"])
        // The tips are at an empty end, as HEAD is in git.
        #expect(try parse("..\(ids[1])") == [ids[1], "^\(ids[3])"])
        #expect(try parse("\(task)^2..") == [ids[3], "^\(ids[2])"])
    }

    @Test func aDifferenceIsBothSidesAndWhatTheyHaveInCommon() throws {
        #expect(
            try parse("\(ids[1])...\(ids[2])") == [ids[1], ids[2], "^\(ids[0])"])
        #expect(try parse("^\(task)") == ["^\(ids[3])"])
    }

    @Test func aShortNameHasSevenDigitsWhereThatIsUnique() throws {
        let short = try parse("--short", task, ids[0])
        #expect(
            short == [String(ids[3].dropFirst(7).prefix(7)), String(ids[0].dropFirst(7).prefix(7))])
        #expect(try parse(short[0]) == [ids[3]])
    }

    @Test func aTaskCanBeAskedForItsID() throws {
        #expect(try parse("--task", "water", "0000") == [task, task])
    }

    @Test(arguments: ["ffff", "abc", "nobody", "TASK~3", "TASK^3", "TASK~9999999", "", "~1"])
    func aNameThatMeansNothingIsAnErrorUnlessQuiet(_ template: String) throws {
        let name = template.replacing("TASK", with: task)
        let loud = try runner.run("redo-rev-parse", [name])
        #expect(loud.status == 128)
        #expect(loud.codedError.hasPrefix("error: NAME_001: "))
        let quiet = try runner.run("redo-rev-parse", ["-q", name])
        #expect(quiet.status == 1)
        #expect(quiet.output.isEmpty && quiet.error.isEmpty)
    }

    @Test(arguments: ["TASK~x", "TASK^-1", "TASK~1x", "TASK~99999999999999999999"])
    func aNumberThatIsNoneIsWrongUsage(_ template: String) throws {
        let outcome = try runner.run(
            "redo-rev-parse", [template.replacing("TASK", with: task)])
        #expect(outcome.status == 129)
        #expect(outcome.codedError.hasPrefix("error: USAGE: "))
    }

    @Test func aTaskWithSeveralHeadsIsAmbiguous() throws {
        let other = try runner.store(
            SampleNode(
                action: "UPDATE", parents: [ids[0]], lamport: 2, wall: "2025-01-02T00:00:00.000Z",
                fields: ["notes": "another head"]))[0]
        let outcome = try runner.run("redo-rev-parse", [task])
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: NAME_002: '\(task)' is ambiguous"))
        #expect(outcome.codedError.contains("\nhint: \(other)\n"))
        #expect(outcome.codedError.contains("\nhint: \(ids[3])\n"))
    }
}

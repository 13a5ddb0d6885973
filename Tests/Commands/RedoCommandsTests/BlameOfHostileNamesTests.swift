import RedoJSON
import TestSupport
import Testing

/// `redo-blame` where names and values are made to break a line or to harm a terminal.
@Suite struct BlameOfHostileNamesTests {
    private static let device = "a\tb\nc\"\\"
    private static let field = "x\ty\nz"

    private func store(_ node: SampleNode) throws -> CommandRunner {
        let runner = try CommandRunner.withEmptyStore()
        try runner.store(node)
        return runner
    }

    @Test func aRecordIsOneLineOfEightFields() throws {
        let runner = try store(
            SampleNode(
                device: Self.device,
                fields: [
                    "title": "t\tu\nv", "x\ty\nz": ["k\n": "\t"], "\"quoted\"": 1, "-": 2, "é 😀": 3,
                ]))
        let outcome = try runner.run("redo-blame", ["--porcelain", SampleNode.task(1)])
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        let records = outcome.lines.map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(records.map(\.count) == [8, 8, 8, 8, 8])
        #expect(records.allSatisfy { $0[2] == #""a\tb\nc\"\\""# })
        // A name that would break the line stands in JSON, others stand bare.
        #expect(
            records.map { $0[5...6] } == [
                [#""\"quoted\"""#, "1"], ["-", "2"], ["title", #""t\tu\nv""#],
                [#""x\ty\nz""#, #"{"k\n":"\t"}"#], ["é 😀", "3"],
            ])
    }

    @Test func aFieldOfSuchANameHasAHistory() throws {
        let runner = try store(SampleNode(fields: ["title": "t", "x\ty\nz": 1, "a.b": 2]))
        for name in [Self.field, "a.b"] {
            let outcome = try runner.run(
                "redo-blame", ["--porcelain", SampleNode.task(1), "--history", name])
            #expect(outcome.status == 0)
            #expect(outcome.lines.count == 1)
        }
    }

    @Test func linesForPeopleAreHarmless() throws {
        let harmful = HostileText.harmful
        var fields: [JSONMember] = [JSONMember("title", .string(JSONString("t\(harmful)\n")))]
        fields.append(JSONMember(JSONString("f\(harmful)\n"), .string(JSONString(harmful))))
        let runner = try store(
            SampleNode(device: "d\(harmful)\n", name: "n\(harmful)\n", fields: .object(fields)))
        for arguments in [[], ["--history", "f\(harmful)\n"]] {
            let outcome = try runner.run("redo-blame", [SampleNode.task(1)] + arguments)
            #expect(outcome.status == 0)
            #expect(outcome.lines.count == (arguments.isEmpty ? 2 : 1))
            let bad = outcome.text.unicodeScalars.filter {
                ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value)
                    || $0 == "\u{202E}"
            }
            #expect(bad.isEmpty, "\(outcome.text.debugDescription)")
        }
    }
}

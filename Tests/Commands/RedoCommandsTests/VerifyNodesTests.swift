import RedoJSON
import TestSupport
import Testing

/// `redo-verify --nodes`: stage 1 over a text, without a store.
@Suite struct VerifyNodesTests {
    private let runner: CommandRunner
    private let good: String

    init() throws {
        runner = try CommandRunner()
        good = try runner.lines(of: [SampleNode()])[0]
    }

    private func verify(_ arguments: String..., input: String) throws -> CommandOutcome {
        let outcome = try runner.run(
            "redo-verify", ["--nodes"] + arguments, input: Array(input.utf8))
        #expect(outcome.error.isEmpty)
        return outcome
    }

    @Test func isSilentWhereAllIsWell() throws {
        let outcome = try verify(input: "\(good)\n\(good)")
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
    }

    @Test func namesTheLineOfANodeThatFails() throws {
        let outcome = try verify(input: "\(good)\n{}\n\(good)\n")
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == 1)
        #expect(
            outcome.text.hasPrefix("line 2: ") && outcome.text.hasSuffix(" (E_SCHEMA_MISMATCH)\n"),
            "\(outcome)")
    }

    @Test func porcelainAnswersEachLineWithTheIDThatItClaims() throws {
        let id = try runner.ids(of: [SampleNode()])[0]
        let changed = good.replacing("Water", with: "Drown")
        let outcome = try verify("--porcelain", input: "\(good)\n\(changed)\n\n")
        #expect(outcome.status == 1)
        #expect(
            outcome.lines == ["\(id)\tOK", "\(id)\tE_HASH_MISMATCH", "-\tE_SCHEMA_MISMATCH"])
    }

    @Test func jsonHasNoIDWhereTheTextHasNone() throws {
        let findings = try jsonLines(verify("--json", input: "\(good)\nnull\n"))
        try #require(findings.count == 2)
        #expect(findings[0]["code"] == "OK")
        #expect(findings[0]["detail"] == .null)
        #expect(findings[1]["code"] == "E_SCHEMA_MISMATCH")
        #expect(findings[1]["id"] == .null)
    }

    @Test func parentsAreNotLookedFor() throws {
        let orphan = SampleNode(
            action: "ARCHIVE", parents: ["sha256:" + String(repeating: "0", count: 64)],
            lamport: 2, fields: [:])
        #expect(try verify(input: runner.lines(of: [orphan])[0]).status == 0)
    }

    @Test func aSignatureCanBeRequired() throws {
        let outcome = try verify("--porcelain", "--require-signature", input: good)
        #expect(outcome.status == 1)
        #expect(outcome.text.hasSuffix("\tE_INVALID_SIGNATURE\n"))
    }

    @Test func moreLinesThanAreReadAtATimeKeepTheirNumbers() throws {
        let lines = Array(repeating: good, count: 1500) + ["{}"]
        let outcome = try verify(input: lines.joined(separator: "\n"))
        #expect(outcome.text.hasPrefix("line 1501: "))
    }

    @Test func noLinesMeanNoAnswers() throws {
        let outcome = try verify("--porcelain", input: "")
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
    }

    @Test(arguments: ["--all", "--stdin", "0123"])
    func namesAndNodesDoNotGoTogether(_ argument: String) throws {
        let outcome = try runner.run("redo-verify", ["--nodes", argument])
        #expect(outcome.status == 129)
    }
}

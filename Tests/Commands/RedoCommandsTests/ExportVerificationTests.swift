import Foundation
import TestSupport
import Testing

/// `redo-verify --bundle` over what `redo-export` wrote, without a store.
@Suite struct ExportVerificationTests {
    private let source: CommandRunner
    /// Without a store.
    private let runner: CommandRunner
    private let ids: [String]

    init() throws {
        source = try CommandRunner.withEmptyStore()
        ids = try source.storeChain(3)
        runner = try CommandRunner()
    }

    private func verify(_ text: String, _ options: String...) throws -> CommandOutcome {
        try runner.run("redo-verify", ["--bundle", "-"] + options, input: Array(text.utf8))
    }

    @Test(arguments: [[], ["--array"]]) func aWholeExportIsGood(_ options: [String]) throws {
        let text = try source.run("redo-export", options).text
        let outcome = try verify(text)
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(outcome.text == "3 nodes of 1 task, 0 signed\n")
        #expect(try verify(text, "--porcelain").lines == ids.map { "\($0)\tOK" })
        #expect(try verify(text, "--require-signature").status == 1)
    }

    @Test func anyOrderOfLinesIsTheSame() throws {
        let lines = try source.run("redo-export").lines
        #expect(try verify(lines.reversed().joined(separator: "\n") + "\n").status == 0)
        #expect(try verify((lines + lines).joined(separator: "\n")).status == 0)
    }

    @Test func aChangedNodeAndWhatFollowsItFail() throws {
        let text = try source.run("redo-export").text
            .replacingOccurrences(of: "title 2", with: "title 9")
        let outcome = try verify(text)
        #expect(outcome.status == 1)
        try #require(outcome.lines.count == 3, "\(outcome)")
        #expect(outcome.lines[0].hasPrefix("node 2: "), "\(outcome)")
        #expect(outcome.lines[1].hasSuffix(" (E_PARENT_NOT_FOUND)"), "\(outcome)")
        let porcelain = try verify(text, "--porcelain").lines
        #expect(porcelain.first == "\(ids[0])\tOK")
        #expect(porcelain.last == "\(ids[2])\tE_PARENT_NOT_FOUND")
    }

    @Test func aRangeLacksParents() throws {
        let outcome = try verify(source.run("redo-export", ["\(ids[0])..\(ids[2])"]).text)
        #expect(outcome.status == 1 && outcome.text.contains("E_PARENT_NOT_FOUND"), "\(outcome)")
    }

    @Test func whatIsNeitherProofNorExportProvesNothing() throws {
        for text in ["", "{}", "[]", "x", "{\"redoProof\":1}"] {
            let outcome = try verify(text)
            #expect(outcome.status == 1, "\(text): \(outcome)")
            #expect(outcome.codedError.contains(" proves nothing: "), "\(outcome)")
        }
    }

    @Test func anArrayThatIsCutOffIsNamed() throws {
        let outcome = try verify("[" + source.run("redo-export", [ids[0]]).text)
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.codedError.contains(" is not an array of nodes: "), "\(outcome)")
    }
}

import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo-verify` over stores with good and bad nodes.
@Suite struct VerifyTests {
    private let runner: CommandRunner
    /// A chain of three, and a node of another task.
    private let ids: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        let chain = try runner.storeChain(3)
        ids = chain + (try runner.store(SampleNode(task: SampleNode.task(2))))
    }

    private func verify(_ arguments: String..., input: String = "") throws -> CommandOutcome {
        let outcome = try runner.run("redo-verify", arguments, input: Array(input.utf8))
        #expect(outcome.error.isEmpty)
        return outcome
    }

    @Test(arguments: [[], ["--all"]])
    func isSilentWhereAllIsWell(_ arguments: [String]) throws {
        let outcome = try runner.run("redo-verify", arguments)
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty && outcome.error.isEmpty)
    }

    @Test func porcelainAnswersForEachNodeInReplayOrder() throws {
        let outcome = try verify("--porcelain")
        #expect(outcome.status == 0)
        let lines = outcome.lines
        #expect(Set(lines) == Set(ids.map { "\($0)\tOK" }))
        #expect(lines.suffix(2) == ids[1...2].map { "\($0)\tOK" })
    }

    @Test func answersForNamedNodesOnly() throws {
        let prefix = String(ids[3].dropFirst(7).prefix(12))
        let outcome = try verify("--porcelain", ids[1], prefix)
        #expect(outcome.status == 0)
        #expect(outcome.lines == ["\(ids[1])\tOK", "\(ids[3])\tOK"])
        let named = try verify("--porcelain", "--stdin", input: "\(ids[2])\n\(ids[0])")
        #expect(named.status == 0)
        #expect(named.lines == ["\(ids[2])\tOK", "\(ids[0])\tOK"])
    }

    /// As of all commands. What the other names mean is checked and printed all the same.
    @Test(arguments: [[], ["--porcelain"], ["--json"], ["--stdin"]])
    func aNameThatMeansNoNodeIsAnError(_ options: [String]) throws {
        let names = [ids[1], "nosuchnode", "nor this"]
        let isRead = options == ["--stdin"]
        let outcome = try runner.run(
            "redo-verify", options + (isRead ? [] : names),
            input: isRead ? Array(names.map { $0 + "\n" }.joined().utf8) : [])
        #expect(outcome.status == 128, "\(outcome)")
        let errors = outcome.codedError.split(separator: "\n").filter { $0.hasPrefix("error: ") }
        func place(_ line: Int) -> String { isRead ? "standard input, line \(line): " : "" }
        #expect(
            errors == [
                "error: NAME_001: \(place(2))there is no node 'nosuchnode'",
                "error: NAME_001: \(place(3))there is no node 'nor this'",
            ])
        #expect(outcome.codedError.contains("\nhint: a node is named by "))
        switch options.first {
        case "--porcelain": #expect(outcome.lines == ["\(ids[1])\tOK"])
        case "--json": #expect(try jsonLines(outcome).map { $0["code"] } == ["OK"])
        default: #expect(outcome.output.isEmpty)
        }
    }

    @Test func twoFormsOfOutputDoNotGoTogether() throws {
        let outcome = try runner.run("redo-verify", ["--porcelain", "--json"])
        #expect(outcome.status == 129 && outcome.output.isEmpty)
        #expect(outcome.codedError.contains("--porcelain and --json do not go together"))
    }

    @Test func noNamesOnStandardInputMeanNoNodes() throws {
        let outcome = try verify("--porcelain", "--stdin")
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
    }

    @Test func aSignatureCanBeRequired() throws {
        let outcome = try verify("--porcelain", "--require-signature")
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == 4)
        #expect(outcome.lines.allSatisfy { $0.hasSuffix("\tE_INVALID_SIGNATURE") })
    }

    @Test func aFlippedByteIsFoundAndCutsOffWhatFollows() throws {
        try runner.damage(ids[1]) { $0[$0.count / 2] ^= 1 }
        let outcome = try verify("--porcelain")
        #expect(outcome.status == 1)
        let answers = Dictionary(
            outcome.lines.map { ($0.prefix { $0 != "\t" }, $0.split(separator: "\t")[1]) },
            uniquingKeysWith: { first, _ in first })
        #expect(answers[ids[0][...]] == "OK")
        #expect(answers[ids[3][...]] == "OK")
        #expect(answers[ids[1][...]]?.hasPrefix("E_") == true)
        #expect(answers[ids[2][...]] == "E_PARENT_NOT_FOUND")
        // Without an option only what fails is said, and why.
        let text = try verify()
        #expect(text.status == 1)
        #expect(text.lines.count == 2)
        #expect(text.lines.allSatisfy { $0.contains(" (E_") && $0.hasSuffix(")") })
    }

    @Test func aFlippedDigitOfTheSignatureIsAnInvalidSignature() throws {
        let node = try Fixtures.lines("vectors/logs/01-create-and-first-todo/nodes.jsonl")[0]
        _ = try runner.run("redo-import", input: node)
        try runner.damage(ImportedCopiesTests.id) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let other = text.replacing(#""signature":"9"#, with: #""signature":"8"#)
            bytes = Array(other.utf8)
        }
        let outcome = try verify("--porcelain", ImportedCopiesTests.id)
        #expect(outcome.lines == ["\(ImportedCopiesTests.id)\tE_INVALID_SIGNATURE"])
        #expect(outcome.status == 1)
    }

    @Test func aFileUnderAnotherNodesNameIsFound() throws {
        let other = try runner.contents(ofFile: runner.objectName(ids[0]))
        try runner.damage(ids[3]) { $0 = other }
        let outcome = try verify("--json", ids[3])
        #expect(outcome.status == 1)
        let finding = try #require(try jsonLines(outcome).first)
        #expect(finding["id"]?.string?.description == ids[3])
        #expect(finding["code"] == "E_HASH_MISMATCH")
        #expect(finding["detail"]?.string?.description.contains(ids[0]) == true)
    }

    @Test func aMissingParentIsFound() throws {
        try FileManager.default.removeItem(atPath: runner.path(runner.objectName(ids[0])))
        let outcome = try verify("--porcelain", ids[1], ids[2], ids[3])
        #expect(outcome.status == 1)
        #expect(
            outcome.lines == [
                "\(ids[1])\tE_PARENT_NOT_FOUND", "\(ids[2])\tE_PARENT_NOT_FOUND",
                "\(ids[3])\tOK",
            ])
        #expect(try runner.run("redo-verify", [ids[0]]).status == 128)
    }

    @Test func whatStageThreeRejectsIsNamedWithItsAncestor() throws {
        let bad = try runner.store(
            SampleNode(
                action: "COMPLETE_TODO", parents: [ids[2]], lamport: 4,
                fields: [
                    "todoTaskId": "00000000-0000-4000-8000-00000000ffff",
                    "completed": "2025-01-01T08:00:00Z",
                ]))[0]
        let after = try runner.store(
            SampleNode(action: "ARCHIVE", parents: [bad], lamport: 5, fields: [:]))[0]
        let findings = try jsonLines(verify("--json")).filter { $0["code"] != "OK" }
        try #require(findings.count == 2)
        #expect(findings[0]["id"]?.string?.description == bad)
        #expect(findings[0]["code"] == "E_INVALID_TODO_REF")
        #expect(findings[1]["id"]?.string?.description == after)
        #expect(findings[1]["code"] == "E_BROKEN_BRANCH")
        #expect(findings[1]["detail"]?.string?.description.contains(bad) == true)
    }

    /// Anyone can write such a node, which must not make the check of the whole log fail forever.
    @Test func whatHistoryRejectsIsListedAndIsNoDamage() throws {
        let create = SampleNode(parents: [ids[2]], lamport: 4)
        let bad = try runner.store(create)[0]
        for arguments in [[], ["--all"], ["--porcelain"], ["--json"]] {
            let outcome = try runner.run("redo-verify", arguments)
            #expect(outcome.status == 0, "\(arguments)")
            #expect(outcome.text.contains(bad) && outcome.text.contains("E_DUPLICATE_CREATE"))
        }
        #expect(try runner.run("redo-verify", [bad]).status == 1)
        try runner.damage(ids[1]) { $0[$0.count / 2] ^= 1 }
        #expect(try runner.run("redo-verify").status == 1)
    }

    @Test func anUnknownActionIsNoMistake() throws {
        try runner.store(SampleNode(action: "FROBNICATE", fields: [:]))
        #expect(try verify().status == 0)
    }

    @Test func allAndNamesDoNotGoTogether() throws {
        let outcome = try runner.run("redo-verify", ["--all", ids[0]])
        #expect(outcome.status == 129)
    }
}

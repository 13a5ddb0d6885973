import Foundation
import RedoJSON
import TestSupport
import Testing

/// The main job: an export of the mobile application through import, verify, log and replay.
@Suite struct PipelineTests {
    static func expected() throws -> JSONValue {
        try JSONDocument(Fixtures.bytes("redo_changes.expected.json")).root.value
    }

    static let export = Fixtures.directory.appending(path: "redo_changes.json").path

    @Test func anExportBecomesARankedTaskList() throws {
        let expected = try Self.expected()
        let count = try #require(expected["nodes"]?.integer)
        let runner = try CommandRunner()
        #expect(try runner.run("redo-init").status == 0)

        let imported = try runner.run("redo-import", ["--porcelain", Self.export])
        #expect(imported.status == 0)
        #expect(imported.lines.count == count)
        #expect(imported.lines.allSatisfy { $0.hasSuffix("\tOK") })

        let verified = try runner.run("redo-verify", ["--all", "--require-signature"])
        #expect(verified.status == 0)
        #expect(verified.output.isEmpty)

        let log = try runner.run("redo-log", ["--format=%H"])
        #expect(Set(log.lines).count == count)

        let hash = try runner.run("redo-replay", ["--hash"])
        #expect(hash.text == "\(expected["stateHash"]?.string?.description ?? "")\n")
        let state = try runner.run("redo-replay", ["--canonical"])
        #expect(state.output == CanonicalJSON.bytes(try #require(expected["state"])))

        for rank in ["classic", "sigmoid"] {
            guard case .array(let rows)? = expected[rank == "classic" ? "classic" : "sigmoid"]
            else {
                Issue.record("no ranks")
                continue
            }
            let list = try runner.run("redo-list", ["--all", "--json", "--rank", rank])
            let ranked = try list.lines.map { try JSONDocument(Array($0.utf8)).root.value }
                .filter { ($0["rank"]?.number ?? 0) > 0 }
            #expect(ranked.count == rows.count)
            for (task, row) in zip(ranked, rows) {
                guard case .array(let cells) = row else { continue }
                #expect(task["guid"] == cells[0])
                #expect(abs((task["rank"]?.number ?? 0) - (cells[2].number ?? -1)) < 0.000002)
            }
        }
    }
}

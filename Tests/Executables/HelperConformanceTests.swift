import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo store-helper test`: the helpers of the suite, and one that was written after docs/store-helpers.md alone, over
/// what they reach.
@Suite struct HelperConformanceTests {
    private let runner: CommandRunner

    init() throws { runner = try CommandRunner() }

    /// The verdicts on a helper, by the names of the checks.
    private func verdicts(
        _ program: String, _ address: String, _ options: [String] = [],
        _ variables: [String: String] = [:], status: Int32 = 0
    ) throws -> [String: String] {
        let outcome = try runner.run(
            "redo-store-helper", ["test", "--json"] + options + ["--", program, address],
            extra: variables)
        #expect(outcome.status == status, "\(outcome)")
        let checks = try JSONDocument(outcome.output).root.value["checks"]?.elements ?? []
        return Dictionary(
            uniqueKeysWithValues: checks.map { check in
                let detail = check["detail"]?.text ?? ""
                let word = check["verdict"]?.text ?? ""
                return (check["name"]?.text ?? "", word == "fails" ? "\(word): \(detail)" : word)
            })
    }

    private static let names = [
        "empty", "bytes", "names", "listing", "absent", "limit", "large", "many", "seen", "whole",
        "first", "race", "end", "cut", "killed", "full",
    ]

    /// The verdicts on a helper that lacks only something.
    private func expected(_ others: [String: String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: Self.names.map { ($0, "yes") })
            .merging(others) { $1 }
    }

    private func files() throws -> String {
        let path = runner.path("files")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    @Test(.withMounts) func aFolderDoesAllOfIt() throws {
        try runner.mountDisk("32m")
        defer { _ = try? runner.shell("umount disk") }
        #expect(try verdicts("folder", runner.path("disk"), ["--overfill", "36"]) == expected([:]))
        // Only temporary files of those that were killed.
        let left = try runner.shell("find disk -type f ! -name '*.tmp'")
        #expect(left.text.isEmpty, "\(left)")
        let configuration = try runner.write("[there]\ntype = local\n".utf8, to: "rclone.conf")
        let found = try verdicts(
            "rclone", "there:\(runner.path("disk"))", ["--overfill", "36"],
            ["RCLONE_CONFIG": configuration])
        #expect(found["full"] == "yes", "\(found)")
    }

    @Test(arguments: [RcloneFixture.Way.webdav, .apache, .sftp])
    func rcloneDoesAllButClaims(_ way: RcloneFixture.Way) throws {
        let fixture = try RcloneFixture(way)
        let found = try verdicts("rclone", fixture.address, [], fixture.variables)
        #expect(
            found.filter { $0.key != "race" }
                == expected(["full": "untested", "first": "no"])
                .filter { $0.key != "race" })
        // Whether two that start at once overlap is chance.
        #expect(["yes", "no"].contains(found["race"]), "\(found)")
    }

    @Test(.disabled(if: S3Server.isSkipped, "REDO_SKIP_S3 is set")) func bucketsDoAllOfIt() throws {
        let server = try S3Server.shared.get()
        let bucket = "conformance-\(UUID().uuidString.lowercased().prefix(8))"
        try server.ask("PUT", bucket)
        let found = try verdicts(
            "s3", "http://127.0.0.1:\(server.port)/\(bucket)/log", [],
            [
                "AWS_ACCESS_KEY_ID": "AKIAEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret/example",
                "REDO_CONFIG_COUNT": "1",
                "REDO_CONFIG_KEY_0": "s3.127.0.0.1:\(server.port).trusted",
                "REDO_CONFIG_VALUE_0": "true",
            ])
        #expect(found == expected(["full": "untested"]))
    }

    /// A helper in another language, as it should be and as it should not.
    @Test(arguments: [
        ("", ["bytes": "yes", "first": "yes", "cut": "yes"]), ("replacing:", ["first": "no"]),
        ("other:", ["bytes": "fails"]),
    ])
    func anotherHelperIsJudged(_ mode: String, _ wanted: [String: String]) throws {
        let script = Fixtures.package.appending(path: "Tests/Support/Servers/store_helper.py").path
        let program = try runner.writeProgram(
            "#!/bin/sh\nexec python3 -B '\(script)'\n", to: "redo-store-test")
        let outcome = try runner.run(
            "redo-store-helper", ["test", program, "\(mode)\(files())"])
        let lines = outcome.lines.map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        #expect(lines.map { String($0[1]) } == Self.names, "\(outcome)")
        for (name, word) in wanted {
            #expect(
                lines.first { $0[1] == name }?.first.map(String.init) == word, "\(name): \(outcome)"
            )
        }
        #expect(outcome.status == (lines.contains { $0[0] == "fails" } ? 1 : 0), "\(outcome)")
    }

    @Test func whatCannotBeTestedIsAnError() throws {
        let path = try files()
        try runner.write("mine".utf8, to: "files/genesis")
        let used = try runner.run("redo-store-helper", ["test", "folder", path])
        #expect(used.status == 128 && used.codedError.contains("has files already"), "\(used)")
        let missing = try runner.run("redo-store-helper", ["test", "folder", "\(path)/none"])
        #expect(missing.status == 128 && missing.output.isEmpty, "\(missing)")
        let unknown = try runner.run("redo-store-helper", ["test", "nowhere", path])
        #expect(unknown.status == 128 && unknown.codedError.contains("there is no store helper"))
        for words in [
            ["try", "folder", path], ["test", "--overfill", "0", "folder", path], ["test"],
        ] {
            #expect(try runner.run("redo-store-helper", words).status == 129, "\(words)")
        }
    }
}

import Foundation
import TestSupport
import Testing

/// A store that someone else owns.
@Suite(.enabled(if: geteuid() == 0, "only root can give a store away"))
struct ForeignStoreTests {
    private let runner: CommandRunner

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        try runner.store(SampleNode())
        _ = try runner.shell("chown -R 65534 .redo; mkdir -p below/it")
    }

    private var refusal: String {
        "error: STORAGE_005: the store \(runner.path(".redo")) belongs to user 65534, not to you\n"
            + "hint: to use it all the same: "
            + "redo config --global --add safe.directory \(runner.path(".redo"))\n"
    }

    @Test(arguments: [
        "redo-log", "redo-list", "redo-import", "redo-gc", "redo-hash-object -w --batch",
        "redo-verify", "redo-replay", "redo-config --list", "redo-export", "redo-cat-node --batch",
    ])
    func isRefused(_ command: String) throws {
        let before = try runner.contents(of: ".redo")
        for directory in [".", "below/it"] {
            let outcome = try runner.shell("cd \(directory) && \(command)")
            #expect(outcome.status == 128)
            #expect(outcome.output.isEmpty)
            #expect(outcome.codedError == refusal)
        }
        #expect(try runner.contents(of: ".redo") == before)
    }

    @Test func isUsedAfterTheCommandOfTheHint() throws {
        let error = try runner.run("redo-log").error
        let command = try #require(error.firstMatch(of: /hint: .*: (redo .*)\n/)?.1)
        #expect(try runner.shell(String(command)).status == 0)
        for directory in ["", "below/it"] {
            #expect(try runner.run("redo-log", ["--count"], in: directory).text == "1\n")
        }
    }

    @Test func isUsedWhereAllAreTrusted() throws {
        _ = try runner.run("redo-config", ["--global", "safe.directory", "*"])
        #expect(try runner.run("redo-log", ["--count"]).text == "1\n")
    }

    @Test func anotherTrustedStoreMakesNoDifference() throws {
        _ = try runner.run(
            "redo-config", ["--global", "safe.directory", runner.path(".redo") + "x"])
        #expect(try runner.run("redo-log").codedError == refusal)
    }

    @Test func cannotTrustItself() throws {
        try runner.write("[safe]\n\tdirectory = *\n".utf8, to: ".redo/config")
        #expect(try runner.run("redo-log").codedError == refusal)
    }
}

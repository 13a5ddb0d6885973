import Foundation
import TestSupport
import Testing

/// Imports that are ended while they run.
@Suite struct InterruptionTests {
    private let runner: CommandRunner
    private let file = Fixtures.directory.appending(path: "\(Fixtures.generatedLog)/nodes.jsonl")
        .path
    private let objects: String

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        objects = runner.path(".redo/objects")
    }

    /// Whether an import waits for the disk makes other moments likely.
    static let configurations = ["", "[core]\n\tfsync = none\n"]

    /// How long an import that nobody ends takes from its first file on.
    private func writingTime() throws -> Double {
        let process = try Coprocess(runner, "redo-import", [file])
        waitForFirstFile(of: process)
        let start = Date()
        #expect(process.wait() == 0)
        return Date().timeIntervalSince(start)
    }

    private func waitForFirstFile(of process: Coprocess) {
        while process.isRunning {
            let names = try? FileManager.default.contentsOfDirectory(atPath: objects)
            if names?.isEmpty == false { return }
            usleep(200)
        }
    }

    private func empty() throws {
        try FileManager.default.removeItem(atPath: objects)
        // It would miss the packs.
        try? FileManager.default.removeItem(atPath: runner.path(".redo/inventory"))
        try FileManager.default.createDirectory(
            atPath: objects, withIntermediateDirectories: false)
    }

    /// Starts an import, and sends it a signal at some moment while it writes.
    ///
    /// - Returns: how it ended.
    private func importing(
        endedBy signal: Int32, within duration: Double, _ generator: inout SeededGenerator
    ) throws -> Int32 {
        let process = try Coprocess(runner, "redo-import", [file])
        waitForFirstFile(of: process)
        Thread.sleep(forTimeInterval: Double.random(in: 0...duration, using: &generator))
        process.send(signal: signal)
        return process.wait()
    }

    /// How often an import is killed: 15 times, or as often as `REDO_KILLS` says.
    static let killCount =
        ProcessInfo.processInfo.environment["REDO_KILLS"].flatMap { Int($0) } ?? 15

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalLeavesNoTemporaryFile(_ signal: Int32) throws {
        try runner.write("".utf8, to: ".redo/config")
        let seed = Seed()
        var generator = seed.generator
        let duration = try writingTime()
        var interrupted = 0
        for _ in 0..<8 {
            try empty()
            let status = try importing(endedBy: signal, within: duration, &generator)
            #expect(status == 0 || status == 128 + signal, seed.replay)
            if status != 0 { interrupted += 1 }
            #expect(try runner.temporaryNames().isEmpty, seed.replay)
            #expect(try runner.run("redo-verify").status == 0, seed.replay)
        }
        print("signal \(signal) ended \(interrupted) of 8 imports")
    }

    @Test(arguments: configurations)
    func aKilledImportLeavesAGoodStoreAndOnlyWhatGCRemoves(_ configuration: String) throws {
        try runner.write(configuration.utf8, to: ".redo/config")
        let seed = Seed()
        var generator = seed.generator
        let duration = try writingTime()
        var killed = 0
        var partial = 0
        for _ in 0..<Self.killCount {
            try empty()
            let status = try importing(endedBy: SIGKILL, within: duration, &generator)
            if status != 0 { killed += 1 }
            let count = try runner.objectNames().count
            if count > 0, status != 0 { partial += 1 }
            let verified = try runner.run("redo-verify", ["--porcelain"])
            #expect(verified.status == 0, seed.replay)
            // What is half written is not yet a node.
            #expect(verified.lines.allSatisfy { $0.hasSuffix("\tOK") }, seed.replay)
            _ = try runner.shell("find .redo -name '*tmp*' -exec touch -d '2 hours ago' {} +")
            #expect(try runner.run("redo-gc").status == 0)
            #expect(try runner.temporaryNames().isEmpty, seed.replay)
            #expect(try runner.run("redo-log", ["--count"]).text == "\(verified.lines.count)\n")
        }
        print(
            "killed \(killed) of \(Self.killCount) imports, \(partial) of them with some nodes written"
        )
        #expect(try runner.run("redo-import", [file]).status == 0)
        #expect(
            try runner.run("redo-replay", ["--hash"]).output
                == (try Fixtures.bytes("\(Fixtures.generatedLog)/hash.txt")))
    }
}

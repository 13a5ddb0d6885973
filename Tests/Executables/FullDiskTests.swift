import Foundation
import TestSupport
import Testing

/// A store on a disk of 256 KiB that is full.
@Suite(.withMounts) struct FullDiskTests {
    static let log = Fixtures.directory.appending(
        path: "vectors/logs/61-generated-50-nodes/nodes.jsonl"
    ).path

    private func fill(_ runner: CommandRunner, leaving kibibytes: Int) throws {
        _ = try runner.shell(
            "head -c \((256 - kibibytes) * 1024) /dev/zero >disk/ballast; sync disk/ballast")
    }

    @Test func anImportFailsCleanlyAndWorksWhenThereIsSpaceAgain() throws {
        let runner = try CommandRunner.withStore(onADiskOf: "256k")
        defer { _ = try? runner.shell("umount disk") }
        try fill(runner, leaving: 48)
        let outcome = try runner.run("redo-import", [Self.log], in: "disk")
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_003: the nodes cannot be written: "))
        #expect(outcome.codedError.contains("No space left on device"))
        #expect(outcome.codedError.hasSuffix("\nhint: free some space and repeat the command\n"))
        let files = try runner.contents(of: "disk/.redo").keys
        #expect(!files.contains { $0.contains("tmp") })
        #expect(try runner.run("redo-verify", in: "disk").status == 0)

        _ = try runner.shell("rm disk/ballast")
        let again = try runner.run("redo-import", [Self.log], in: "disk")
        #expect(again.status == 0, "\(again.error)")
        let hash = try Fixtures.bytes("vectors/logs/61-generated-50-nodes/hash.txt")
        #expect(try runner.run("redo-replay", ["--hash"], in: "disk").output == hash)
    }

    @Test func anIDIsNotPrintedForANodeThatIsNotOnDisk() throws {
        let runner = try CommandRunner.withStore(onADiskOf: "256k")
        defer { _ = try? runner.shell("umount disk") }
        try fill(runner, leaving: 0)
        let line = try runner.lines(of: [SampleNode()])[0]
        let outcome = try runner.run(
            "redo-hash-object", ["-w", "--batch"], input: Array(line.utf8), in: "disk")
        #expect(outcome.status == 128)
        #expect(outcome.output.isEmpty)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_003: "))
        let files = try runner.contents(of: "disk/.redo").keys
        #expect(!files.contains { $0.contains("tmp") })
    }

    @Test func theConfigurationStaysAsItWas() throws {
        let runner = try CommandRunner.withStore(onADiskOf: "256k")
        defer { _ = try? runner.shell("umount disk") }
        try fill(runner, leaving: 0)
        let before = try runner.contents(of: "disk/.redo")
        let outcome = try runner.run("redo-config", ["user.name", "Ana"], in: "disk")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_003: "))
        #expect(try runner.contents(of: "disk/.redo") == before)
    }

    @Test func anExportLeavesTheOldFile() throws {
        let runner = try CommandRunner.withStore(onADiskOf: "256k")
        defer { _ = try? runner.shell("umount disk") }
        #expect(try runner.run("redo-import", [Self.log], in: "disk").status == 0)
        try runner.write("before".utf8, to: "disk/export")
        try fill(runner, leaving: 0)
        let outcome = try runner.run("redo-export", ["-o", "export"], in: "disk")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_002: "))
        #expect(try runner.contents(ofFile: "disk/export") == Array("before".utf8))
        let names = try FileManager.default.contentsOfDirectory(atPath: runner.path("disk"))
        #expect(names.sorted() == [".redo", "ballast", "export"])
    }
}

import Foundation
import TestSupport
import Testing

/// Packing where there is no room, or where nothing may be written.
@Suite(.withMounts) struct PackingOnAFullDiskTests {
    static let log = Fixtures.directory.appending(
        path: "vectors/logs/61-generated-50-nodes/nodes.jsonl"
    ).path
    /// More than an import leaves loose.
    static let longLog = Fixtures.directory.appending(
        path: "vectors/logs/68-generated-130-nodes/nodes.jsonl"
    ).path

    /// The disk gives room by pages.
    private static let pageByteCount = 4096

    private static func expectFull(_ outcome: CommandOutcome) {
        #expect(outcome.status == 128 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.codedError.hasPrefix("error: STORAGE_003: the nodes cannot be written: "))
        #expect(outcome.codedError.contains("No space left on device"))
        #expect(outcome.codedError.hasSuffix("\nhint: free some space and repeat the command\n"))
    }

    /// With no room at all, with room for a part of the pack, and with room for the pack but not for its
    /// index.
    @Test(arguments: [0, 1, 4])
    func packingFailsCleanlyAndWorksWhenThereIsSpaceAgain(_ pages: Int) throws {
        let runner = try CommandRunner.withStore(onADiskOf: "1m")
        defer { _ = try? runner.shell("umount disk") }
        #expect(try runner.run("redo-import", ["--unsigned", Self.log], in: "disk").status == 0)
        _ = try runner.shell("cd disk; flock .redo/gc.lock true; mkdir -p .redo/objects/pack")
        try runner.fillDisk(leaving: pages * Self.pageByteCount)
        let before = try runner.contents(of: "disk/.redo")
        for arguments in [[], ["--all"]] {
            Self.expectFull(try runner.run("redo-gc", arguments, in: "disk"))
            #expect(try runner.contents(of: "disk/.redo") == before)
        }
        #expect(try runner.run("redo-fsck", in: "disk").status == 0)

        _ = try runner.shell("rm disk/ballast")
        #expect(try runner.run("redo-gc", in: "disk").text == "packed 50 nodes\n")
        let hash = try Fixtures.bytes("vectors/logs/61-generated-50-nodes/hash.txt")
        #expect(try runner.run("redo-replay", ["--hash"], in: "disk").output == hash)
    }

    @Test(arguments: [0, 3, 8])
    func anImportOfManyFailsCleanly(_ pages: Int) throws {
        let runner = try CommandRunner.withStore(onADiskOf: "1m")
        defer { _ = try? runner.shell("umount disk") }
        _ = try runner.shell("mkdir -p disk/.redo/objects/pack")
        try runner.fillDisk(leaving: pages * Self.pageByteCount)
        let before = try runner.contents(of: "disk/.redo")
        Self.expectFull(try runner.run("redo-import", ["--unsigned", Self.longLog], in: "disk"))
        #expect(try runner.contents(of: "disk/.redo") == before)

        _ = try runner.shell("rm disk/ballast")
        #expect(
            try runner.run("redo-import", ["--unsigned", Self.longLog], in: "disk").status == 0)
        let hash = try Fixtures.bytes("vectors/logs/68-generated-130-nodes/hash.txt")
        #expect(try runner.run("redo-replay", ["--hash"], in: "disk").output == hash)
    }

    /// What was to be written is written; packing is tried again by the next command.
    @Test func aWriterWhoseNodesCannotBePackedSucceeds() throws {
        let runner = try CommandRunner.withStore(onADiskOf: "1m")
        defer { _ = try? runner.shell("umount disk") }
        #expect(try runner.run("redo-import", ["--unsigned", Self.log], in: "disk").status == 0)
        #expect(try runner.run("redo-config", ["gc.auto", "5"], in: "disk").status == 0)
        // A page for the node.
        try runner.fillDisk(leaving: Self.pageByteCount)
        let line = try runner.lines(of: [SampleNode()])[0]
        let outcome = try runner.run(
            "redo-import", ["--unsigned"], input: Array(line.utf8), in: "disk")
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        #expect(try runner.run("redo-log", ["--count"], in: "disk").text == "51\n")
        let names = try runner.contents(of: "disk/.redo").keys
        #expect(!names.contains { $0.contains("tmp") })
    }

    @Test func aDamagedPackStaysWhereNothingCanBeSaved() throws {
        let runner = try CommandRunner.withStore(onADiskOf: "1m")
        defer { _ = try? runner.shell("umount disk") }
        #expect(
            try runner.run("redo-import", ["--unsigned", Self.longLog], in: "disk").status == 0)
        let log = try runner.run("redo-export", in: "disk").output
        #expect(!log.isEmpty)
        _ = try runner.shell(
            """
            cd disk/.redo/objects/pack; chmod u+w *.pack; mkdir -p ../../quarantine
            printf x | dd of=$(echo *.pack) bs=1 seek=9 conv=notrunc status=none
            """)
        try runner.fillDisk(leaving: 0)
        let outcome = try runner.run("redo-fsck", ["--repair"], in: "disk")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_003: "), "\(outcome)")
        _ = try runner.shell("rm disk/ballast")
        #expect(try runner.run("redo-fsck", ["--repair"], in: "disk").status == 0)
        #expect(try runner.run("redo-export", in: "disk").output == log)
    }

    @Test func aFolderOfPacksThatCannotBeWrittenIsSaidAndNothingIsLost() throws {
        let runner = try CommandRunner.withStore(onADiskOf: "1m")
        defer { _ = try? runner.shell("umount disk/.redo/objects/pack; umount disk") }
        #expect(try runner.run("redo-import", ["--unsigned", Self.log], in: "disk").status == 0)
        let log = try runner.run("redo-export", in: "disk").output
        let mounted = try runner.shell(
            """
            mkdir -p disk/.redo/objects/pack
            mount -t tmpfs -o ro redo-test disk/.redo/objects/pack
            """)
        #expect(mounted.status == 0)
        for command in [["redo-gc"], ["redo-pack"], ["redo-import", Self.longLog]] {
            let outcome = try runner.run(
                command[0], Array(command.dropFirst()), in: "disk")
            #expect(outcome.status == 128 && outcome.output.isEmpty)
            #expect(
                outcome.codedError.hasPrefix("error: STORAGE_003: the nodes cannot be written: "))
            #expect(outcome.codedError.contains("Read-only file system"))
        }
        #expect(try runner.run("redo-export", in: "disk").output == log)
        let names = try runner.contents(of: "disk/.redo").keys
        #expect(!names.contains { $0.contains("tmp") })
    }

    @Test func aStoreThatCannotBeWrittenCanBeRead() throws {
        let runner = try CommandRunner.withStore(onADiskOf: "1m")
        defer { _ = try? runner.shell("umount disk") }
        #expect(
            try runner.run("redo-import", ["--unsigned", Self.longLog], in: "disk").status == 0)
        let log = try runner.run("redo-export", in: "disk").output
        #expect(try runner.shell("mount -o remount,ro disk").status == 0)
        let outcome = try runner.run("redo-gc", in: "disk")
        #expect(outcome.status == 128)
        #expect(outcome.codedError.hasPrefix("error: STORAGE_003: the store cannot be locked: "))
        #expect(try runner.run("redo-export", in: "disk").output == log)
        #expect(try runner.run("redo-fsck", in: "disk").status == 0)
    }
}

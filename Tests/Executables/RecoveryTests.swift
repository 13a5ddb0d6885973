import Foundation
import TestSupport
import Testing

/// What a repair leaves alone, and what it takes back.
@Suite struct RecoveryTests {
    private let runner: CommandRunner
    private let ids: [String]

    init() throws {
        runner = try CommandRunner.withEmptyStore()
        ids = try runner.storeChain(4)
    }

    /// Runs a command line as a user who is not root, in a store of that user's own.
    private func unprivileged(_ line: String) throws -> CommandOutcome {
        try runner.shell(
            """
            if test "$(id -u)" = 0; then
                chown -R 65534:65534 .
                exec setpriv --reuid 65534 --regid 65534 --clear-groups sh -c '\(line)'
            else
                \(line)
            fi
            """, extra: ["TMPDIR": runner.directory.path])
    }

    /// The executables have to be where another user can run them.
    private func installed() throws -> String {
        let names = ["redo-fsck", "redo-replay", "redo-verify", "redo-log"]
        for name in names {
            try ProgramFile.copy(name, to: runner.path(name))
        }
        return "PATH=\(runner.directory.path):$PATH; export PATH; "
    }

    @Test func aNodeThatMayNotBeReadIsNotDamaged() throws {
        let path = runner.path(runner.objectName(ids[3]))
        let before = try runner.contents(ofFile: runner.objectName(ids[3]))
        let prefix = try installed()
        _ = try runner.shell("chmod 000 \(path)")
        let finding =
            "\(path): it cannot be read: Permission denied; it may be whole, and stays "
            + "where it is: make it readable for you (STORAGE_005)\n"
        for option in ["", " --repair"] {
            let outcome = try unprivileged(prefix + "redo-fsck" + option)
            #expect(outcome.status == 1 && outcome.text == finding, "\(outcome)")
        }
        #expect(!FileManager.default.fileExists(atPath: runner.path(".redo/lost")))
        let verified = try unprivileged(prefix + "redo-verify")
        #expect(verified.status == 1)
        #expect(
            verified.text == "\(ids[3]): it cannot be read: Permission denied (STORAGE_005)\n",
            "\(verified)")
        let replayed = try unprivileged(prefix + "redo-replay --hash")
        #expect(replayed.status == 3, "\(replayed)")
        #expect(replayed.codedError.hasPrefix("warning: RECONSTRUCT_003: 1 node is damaged, "))
        _ = try runner.shell("chmod 444 \(path)")
        #expect(try runner.contents(ofFile: runner.objectName(ids[3])) == before)
        #expect(try unprivileged(prefix + "redo-fsck").status == 0)
    }

    @Test func aPackThatMayNotBeReadIsNotDamaged() throws {
        _ = try runner.run("redo-gc", ["-q"])
        let files = try runner.onlyPack()
        let prefix = try installed()
        for name in [files.pack, files.index] {
            _ = try runner.shell("chmod 000 \(name)")
            for option in ["", " --repair"] {
                let outcome = try unprivileged(prefix + "redo-fsck" + option)
                #expect(outcome.status == 1, "\(outcome)")
                #expect(
                    outcome.text.hasPrefix("\(runner.path(name)): it cannot be read: ")
                )
                #expect(outcome.lines.count == 1, "\(outcome)")
            }
            let refused = try unprivileged(prefix + "redo-replay --hash")
            #expect(refused.status == 128 && refused.output.isEmpty, "\(refused)")
            #expect(refused.codedError.hasPrefix("error: STORAGE_005: "))
            #expect(refused.codedError.contains("hint: it may be whole: make it readable for you"))
            _ = try runner.shell("chmod 444 \(name)")
        }
        #expect(try unprivileged(prefix + "redo-fsck").status == 0)
    }

    /// As a repair of an earlier version has left it.
    @Test func wholeFilesComeBackFromTheQuarantine() throws {
        let hash = try runner.run("redo-replay", ["--hash"]).output
        _ = try runner.shell(
            """
            mkdir .redo/quarantine
            mv \(runner.objectName(ids[1])) .redo/quarantine/\(ids[1].dropFirst(7)).0011aabb
            echo 'Permission denied' > .redo/quarantine/\(ids[1].dropFirst(7)).0011aabb.reason
            echo broken > .redo/quarantine/broken.0011aabb
            """)
        let outcome = try runner.run("redo-fsck", ["--repair"])
        #expect(outcome.status == 0, "\(outcome)")
        let path = runner.path(".redo/quarantine/\(ids[1].dropFirst(7)).0011aabb")
        #expect(
            outcome.lines == [
                "took 1 node back from \(path)",
                "noted of broken.0011aabb in quarantine: the file that says why it was set aside is gone",
            ])
        #expect(
            try runner.contents(of: ".redo/quarantine").keys.sorted()
                == ["broken.0011aabb", "broken.0011aabb.reason"])
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
        try runner.expectClean()
    }

    @Test func aWholePackComesBackFromTheQuarantine() throws {
        let hash = try runner.run("redo-replay", ["--hash"]).output
        _ = try runner.run("redo-gc", ["-q"])
        let files = try runner.onlyPack()
        let name = String(files.pack.split(separator: "/").last ?? "")
        _ = try runner.shell(
            "mkdir .redo/quarantine; mv \(files.pack) .redo/quarantine/\(name).0011aabb; "
                + "rm -f \(files.index)")
        let outcome = try runner.run("redo-fsck", ["--repair"])
        #expect(outcome.status == 0 && outcome.text.hasPrefix("took 4 nodes back from "))
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
        try runner.expectClean()
    }

    @Test func copiesOfASynchronisingProgramAreTakenIn() throws {
        let hash = try runner.run("redo-replay", ["--hash"]).output
        let conflict = "\(runner.objectName(ids[2])).sync-conflict-20261101-080000-ABCDEFG"
        let double = "\(runner.objectName(ids[0])).sync-conflict-20261102-080000-ABCDEFG"
        _ = try runner.shell(
            """
            mv \(runner.objectName(ids[2])) \(conflict); cp \(runner.objectName(ids[0])) \(double)
            echo notes > .redo/objects/notes; mkdir .redo/objects/old; : > .redo/objects/old/x
            : > .redo/objects/.syncthing.abc.tmp
            """)
        let checked = try runner.run("redo-fsck")
        #expect(checked.status == 1)
        let garbage = [conflict, double, ".redo/objects/notes", ".redo/objects/old"]
        for name in garbage {
            #expect(
                checked.lines.contains(
                    "\(runner.path(name)): it is not a file of the store (STORAGE_004)"),
                "\(checked)")
        }
        let repaired = try runner.run("redo-fsck", ["--repair"])
        #expect(repaired.status == 0, "\(repaired)")
        #expect(repaired.lines.count { $0.hasPrefix("took 1 node back from ") } == 1)
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
        try runner.expectClean()
        // Nothing is thrown away.
        let kept = try runner.contents(of: ".redo/quarantine")
        #expect(kept.values.contains(Array("notes\n".utf8)))
        #expect(kept.keys.contains { $0.hasPrefix("old.") && $0.hasSuffix("/x") })
        #expect(kept.keys.count { $0.contains(".sync-conflict-20261102-") } == 2)
        #expect(!kept.keys.contains { $0.contains(".sync-conflict-20261101-") })
    }

    @Test func aConflictingCopyOfAPackIsTakenIn() throws {
        let hash = try runner.run("redo-replay", ["--hash"]).output
        _ = try runner.run("redo-gc", ["-q"])
        let files = try runner.onlyPack()
        let conflict = files.pack.dropLast(5) + ".sync-conflict-20261101-080000-ABCDEFG.pack"
        _ = try runner.shell("mv \(files.pack) \(conflict); rm -f \(files.index)")
        #expect(try runner.run("redo-fsck").status == 1)
        #expect(try runner.run("redo-fsck", ["--repair"]).status == 0)
        #expect(try runner.run("redo-replay", ["--hash"]).output == hash)
        try runner.expectClean()
    }
}

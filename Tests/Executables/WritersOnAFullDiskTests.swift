import TestSupport
import Testing

/// Commands that change a task on a disk that is full: all of their nodes are written or none.
@Suite struct WritersOnAFullDiskTests {
    @Test(.withMounts) func eachFailsCleanlyAndWorksWhenThereIsSpaceAgain() throws {
        let runner = try CommandRunner.withStore(onADiskOf: "256k")
        defer { _ = try? runner.shell("umount disk") }
        // The key is not on that disk.
        #expect(try runner.run("redo-keygen", ["--no-passphrase"], in: "disk").status == 0)
        let added = try runner.run(
            "redo-add", ["Water", "--due", "2025-11-20T09:00:00.000Z", "--every", "7"], in: "disk")
        #expect(added.status == 0, "\(added)")
        let log = try runner.run("redo-export", in: "disk").output
        let commands = [
            ["edit", "-p", "5"], ["todo", "--due", "today"], ["snooze", "--days", "1"], ["done"],
            ["archive"], ["unarchive"], ["delete"], ["restore"],
            ["delete", "--now"],
        ]
        // Every file needs a page of its own, so there is no room for a node.
        _ = try runner.shell("head -c 262144 /dev/zero >disk/ballast")
        for command in commands where !["unarchive", "restore"].contains(command[0]) {
            let outcome = try runner.run(
                "redo-\(command[0])", command.dropFirst() + ["Water"], in: "disk")
            #expect(outcome.status == 128, "\(command)")
            #expect(outcome.output.isEmpty, "\(command)")
            #expect(
                outcome.codedError.hasPrefix("error: STORAGE_003: the nodes cannot be written: "))
            #expect(try runner.run("redo-export", in: "disk").output == log)
            let files = try runner.contents(of: "disk/.redo").keys
            #expect(!files.contains { $0.contains("tmp") })
        }
        _ = try runner.shell("rm disk/ballast")
        for command in commands {
            let outcome = try runner.run(
                "redo-\(command[0])", command.dropFirst() + ["Water"], in: "disk")
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(command): \(outcome)")
        }
        #expect(try runner.run("redo-replay", ["--rejected"], in: "disk").output.isEmpty)
    }
}

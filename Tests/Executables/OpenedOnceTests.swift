import Foundation
import TestSupport
import Testing

/// A command opens the index of a pack once, whatever it asks of the log.
@Suite(.withTools("strace")) struct OpenedOnceTests {
    private let fixture: GitFixture
    private let device: TaskStore

    /// A store with two packs and a few loose nodes.
    init() throws {
        fixture = try GitFixture()
        device = try fixture.device("phone")
        for number in 1...6 {
            try device.expect(["add", "Task \(number)", "--due", "2025-12-01"])
            if number.isMultiple(of: 2), number < 6 { try device.expect(["pack"]) }
        }
        try device.expect(["config", "gc.auto", "0"])
    }

    static let commands = [
        ["list"], ["list", "--all", "--json"], ["show", "Task 1"], ["search", "Task"], ["log"],
        ["log", "--graph"], ["log", "--format", "%H"], ["graph"], ["status"], ["stats"], ["heads"],
        ["export"], ["replay", "--hash"], ["blame", "Task 1"], ["merge-base", "Task 1", "Task 2"],
        ["rev-parse", "Task 1"], ["done", "Task 2"], ["edit", "Task 3", "-p", "5"],
        ["add", "Another"], ["undo"], ["archive", "Task 4"], ["merge", "--all"],
        ["push"], ["fetch"], ["sync"],
    ]

    @Test(arguments: commands)
    func eachIndexIsOpenedOnce(_ command: [String]) throws {
        let program = CommandRunner.executables.appending(path: "redo").path
        let traced = try device.runner.run(
            "/usr/bin/strace",
            ["-f", "-e", "trace=openat,execve", "-o", "trace", program] + command)
        let trace = String(
            decoding: try device.runner.contents(ofFile: "trace"), as: UTF8.self
        ).split(separator: "\n")
        // Where a process may not be traced nothing is opened either.
        try #require(trace.contains { $0.contains("execve") }, "\(traced)")
        var counts: [Substring: Int] = [:]
        for line in trace where line.contains(".idx\"") && !line.contains("ENOENT") {
            let process = line.prefix { $0 != " " }
            let file = line.split(separator: "\"").first { $0.hasSuffix(".idx") } ?? ""
            counts["\(process) \(file)"[...], default: 0] += 1
        }
        #expect(!counts.isEmpty || ["fetch", "status"].contains(command[0]), "\(command)")
        for (index, count) in counts { #expect(count == 1, "\(command): \(index)") }
    }
}

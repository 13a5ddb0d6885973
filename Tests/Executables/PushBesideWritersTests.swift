import Foundation
import TestSupport
import Testing

/// Pushes while others write: a folder is not listed at one moment, and still no statement lacks a parent.
@Suite struct PushBesideWritersTests {
    /// How many pushes there are: 60, or as many as `REDO_PUSHES` says.
    private static let pushCount =
        ProcessInfo.processInfo.environment["REDO_PUSHES"].flatMap { Int($0) } ?? 60

    /// What happened.
    private struct Tally {
        /// Pushes that sent something.
        var sentCount = 0
        /// Statements that said otherwise than their packs, or lacked a parent.
        var wrongCount = 0
    }

    @Test func noStatementLacksAParent() throws {
        let fixture = try GitFixture()
        let stick = fixture.place.path("stick")
        try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
        let phone = try fixture.device("phone", url: "folder:\(stick)")
        try phone.add("First")
        // Two loops that write, and one that pushes.
        let place = fixture.place
        let tallies = try [0, 1, 2].concurrentMap { loop in
            loop < 2
                ? try Self.write("task of \(loop)", on: phone)
                : try Self.push(phone, FolderStatements(in: stick, of: place))
        }
        try phone.expect(["push"])
        let count = try phone.ids().count
        let last = try FolderStatements(in: stick, of: fixture.place).last()
        #expect(last.map(\.nodeCount) == [count] && last.allSatisfy { $0.isRight })
        #expect(try phone.run("remote", ["verify"]).status == 0)
        let tally = try #require(tallies.last ?? nil)
        print(
            "\(Self.pushCount) pushes beside two loops of redo add: \(tally.sentCount) sent something, "
                + "\(count) nodes at the end, \(tally.wrongCount) wrong statements")
        #expect(tally.wrongCount == 0)
    }

    /// Adds tasks until the file `stop` is there.
    private static func write(_ title: String, on device: TaskStore) throws -> Tally? {
        let outcome = try device.runner.shell(
            "while [ ! -e stop ]; do redo add '\(title)' >/dev/null || exit 1; done")
        #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return nil
    }

    private static func push(
        _ device: TaskStore, _ statements: FolderStatements
    ) throws -> Tally? {
        defer { _ = try? device.runner.write([], to: "stop") }
        var tally = Tally()
        for number in 1...pushCount {
            let pushed = try device.run("push")
            #expect(pushed.status == 0 && pushed.error.isEmpty, "push \(number): \(pushed)")
            if pushed.text.hasPrefix("pushed ") { tally.sentCount += 1 }
            if try !statements.last().allSatisfy(\.isRight) { tally.wrongCount += 1 }
        }
        return tally
    }
}

import Foundation
import RedoJSON
import TestSupport
import Testing

/// `redo doctor`: what is wrong is said with what to do, and what was not looked at is not called well.
@Suite struct DoctorTests {
    private var harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
        harness.variables["SHELL"] = "/bin/sh"
    }

    /// The states and texts of a check.
    private func rows(_ check: String, _ options: String...) throws -> (
        rows: [(state: String, text: String, remedies: String)], status: Int32, last: JSONValue
    ) {
        let outcome = try harness.run(["doctor", "--json"] + options)
        let root = try JSONDocument(outcome.output).root.value
        let rows = (root["checks"]?.elements ?? []).filter { $0["check"]?.text == check }
            .map { row in
                (
                    row["state"]?.text ?? "", row["text"]?.text ?? "",
                    (row["remedies"]?.elements ?? []).compactMap(\.text).joined(separator: "\n")
                )
            }
        return (rows, outcome.status, root)
    }

    @Test func whatIsWellIsCalledWell() throws {
        let outcome = try harness.run("doctor")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.lines.last == "nothing is wrong", "\(outcome)")
        #expect(try rows("keys").rows.map(\.state) == ["good"])
        #expect(try rows("permissions").rows.map(\.state) == ["good"])
        #expect(try rows("remotes").rows.map(\.state) == ["notice"])
        // It changes nothing.
        let before = try FileManager.default.subpathsOfDirectory(atPath: harness.directory.path)
        _ = try harness.run("doctor")
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: harness.directory.path) == before)
    }

    /// Dates would be silently wrong: it is said here, and by what writes.
    @Test func aZoneThatIsNoneIsWrong() throws {
        var elsewhere = self
        elsewhere.harness.variables["TZ"] = "CEST"
        let rows = try elsewhere.rows("clock").rows
        #expect(rows.map(\.state) == ["wrong"] && rows[0].text.hasPrefix("TZ is 'CEST', "))
        #expect(rows.first?.remedies.contains("Europe/Berlin") == true)
        let added = try elsewhere.harness.run("add", "Milk", "due:tomorrow")
        #expect(
            added.codedError
                == "warning: USAGE: TZ is 'CEST', which is not a time zone: local times are in UTC\n",
            "\(added)")
        #expect(added.status == 0)
        for zone in ["Europe/Berlin", "CET-1CEST", ""] {
            elsewhere.harness.variables["TZ"] = zone
            #expect(try elsewhere.rows("clock").rows.map(\.state) != ["wrong"], "\(zone)")
            #expect(try elsewhere.harness.run("add", "Bread").error.isEmpty, "\(zone)")
        }
    }

    @Test func aKeyThatOthersReadIsWrong() throws {
        let keys = "\(harness.directory.path)/home/.config/redo/keys"
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: keys).first { $0.hasSuffix(".key") }
        )
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: "\(keys)/\(name)")
        let found = try rows("keys")
        #expect(found.status == 1 && found.rows.first?.state == "wrong", "\(found)")
        #expect(found.rows.first?.remedies.contains("chmod 600") == true, "\(found)")
        let outcome = try harness.run("doctor")
        #expect(outcome.lines.last == "1 thing is wrong", "\(outcome)")
    }

    @Test func aStoreThatOthersWriteToIsWrong() throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: "\(harness.directory.path)/.redo")
        let found = try rows("permissions")
        #expect(found.rows.map(\.state) == ["wrong"], "\(found)")
        #expect(found.rows.first?.remedies.contains("chmod go-w") == true && found.status == 1)
    }

    @Test func aRemoteThatCannotBeReachedIsWrong() throws {
        _ = try harness.run("remote", "add", "stick", "folder:/nowhere/at/all")
        let found = try rows("remotes")
        #expect(found.status == 1 && found.rows.first?.state == "wrong", "\(found)")
        #expect(found.rows.first?.text.contains("stick: there is no folder") == true, "\(found)")
        // What is left out is not called well.
        let outcome = try harness.run("doctor", "--offline")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.lines.last == "nothing is wrong in what was checked; 1 thing left out")
        let there = "\(harness.directory.path)/there"
        try FileManager.default.createDirectory(atPath: there, withIntermediateDirectories: true)
        _ = try harness.run("remote", "set-url", "stick", "folder:\(there)")
        _ = try harness.run("add", "Milk")
        let reached = try rows("remotes")
        #expect(
            reached.rows.map(\.state) == ["good", "notice"] && reached.status == 0, "\(reached)")
        #expect(reached.rows.last?.text.contains("lacks 2 nodes") == true, "\(reached)")
    }

    @Test func aClockThatWentBackIsWrong() throws {
        _ = try harness.run("add", "Milk")
        var earlier = harness
        earlier.variables["REDO_WALL"] = "2025-11-15T12:00:00.000Z"
        let outcome = try earlier.run("doctor")
        #expect(
            outcome.status == 1 && outcome.text.contains("before the last change"), "\(outcome)")
    }

    @Test func whatCannotBeCheckedIsNotCalledWell() throws {
        var other = harness
        other.variables["SHELL"] = nil
        let outcome = try other.run("doctor")
        #expect(outcome.status == 1, "\(outcome)")
        #expect(
            outcome.lines.last
                == "nothing is wrong in what was checked; 1 thing could not be checked")
    }

    @Test func withoutAStoreThereIsNothingToComplainOf() throws {
        try FileManager.default.removeItem(atPath: "\(harness.directory.path)/.redo")
        let found = try rows("store")
        #expect(found.rows.map(\.state) == ["notice"] && found.status == 0, "\(found)")
    }
}

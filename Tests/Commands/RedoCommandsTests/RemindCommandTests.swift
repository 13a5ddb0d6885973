import Foundation
import RedoJSON
import RedoSystem
import TestSupport
import Testing

@testable import RedoTaskCommands

/// `redo remind` within the process of the tests, by a clock that the tests put forward.
@Suite struct RemindCommandTests {
    private var harness: CommandHarness

    init() throws { harness = try CommandHarness() }

    /// Puts the clock to a time.
    private mutating func go(to time: String) { harness.variables["REDO_WALL"] = "\(time):00.000Z" }

    /// What is announced at that time: kinds and titles.
    private func told(_ words: String...) throws -> [String] {
        let outcome = try harness.run(["remind", "--print", "--once"] + words)
        try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
        return try outcome.lines.map { line in
            let object = try JSONDocument(Array(line.utf8)).root.value
            let title = object["title"]?.string?.description ?? ""
            return "\(object["kind"]?.string?.description ?? "") \(title)"
        }
    }

    private func list() throws -> [String] {
        try harness.succeed("remind", "--list").split(separator: "\n").map(String.init)
    }

    @Test mutating func eachMomentIsAnnouncedOnce() throws {
        try harness.succeed("add", "Call", "--due", "2025-11-17T14:00Z")
        #expect(
            try list() == [
                "2025-11-17 14:00  due         Call", "2025-11-18 09:00  overdue     Call",
            ])
        #expect(try told() == [])
        go(to: "2025-11-17T13:59")
        #expect(try told() == [])
        go(to: "2025-11-17T14:00")
        #expect(try told() == ["due Call"])
        #expect(try told() == [])
        go(to: "2025-11-18T09:00")
        #expect(try told() == ["overdue Call"])
        #expect(try told() == [] && list() == [])
    }

    /// What is scheduled is told to programs as what is announced: the same members, and nothing is announced by it.
    @Test mutating func whatIsScheduledIsAnObjectEach() throws {
        try harness.succeed("add", "Call \u{1B}[31m", "--due", "2025-11-17T14:00Z")
        let lines = try harness.succeed("remind", "--list", "--json").split(separator: "\n")
        let objects = try lines.map { try JSONDocument(Array($0.utf8)).root.value }
        #expect(objects.map { $0["kind"]?.string?.description } == ["due", "overdue"])
        #expect(objects[0]["title"]?.string?.description == "Call \u{1B}[31m")
        #expect(objects[0]["moment"]?.string?.description == "2025-11-17T14:00:00.000Z")
        go(to: "2025-11-17T14:00")
        let announced = try harness.succeed("remind", "--print", "--once")
        let told = try JSONDocument(Array(announced.utf8)).root.value
        #expect(told["task"] == objects[0]["task"] && told["moment"] == objects[0]["moment"])
        #expect(try harness.run(["remind", "--json"]).status == 129)
    }

    /// A day without a time is announced in its morning.
    @Test mutating func aDayIsAnnouncedInTheMorning() throws {
        try harness.succeed("add", "Pay", "--due", "2025-11-18")
        try harness.succeed("add", "Write", "--scheduled", "2025-11-18", "--draft")
        #expect(
            try Set(list()) == [
                "2025-11-18 09:00  due         Pay", "2025-11-18 09:00  scheduled   Write",
                "2025-11-19 09:00  overdue     Pay",
            ])
        try harness.succeed("config", "--global", "remind.day", "7:30")
        #expect(try list()[0].hasPrefix("2025-11-18 07:30"))
    }

    @Test mutating func leadsAnnounceBefore() throws {
        for span in ["0", "30min", "1d"] {
            try harness.succeed("config", "--global", "--add", "remind.before", span)
        }
        try harness.succeed("add", "Train", "--due", "2025-11-18T14:00Z")
        #expect(
            try list().map { $0.prefix(16) } == [
                "2025-11-17 14:00", "2025-11-18 13:30", "2025-11-18 14:00", "2025-11-19 09:00",
            ])
        #expect(try told() == [])
        for time in ["2025-11-17T14:00", "2025-11-18T13:30", "2025-11-18T14:00"] {
            go(to: time)
            #expect(try told() == ["due Train"])
        }
    }

    @Test mutating func whatIsHiddenIsAnnouncedWhenItComesBack() throws {
        try harness.succeed("add", "Wait", "--wait", "2025-11-17T10:00Z", "--draft")
        try harness.succeed("add", "Snooze", "--due", "2025-11-17T08:00Z")
        try harness.succeed("snooze", "Snooze", "--until", "2025-11-17T11:00Z")
        _ = try told()
        go(to: "2025-11-17T10:59")
        #expect(try told() == ["wait-over Wait"])
        go(to: "2025-11-17T11:00")
        #expect(try told() == ["snooze-over Snooze"])
    }

    @Test mutating func whatIsDoneOrPutAwayIsNot() throws {
        for title in ["Done", "Archived", "Deleted", "Moved", "Open"] {
            try harness.succeed("add", title, "--due", "2025-11-17T14:00Z")
        }
        _ = try told()
        try harness.succeed("done", "Done")
        try harness.succeed("archive", "Archived")
        try harness.succeed("delete", "Deleted")
        try harness.succeed("edit", "Moved", "--due", "2025-11-17T15:00Z")
        go(to: "2025-11-17T14:30")
        #expect(try told() == ["due Open"])
        go(to: "2025-11-17T15:00")
        #expect(try told() == ["due Moved"])
    }

    @Test mutating func aTitleIsTheJSONs() throws {
        let title = "--help \u{1B}[31m \"$(id)\" <b>"
        try harness.succeed("add", "--due", "2025-11-17T14:00Z", "--", title)
        _ = try told()
        go(to: "2025-11-17T14:01")
        let line = try harness.succeed("remind", "--print", "--once")
        let object = try JSONDocument(Array(line.utf8.dropLast())).root.value
        #expect(object["title"]?.string?.description == title)
        #expect(object["late"] == 60)
        #expect(object["moment"]?.string == "2025-11-17T14:00:00.000Z")
        #expect(object["link"]?.string?.description.hasPrefix("task://taskId/") == true)
    }

    /// Another process holds the lock while it announces: `--once` waits, since otherwise it would end in silence.
    @Test mutating func aSingleAnnouncementWaitsForTheLock() throws {
        try harness.succeed("add", "Call", "--due", "2025-11-17T14:00Z")
        _ = try told()
        let path = "\(harness.directory.path)/.redo/reminders/lock"
        let isTaken = DispatchSemaphore(value: 0)
        let isReleased = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let lock = try? FileLock.take(path)
            isTaken.signal()
            Thread.sleep(forTimeInterval: 0.2)
            _ = consume lock
            isReleased.signal()
        }
        isTaken.wait()
        go(to: "2025-11-17T14:00")
        #expect(try told() == ["due Call"])
        isReleased.wait()
    }

    // MARK: The record

    private var record: String { "\(harness.directory.path)/.redo/reminders/told" }

    /// Without it only the last minutes are announced again.
    @Test(arguments: [nil, "", "damaged\n", "half"] as [String?])
    mutating func aLostRecordRepeatsTheLastMinutes(_ contents: String?) throws {
        try harness.succeed("add", "Old", "--due", "2025-11-17T12:00Z")
        try harness.succeed("add", "New", "--due", "2025-11-17T13:55Z")
        _ = try told()
        go(to: "2025-11-17T14:00")
        #expect(try told() == ["due Old", "due New"])
        switch contents {
        case nil: try FileManager.default.removeItem(atPath: record)
        case "half":
            let bytes = try Data(contentsOf: URL(filePath: record))
            try bytes.prefix(bytes.count / 2).write(to: URL(filePath: record))
        case let text?: try Data(text.utf8).write(to: URL(filePath: record))
        }
        #expect(try told() == ["due New"])
        #expect(try told() == [])
    }

    /// Whatever byte of the record is wrong, nothing else than that happens.
    @Test mutating func aDamagedByteIsSeen() throws {
        try harness.succeed("add", "Old", "--due", "2025-11-17T12:00Z")
        _ = try told()
        go(to: "2025-11-17T14:00")
        #expect(try told() == ["due Old"])
        let bytes = try Data(contentsOf: URL(filePath: record))
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1
            try damaged.write(to: URL(filePath: record))
            #expect(try told() == [], "byte \(place)")
        }
    }

    // MARK: Wrong usage

    @Test(arguments: [
        ("remind.before", "soon", "not a span such as 30min, 2h or 1d"),
        ("remind.day", "25:00", "not a time such as 09:00"),
        ("remind.timeout", "0", "not a number from 1 to 3600"),
    ])
    func aBadConfigurationIsAClearError(_ key: String, _ value: String, _ mistake: String) throws {
        let refused = try harness.run("config", "--global", key, value)
        #expect(refused.status == 129 && refused.codedError.contains(mistake), "\(refused)")
        let part = key.split(separator: ".")[1]
        let file = "\(harness.directory.path)/home/.config/redo/config"
        let before = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        try "\(before)\n[remind]\n\(part) = \(value)\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = try harness.run("remind", "--once", "--print")
        #expect(outcome.status == 129 && outcome.output.isEmpty)
        #expect(
            outcome.codedError.hasPrefix("error: USAGE: \(key) is '\(value)', \(mistake)\n"),
            "\(outcome)")
        let line = before.split(separator: "\n", omittingEmptySubsequences: false).count + 2
        #expect(outcome.codedError.contains("' fixes it: line \(line) of \(file)\n"), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: record))
    }

    /// Also a value that another one follows.
    @Test func aBadValueAmongSeveralIsFound() throws {
        let file = "\(harness.directory.path)/home/.config/redo/config"
        let before = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        try "[remind]\nbefore = soon\nbefore = 1h\n\(before)"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = try harness.run("remind", "--list")
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix("error: USAGE: remind.before has 'soon', "), "\(outcome)")
        #expect(outcome.codedError.contains(" line 2 of \(file)\n"), "\(outcome)")
    }

    @Test(arguments: [
        ["--once", "--list"], ["--install", "--uninstall"], ["--print", "--list"],
        ["--print", "--install"], ["x"],
    ])
    func wrongUsageIsRefused(_ words: [String]) throws {
        let outcome = try harness.run(["remind"] + words)
        #expect(outcome.status == 129 && outcome.codedError.hasPrefix("error: USAGE: "))
    }

    @Test func pathsBecomeNamesOfUnits() {
        for (path, name) in [
            ("/home/ana/.redo", "home-ana-.redo"), ("/", "-"), ("/.a/b c", "\\x2ea-b\\x20c"),
            ("/a-b/ü", "a\\x2db-\\xc3\\xbc"), ("//a//b/", "a-b"), ("/a:b_c.d", "a:b_c.d"),
        ] { #expect(ReminderService.escaped(path) == name) }
    }
}

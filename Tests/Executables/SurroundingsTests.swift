import RedoJSON
import TestSupport
import Testing

/// Clock, device and time zone are what the environment says.
@Suite struct SurroundingsTests {
    let store: TaskStore

    init() throws { store = try TaskStore() }

    @Test(arguments: [
        ("2025-01-31T09:00:00.000Z", "2025-01-31T09:00:00.000Z"),
        ("2025-01-31T09:00:00+01:00", "2025-01-31T08:00:00.000Z"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
        ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
    ])
    func theClockIsFixed(_ now: String, _ wall: String) throws {
        try store.add("x", extra: ["REDO_WALL": now])
        #expect(try store.nodes().map { $0["timestamp"]?["wall"]?.text } == [wall, wall])
    }

    @Test(arguments: ["now", "2025-01-31", "2025-01-31T09:00:00", "2025-02-30T09:00:00Z", "0"])
    func whatIsNoTimeIsWrongUsage(_ now: String) throws {
        let outcome = try store.run("add", ["x"], extra: ["REDO_WALL": now])
        #expect(outcome.status == 129)
        #expect(
            outcome.codedError.hasPrefix(
                "error: USAGE: REDO_WALL is '\(now)', not a time such as 2025-01-31T09:00:00.000Z\n"
            ))
        #expect(try store.nodes().isEmpty)
    }

    @Test func withoutTheVariableTheSystemsClockCounts() throws {
        try store.add("x", extra: ["REDO_WALL": ""])
        let wall = try #require(store.nodes().first?["timestamp"]?["wall"]?.text)
        #expect(wall > CommandRunner.now && wall.hasSuffix("Z") && wall.count == 24)
    }

    @Test func theDeviceIsNamedByTheEnvironmentThenTheConfiguration() throws {
        func device(_ extra: [String: String]) throws -> String? {
            let task = try store.add("x", "--draft", extra: extra)
            return try store.nodes().first { $0["taskId"]?.text == task }?["author"]?["deviceId"]?
                .text
        }
        #expect(try device(["REDO_DEVICE": "Handy é"]) == "Handy é")
        _ = try store.run("config", ["redo.device", "configured"])
        #expect(try device(["REDO_DEVICE": "Handy é"]) == "Handy é")
        #expect(try device(["REDO_DEVICE": ""]) == "configured")
        _ = try store.run("config", ["--unset", "redo.device"])
        #expect(try device(["REDO_DEVICE": ""]) == "redo-cli")
    }

    @Test func theAuthorIsConfigured() throws {
        _ = try store.run("config", ["user.email", "ana@example.com"])
        _ = try store.run("config", ["redo.deviceName", "Ana’s laptop"])
        try store.add("x", "--draft")
        let author = try #require(store.nodes().first?["author"])
        #expect(author["name"] == "Test" && author["email"] == "ana@example.com")
        #expect(author["deviceName"] == "Ana’s laptop")
    }

    @Test func theTimeZoneDecidesTheHourOfTheRank() throws {
        try store.add("x")
        func rank(_ zone: String) throws -> Double? {
            try TaskStore.objects(
                store.run("list", ["--json", "--rank", "classic"], extra: ["TZ": zone])
            ).first?["rank"]?.number
        }
        // Noon in London, one in the afternoon in Berlin, seven in the morning in New York, nine in the
        // evening in Tokyo.
        let expected = [
            "Europe/London": 4.32, "Europe/Berlin": 4.32, "America/New_York": 3.96,
            "Asia/Tokyo": 3.24,
        ]
        for (zone, value) in expected { #expect(abs(try rank(zone)! - value) < 0.001, "\(zone)") }
    }
}

import Foundation
import RedoModel
import TestSupport
import Testing

@testable import RedoCalendar

/// The files of the time zone database, read a second time by Python.
@Suite struct TimeZoneFileTests {
    /// Prints the zones of the database and their offsets from UTC at some seconds.
    private static let script = """
        import sys, zoneinfo
        from datetime import datetime, timedelta, timezone
        start = datetime(1970, 1, 1, tzinfo=timezone.utc)
        moments = [start + timedelta(seconds=int(word)) for word in sys.argv[1:]]
        for name in sorted(zoneinfo.available_timezones()):
            zone = zoneinfo.ZoneInfo(name)
            offsets = [int(m.astimezone(zone).utcoffset().total_seconds()) for m in moments]
            print(name, *offsets)
        """

    @Test func allZonesHaveTheOffsetsThatPythonReads() throws {
        let seed = Seed()
        var generator = seed.generator
        // The years 1800 to 2400, and the days around each change of the clocks in Berlin in 2060.
        var moments: [Int64] = []
        for _ in 0..<300 {
            moments.append(.random(in: -5_364_662_400..<13_569_465_600, using: &generator))
        }
        for quarter in Int64(0)..<40 {
            moments += [2_847_837_600 + quarter * 900, 2_866_582_800 + quarter * 900]
        }
        let outcome = try CommandRunner().run(
            "/usr/bin/python3", ["-c", Self.script] + moments.map(String.init))
        #expect(outcome.lines.count > 400, "\(outcome.error)")
        for line in outcome.lines {
            let words = line.split(separator: " ")
            let name = String(words[0])
            // Python looks for other names, too.
            guard name != "localtime" else { continue }
            let zone = try #require(NamedTimeZone(name), "\(name)")
            for (moment, word) in zip(moments, words.dropFirst()) {
                let offset = try #require(Int(word))
                let instant = Instant(milliseconds: moment * 1000)
                #expect(
                    zone.rules.secondsFromUTC(at: instant) == offset, "\(name) at \(moment)")
            }
        }
    }

    @Test(arguments: [
        // Clocks change on days without a weekday, and at negative times.
        ("XXX3YYY,J60/0,300/-1", "2024-03-01T02:59:59Z", -10_800),
        ("XXX3YYY,J60/0,300/-1", "2024-03-01T03:00:00Z", -7200),
        ("XXX3YYY,J60/0,300/-1", "2025-10-28T00:59:59Z", -7200),
        ("XXX3YYY,J60/0,300/-1", "2025-10-28T01:00:00Z", -10_800),
        ("<+0530>-5:30", "2025-01-01T00:00:00Z", 19_800),
    ])
    func aRuleSaysTheOffset(_ rule: String, _ time: String, _ offset: Int) throws {
        let footer = try #require(TimeZoneFooter(rule))
        let instant = Instant(iso8601: Array(time.utf8).span)
        #expect(footer.secondsFromUTC(at: try #require(instant).milliseconds / 1000) == offset)
    }

    @Test(arguments: ["", "CET", "1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0"])
    func whatIsNoRuleIsRefused(_ text: String) { #expect(TimeZoneFooter(text) == nil) }

    @Test func aDamagedFileIsRefused() throws {
        let path = "/usr/share/zoneinfo/Europe/Berlin"
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #expect(TimeZoneFile(bytes) != nil)
        let seed = Seed()
        var generator = seed.generator
        for count in 0..<bytes.count { _ = TimeZoneFile(Array(bytes[..<count])) }
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<3 {
                damaged[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            guard let file = TimeZoneFile(damaged) else { continue }
            _ = file.secondsFromUTC(at: .random(in: -1 << 40..<1 << 40, using: &generator))
        }
    }
}

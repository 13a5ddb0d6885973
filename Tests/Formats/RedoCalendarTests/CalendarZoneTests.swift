import RedoModel
import Testing

@testable import RedoCalendar

/// Zones as calendars define them, and names of zones.
@Suite struct CalendarZoneTests {
    private static let names = [
        "Europe/Berlin", "Europe/Dublin", "Europe/London", "America/New_York", "America/Nuuk",
        "America/Santiago", "America/Sao_Paulo", "America/Scoresbysund", "Africa/Casablanca",
        "Africa/Cairo", "Africa/Windhoek", "Antarctica/Troll", "Asia/Gaza", "Asia/Jerusalem",
        "Asia/Kathmandu", "Asia/Tehran", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Apia",
        "Pacific/Chatham", "Pacific/Easter", "UTC", "Etc/GMT+5",
    ]

    /// The observances of a zone make its clocks, from their beginning on.
    @Test(arguments: names, [1975, 2024]) func aZoneIsWhatItsObservancesSay(
        _ name: String, _ year: Int
    ) throws {
        CompletedOccurrence.loadLibrary()
        let zone = try #require(NamedTimeZone(name))
        let first = try #require(Instant(Instant.Components(year: year, month: 3, day: 1)))
        let made = try #require(CalendarZone(zone.observances(from: first)))
        let step: Int64 = 11 * 3600 * 1000
        var time = first
        var differences = 0
        while time.components.year < year + 18 {
            if made.rules.secondsFromUTC(at: time) != zone.rules.secondsFromUTC(at: time) {
                differences += 1
            }
            time = Instant(milliseconds: time.milliseconds + step)
        }
        #expect(differences == 0)
    }

    @Test func theNamesOfWindowsAreZones() {
        #expect(WindowsZones.zones.count > 130)
        for zone in WindowsZones.zones { #expect(NamedTimeZone(zone) != nil, "\(zone)") }
        #expect(WindowsZones.zone("w. europe standard time") == "Europe/Berlin")
        #expect(NamedTimeZone(foreign: "Tokyo Standard Time")?.name == "Asia/Tokyo")
        #expect(NamedTimeZone(foreign: "Customized Time Zone") == nil)
    }

    @Test(arguments: [
        ("EST5EDT,M3.2.0,M11.1.0", "America/New_York"), ("JST-9", "Asia/Tokyo"),
        ("UTC0", "UTC"), ("<+0545>-5:45", "Asia/Katmandu"), ("XXX-1", "Africa/Lagos"),
    ])
    func aPOSIXTextIsAZoneWithItsRules(_ text: String, _ name: String) {
        #expect(NamedTimeZone.local(variable: text)?.name == name)
    }

    @Test func centralEuropeanTimeIsFound() throws {
        let zone = try #require(NamedTimeZone.local(variable: "CET-1CEST,M3.5.0,M10.5.0/3"))
        let berlin = try #require(NamedTimeZone("Europe/Berlin"))
        for month in 0..<120 {
            let time = Instant(milliseconds: 1_735_689_600_000).advanced(byDays: month * 30)
            #expect(zone.rules.secondsFromUTC(at: time) == berlin.rules.secondsFromUTC(at: time))
        }
        #expect(NamedTimeZone.local(variable: "XXX-1:17YYY,M3.5.0,M10.5.0") == nil)
    }

    @Test func hostileDefinitionsEnd() {
        CompletedOccurrence.loadLibrary()
        func zone(_ rule: String, _ count: Int) -> CalendarZone? {
            let rule = try? RecurrenceRule(rule)
            let start = Instant(milliseconds: 0)
            return CalendarZone(
                (0..<count).map { _ in
                    ZoneObservance(
                        isDaylight: false, before: 0, after: 3600, start: start, rule: rule)
                })
        }
        #expect(zone("FREQ=SECONDLY", 1) != nil)
        #expect(zone("FREQ=MONTHLY;BYMONTHDAY=1", 1) != nil)
        #expect(zone("FREQ=YEARLY", CalendarZone.maximumObservanceCount + 1) == nil)
        #expect(CalendarZone([]) == nil)
    }
}

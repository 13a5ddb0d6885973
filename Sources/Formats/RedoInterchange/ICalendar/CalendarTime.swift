import RedoCalendar
import RedoModel

/// A value of DTSTART, DUE and other properties with times: a DATE or a DATE-TIME (RFC 5545, sections 3.3.4 and 3.3.5).
struct CalendarTime: Sendable {
    /// A DATE as its first moment.
    let moment: Instant
    /// The day `YYYY-MM-DD` of a DATE; nil for a DATE-TIME.
    let day: String?
    /// The zone that it names, `UTC` for a time in UTC; nil for a DATE and a time without a zone.
    let zone: String?

    /// Reads the values of a property, which commas separate.
    ///
    /// - Parameter days: the zone of DATEs.
    /// - Throws: ``ForeignMistake`` for a value of another form, or in an unknown zone.
    static func values(
        of property: CalendarProperty, _ zones: CalendarZones, _ settings: InterchangeSettings,
        days: TimeZoneRules
    ) throws(ForeignMistake) -> [CalendarTime] {
        var values: [CalendarTime] = []
        for text in property.value.split(separator: ",") {
            values.append(try value(String(text).trimmed, property, zones, settings, days))
        }
        return values
    }

    private static func value(
        _ value: String, _ property: CalendarProperty, _ zones: CalendarZones,
        _ settings: InterchangeSettings, _ days: TimeZoneRules
    ) throws(ForeignMistake) -> CalendarTime {
        let text = Array(value.utf8)
        if let moment = CompactTime.reading(text, isUTC: true) {
            return CalendarTime(moment: moment, day: nil, zone: NamedTimeZone.utc.name)
        }
        if let day = day(text), let moment = days.day(day, endsDay: false) {
            return CalendarTime(moment: moment, day: day, zone: nil)
        }
        guard let reading = CompactTime.reading(text, isUTC: false) else {
            throw ForeignMistake("\(property.name) is not a time: '\(value.prefix(60))'")
        }
        guard let name = property.parameters["TZID"] else {
            return CalendarTime(
                moment: settings.zone.instant(ofClockReading: reading), day: nil, zone: nil)
        }
        guard let rules = zones.rules(name) else {
            throw ForeignMistake(
                "\(property.name) is in the time zone '\(name.prefix(60))', which is not known")
        }
        return CalendarTime(
            moment: rules.instant(ofClockReading: reading), day: nil, zone: name)
    }

    /// The last minute of a DATE, as a deadline means it; the moment of a DATE-TIME.
    func deadline(_ days: TimeZoneRules) -> Instant {
        day.flatMap { days.day($0, endsDay: true) } ?? moment
    }

    /// The time that is a duration later: days on the wall clock, then seconds.
    func later(by duration: SignedDuration, _ rules: TimeZoneRules) -> CalendarTime {
        let seconds = Int64(duration.seconds)
        if let day, let first = Instant(iso8601: Array("\(day)T00:00:00Z".utf8).span), seconds == 0
        {
            let last = first.advanced(byDays: duration.days)
            return CalendarTime(
                moment: rules.instant(ofClockReading: last),
                day: String(last.wallText.prefix(10)), zone: nil)
        }
        let reading = rules.clockReading(at: moment).advanced(byDays: duration.days)
        let moment = rules.instant(ofClockReading: reading)
        return CalendarTime(
            moment: Instant(milliseconds: moment.milliseconds + seconds * 1000), day: nil,
            zone: zone)
    }

    /// `20251120` as `2025-11-20`; nil if it is not a date.
    private static func day(_ text: [UInt8]) -> String? {
        guard text.count == 8, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let digits = String(decoding: text, as: UTF8.self)
        return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
    }
}

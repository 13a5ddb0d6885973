import RedoCalendar
import RedoModel

/// The environment in which files are read and written: the user's time zone and the present time.
package struct InterchangeSettings: Sendable {
    /// The zone of dates and times that name none.
    package private(set) var zone: TimeZoneRules
    /// The name of that zone in the IANA database; UTC if it has no name.
    package private(set) var zoneName: String
    package let now: Instant
    /// The members that columns of tables contain, by the name of the column; only for columns whose name is not that
    /// of the member.
    package var columns: [String: ForeignMember] = [:]
    /// The readers of dates and recurrences in words.
    package var words = DateWords.none
    /// The name of the file that is read, without directories; nil for standard input.
    package var fileName: String?

    package init(zone: TimeZoneRules, zoneName: String, now: Instant) {
        self.zone = zone
        self.zoneName = zoneName
        self.now = now
    }

    /// The same environment in another zone.
    func settings(in zone: NamedTimeZone) -> InterchangeSettings {
        var settings = self
        (settings.zone, settings.zoneName) = (zone.rules, zone.name)
        return settings
    }

    /// Reads a moment: ISO 8601 with a zone or without one, a date and a time of day, or a date.
    ///
    /// - Parameter endsDay: whether a date means the last minute of its day, as for a deadline, or its first.
    func moment(_ text: String, endsDay: Bool) -> Instant? {
        let bytes = Array(text.utf8)
        if let instant = Instant(withLeapSecond: bytes) { return instant }
        if bytes.count == 10 { return day(text, endsDay: endsDay) }
        if let local = Instant(withLeapSecond: Array("\(text)Z".utf8)) {
            return zone.instant(ofClockReading: local)
        }
        // As spreadsheets write it: 2025-11-20 9:30.
        guard bytes.count > 11, bytes[10] == 0x20 || bytes[10] == UInt8(ascii: "T") else {
            return nil
        }
        let time = text.dropFirst(11)
        let isShort = time.prefix { $0 != ":" }.utf8.count == 1
        return moment(date: String(text.prefix(10)), time: "\(isShort ? "0" : "")\(time)")
    }

    /// Reads a date `YYYY-MM-DD`; nil if it is invalid.
    package func day(_ text: String, endsDay: Bool) -> Instant? {
        zone.day(text, endsDay: endsDay)
    }

    /// The time that clocks show at a moment: the date, and the time of day unless the date alone expresses the
    /// moment.
    ///
    /// - Parameter endsDay: as in ``day(_:endsDay:)``.
    func clock(_ instant: Instant, endsDay: Bool) -> (date: String, time: String?) {
        let text = zone.clockReading(at: instant).wallText
        let date = String(text.prefix(10))
        if day(date, endsDay: endsDay) == instant { return (date, nil) }
        let time = Self.short(text.dropFirst(11).dropLast())
        if moment(date: date, time: time) == instant { return (date, time) }
        // When clocks are put back they show a time twice, and the text means the first time.
        return (
            String(instant.wallText.prefix(10)),
            Self.short(instant.wallText.dropFirst(11).dropLast()) + "Z"
        )
    }

    /// A time of day without seconds and decimals that are 0.
    private static func short(_ time: Substring) -> String {
        var time = time
        if time.hasSuffix(".000") { time = time.dropLast(4) }
        if time.utf8.count == 8, time.hasSuffix(":00") { time = time.dropLast(3) }
        return String(time)
    }

    /// The moment at which clocks show a date and a time of day `HH:MM[:SS[.mmm]]`, in UTC if it has a `Z`; nil if it
    /// is invalid.
    func moment(date: String, time: String) -> Instant? {
        let isUTC = time.hasSuffix("Z")
        let bare = isUTC ? String(time.dropLast()) : time
        let whole = bare.utf8.count == 5 ? "\(bare):00" : bare
        guard let reading = Instant(iso8601: Array("\(date)T\(whole)Z".utf8).span) else {
            return nil
        }
        return isUTC ? reading : zone.instant(ofClockReading: reading)
    }
}

extension TimeZoneRules {
    /// Reads a date `YYYY-MM-DD` as the first moment of its day; nil if it is invalid.
    ///
    /// - Parameter endsDay: whether a date means the last minute of its day, as for a deadline.
    func day(_ text: String, endsDay: Bool) -> Instant? {
        guard text.utf8.count == 10,
            let reading = Instant(iso8601: Array("\(text)T00:00:00Z".utf8).span)
        else { return nil }
        return endsDay ? lastMinuteOfDay(reading) : startOfDay(reading)
    }

    /// The day `YYYY-MM-DD` that clocks show at a moment.
    func day(of moment: Instant) -> String {
        String(clockReading(at: moment).wallText.prefix(10))
    }
}

extension Instant {
    /// Reads ISO 8601. The second 60 of other programs is the second before it: RFC 5545, section 3.3.12.
    init?(withLeapSecond text: [UInt8]) {
        var text = text
        // 2016-12-31T23:59:60Z
        if text.count > 19, text[16...18].elementsEqual(":60".utf8) {
            text.replaceSubrange(17...18, with: "59".utf8)
        }
        self.init(iso8601: text.span)
    }
}

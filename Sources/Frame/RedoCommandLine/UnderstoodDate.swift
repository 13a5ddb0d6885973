import RedoInsight
import RedoModel
import RedoSystem

/// Dates as commands repeat them after they have read them: `Tue 18 Nov 09:00 (tomorrow)`.
package struct UnderstoodDate: Sendable {
    private let now: Instant
    private let zone: TimeZoneRules

    package init(now: Instant, zone: TimeZoneRules = .local) {
        self.now = now
        self.zone = zone
    }

    /// The weekday, the date, the time and how far it is, by local clocks; `someday` for a wait without an end.
    ///
    /// - Parameter endsDay: whether a day without a time, which is shown without one, is its last minute, as of a
    ///   deadline, or its first.
    package func text(_ instant: Instant, endsDay: Bool) -> String {
        let calendar = LocalCalendar(zone)
        let (today, day) = (calendar.day(of: now), calendar.day(of: instant))
        let text = Self.text(instant, endsDay: endsDay, besideYear: today.date.year, zone)
        if !endsDay, instant.isSomeday { return text }
        return "\(text) (\(Self.distance(day.number - today.number)))"
    }

    /// The weekday, the date and the time, by local clocks.
    ///
    /// - Parameters:
    ///   - endsDay: as for ``text(_:endsDay:)``.
    ///   - year: the one that is left out; nil for none.
    package static func text(
        _ instant: Instant, endsDay: Bool, besideYear year: Int? = nil,
        _ zone: TimeZoneRules = .local
    ) -> String {
        // A deadline has an end.
        if !endsDay, instant.isSomeday { return "someday" }
        let reading = zone.clockReading(at: instant)
        let isDay =
            endsDay ? zone.lastMinuteOfDay(reading) <= instant : zone.isStartOfDay(instant)
        let date = LocalCalendar(zone).day(of: instant).text(besideYear: year)
        let time = isDay ? "" : " \(reading.wallText.dropFirst(11).prefix(5))"
        return date + time
    }

    private static func distance(_ days: Int) -> String {
        switch days {
        case 0: return "today"
        case 1: return "tomorrow"
        case -1: return "yesterday"
        default: break
        }
        let (count, unit) =
            switch abs(days) {
            case ..<14: (abs(days), "day")
            case ..<60: (abs(days) / 7, "week")
            case ..<730: (abs(days) / 30, "month")
            default: (abs(days) / 365, "year")
            }
        return days > 0 ? "in \(counted(count, unit))" : "\(counted(count, unit)) ago"
    }
}

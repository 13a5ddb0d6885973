import RedoCommand
import RedoLog
import RedoSystem

/// Deadlines as people write them.
///
/// ```
/// today  tomorrow            the end of that day, 23:59 by local clocks
/// 2026-12-24                 the same of that date
/// 2026-12-24T09:00           that time by local clocks
/// +90m  +4h  +3d  +2w        from now
/// 2026-12-24T09:00:00+01:00  an ISO 8601 time with its zone
/// ```
enum DueDate {
    /// - Throws: wrong usage for anything else.
    static func instant(_ text: String, now: Instant) throws(CommandError) -> Instant {
        if let instant = Instant(iso8601: Array(text.utf8).span) { return instant }
        if text == "today" { return endOfDay(0, after: now) }
        if text == "tomorrow" { return endOfDay(1, after: now) }
        if text.hasPrefix("+"), let unit = text.last,
            // Int reads a sign too.
            !text.dropFirst().hasPrefix("+"),
            let count = Int(text.dropFirst().dropLast()), (0...1_000_000).contains(count),
            let milliseconds = unitMilliseconds(unit)
        {
            let instant = Instant(milliseconds: now.milliseconds + Int64(count) * milliseconds)
            return min(instant, .latest)
        }
        let time = text.utf8.count == 10 ? text + "T23:59" : text
        if time.utf8.count == 16, let local = Instant(iso8601: Array((time + ":00Z").utf8).span) {
            return instant(ofLocal: local)
        }
        throw .usage(
            "'\(text)' is no deadline: say today, tomorrow, +3d, 2026-12-24 or 2026-12-24T09:00")
    }

    private static func unitMilliseconds(_ unit: Character) -> Int64? {
        switch unit {
        case "m": 60_000
        case "h": 3_600_000
        case "d": 86_400_000
        case "w": 7 * 86_400_000
        default: nil
        }
    }

    private static func endOfDay(_ days: Int, after now: Instant) -> Instant {
        let offset = Int64(Clock.secondsFromUTC(atSecond: now.milliseconds / 1000)) * 1000
        let local = Instant(milliseconds: now.milliseconds + offset).advanced(byDays: days)
        var parts = local.components
        (parts.hour, parts.minute, parts.second, parts.millisecond) = (23, 59, 0, 0)
        return Instant(parts).map(instant(ofLocal:)) ?? now
    }

    /// The moment at which local clocks show a time.
    ///
    /// - Parameter local: that time, as if it were UTC.
    private static func instant(ofLocal local: Instant) -> Instant {
        // The offset at the guess is the right one but for the hours around a change, where a second
        // look finds it.
        var offset = Clock.secondsFromUTC(atSecond: local.milliseconds / 1000)
        for _ in 0..<2 {
            offset = Clock.secondsFromUTC(atSecond: local.milliseconds / 1000 - Int64(offset))
        }
        return Instant(milliseconds: local.milliseconds - Int64(offset) * 1000)
    }
}

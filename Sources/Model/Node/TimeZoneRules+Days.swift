extension TimeZoneRules {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// The first moment of a local day: midnight or, if clocks skip it, the moment at which they are put forward.
    ///
    /// - Parameter reading: a time that clocks show on that day, as if it were UTC.
    /// - Complexity: constant; with a logarithmic search if clocks skip midnight.
    package func startOfDay(_ reading: Instant) -> Instant {
        let midnight = Self.midnight(before: reading)
        let found = instant(ofClockReading: midnight)
        let skipped = clockReading(at: found).milliseconds - midnight.milliseconds
        guard skipped > 0 else { return found }
        // They are put forward at most as long before that moment as they skip.
        let offset = secondsFromUTC(at: found)
        var (before, after) = (found.milliseconds - skipped, found.milliseconds)
        while after - before > 1000 {
            let middle = (before + after).flooredQuotient(by: 2000) * 1000
            let isPutForward = secondsFromUTC(at: Instant(milliseconds: middle)) == offset
            if isPutForward { after = middle } else { before = middle }
        }
        return Instant(milliseconds: after)
    }

    /// The moment at which a local day is over, which is the start of the next one.
    ///
    /// - Parameter reading: a time that clocks show on that day, as if it were UTC.
    package func endOfDay(_ reading: Instant) -> Instant {
        startOfDay(Instant(milliseconds: reading.milliseconds + Self.millisecondsPerDay))
    }

    /// The last minute of a local day: 23:59 or, if clocks skip it, the minute before they do.
    ///
    /// - Parameter reading: a time that clocks show on that day, as if it were UTC.
    package func lastMinuteOfDay(_ reading: Instant) -> Instant {
        Instant(milliseconds: endOfDay(reading).milliseconds - 60_000)
    }

    /// Whether a moment is the first one of its local day, so that it stands for a day without a time.
    package func isStartOfDay(_ instant: Instant) -> Bool {
        startOfDay(clockReading(at: instant)) == instant
    }

    private static func midnight(before reading: Instant) -> Instant {
        Instant(
            milliseconds: reading.milliseconds.flooredQuotient(by: millisecondsPerDay)
                * millisecondsPerDay)
    }
}

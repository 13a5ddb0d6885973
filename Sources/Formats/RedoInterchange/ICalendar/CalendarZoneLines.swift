import RedoCalendar
import RedoModel

/// The VTIMEZONEs of the zones that tasks name (RFC 5545, section 3.6.5).
enum CalendarZoneLines {
    /// The lines of all zones, each once, in the order of their names.
    static func lines(of tasks: [CalendarDates]) -> [CalendarLine] {
        var first: [String: Instant] = [:]
        for dates in tasks {
            guard let name = dates.zoneName, !dates.isOfDays,
                let start = dates.start ?? dates.task.due
            else { continue }
            first[name] = min(first[name] ?? start, start)
        }
        return first.sorted { $0.key < $1.key }.flatMap { name, moment in
            NamedTimeZone(name).map { lines($0, from: moment) } ?? []
        }
    }

    /// The lines of a zone, which are right from a day before a moment on.
    static func lines(_ zone: NamedTimeZone, from moment: Instant) -> [CalendarLine] {
        let observances = zone.observances(from: moment.advanced(byDays: -1))
        return [
            CalendarLine("BEGIN", word: "VTIMEZONE"), CalendarLine("TZID", word: zone.name),
        ] + observances.flatMap(lines) + [CalendarLine("END", word: "VTIMEZONE")]
    }

    private static func lines(_ observance: ZoneObservance) -> [CalendarLine] {
        let name = observance.isDaylight ? "DAYLIGHT" : "STANDARD"
        var lines = [
            CalendarLine("BEGIN", word: name),
            CalendarLine("DTSTART", word: CompactTime.text(observance.start)),
            CalendarLine("TZOFFSETFROM", word: offset(observance.before)),
            CalendarLine("TZOFFSETTO", word: offset(observance.after)),
        ]
        if let rule = observance.rule { lines.append(CalendarLine(rule)) }
        if !observance.dates.isEmpty {
            let dates = observance.dates.map(CompactTime.text).joined(separator: ",")
            lines.append(CalendarLine("RDATE", word: dates))
        }
        return lines + [CalendarLine("END", word: name)]
    }

    /// `-0500`; seconds only if there are some.
    private static func offset(_ seconds: Int) -> String {
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let size = abs(seconds)
        let rest = size % 60 == 0 ? "" : digits(size % 60)
        return (seconds < 0 ? "-" : "+") + digits(size / 3600) + digits(size / 60 % 60) + rest
    }
}

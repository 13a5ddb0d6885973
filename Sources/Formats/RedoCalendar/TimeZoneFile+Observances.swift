import RedoModel
import RedoSystem

extension TimeZoneFile {
    /// The observances of a `VTIMEZONE` that is right from a second since 1970 on.
    func observances(from first: Int64) -> [ZoneObservance] {
        let regular = firstRegularIndex
        let known = max(0, transitions.partitioningIndex { $0 > first } - 1)
        var found = observances(of: known..<max(known, regular))
        guard let footer, let daylight = footer.daylight else {
            return found.isEmpty ? [constant(at: first)] : found
        }
        let begin = regular < transitions.count ? transitions[regular] : transitions.last ?? first
        let year = max(Self.year(begin), Self.year(first) - 1)
        for (change, before, after) in [
            (daylight.start, footer.standard, daylight.offset),
            (daylight.end, daylight.offset, footer.standard),
        ] {
            let isDaylight = change == daylight.start
            let seconds = (year...(year + Self.explicitYearCount)).map { change.second(in: $0) }
                .filter { $0 - Int64(before) >= begin }
            let readings = seconds.map { Instant(milliseconds: $0 * 1000) }
            guard let start = readings.first else { continue }
            let rule = change.rule
            found.append(
                ZoneObservance(
                    isDaylight: isDaylight, before: before, after: after, start: start, rule: rule,
                    dates: rule == nil ? Array(readings.dropFirst()) : []))
        }
        return found
    }

    /// The number of years that are written one by one if no rule gives them.
    private static let explicitYearCount = 60

    private static func year(_ second: Int64) -> Int {
        Instant(milliseconds: second * 1000).components.year
    }

    /// The observances of the transitions in a range, those of the same change together.
    private func observances(of range: Range<Int>) -> [ZoneObservance] {
        var groups: [(before: Int, after: Int, isDaylight: Bool, readings: [Instant])] = []
        for index in range where index < transitions.count {
            let before = index == 0 ? firstOffset : offsets[index - 1]
            let reading = Instant(milliseconds: (transitions[index] + Int64(before)) * 1000)
            let same = groups.firstIndex {
                $0.before == before && $0.after == offsets[index]
                    && $0.isDaylight == areDaylight[index]
            }
            if let same {
                groups[same].readings.append(reading)
            } else {
                groups.append((before, offsets[index], areDaylight[index], [reading]))
            }
        }
        return groups.map {
            ZoneObservance(
                isDaylight: $0.isDaylight, before: $0.before, after: $0.after,
                start: $0.readings[0], dates: Array($0.readings.dropFirst()))
        }
    }

    /// The observance of a zone without changes.
    private func constant(at second: Int64) -> ZoneObservance {
        let offset = secondsFromUTC(at: second)
        return ZoneObservance(
            isDaylight: false, before: offset, after: offset, start: Instant(milliseconds: 0))
    }

    /// The index of the first transition from which on all are those of the footer.
    private var firstRegularIndex: Int {
        guard let footer, footer.daylight != nil else { return transitions.count }
        var index = transitions.count
        while index > 0 {
            let second = transitions[index - 1]
            let before = index == 1 ? firstOffset : offsets[index - 2]
            guard footer.secondsFromUTC(at: second - 1) == before,
                footer.secondsFromUTC(at: second) == offsets[index - 1],
                index == transitions.count || transitions[index] - second < Self.maximumDistance
            else { break }
            index -= 1
        }
        return index
    }

    /// The distance in seconds from which two successive changes are not both of the footer: it has two a year, so
    /// others would be between them.
    private static let maximumDistance: Int64 = 340 * 86_400
}

extension TimeZoneFooter.Change {
    /// The change as a yearly rule; nil if no rule gives it. The time of day is that of its first instance.
    var rule: RecurrenceRule? {
        var rule = RecurrenceRule(.yearly)
        let shift = Int(Int64(second).flooredQuotient(by: 86_400))
        switch day {
        case .common(let ordinal):
            // 1970 was not a leap year.
            let date = Instant(milliseconds: Int64(ordinal - 1 + shift) * 86_400_000).components
            guard date.year == 1970 else { return nil }
            (rule.months, rule.monthDays) = ([date.month], [date.day])
        case .ordinal(let ordinal):
            guard (0...364).contains(ordinal + shift) else { return nil }
            rule.yearDays = [ordinal + shift + 1]
        case .weekday(let month, let week, let weekday):
            // Here weeks begin on Sunday, in rules on Monday.
            let index = ((weekday + shift + 6) % 7 + 7) % 7
            guard let day = RecurrenceRule.Weekday(rawValue: index) else { return nil }
            rule.months = [month]
            if shift == 0 {
                rule.days = [RecurrenceRule.Day(day, ordinal: week == 5 ? -1 : week)]
                return rule
            }
            let first = week == 5 ? -7 + shift : 7 * (week - 1) + 1 + shift
            let limits = week == 5 ? -28...(-1) : 1...28
            guard limits.contains(first), limits.contains(first + 6) else { return nil }
            rule.days = [RecurrenceRule.Day(day)]
            rule.monthDays = Array(first...(first + 6))
        }
        return rule
    }
}

import RedoInsight
import RedoModel
import RedoSystem

/// A month of a year.
package struct CalendarMonth: Equatable, Sendable {
    package let year: Int
    /// 1 for January.
    package let month: Int

    private init(_ year: Int, _ month: Int) {
        self.year = year
        self.month = month
    }

    /// The month of a day.
    package init(_ day: LocalCalendar.Day) {
        let date = day.date
        self.init(date.year, date.month)
    }

    /// The month some months later; nil outside the years 0000 to 9999.
    private func advanced(by months: Int) -> CalendarMonth? {
        let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
        guard !overflow, (0..<120_000).contains(sum) else { return nil }
        return CalendarMonth(sum / 12, sum % 12 + 1)
    }

    /// Its days.
    package var days: [LocalCalendar.Day] {
        (1...31).compactMap { LocalCalendar.Day(year: year, month: month, day: $0) }
    }

    /// From its first day to the one after its last.
    package var range: Range<LocalCalendar.Day> {
        let days = days
        guard let first = days.first, let last = days.last else {
            return LocalCalendar.Day(0)..<LocalCalendar.Day(0)
        }
        return first..<last.advanced(by: 1)
    }

    /// `November 2025`
    package var title: String {
        let name = Calendar.monthNames[month - 1]
        let digits = String(year)
        return name.prefix(1).uppercased() + name.dropFirst() + " "
            + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

// MARK: Reading

extension CalendarMonth {
    /// Reads a month as people write it: `2026-01`, `dec`, `december 2026`, `12`, `next`, `last`, `this`, `+2`.
    ///
    /// - Parameter today: without a year the month is in the year of today.
    /// - Throws: wrong usage for what means no month.
    package init(written text: String, today: LocalCalendar.Day) throws(RedoError) {
        guard text.utf8.count <= 64, let month = Self.read(text, CalendarMonth(today)) else {
            throw .usage(
                "not a valid month: '\(text)'",
                hints: ["for example: dec, december 2026, 2026-12, next, last or +2"])
        }
        self = month
    }

    private static func read(_ text: String, _ current: CalendarMonth) -> CalendarMonth? {
        var words = ExpressionWords(text)
        if words.words.count == 1, let word = words.words.first {
            if let month = relative(word, current) ?? numeric(word, current) { return month }
        }
        guard let month = words.take({ Calendar.month(named: $0) }) else { return nil }
        guard let word = words.words.first else { return CalendarMonth(current.year, month) }
        guard words.words.count == 1, let year = year(word) else { return nil }
        return CalendarMonth(year, month)
    }

    private static func relative(_ word: Substring, _ current: CalendarMonth) -> CalendarMonth? {
        switch word {
        case "this": return current
        case "next": return current.advanced(by: 1)
        case "last": return current.advanced(by: -1)
        default:
            guard word.hasPrefix("+"), let count = Calendar.number(word.dropFirst(), 0...119_999)
            else { return nil }
            return current.advanced(by: count)
        }
    }

    /// `12` or `2026-12`.
    private static func numeric(_ word: Substring, _ current: CalendarMonth) -> CalendarMonth? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard let last = parts.last, (1...2).contains(last.utf8.count),
            let month = Calendar.number(last, 1...12)
        else { return nil }
        if parts.count == 1 { return CalendarMonth(current.year, month) }
        guard parts.count == 2, let year = year(parts[0]) else { return nil }
        return CalendarMonth(year, month)
    }

    private static func year(_ word: Substring) -> Int? {
        word.utf8.count == 4 ? Calendar.number(word, 0...9999) : nil
    }
}

import RedoInsight
import RedoModel

extension LocalCalendar.Day {
    /// The day for people: `Mon 24 Nov`; with the year unless it is the given one.
    func text(besideYear year: Int?) -> String {
        let date = date
        let month = Calendar.monthNames[date.month - 1].prefix(3)
        let text =
            "\(Calendar.weekdayNames[weekday]) \(date.day) \(month.prefix(1).uppercased())\(month.dropFirst())"
        return date.year == year ? text : "\(text) \(date.year)"
    }

    /// The day for people: `Mon 24 Nov, today`; with the year where that is another one.
    package func heading(today: LocalCalendar.Day) -> String {
        let text = text(besideYear: today.date.year)
        switch number - today.number {
        case -1: return text + ", yesterday"
        case 0: return text + ", today"
        case 1: return text + ", tomorrow"
        default: return text
        }
    }
}

/// The day that a week begins with, by which calendars are laid out.
package enum FirstWeekday: String, CaseIterable, Sendable {
    case monday, saturday, sunday

    /// 0 for Monday to 6 for Sunday.
    private var number: Int {
        switch self {
        case .monday: 0
        case .saturday: 5
        case .sunday: 6
        }
    }

    /// In which column a day stands, from 0.
    package func column(of day: LocalCalendar.Day) -> Int { (day.weekday - number + 7) % 7 }

    /// The names of the days of a week, in order: `Mon`.
    package var weekdayNames: [String] {
        (0..<7).map { Calendar.weekdayNames[($0 + number) % 7] }
    }
}

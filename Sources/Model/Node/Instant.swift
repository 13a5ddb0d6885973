import RedoJSON

/// A moment: milliseconds since 1970-01-01T00:00:00Z in the proleptic Gregorian calendar, years 0000
/// to 9999.
package struct Instant: Hashable, Comparable, Sendable {
    package let milliseconds: Int64

    package static let earliest = Instant(milliseconds: -62_167_219_200_000)
    /// 9999-12-31T23:59:59.999Z.
    package static let latest = Instant(milliseconds: 253_402_300_799_999)

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The number of days from this moment to another, negative if it is earlier.
    package func days(to other: Instant) -> Double {
        Double(other.milliseconds - milliseconds) / 86_400_000
    }

    /// The moment some days later, limited to the years 0000 to 9999.
    package func advanced(byDays days: Int) -> Instant {
        let (span, overflow) = Int64(days).multipliedReportingOverflow(by: 86_400_000)
        let (sum, sumOverflow) = milliseconds.addingReportingOverflow(span)
        guard !overflow, !sumOverflow else { return days < 0 ? .earliest : .latest }
        return min(max(Instant(milliseconds: sum), .earliest), .latest)
    }
}

// MARK: Texts

extension Instant {
    /// Reads `YYYY-MM-DDTHH:MM:SS.mmmZ`, the form of a node's wall time; nil for anything else.
    package init?(wall text: Span<UInt8>) {
        guard text.count == 24, text[23] == UInt8(ascii: "Z"), let instant = Instant(iso8601: text)
        else { return nil }
        self = instant
    }

    /// Reads `YYYY-MM-DDTHH:MM:SS[.1–9 digits](Z|±HH:MM)`, the form of the times in fields (protocol, section 1,
    /// Forms); nil for anything else. Digits below a millisecond are dropped.
    package init?(iso8601 text: Span<UInt8>) {
        if let usual = Instant(usual: text) {
            self = usual
            return
        }
        var reader = DigitReader(text: text)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
            reader.skip("-"), let day = reader.number(2), reader.skip("T"),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
            reader.skip(":"), let second = reader.number(2),
            (1...12).contains(month), day >= 1, day <= daysInMonth(month, of: year),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var fraction = 0
        if reader.skip(".") {
            let start = reader.position
            while let digit = reader.number(1) {
                if reader.position - start <= 3 { fraction = fraction * 10 + digit }
            }
            let count = reader.position - start
            guard (1...9).contains(count) else { return nil }
            for _ in 0..<max(0, 3 - count) { fraction *= 10 }
        }
        var offset = 0
        if !reader.skip("Z") {
            let isWest = reader.skip("-")
            guard isWest || reader.skip("+"), let hours = reader.number(2), reader.skip(":"),
                let minutes = reader.number(2), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (isWest ? -1 : 1)
        }
        guard reader.isAtEnd else { return nil }
        let days = daysSince1970(year: year, month: month, day: day)
        let minutes = (days * 24 + hour) * 60 + minute - offset
        milliseconds = Int64((minutes * 60 + second) * 1000 + fraction)
    }

    /// Reads `YYYY-MM-DDTHH:MM:SS.mmmZ`, the form that writers use, in an eighth of the time; nil for any other text.
    private init?(usual text: Span<UInt8>) {
        guard text.count == 24, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
            text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "."),
            text[23] == UInt8(ascii: "Z")
        else { return nil }
        var maximum: UInt8 = 0
        func digit(_ offset: Int) -> Int {
            let digit = text[offset] &- UInt8(ascii: "0")
            maximum = max(maximum, digit)
            return Int(digit)
        }
        func pair(_ offset: Int) -> Int { digit(offset) * 10 + digit(offset + 1) }
        let (year, month, day) = (pair(0) * 100 + pair(2), pair(5), pair(8))
        let (hour, minute, second) = (pair(11), pair(14), pair(17))
        let fraction = pair(20) * 10 + digit(22)
        guard maximum < 10, (1...12).contains(month), day >= 1,
            day <= daysInMonth(month, of: year), hour < 24, minute < 60, second < 60
        else { return nil }
        let minutes = (daysSince1970(year: year, month: month, day: day) * 24 + hour) * 60 + minute
        milliseconds = Int64((minutes * 60 + second) * 1000 + fraction)
    }

    /// Appends `YYYY-MM-DDTHH:MM:SS.mmmZ`.
    package func append(to output: inout [UInt8]) {
        let parts = components
        var text: InlineArray<24, UInt8> = InlineArray(repeating: UInt8(ascii: "-"))
        func write(_ value: Int, _ count: Int, endingAt end: Int) {
            var rest = value
            for offset in stride(from: end, to: end - count, by: -1) {
                text[offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
        write(parts.year, 4, endingAt: 3)
        write(parts.month, 2, endingAt: 6)
        write(parts.day, 2, endingAt: 9)
        text[10] = UInt8(ascii: "T")
        write(parts.hour, 2, endingAt: 12)
        text[13] = UInt8(ascii: ":")
        write(parts.minute, 2, endingAt: 15)
        text[16] = UInt8(ascii: ":")
        write(parts.second, 2, endingAt: 18)
        text[19] = UInt8(ascii: ".")
        write(parts.millisecond, 3, endingAt: 22)
        text[23] = UInt8(ascii: "Z")
        output.append(text.span)
    }

    /// The moment as `YYYY-MM-DDTHH:MM:SS.mmmZ`.
    package var wallText: String {
        var output: [UInt8] = []
        append(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// A calendar date and a time of day.
    package struct Components: Equatable, Sendable {
        package var year: Int
        package var month: Int
        package var day: Int
        package var hour = 0
        package var minute = 0
        package var second = 0
        package var millisecond = 0

        package init(
            year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
            millisecond: Int = 0
        ) {
            self.year = year
            self.month = month
            self.day = day
            self.hour = hour
            self.minute = minute
            self.second = second
            self.millisecond = millisecond
        }
    }

    /// The date and time of day in UTC. A moment that an offset moves outside the years 0000 to 9999 is shown as the
    /// earliest or the latest one.
    package var components: Components {
        let milliseconds = Int(min(max(self, .earliest), .latest).milliseconds)
        let days = milliseconds.flooredQuotient(by: 86_400_000)
        let rest = milliseconds - days * 86_400_000
        var parts = civilDate(daysSince1970: days)
        parts.hour = rest / 3_600_000
        parts.minute = rest / 60_000 % 60
        parts.second = rest / 1000 % 60
        parts.millisecond = rest % 1000
        return parts
    }

    /// The moment of a date and time in UTC; nil if the date does not exist.
    package init?(_ parts: Components) {
        guard (0...9999).contains(parts.year), (1...12).contains(parts.month), parts.day >= 1,
            parts.day <= daysInMonth(parts.month, of: parts.year), (0..<24).contains(parts.hour),
            (0..<60).contains(parts.minute), (0..<60).contains(parts.second)
        else { return nil }
        let days = daysSince1970(year: parts.year, month: parts.month, day: parts.day)
        let seconds = ((days * 24 + parts.hour) * 60 + parts.minute) * 60 + parts.second
        milliseconds = Int64(seconds * 1000 + parts.millisecond)
    }
}

extension Instant: CustomStringConvertible {
    package var description: String { wallText }
}

// MARK: The calendar

/// Whether a year of the Gregorian calendar has 366 days.
package func isLeapYear(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
}

/// The number of days of a month of the Gregorian calendar.
package func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeapYear(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

/// The days of the 400-year cycle after which the Gregorian calendar repeats.
private let daysPerCycle = 146_097

/// Counts years from March, so that the leap day is a year's last (Howard Hinnant, "chrono-Compatible
/// Low-Level Date Algorithms").
private func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let cycle = marchYear.flooredQuotient(by: 400)
    let yearOfCycle = marchYear - cycle * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * daysPerCycle + dayOfCycle - 719_468
}

private func civilDate(daysSince1970 days: Int) -> Instant.Components {
    let shifted = days + 719_468
    let cycle = shifted.flooredQuotient(by: daysPerCycle)
    let dayOfCycle = shifted - cycle * daysPerCycle
    let yearOfCycle =
        (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return Instant.Components(
        year: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month: month,
        day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
}

extension FixedWidthInteger {
    /// The quotient rounded towards negative infinity, for a divisor above 0.
    @inlinable
    package func flooredQuotient(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// A reader of a text of digits and marks, from left to right.
private struct DigitReader: ~Escapable {
    let text: Span<UInt8>
    private(set) var position = 0

    @_lifetime(copy text)
    init(text: Span<UInt8>) { self.text = text }

    var isAtEnd: Bool { position == text.count }

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    /// Reads exactly this many digits.
    mutating func number(_ count: Int) -> Int? {
        guard position + count <= text.count else { return nil }
        var value = 0
        for index in position..<position + count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        position += count
        return value
    }
}

extension JSONString {
    /// The moment of an ISO 8601 time; nil for another text.
    package var instant: Instant? { Instant(iso8601: utf8.span) }
}

import RedoJSON

/// The whole weeks by which all times of a log are moved: days of the week, times of day and what lies between
/// two times stay.
struct TimeShift: Equatable, Sendable {
    let days: Int

    /// The span within which weeks are drawn: a year to twenty years back, since dates in the future are told
    /// where they come in.
    private static let weeks = -1040 ... -52

    /// Draws a shift that keeps times within the years 0000 to 9999.
    ///
    /// - Parameters:
    ///   - walls: the earliest and the latest wall time; these have to stay within.
    ///   - times: the same of all times.
    init(
        walls: ClosedRange<Instant>, times: ClosedRange<Instant>, _ bytes: inout PseudonymBytes
    ) {
        days =
            7 * (Self.draw(times, &bytes) ?? Self.draw(walls, &bytes) ?? 0)
    }

    init(days: Int) { self.days = days }

    private static func draw(_ span: ClosedRange<Instant>, _ bytes: inout PseudonymBytes) -> Int? {
        let week: Int64 = 7 * 86_400_000
        let least = -Int((span.lowerBound.milliseconds - Instant.earliest.milliseconds) / week)
        let most = Int((Instant.latest.milliseconds - span.upperBound.milliseconds) / week)
        if least <= weeks.lowerBound {
            return weeks.lowerBound + bytes.below(weeks.count)
        }
        if least <= -1 { return -1 - bytes.below(-least) }
        if most >= 1 { return 1 + bytes.below(min(most, -weeks.lowerBound)) }
        return nil
    }

    /// A moment after the shift, held within the years 0000 to 9999.
    func image(of instant: Instant) -> Instant { instant.advanced(byDays: days) }

    /// A text that is a time or a date, after the shift; nil for any other text.
    ///
    /// Only the date is rewritten.
    func image(of text: [UInt8]) -> [UInt8]? {
        guard text.count >= 10, (0x30...0x39).contains(text[0]) else { return nil }
        let isTime = Instant(iso8601: text.span) != nil
        guard isTime || text.count == 10,
            let midnight = Instant(wall: (Array(text[..<10]) + Self.midnight).span)
        else { return nil }
        return Array(image(of: midnight).wallText.utf8.prefix(10)) + text[10...]
    }

    /// A date as rules write it, `YYYYMMDD` with or without a time behind it, after the shift; nil for any
    /// other text.
    func image(ofCompact text: [UInt8]) -> [UInt8]? {
        let time = text.dropFirst(8)
        guard text.count == 8 || text.count == 15 || (text.count == 16 && text.last == 0x5A),
            time.isEmpty
                || (time.first == 0x54
                    && time.dropFirst().prefix(6).allSatisfy { (0x30...0x39).contains($0) })
        else { return nil }
        let hyphen = UInt8(ascii: "-")
        let date = Array(text[..<4]) + [hyphen] + text[4..<6] + [hyphen] + text[6..<8]
        guard let shifted = image(of: date) else { return nil }
        return shifted.filter { $0 != hyphen } + time
    }

    private static let midnight = Array("T00:00:00.000Z".utf8)
}

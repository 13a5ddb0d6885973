import RedoModel

/// Times as Taskwarrior writes them: `20251120T090000Z`.
enum TaskwarriorTime {
    /// Reads that form, or ISO 8601; nil if it is invalid.
    static func instant(_ text: String) -> Instant? {
        let bytes = Array(text.utf8)
        if let instant = Instant(withLeapSecond: bytes) { return instant }
        return CompactTime.reading(bytes, isUTC: true)
    }

    /// The time of a text in exactly the form of ``text(_:)``; nil for any other text.
    static func exactInstant(_ text: String) -> Instant? {
        CompactTime.reading(Array(text.utf8), isUTC: true)
    }

    static func text(_ instant: Instant) -> String { CompactTime.text(instant) + "Z" }
}

/// Times without punctuation, as Taskwarrior and iCalendar write them.
enum CompactTime {
    /// The time that `YYYYMMDDTHHMMSS` shows, as if it were UTC; nil if it is invalid.
    ///
    /// - Parameter isUTC: whether `Z` must follow.
    static func reading(_ text: [UInt8], isUTC: Bool) -> Instant? {
        guard text.count == (isUTC ? 16 : 15), text[8] == UInt8(ascii: "T"),
            !isUTC || text[15] == UInt8(ascii: "Z")
        else { return nil }
        var iso: [UInt8] = []
        for index in 0..<15 {
            if index == 4 || index == 6 { iso.append(UInt8(ascii: "-")) }
            if index == 11 || index == 13 { iso.append(UInt8(ascii: ":")) }
            iso.append(text[index])
        }
        iso.append(UInt8(ascii: "Z"))
        return Instant(withLeapSecond: iso)
    }

    /// A moment as `YYYYMMDDTHHMMSS` in UTC; fractions of a second are left out.
    static func text(_ instant: Instant) -> String {
        var bytes = Array(instant.wallText.utf8.prefix(19))
        bytes.removeAll { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
        return String(decoding: bytes, as: UTF8.self)
    }
}

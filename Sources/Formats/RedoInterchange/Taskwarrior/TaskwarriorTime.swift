import RedoModel

/// Times as Taskwarrior writes them: `20251120T090000Z`.
enum TaskwarriorTime {
    /// Reads that form, or ISO 8601; nil for anything else.
    static func instant(_ text: String) -> Instant? {
        let bytes = Array(text.utf8)
        if let instant = Instant(iso8601: bytes.span) { return instant }
        return CompactTime.reading(bytes, isUTC: true)
    }

    static func text(_ instant: Instant) -> String { CompactTime.text(instant) + "Z" }
}

/// Times without punctuation, as Taskwarrior and iCalendar write them.
enum CompactTime {
    /// What `YYYYMMDDTHHMMSS` shows, as if it were UTC; nil for anything else.
    ///
    /// - Parameter isUTC: whether `Z` has to follow.
    static func reading(_ text: [UInt8], isUTC: Bool) -> Instant? {
        guard text.count == (isUTC ? 16 : 15), text[8] == UInt8(ascii: "T"),
            !isUTC || text[15] == UInt8(ascii: "Z")
        else { return nil }
        var iso: [UInt8] = []
        for place in 0..<15 {
            if place == 4 || place == 6 { iso.append(UInt8(ascii: "-")) }
            if place == 11 || place == 13 { iso.append(UInt8(ascii: ":")) }
            iso.append(text[place])
        }
        iso.append(UInt8(ascii: "Z"))
        return Instant(iso8601: iso.span)
    }

    /// A moment as `YYYYMMDDTHHMMSS` in UTC; what is finer than a second is left out.
    static func text(_ instant: Instant) -> String {
        var bytes = Array(instant.wallText.utf8.prefix(19))
        bytes.removeAll { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
        return String(decoding: bytes, as: UTF8.self)
    }
}

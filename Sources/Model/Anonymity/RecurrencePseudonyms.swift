import RedoJSON

extension TimeShift {
    /// The value of an RRULE (RFC 5545, section 3.3.10) with its last date moved; nil for a text that has anything
    /// else in it than such a rule.
    func image(ofRule text: JSONString) -> JSONString? {
        var parts: [[UInt8]] = []
        for part in text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        {
            let sides = part.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            let name = String(decoding: sides[0], as: UTF8.self)
            let value = Array(sides[1])
            switch name {
            case "FREQ":
                guard Self.frequencies.contains(String(decoding: value, as: UTF8.self)) else {
                    return nil
                }
                parts.append(Array(part))
            case "UNTIL":
                guard let shifted = image(ofCompact: value) else { return nil }
                parts.append(Array("UNTIL=".utf8) + shifted)
            case "COUNT", "INTERVAL", "BYDAY", "BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO",
                "BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS", "WKST":
                guard Self.isList(value) else { return nil }
                parts.append(Array(part))
            default: return nil
            }
        }
        return JSONString(validated: Array(parts.joined(separator: [UInt8(ascii: ";")])))
    }

    private static let frequencies = [
        "SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY",
    ]
    private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// Whether a text is numbers of at most five digits, with a sign or a weekday, and commas between them.
    private static func isList(_ text: [UInt8]) -> Bool {
        text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).allSatisfy {
            item in
            var rest = item[...]
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
                rest.removeFirst()
            }
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            if digits.count > 5 { return false }
            return rest.isEmpty
                ? !digits.isEmpty : weekdays.contains(String(decoding: rest, as: UTF8.self))
        }
    }
}

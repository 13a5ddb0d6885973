import RedoModel

extension RecurrenceRule {
    /// The reason why a text is not a rule.
    package struct ParseError: Error, Equatable, Sendable {
        package let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// Reads a rule, in upper or lower case.
    ///
    /// The lists are sorted and contain each value once.
    ///
    /// - Throws: ``ParseError`` for the first part that RFC 5545 does not allow.
    /// - Complexity: O(n) for n bytes; a text of more than ``maximumByteCount`` bytes is refused unread.
    package init(_ text: String) throws(ParseError) {
        guard text.utf8.count <= Self.maximumByteCount else {
            throw ParseError("it is longer than \(Self.maximumByteCount) bytes")
        }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ParseError("it has a character that no rule has")
        }
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[1].isEmpty else {
                throw ParseError("'\(part.prefix(40))' is not NAME=VALUE")
            }
            guard parts.updateValue(String(pair[1]), forKey: String(pair[0])) == nil else {
                throw ParseError("\(pair[0].prefix(40)) is there twice")
            }
        }
        guard let name = parts.removeValue(forKey: "FREQ") else {
            throw ParseError("FREQ is missing")
        }
        guard let frequency = Frequency(rawValue: name) else {
            throw ParseError("FREQ=\(name.prefix(40)) is not known")
        }
        self.init(frequency)
        for name in parts.keys.sorted() {
            if let value = parts[name] { try read(name, value) }
        }
        try checkParts()
    }

    /// Checks that the rule does not end in two ways.
    ///
    /// - Throws: ``ParseError`` for one with COUNT and UNTIL.
    package func checkEnd() throws(ParseError) {
        guard count == nil || until == nil else { throw ParseError("it has both COUNT and UNTIL") }
    }

    private mutating func read(_ name: String, _ value: String) throws(ParseError) {
        switch name {
        case "INTERVAL": interval = try Self.positive(value, name)
        case "COUNT": count = try Self.positive(value, name)
        case "UNTIL": until = try Self.until(value)
        case "WKST":
            guard let day = Weekday(code: value) else { throw Self.wrong(name, value) }
            weekStart = day
        case "BYDAY": days = try Self.days(value)
        case "BYSECOND": seconds = try Self.numbers(value, name, 0...60)
        case "BYMINUTE": minutes = try Self.numbers(value, name, 0...59)
        case "BYHOUR": hours = try Self.numbers(value, name, 0...23)
        case "BYMONTHDAY": monthDays = try Self.numbers(value, name, 1...31, orNegative: true)
        case "BYYEARDAY": yearDays = try Self.numbers(value, name, 1...366, orNegative: true)
        case "BYWEEKNO": weekNumbers = try Self.numbers(value, name, 1...53, orNegative: true)
        case "BYMONTH": months = try Self.numbers(value, name, 1...12)
        case "BYSETPOS": positions = try Self.numbers(value, name, 1...366, orNegative: true)
        default: throw ParseError("\(name.prefix(40)) is not known")
        }
    }

    /// Refuses combinations of parts that RFC 5545 does not allow.
    private func checkParts() throws(ParseError) {
        if frequency == .weekly, !monthDays.isEmpty {
            throw ParseError("BYMONTHDAY is not allowed with FREQ=WEEKLY")
        }
        if [.daily, .weekly, .monthly].contains(frequency), !yearDays.isEmpty {
            throw ParseError("BYYEARDAY is not allowed with FREQ=\(frequency.rawValue)")
        }
        if frequency != .yearly, !weekNumbers.isEmpty {
            throw ParseError("BYWEEKNO is only allowed with FREQ=YEARLY")
        }
        if days.contains(where: { $0.ordinal != 0 }) {
            guard frequency == .monthly || (frequency == .yearly && weekNumbers.isEmpty) else {
                throw ParseError("BYDAY with a number is only allowed in months and years")
            }
        }
        let lists = [
            seconds, minutes, hours, monthDays, yearDays, weekNumbers, months,
            days.map(\.ordinal),
        ]
        if !positions.isEmpty, lists.allSatisfy(\.isEmpty) {
            throw ParseError("BYSETPOS needs another BY part")
        }
    }

    // MARK: Values

    private static func wrong(_ name: String, _ value: some StringProtocol) -> ParseError {
        ParseError("\(name) cannot be '\(value.prefix(40))'")
    }

    /// Reads digits; nil for anything else and for more than nine.
    private static func digits(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    private static func positive(_ text: String, _ name: String) throws(ParseError) -> Int {
        guard let number = digits(text), number > 0 else { throw wrong(name, text) }
        return number
    }

    private static func numbers(
        _ text: String, _ name: String, _ range: ClosedRange<Int>, orNegative: Bool = false
    ) throws(ParseError) -> [Int] {
        var numbers: Set<Int> = []
        for element in text.split(separator: ",", omittingEmptySubsequences: false) {
            let isSigned = orNegative && (element.hasPrefix("+") || element.hasPrefix("-"))
            guard let number = digits(isSigned ? element.dropFirst() : element),
                range.contains(number)
            else { throw wrong(name, element) }
            numbers.insert(element.hasPrefix("-") ? -number : number)
        }
        return numbers.sorted()
    }

    private static func days(_ text: String) throws(ParseError) -> [Day] {
        var found: Set<Int> = []
        for element in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let weekday = Weekday(code: element.suffix(2)) else {
                throw wrong("BYDAY", element)
            }
            var ordinal = 0
            if element.utf8.count > 2 {
                ordinal = try numbers(
                    String(element.dropLast(2)), "BYDAY", 1...53, orNegative: true)[0]
            }
            found.insert(ordinal * 7 + weekday.rawValue)
        }
        return found.sorted().compactMap { number in
            let ordinal = number.flooredQuotient(by: 7)
            return Weekday(rawValue: number - ordinal * 7).map { Day($0, ordinal: ordinal) }
        }
    }

    /// Reads `20260131`, `20260131T090000` or `20260131T090000Z`.
    private static func until(_ text: String) throws(ParseError) -> Until {
        let digits = text.utf8.filter { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
        let isMoment = text.hasSuffix("Z")
        let isDay = text.utf8.count == 8 && digits.count == 8
        let isTime =
            text.utf8.count == (isMoment ? 16 : 15) && digits.count == 14
            && text.dropFirst(8).hasPrefix("T")
        guard isDay || isTime else { throw wrong("UNTIL", text) }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        var parts = Instant.Components(
            year: number(0..<4), month: number(4..<6), day: number(6..<8))
        if isTime {
            (parts.hour, parts.minute, parts.second) = (
                number(8..<10), number(10..<12), number(12..<14)
            )
        }
        guard let instant = Instant(parts) else { throw wrong("UNTIL", text) }
        return isDay ? .day(parts) : isMoment ? .moment(instant) : .clock(instant)
    }
}

extension RecurrenceRule.Weekday {
    /// The weekday of two letters; nil for other letters.
    init?(code: some StringProtocol) {
        guard let day = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = day
    }
}

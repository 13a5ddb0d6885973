/// A span of time as the configuration has it: `90s`, `30min`, `2h`, `1d`, `1w`, or `0`.
package struct SpanOfTime: Equatable, Sendable {
    package let milliseconds: Int64

    private static let units: [(name: String, milliseconds: Int64)] = [
        ("min", 60_000), ("s", 1000), ("h", 3_600_000), ("d", 86_400_000), ("w", 604_800_000),
    ]

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Parses a span of time; nil if the text has a different form, or means more than a year.
    package init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int64(digits), digits.utf8.count <= 9 else { return nil }
        let name = text.dropFirst(digits.count)
        if name.isEmpty {
            guard count == 0 else { return nil }
            milliseconds = 0
            return
        }
        guard let unit = Self.units.first(where: { $0.name == name }) else { return nil }
        milliseconds = count * unit.milliseconds
        guard milliseconds <= 366 * 86_400_000 else { return nil }
    }
}

/// A time of day as the configuration has it: `09:00`.
package struct TimeOfDay: Equatable, Sendable {
    package let hour: Int
    package let minute: Int

    /// - Returns: nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            text.utf8.allSatisfy({ (0x30...0x3A).contains($0) }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        self.hour = hour
        self.minute = minute
    }
}

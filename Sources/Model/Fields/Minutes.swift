/// Durations in minutes, as people write them.
package enum Minutes {
    private static let maximum = 1_000_000

    /// Reads the minutes of a text such as `90`, `90m`, `90min`, `2h`, `1h30` or `1h30m`; nil for another text.
    package static func read(_ text: String) -> Int? {
        let parts = text.lowercased().split(
            separator: "h", maxSplits: 1, omittingEmptySubsequences: false)
        var rest = parts[parts.count - 1]
        for unit in ["min", "m"] where rest.hasSuffix(unit) {
            rest = rest.dropLast(unit.count)
            // A unit needs a number.
            if rest.isEmpty { return nil }
            break
        }
        guard let hours = number(parts.count == 2 ? parts[0] : "0"),
            let minutes = rest.isEmpty && parts.count == 2 ? 0 : number(rest)
        else { return nil }
        let sum = hours * 60 + minutes
        return sum <= maximum ? sum : nil
    }

    private static func number(_ digits: Substring) -> Int? {
        guard (1...7).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(digits)
    }

    /// A duration for people: `45min`, `2h`, `1h30m`.
    package static func text(_ minutes: Double) -> String {
        guard let whole = Int(exactly: minutes), whole >= 0 else { return "\(minutes)min" }
        if whole < 60 { return "\(whole)min" }
        return whole % 60 == 0 ? "\(whole / 60)h" : "\(whole / 60)h\(whole % 60)m"
    }
}

import RedoCalendar

/// The frequency of a `rec:` word: `1w` after the completion, `+1m` after the deadline.
enum TodoTxtRecurrence: Equatable {
    /// Days after each completion.
    case days(Int)
    case rule(RecurrenceRule, from: Recurrence.Origin)

    /// Reads a number with `d`, `b` (business days), `w`, `m` or `y`; or a rule of RFC 5545.
    init?(_ text: String) {
        if text.hasPrefix("FREQ=") {
            guard let rule = try? RecurrenceRule(text) else { return nil }
            self = .rule(rule, from: .deadline)
            return
        }
        let isStrict = text.hasPrefix("+")
        let bare = isStrict ? text.dropFirst() : text[...]
        guard let unit = bare.last, let count = Int(bare.dropLast()),
            (1...RecurrenceRule.maximumInterval).contains(count)
        else { return nil }
        let frequency: RecurrenceRule.Frequency
        switch unit {
        case "d" where !isStrict:
            self = .days(count)
            return
        case "d": frequency = .daily
        case "w": frequency = .weekly
        case "m": frequency = .monthly
        case "y": frequency = .yearly
        case "b" where count == 1:
            self = .rule(Self.businessDays, from: isStrict ? .deadline : .completion)
            return
        default: return nil
        }
        self = .rule(
            RecurrenceRule(frequency, interval: count), from: isStrict ? .deadline : .completion)
    }

    /// The rule for Monday to Friday.
    private static var businessDays: RecurrenceRule {
        var rule = RecurrenceRule(.weekly)
        rule.days = RecurrenceRule.Weekday.allCases.prefix(5).map { RecurrenceRule.Day($0) }
        return rule
    }

    /// The word that means a rule; the rule itself if there is no such word.
    ///
    /// - Returns: nil for a rule that is counted from completions and has no word.
    static func text(_ recurrence: Recurrence) -> String? {
        guard let rule = (try? RecurrenceRule(recurrence.rule))?.withoutClippedMonths else {
            return nil
        }
        let isStrict = recurrence.origin == .deadline
        let start = isStrict ? "+" : ""
        if rule == businessDays { return "\(start)1b" }
        if rule == RecurrenceRule(rule.frequency, interval: rule.interval) {
            let unit: String? =
                switch rule.frequency {
                case .daily where isStrict: "d"
                case .weekly: "w"
                case .monthly: "m"
                case .yearly: "y"
                default: nil
                }
            if let unit { return "\(start)\(rule.interval)\(unit)" }
        }
        return isStrict ? rule.text : nil
    }
}

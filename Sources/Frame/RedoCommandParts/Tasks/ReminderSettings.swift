import RedoCommandLine
import RedoInsight
import RedoModel
import RedoStore
import RedoSystem

/// The user's settings for reminders: the keys `remind.*` of the configuration.
package struct ReminderSettings {
    package let rules: ReminderRules
    /// A shell command; nil for notify-send.
    package let command: String?
    /// The maximum time that it may run, in seconds.
    package let seconds: Int

    /// - Throws: wrong usage for a value that a key does not take, with the command that fixes it.
    package init(_ configuration: LayeredConfiguration) throws(RedoError) {
        var leads: [Int64] = []
        for value in configuration.values(.remindBefore) {
            guard let span = SpanOfTime(value) else {
                // Says what is wrong with the last value; with any other this does.
                _ = try configuration.checkedValue(.remindBefore)
                throw .usage(
                    "\(ConfigurationKey.remindBefore.name) has '\(value)', "
                        + (ConfigurationKey.remindBefore.mistake(in: value) ?? "not a span"),
                    hints: configuration.mendingHints(.remindBefore, value))
            }
            leads.append(span.milliseconds)
        }
        let day =
            try configuration.checkedValue(.remindDay) ?? ConfigurationKey.remindDay.fallback
        let time = day.flatMap { TimeOfDay($0) }
        rules = ReminderRules(
            leads: leads, dayMinute: (time?.hour ?? 9) * 60 + (time?.minute ?? 0), zone: .local)
        command = configuration.value(.remindCommand)
        seconds = try configuration.checkedNumber(.remindTimeout) ?? 10
    }
}

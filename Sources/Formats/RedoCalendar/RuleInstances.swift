import CIcal
import RedoModel

/// The instances of a rule one by one, as clocks show them; libical computes them.
///
/// Times are in whole seconds, and as if clocks showed UTC.
@safe struct RuleInstances: ~Copyable {
    private let iterator: OpaquePointer

    /// - Parameters:
    ///   - pattern: a rule without COUNT and UNTIL.
    ///   - start: DTSTART, in a year that libical can represent.
    /// - Returns: nil if libical refuses the rule.
    init?(_ pattern: String, from start: Instant) {
        LibICal.load()
        let rule = unsafe icalrecurrencetype_from_string(pattern)
        guard unsafe rule.freq != ICAL_NO_RECURRENCE else { return nil }
        let parts = start.components
        var time = unsafe icaltimetype()
        unsafe time.year = Int32(parts.year)
        unsafe time.month = Int32(parts.month)
        unsafe time.day = Int32(parts.day)
        unsafe time.hour = Int32(parts.hour)
        unsafe time.minute = Int32(parts.minute)
        unsafe time.second = Int32(parts.second)
        guard let iterator = unsafe icalrecur_iterator_new(rule, time) else { return nil }
        unsafe self.iterator = iterator
    }

    deinit { unsafe icalrecur_iterator_free(iterator) }

    /// Returns the next instance; nil after the last year that libical computes, 2582.
    mutating func next() -> Instant? {
        let time = unsafe icalrecur_iterator_next(iterator)
        return unsafe Instant(
            Instant.Components(
                year: Int(time.year), month: Int(time.month), day: Int(time.day),
                hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second)))
    }
}

import RedoCommandLine
import RedoModel

/// The form of a time in a format: `%(time:relative)`.
package enum TimeModifier: String, CaseIterable {
    /// In UTC, as nodes have it.
    case iso
    /// The time before now.
    case relative
    /// Whole seconds since 1970.
    case unix
    /// In local time, to the minute.
    case local

    package static var names: [String] { allCases.map(\.rawValue) }

    /// A time in the form of a modifier; without one in UTC.
    ///
    /// - Parameter now: what relative times are relative to.
    package static func value(of time: Instant, _ modifier: String?, now: Instant) -> FieldValue {
        switch modifier.flatMap(TimeModifier.init) ?? .iso {
        case .iso: .text(time.wallText)
        case .relative: .text(relativeText(time, to: now))
        case .unix: .number(Double(time.milliseconds.flooredQuotient(by: 1000)))
        case .local: .text(localText(time))
        }
    }
}

import RedoModel
import RedoSystem

extension TimeZoneRules {
    /// The zone of this process: what `TZ` says, else the system's.
    package static let local = TimeZoneRules { Clock.secondsFromUTC(atSecond: $0) }
}

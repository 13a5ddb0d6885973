import RedoCalendar
import RedoModel
import RedoSystem

/// The time zones of a calendar: those that it defines, and those of the database that names mean.
final class CalendarZones: Sendable {
    private let settings: InterchangeSettings
    /// The VTIMEZONEs by their TZID.
    private let definitions: [String: CalendarObject]
    private let known = Locked<[String: TimeZoneRules?]>([:])
    private let named = Locked<[String: NamedTimeZone?]>([:])

    init(_ definitions: [CalendarObject], _ settings: InterchangeSettings) {
        self.settings = settings
        self.definitions = Dictionary(
            definitions.compactMap { zone in
                zone.properties.first { $0.name == "TZID" }.map { ($0.text, zone) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The rules by which times in a zone are read: as the calendar defines it, else as the database has it; nil for a
    /// zone that neither has.
    func rules(_ name: String) -> TimeZoneRules? {
        known.withLock { known in
            if let rules = known[name] { return rules }
            let rules =
                definitions[name].flatMap(Self.zone)?.rules ?? NamedTimeZone(foreign: name)?.rules
            known[name] = .some(rules)
            return rules
        }
    }

    /// The zone of the database that has the rules of a zone; nil if there is none.
    func databaseZone(_ name: String) -> NamedTimeZone? {
        named.withLock { named in
            if let zone = named[name] { return zone }
            let zone = findDatabaseZone(name)
            named[name] = .some(zone)
            return zone
        }
    }

    private func findDatabaseZone(_ name: String) -> NamedTimeZone? {
        let location = definitions[name]?.properties.first { $0.name == "X-LIC-LOCATION" }
        if let zone = location.flatMap({ NamedTimeZone($0.text) }) { return zone }
        if let zone = NamedTimeZone(foreign: name) { return zone }
        return rules(name).flatMap { NamedTimeZone(like: $0, from: settings.now) }
    }

    // MARK: Definitions

    private static func zone(_ definition: CalendarObject) -> CalendarZone? {
        CalendarZone(definition.components.compactMap(observance))
    }

    private static func observance(_ component: CalendarObject) -> ZoneObservance? {
        guard component.name == "STANDARD" || component.name == "DAYLIGHT" else { return nil }
        func value(_ name: String) -> String? {
            component.properties.first { $0.name == name }?.value.trimmed
        }
        guard let before = value("TZOFFSETFROM").flatMap(offset),
            let after = value("TZOFFSETTO").flatMap(offset),
            let start = value("DTSTART").flatMap({ reading($0, before) })
        else { return nil }
        let dates = component.properties.filter { $0.name == "RDATE" }.flatMap { property in
            property.value.split(separator: ",").compactMap { reading(String($0).trimmed, before) }
        }
        return ZoneObservance(
            isDaylight: component.name == "DAYLIGHT", before: before, after: after, start: start,
            rule: value("RRULE").flatMap { try? RecurrenceRule($0) }, dates: dates)
    }

    /// A time as the clock shows it before the change; a moment in UTC is converted.
    private static func reading(_ text: String, _ before: Int) -> Instant? {
        let bytes = Array(text.utf8)
        if let moment = CompactTime.reading(bytes, isUTC: true) {
            return Instant(milliseconds: moment.milliseconds + Int64(before) * 1000)
        }
        return CompactTime.reading(bytes, isUTC: false)
    }

    /// The maximum offset, in seconds; no zone is further from UTC.
    private static let maximumOffset = 26 * 3600

    /// `-0500` or `+013000`, in seconds.
    private static func offset(_ text: String) -> Int? {
        let digits = Array(text.utf8.dropFirst())
        guard let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            digits.count == 4 || digits.count == 6,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        func number(_ index: Int) -> Int {
            index < digits.count
                ? Int(digits[index] - 0x30) * 10 + Int(digits[index + 1] - 0x30) : 0
        }
        let seconds = number(0) * 3600 + number(2) * 60 + number(4)
        guard seconds <= maximumOffset else { return nil }
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}

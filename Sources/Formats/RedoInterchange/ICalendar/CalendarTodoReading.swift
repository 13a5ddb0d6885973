import RedoCalendar
import RedoJSON
import RedoModel

/// The reading of a task from the properties of a VTODO.
struct CalendarTodoReading {
    private let settings: InterchangeSettings
    /// The zones that the file defines.
    private let zones: [String: CalendarZone]
    private var task = ForeignTask()
    private var rule: String?
    private var ruleZone: String?
    private var duration: String?
    private var start: Instant?
    /// The values of DTSTART and DUE as they are in the file.
    private var times: [String: String] = [:]

    init(_ settings: InterchangeSettings, _ zones: [String: CalendarZone]) {
        self.settings = settings
        self.zones = zones
    }

    /// The parameters that are read.
    static let parameters = ["TZID", "RELTYPE", CalendarNames.at]

    /// Properties that are about the entry and not about the task.
    private static let administrative: Set<String> = [
        "DTSTAMP", "SEQUENCE", "PERCENT-COMPLETE", "TRANSP",
    ]
    /// Properties that are kept as custom fields.
    private static let fields = [
        "LOCATION": "location", "URL": "url", "GEO": "geo", "CONTACT": "contact",
        "RESOURCES": "resources", "COLOR": "color",
    ]

    /// - Throws: ``ForeignMistake`` for a property that libical refuses and that the task needs.
    mutating func task(
        _ properties: [CalendarProperty], hasAlarm: Bool
    ) throws(ForeignMistake) -> ForeignTask {
        var others: [String] = hasAlarm ? ["VALARM"] : []
        for property in properties {
            if try !apply(property), !others.contains(property.name) {
                others.append(property.name)
            }
        }
        // A rule requires a DTSTART. If it equals DUE, it only has that purpose, and is not a start of the task.
        let isOfRule = rule != nil && times["DTSTART"] == times["DUE"]
        task.scheduled = isOfRule ? nil : start
        if let duration { task.remarks.append("DURATION '\(duration)' left out") }
        if let rule { setRecurrence(rule) }
        if task.status == .open { task.ended = nil }
        if !others.isEmpty {
            task.remarks.append("\(others.joined(separator: ", ")) left out")
        }
        return task
    }

    /// - Returns: whether the property was used, or can be ignored silently.
    private mutating func apply(_ property: CalendarProperty) throws(ForeignMistake) -> Bool {
        let text = property.value
        times[property.name] = text
        switch property.name {
        case CalendarProperty.error: try refuse(text)
        case "UID": task.uid = TextEscapes.unescaped(text)
        case "SUMMARY": task.title = TextEscapes.unescaped(text)
        case "DESCRIPTION": task.description = nonEmpty(text)
        case "CATEGORIES": task.addTag(TextEscapes.unescaped(text))
        case "PRIORITY": task.priority = CalendarPriority.number(text)
        case "STATUS":
            switch text.uppercased() {
            case "COMPLETED": task.status = .completed
            case "CANCELLED": task.status = .deleted
            case "IN-PROCESS": task.addField("state", .text("in-process"))
            default: break
            }
        case "COMPLETED":
            task.ended = try time(property, endsDay: false)
            if task.status == .open { task.status = .completed }
        case "DUE":
            task.due = try time(property, endsDay: true)
            ruleZone = property.parameters["TZID"]
        case "DTSTART":
            start = try time(property, endsDay: false)
            ruleZone = ruleZone ?? property.parameters["TZID"]
        case "DURATION": duration = text
        case "CREATED": task.created = try time(property, endsDay: false)
        case "LAST-MODIFIED": task.modified = try time(property, endsDay: false)
        case "RRULE": rule = text
        case "CLASS": if text.uppercased() != "PUBLIC" { task.isPrivate = true }
        case "RELATED-TO":
            guard property.parameters["RELTYPE"]?.uppercased() == "DEPENDS-ON" else {
                return false
            }
            task.dependsOn.append(TextEscapes.unescaped(text))
        case "COMMENT":
            let at = property.parameters[CalendarNames.at].flatMap(TaskwarriorTime.instant)
            task.comments.append(
                ForeignTask.Comment(at: at, text: TextEscapes.unescaped(text)))
        case let name where Self.administrative.contains(name): break
        default:
            if let member = CalendarNames.member(of: property.name) {
                try member.set(&task, to: CalendarNames.value(text, member), settings)
            } else if let name = Self.fields[property.name] {
                task.addField(name, .text(TextEscapes.unescaped(text)))
            } else {
                return false
            }
        }
        return true
    }

    /// libical reports the property that it could not read. If a task needs it, the entry is refused.
    private mutating func refuse(_ text: String) throws(ForeignMistake) {
        let needed = [
            "UID", "SUMMARY", "DUE", "DTSTART", "COMPLETED", "RRULE", "STATUS", "CREATED",
            "PRIORITY", "RECURRENCE-ID",
        ]
        let message = String(text.prefix(200))
        let words = text.split { !$0.isLetter && $0 != "-" }
        if words.contains(where: { needed.contains(String($0)) }) {
            throw ForeignMistake(message)
        }
        task.remarks.append(message)
    }

    private func nonEmpty(_ text: String) -> String? {
        text.isEmpty ? nil : TextEscapes.unescaped(text)
    }

    /// The moment of a DATE or DATE-TIME. A time in a zone of the file or of the database becomes a moment; a time
    /// without a zone is read in the user's zone.
    private func time(
        _ property: CalendarProperty, endsDay: Bool
    ) throws(ForeignMistake) -> Instant {
        let text = Array(property.value.utf8)
        if let instant = CompactTime.reading(text, isUTC: true) { return instant }
        if text.count == 8, let date = Self.date(text),
            let instant = settings.day(date, endsDay: endsDay)
        {
            return instant
        }
        guard let reading = CompactTime.reading(text, isUTC: false) else {
            throw ForeignMistake(
                "\(property.name) is not a time: '\(property.value.prefix(60))'")
        }
        guard let name = property.parameters["TZID"] else {
            return settings.zone.instant(ofClockReading: reading)
        }
        if let zone = CalendarNames.zone(name) {
            return zone.rules.instant(ofClockReading: reading)
        }
        guard let zone = zones[name] else {
            throw ForeignMistake(
                "\(property.name) is in the time zone '\(name.prefix(60))', which is not known")
        }
        return zone.instant(ofClockReading: reading)
    }

    /// `20251120` as `2025-11-20`.
    private static func date(_ text: [UInt8]) -> String? {
        guard text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let digits = String(decoding: text, as: UTF8.self)
        return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
    }

    private mutating func setRecurrence(_ text: String) {
        let known = task.recurrence
        do throws(RecurrenceRule.ParseError) {
            let rule = try RecurrenceRule(text)
            let zone = ruleZone.flatMap(CalendarNames.zone)?.name ?? settings.zoneName
            task.recurrence = Recurrence(
                rule: rule.text, origin: known?.origin ?? .deadline, zone: known?.zone ?? zone)
        } catch {
            task.recurrence = nil
            task.addField("rrule", .text(text))
            task.remarks.append(
                "the rule '\(text.prefix(100))' is kept as the field 'rrule': \(error.reason)")
        }
    }
}

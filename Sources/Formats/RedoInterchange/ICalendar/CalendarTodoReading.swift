import RedoCalendar
import RedoJSON
import RedoModel
import RedoSystem

/// The reading of a task from the properties of a VTODO.
struct CalendarTodoReading {
    private let settings: InterchangeSettings
    /// The zones that the file defines.
    private let zones: [String: CalendarZone]
    private var task = ForeignTask()
    private var rule: String?
    private var ruleZone: String?
    private var duration: String?
    private var percent: Int?
    private var (hasStatus, hasCompletion) = (false, false)
    private var start: Instant?
    /// The values of DTSTART and DUE as they are in the file.
    private var times: [String: String] = [:]

    init(_ settings: InterchangeSettings, _ zones: [String: CalendarZone]) {
        self.settings = settings
        self.zones = zones
    }

    /// Properties that are about the entry and not about the task.
    private static let administrative: Set<String> = ["DTSTAMP", "SEQUENCE"]
    /// Properties that a task can have several of: RFC 5545, section 3.6.2.
    private static let repeatable: Set<String> = [
        "ATTACH", "ATTENDEE", "CATEGORIES", "COMMENT", "CONTACT", "EXDATE", "RDATE", "RELATED-TO",
        "REQUEST-STATUS", "RESOURCES",
    ]

    /// The task of a VTODO. A property that has no valid value is kept as a custom field, and a remark names it; so is
    /// one that nothing here expresses.
    mutating func task(_ todo: CalendarObject) -> ForeignTask {
        var others: [String] = todo.components.contains { $0.name == "VALARM" } ? ["VALARM"] : []
        var seen: Set<String> = []
        for property in todo.properties {
            let isFurther = !seen.insert(property.name).inserted
            if isFurther, !Self.repeatable.contains(property.name), !property.name.hasPrefix("X-") {
                task.remarks.append(
                    "a second \(property.name) left out: '\(property.value.prefix(100))'")
                continue
            }
            do throws(ForeignMistake) {
                if try !apply(property), !others.contains(property.name) {
                    others.append(property.name)
                }
            } catch {
                let zone = property.parameters["TZID"].map { " \($0)" } ?? ""
                task.keepAside(
                    property.name.lowercased(), .text("\(property.text)\(zone)"), error.reason)
            }
            if !property.isUTF8 {
                task.remarks.append("\(property.name) is not UTF-8: read with replacements")
            }
        }
        for line in todo.otherLines {
            let text = String(decoding: line.bytes.prefix(100), as: UTF8.self)
            task.remarks.append("line \(line.number) is not a property: '\(text)'")
        }
        if task.title.allSatisfy(\.isWhitespace) {
            task.title = "untitled"
            task.remarks.append("without a SUMMARY; called 'untitled'")
        }
        // A rule requires a DTSTART. If it equals DUE, it only has that purpose, and is not a start of the task.
        let isOfRule = rule != nil && times["DTSTART"] == times["DUE"]
        task.scheduled = isOfRule ? nil : start
        if let duration { task.remarks.append("DURATION '\(duration)' left out") }
        if let rule { setRecurrence(rule) }
        if hasCompletion, !hasStatus { task.status = .completed }
        if task.status == .open, task.ended != nil {
            task.ended = nil
            task.remarks.append("COMPLETED left out: STATUS says that it is not")
        }
        if let percent, task.status == .open, percent > 0 {
            task.addField(ForeignTask.percentField, .number(Double(percent)))
        }
        if task.isWorkedOn {
            // The status follows from the work.
            task.fields.removeAll { $0 == ForeignTask.inProcess }
        }
        if !others.isEmpty {
            task.remarks.append("\(others.joined(separator: ", ")) left out")
        }
        return task
    }

    /// - Returns: whether the property was used, or can be ignored silently.
    private mutating func apply(_ property: CalendarProperty) throws(ForeignMistake) -> Bool {
        let text = property.value
        if text.allSatisfy(\.isWhitespace) { return true }
        times[property.name] = text
        switch property.name {
        case "UID": task.uid = TextEscapes.unescaped(property.text)
        case "SUMMARY": task.title = TextEscapes.unescaped(property.text)
        case "DESCRIPTION": task.description = TextEscapes.unescaped(property.text)
        case "CATEGORIES":
            for tag in property.texts { task.addTag(TextEscapes.unescaped(tag)) }
        case "PRIORITY": task.priority = try CalendarPriority.number(text)
        case "STATUS": setStatus(text.trimmed)
        case "PERCENT-COMPLETE":
            guard let percent = Int(text), (0...100).contains(percent) else {
                throw ForeignMistake(
                    "PERCENT-COMPLETE is not a number up to 100: '\(text.prefix(60))'")
            }
            self.percent = percent
        case "COMPLETED":
            hasCompletion = true
            task.ended = try time(property, endsDay: false)
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
        case "CLASS": setClass(text.trimmed)
        case "RELATED-TO":
            let uid = TextEscapes.unescaped(property.text)
            switch property.parameters["RELTYPE"]?.uppercased() ?? "PARENT" {
            case "DEPENDS-ON": if !task.dependsOn.contains(uid) { task.dependsOn.append(uid) }
            case "PARENT" where task.parent == nil: task.parent = uid
            default: return false
            }
        case "COMMENT":
            let at = property.parameters[CalendarNames.at].flatMap(TaskwarriorTime.instant)
            task.comments.append(
                ForeignTask.Comment(at: at, text: TextEscapes.unescaped(property.text)))
        case let name where Self.administrative.contains(name): break
        default:
            if let member = CalendarNames.member(of: property.name) {
                try member.set(&task, to: CalendarNames.value(property.text, member), settings)
            } else if let field = CalendarField(rawValue: property.name) {
                task.addText(
                    field.isText ? TextEscapes.unescaped(property.text) : text, toField: field.name)
            } else {
                return false
            }
        }
        return true
    }

    private mutating func setStatus(_ text: String) {
        hasStatus = true
        switch text.uppercased() {
        case "NEEDS-ACTION": break
        case "COMPLETED": task.status = .completed
        case "CANCELLED": task.status = .deleted
        case "IN-PROCESS": task.fields.append(ForeignTask.inProcess)
        default:
            task.keepAside(
                ForeignTask.stateField, .text(text), "STATUS is unknown: '\(text.prefix(60))'")
        }
    }

    /// Any class but PUBLIC is private: section 3.8.1.3.
    private mutating func setClass(_ text: String) {
        let name = text.uppercased()
        if name == "PUBLIC" { return }
        task.isPrivate = true
        if name != "PRIVATE" {
            task.keepAside("class", .text(text), "CLASS '\(text.prefix(60))' is read as private")
        }
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

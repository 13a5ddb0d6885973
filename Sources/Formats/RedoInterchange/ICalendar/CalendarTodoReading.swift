import RedoCalendar
import RedoJSON
import RedoModel
import RedoSystem

/// The reading of a task from the properties of a VTODO.
struct CalendarTodoReading {
    let settings: InterchangeSettings
    let zones: CalendarZones
    /// The zone of X-REDO-TIMEZONE, in which DATEs are; nil for the user's.
    private(set) var dayZone: NamedTimeZone?
    var task = ForeignTask()
    private var rule: String?
    private(set) var duration: SignedDuration?
    private(set) var start: CalendarTime?
    var due: CalendarTime?
    private(set) var exclusions: [CalendarTime] = []
    private var occurrence: CalendarEntry.Occurrence?
    private var percent: Int?
    private var (hasStatus, hasCompletion) = (false, false)

    init(_ settings: InterchangeSettings, _ zones: CalendarZones) {
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
    mutating func entry(_ todo: CalendarObject) -> CalendarEntry {
        var others = Set(todo.components.map(\.name)).subtracting(["VALARM"]).sorted()
        let zoneName = CalendarNames.name(.timeZone)
        dayZone = todo.properties.first { $0.name == zoneName }.flatMap { NamedTimeZone($0.text) }
        var kept: [KeptField] = []
        var (seen, named) = (Set<String>(), Set(others))
        for property in todo.properties {
            let isFurther = !seen.insert(property.name).inserted
            if isFurther, !Self.repeatable.contains(property.name), !property.name.hasPrefix("X-") {
                task.remarks.append(
                    "a second \(property.name) left out: '\(property.value.prefix(100))'")
                continue
            }
            do throws(ForeignMistake) {
                if try !apply(property), named.insert(property.name).inserted {
                    others.append(property.name)
                }
            } catch {
                let zone = property.parameters["TZID"].map { " \($0)" } ?? ""
                let member = CalendarNames.member(of: property.name)
                kept.append(
                    KeptField(
                        member?.rawValue ?? property.name.lowercased(),
                        .text("\(property.text)\(zone)"), error.reason))
            }
            if !property.isUTF8 {
                task.remarks.append("\(property.name) is not UTF-8: read with replacements")
            }
        }
        task.addFields(kept)
        for line in todo.otherLines {
            let text = String(decoding: line.bytes.prefix(100), as: UTF8.self)
            task.remarks.append("line \(line.number) is not a property: '\(text)'")
        }
        if task.title.allSatisfy(\.isWhitespace) {
            task.title = ForeignTask.untitled
            task.remarks.append("without a SUMMARY; called '\(ForeignTask.untitled)'")
        }
        setDates()
        setRecurrence(rule)
        readAlarms(todo)
        if hasCompletion, !hasStatus { task.status = .completed }
        if task.status == .open, task.ended != nil {
            task.ended = nil
            task.remarks.append("COMPLETED left out: STATUS says that it is not")
        }
        if let percent, task.status == .open, percent > 0 {
            task.setField(ForeignTask.percentField, .number(Double(percent)))
        }
        if task.isWorkedOn {
            // The status follows from the work.
            task.fields.removeAll { $0 == ForeignTask.inProcess }
        }
        if !others.isEmpty {
            task.remarks.append("\(others.joined(separator: ", ")) left out")
        }
        let zone = task.recurrence.flatMap { NamedTimeZone($0.zone) }?.rules ?? settings.zone
        return CalendarEntry(
            task: task, occurrence: occurrence, zone: zone,
            exclusions: exclusions.map { $0.day ?? zone.day(of: $0.moment) },
            partialDays: partialDays(zone))
    }

    /// - Returns: whether the property was used, or can be ignored silently.
    private mutating func apply(_ property: CalendarProperty) throws(ForeignMistake) -> Bool {
        let text = property.value.trimmed
        if text.isEmpty { return true }
        switch property.name {
        case "UID": task.uid = TextEscapes.unescaped(property.text)
        case "SUMMARY": task.title = TextEscapes.unescaped(property.text)
        case "DESCRIPTION": task.description = TextEscapes.unescaped(property.text)
        case "CATEGORIES":
            for tag in property.texts { task.addTag(TextEscapes.unescaped(tag)) }
        case "PRIORITY": task.priority = try CalendarPriority.number(text)
        case "STATUS": setStatus(text)
        case "PERCENT-COMPLETE":
            guard let percent = Int(text), (0...100).contains(percent) else {
                throw ForeignMistake(
                    "PERCENT-COMPLETE is not a number up to 100: '\(text.prefix(60))'")
            }
            self.percent = percent
        case "COMPLETED":
            hasCompletion = true
            task.ended = try time(property)?.moment
        case "DUE": due = try time(property)
        case "DTSTART": start = try time(property)
        case "DURATION":
            guard let duration = SignedDuration(text), duration.days >= 0,
                duration.seconds >= 0
            else { throw ForeignMistake("DURATION is invalid: '\(text.prefix(60))'") }
            self.duration = duration
        case "EXDATE":
            exclusions += try times(property)
        case "RDATE":
            throw ForeignMistake("RDATE adds occurrences that no rule gives")
        case "RECURRENCE-ID":
            guard let time = try time(property) else { return true }
            occurrence = CalendarEntry.Occurrence(
                time: time, isWithFollowing: property.parameters["RANGE"] != nil)
        case "CREATED": task.created = try time(property)?.moment
        case "LAST-MODIFIED": task.modified = try time(property)?.moment
        case "RRULE": rule = text
        case "CLASS": setClass(text)
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
                    field.isText ? TextEscapes.unescaped(property.text) : property.value,
                    toField: field.name)
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

    /// Reads CLASS: any class but PUBLIC means private (section 3.8.1.3).
    private mutating func setClass(_ text: String) {
        let name = text.uppercased()
        if name == "PUBLIC" { return }
        task.isPrivate = true
        if name != "PRIVATE" {
            task.keepAside("class", .text(text), "CLASS '\(text.prefix(60))' is read as private")
        }
    }
}

import RedoCalendar
import RedoJSON
import RedoModel

/// The content lines of a task as a VTODO, grouped by the members of the task that they contain.
package struct CalendarProperties {
    let settings: InterchangeSettings

    package init(_ settings: InterchangeSettings) { self.settings = settings }

    /// A group of lines: a change of a member rewrites the lines of its group.
    package enum Group: CaseIterable, Sendable {
        case title, description, tags, priority, due, scheduled, recurrence, status, privacy
        case parent, dependencies, comments, details, extra
        /// Components, which come after all properties.
        case alarms

        /// The names of the group's properties.
        package var names: [String] {
            switch self {
            case .title: ["SUMMARY"]
            case .description: ["DESCRIPTION"]
            case .tags: ["CATEGORIES"]
            case .priority: ["PRIORITY"]
            case .due: ["DUE", "DURATION"]
            case .scheduled: ["DTSTART"]
            case .recurrence: ["RRULE", "EXDATE"]
            case .alarms: []
            case .status: ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]
            case .privacy: ["CLASS"]
            case .parent, .dependencies: ["RELATED-TO"]
            case .comments: ["COMMENT"]
            case .details: CalendarField.allCases.map(\.rawValue)
            case .extra: CalendarNames.members.map(CalendarNames.name)
            }
        }

        /// Whether a line of a file belongs to the group. Relations that the suite does not have belong to none.
        func contains(_ property: CalendarProperty) -> Bool {
            guard names.contains(property.name) else { return false }
            let relation = property.parameters["RELTYPE"]?.uppercased() ?? "PARENT"
            switch self {
            case .parent: return relation == "PARENT"
            case .dependencies: return relation == "DEPENDS-ON"
            default: return true
            }
        }
    }

    /// The content lines of a group; empty if the task has none of its members. An invalid recurrence has no line.
    func lines(_ group: Group, of dates: CalendarDates) -> [CalendarLine] {
        let task = dates.task
        switch group {
        case .title: return [CalendarLine("SUMMARY", text: task.title)]
        case .description:
            return task.description.map { [CalendarLine("DESCRIPTION", text: $0)] } ?? []
        case .tags:
            return CalendarLine.list("CATEGORIES", task.tags)
        case .priority:
            return task.priority.flatMap(CalendarPriority.text)
                .map { [CalendarLine("PRIORITY", word: $0)] } ?? []
        case .due: return dates.dueLine
        case .scheduled: return dates.startLine
        case .recurrence: return dates.ruleLines
        case .alarms: return alarms(of: dates)
        case .status: return status(of: task)
        case .privacy:
            return task.isPrivate == true ? [CalendarLine("CLASS", word: "PRIVATE")] : []
        case .parent:
            return task.parent.map { [CalendarLine("RELATED-TO", text: $0)] } ?? []
        case .dependencies:
            return task.dependsOn.map {
                CalendarLine("RELATED-TO", parameters: ["RELTYPE=DEPENDS-ON"], text: $0)
            }
        case .comments:
            return task.comments.map { comment in
                let at = comment.at.map { "\(CalendarNames.at)=\(TaskwarriorTime.text($0))" }
                return CalendarLine(
                    "COMMENT", parameters: at.map { [$0] } ?? [], text: comment.text)
            }
        case .details:
            return CalendarField.allCases.compactMap { field in
                guard let text = Self.text(field.name, of: task), field.accepts(text) else {
                    return nil
                }
                return CalendarLine(field, text)
            }
        case .extra:
            var rest = task
            rest.fields = task.fields.filter { !Self.isWritten($0, of: task) }
            return CalendarNames.members.compactMap { member in
                switch member {
                case .timeZone, .recurrenceFrom, .recurrenceOf:
                    if task.rule == nil { return nil }
                case .recurrence, .recurrenceExcept:
                    if task.rule == nil || dates.hasRule { return nil }
                case .scheduled: if dates.hasScheduledStart { return nil }
                default: break
                }
                return member.value(of: rest).map {
                    CalendarLine(CalendarNames.name(member), text: CalendarNames.text($0))
                }
            }
        }
    }

    private func status(of task: ForeignTask) -> [CalendarLine] {
        switch task.status {
        case .open:
            let isInProcess = task.isWorkedOn || task.fields.contains(ForeignTask.inProcess)
            return [CalendarLine("STATUS", word: isInProcess ? "IN-PROCESS" : "NEEDS-ACTION")]
                + (Self.percent(of: task).map {
                    [CalendarLine("PERCENT-COMPLETE", word: "\($0)")]
                } ?? [])
        case .deleted: return [CalendarLine("STATUS", word: "CANCELLED")]
        case .completed:
            let ended = task.ended ?? settings.now
            return [
                CalendarLine("STATUS", word: "COMPLETED"), CalendarLine("COMPLETED", ended),
                CalendarLine("PERCENT-COMPLETE", word: "100"),
            ]
        }
    }

    /// The text of a custom field; nil if the task does not have the field, or not as a text.
    private static func text(_ name: String, of task: ForeignTask) -> String? {
        task.fields.first { $0.name == JSONString(name) }?.value.string?.description
    }

    /// The part of a task that is done, in percent; nil if no such field says it.
    private static func percent(of task: ForeignTask) -> Int? {
        let field = task.fields.first { $0.name == JSONString(ForeignTask.percentField) }
        return field?.value.integer.flatMap { (0...100).contains($0) ? $0 : nil }
    }

    /// Whether a property other than X-REDO-FIELDS has the value of a custom field.
    private static func isWritten(_ field: JSONMember, of task: ForeignTask) -> Bool {
        switch field.name.description {
        case ForeignTask.stateField:
            return task.status == .open && field == ForeignTask.inProcess
        case ForeignTask.percentField:
            return task.status == .open && percent(of: task) != nil
        case let name:
            guard let text = field.value.string?.description else { return false }
            return CalendarField.allCases.contains { $0.name == name && $0.accepts(text) }
        }
    }

    /// The lines of the entry itself: its uid and its times.
    package func administrative(_ task: ForeignTask) -> [CalendarLine] {
        var lines = [
            CalendarLine("UID", text: task.uid ?? ""),
            CalendarLine("DTSTAMP", task.modified ?? task.created ?? settings.now),
        ]
        if let created = task.created { lines.append(CalendarLine("CREATED", created)) }
        if let modified = task.modified {
            lines.append(CalendarLine("LAST-MODIFIED", modified))
        }
        return lines
    }
}

import RedoCalendar
import RedoJSON
import RedoModel

/// The content lines of a task as a VTODO, by the member of the task that each says.
package struct CalendarProperties {
    private let settings: InterchangeSettings

    package init(_ settings: InterchangeSettings) { self.settings = settings }

    /// What a group of lines is about: a change of the task rewrites those of the group.
    package enum Group: CaseIterable, Sendable {
        case title, description, tags, priority, due, scheduled, recurrence, status, privacy
        case dependencies, comments, extra

        /// The names of the group's properties.
        package var names: [String] {
            switch self {
            case .title: ["SUMMARY"]
            case .description: ["DESCRIPTION"]
            case .tags: ["CATEGORIES"]
            case .priority: ["PRIORITY"]
            case .due: ["DUE", "DURATION"]
            case .scheduled: ["DTSTART"]
            case .recurrence: ["RRULE"]
            case .status: ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]
            case .privacy: ["CLASS"]
            case .dependencies: ["RELATED-TO"]
            case .comments: ["COMMENT"]
            case .extra: CalendarNames.members.map(CalendarNames.name)
            }
        }
    }

    /// The unfolded content lines of a group; none if the task has nothing of it.
    package func lines(_ group: Group, of task: ForeignTask) -> [String] {
        switch group {
        case .title: return [text("SUMMARY", task.title)]
        case .description: return task.description.map { [text("DESCRIPTION", $0)] } ?? []
        case .tags:
            let tags = task.tags.map(CalendarText.escaped)
            return tags.isEmpty ? [] : ["CATEGORIES:\(tags.joined(separator: ","))"]
        case .priority:
            return task.priority.flatMap(CalendarPriority.text).map { ["PRIORITY:\($0)"] } ?? []
        case .due: return task.due.map { [time("DUE", $0, endsDay: true)] } ?? []
        case .scheduled:
            // A rule needs a beginning.
            guard let start = task.scheduled ?? (task.recurrence == nil ? nil : task.due) else {
                return []
            }
            return [time("DTSTART", start, endsDay: task.scheduled == nil)]
        case .recurrence: return task.recurrence.map { ["RRULE:\($0.rule)"] } ?? []
        case .status: return status(of: task)
        case .privacy: return task.isPrivate == true ? ["CLASS:PRIVATE"] : []
        case .dependencies:
            return task.dependsOn.map {
                "RELATED-TO;RELTYPE=DEPENDS-ON:\(CalendarText.escaped($0))"
            }
        case .comments:
            return task.comments.map { comment in
                let at = comment.at.map { ";\(CalendarNames.at)=\(TaskwarriorTime.text($0))" }
                return "COMMENT\(at ?? ""):\(CalendarText.escaped(comment.text))"
            }
        case .extra:
            return CalendarNames.members.compactMap { member in
                if member == .timeZone, task.recurrence?.zone == settings.zoneName { return nil }
                return member.value(of: task).map {
                    text(CalendarNames.name(member), CalendarNames.text($0))
                }
            }
        }
    }

    private func text(_ name: String, _ value: String) -> String {
        "\(name):\(CalendarText.escaped(value))"
    }

    /// A date where the date alone says the moment, else a time in UTC.
    private func time(_ name: String, _ instant: Instant, endsDay: Bool) -> String {
        let clock = settings.clock(instant, endsDay: endsDay)
        guard clock.time == nil else { return "\(name):\(TaskwarriorTime.text(instant))" }
        return "\(name);VALUE=DATE:\(clock.date.filter { $0 != "-" })"
    }

    private func status(of task: ForeignTask) -> [String] {
        switch task.status {
        case .open: return ["STATUS:NEEDS-ACTION"]
        case .deleted: return ["STATUS:CANCELLED"]
        case .completed:
            let ended = task.ended ?? settings.now
            return [
                "STATUS:COMPLETED", "COMPLETED:\(TaskwarriorTime.text(ended))",
                "PERCENT-COMPLETE:100",
            ]
        }
    }

    /// The lines of the entry itself: its name and its times.
    package func administrative(_ task: ForeignTask, uid: String) -> [String] {
        var lines = [
            "UID:\(CalendarText.escaped(uid))",
            "DTSTAMP:\(TaskwarriorTime.text(task.modified ?? task.created ?? settings.now))",
        ]
        if let created = task.created { lines.append("CREATED:\(TaskwarriorTime.text(created))") }
        if let modified = task.modified {
            lines.append("LAST-MODIFIED:\(TaskwarriorTime.text(modified))")
        }
        return lines
    }
}

import RedoCalendar
import RedoModel
import RedoSystem

/// Alarms of a VTODO, which are the reminders of a task (RFC 5545, section 3.6.6).
extension CalendarTodoReading {
    /// Sets the reminders from the VALARMs.
    mutating func readAlarms(_ todo: CalendarObject) {
        let alarms = todo.components.filter { $0.name == "VALARM" }
        if alarms.isEmpty { return }
        var reminders: [TaskReminder] = []
        for alarm in alarms {
            func value(_ name: String) -> String? {
                alarm.properties.first { $0.name == name }?.value.trimmed
            }
            // A switched-off alarm of Apple's programs.
            if value("ACTION")?.uppercased() == "NONE" { continue }
            do throws(ForeignMistake) {
                guard let trigger = alarm.properties.first(where: { $0.name == "TRIGGER" }) else {
                    throw ForeignMistake("it has no TRIGGER")
                }
                let reminder = try reminder(trigger)
                if !reminders.contains(reminder) { reminders.append(reminder) }
                if value("REPEAT").map({ $0 != "0" }) == true {
                    task.remarks.append("the REPEAT of a VALARM left out")
                }
            } catch {
                task.remarks.append("a VALARM left out: \(error.reason)")
            }
        }
        let count = reminders.count - TaskReminder.maximumCount
        if count > 0 {
            task.remarks.append(
                "\(counted(count, "VALARM")) left out: a task has at most "
                    + "\(TaskReminder.maximumCount) reminders")
        }
        if !reminders.isEmpty {
            task.reminders = Array(reminders.prefix(TaskReminder.maximumCount))
        }
    }

    private func reminder(_ trigger: CalendarProperty) throws(ForeignMistake) -> TaskReminder {
        guard let duration = SignedDuration(trigger.value.trimmed) else {
            if let moment = try time(trigger)?.moment { return .at(moment) }
            throw ForeignMistake("its TRIGGER is empty")
        }
        let isOfEnd = trigger.parameters["RELATED"]?.uppercased() == "END" || start == nil
        guard let base = isOfEnd ? due : start else {
            throw ForeignMistake("it is relative to a DUE that is missing")
        }
        let anchor = due?.deadline(days) ?? base.moment
        let zone = base.zone.flatMap(zones.rules) ?? days
        let distance = zone.wallSeconds(from: base.moment, to: anchor)
        if distance == 0, duration.days <= 0, duration.seconds <= 0 {
            return .before(days: -duration.days, seconds: -duration.seconds)
        }
        let seconds = distance - duration.days * 86_400 - duration.seconds
        if seconds >= 0 { return .before(days: seconds / 86_400, seconds: seconds % 86_400) }
        return .at(base.later(by: duration, zone).moment)
    }
}

extension CalendarProperties {
    /// The VALARMs of the reminders. One that is relative to a date that the task does not have has none.
    func alarms(of dates: CalendarDates) -> [CalendarLine] {
        (dates.task.reminders ?? []).flatMap { reminder -> [CalendarLine] in
            guard let trigger = trigger(reminder, of: dates) else { return [] }
            return [
                CalendarLine("BEGIN", word: "VALARM"), CalendarLine("ACTION", word: "DISPLAY"),
                CalendarLine("DESCRIPTION", word: "Reminder"), trigger,
                CalendarLine("END", word: "VALARM"),
            ]
        }
    }

    /// The number of reminders that are relative to a date that the task does not have.
    package func unwritableReminderCount(of task: ForeignTask) -> Int {
        guard let reminders = task.reminders, !reminders.isEmpty else { return 0 }
        let dates = CalendarDates(task, settings)
        return reminders.count { trigger($0, of: dates) == nil }
    }

    private func trigger(_ reminder: TaskReminder, of dates: CalendarDates) -> CalendarLine? {
        let task = dates.task
        switch reminder {
        case .at(let moment):
            return CalendarLine("TRIGGER;VALUE=DATE-TIME", moment)
        case .before(let days, let seconds):
            guard task.due != nil || dates.start != nil else { return nil }
            // A DATE as DUE is its first moment, and the deadline its last minute.
            let distance = task.due != nil && dates.isOfDays ? 86_340 - days * 86_400 - seconds : 0
            let duration =
                distance == 0
                ? SignedDuration(days: -days, seconds: -seconds)
                : SignedDuration(days: 0, seconds: distance)
            let name = task.due == nil ? "TRIGGER" : "TRIGGER;RELATED=END"
            return CalendarLine(name, word: duration.text)
        }
    }
}

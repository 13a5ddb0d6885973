import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoSystem

/// `redo agenda`: shows what is due, scheduled and done, day by day.
package struct AgendaCommand: ParsableCommand {
    private static let days = OptionSpecification.value(
        "days", takes: "count", "how many days, instead of 7")
    private static let from = OptionSpecification.value(
        "from", takes: "day", "the first day, instead of today")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each entry")

    private static let maximumDayCount = 366

    package static let specification = CommandSpecification(
        "agenda", "Show what is due, scheduled and done, day by day",
        options: [days, from, TaskContext.option, json], effect: .reads)

    private let dayCount: Int
    /// The first day as it was given; nil for today.
    private let from: String?
    private let taskContext: TaskContext.Choice
    private let isJSON: Bool

    package init(_ arguments: Arguments) throws(RedoError) {
        dayCount = try arguments.count(Self.days) ?? 7
        guard (1...Self.maximumDayCount).contains(dayCount) else {
            throw .usage("--days takes a number from 1 to \(Self.maximumDayCount)")
        }
        from = arguments.value(Self.from)
        taskContext = TaskContext.Choice(arguments)
        isJSON = arguments.has(Self.json)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let calendar = LocalCalendar(.local)
        let now = try context.now()
        let first =
            try from.map { text throws(RedoError) in
                calendar.day(
                    of: try TimeExpression(now: now, direction: .nearest, timeOfDay: .start)
                        .moment(text))
            } ?? calendar.day(of: now)
        let repository = try context.openRepository()
        var viewed = try ViewedTasks(taskContext, context, repository, isForPeople: !isJSON)
        let range = first..<first.advanced(by: dayCount)
        try viewed.expect(until: range.upperBound, repository, context)
        let agenda = viewed.agenda(range)
        if isJSON {
            if agenda.isEmpty { context.note("nothing on \(range.text(today: agenda.today))") }
            try agenda.printObjects(of: range, viewed.table, &context)
            return .done
        }
        viewed.context?.announce(context)
        let text = AgendaText(viewed.table, width: context.terminalColumns)
        context.startPager()
        try context.print(text.text(agenda, range, context))
        return .done
    }
}

extension AgendaText {
    /// The whole agenda: what is overdue, then each day that has something, and today.
    fileprivate func text(
        _ agenda: Agenda, _ days: Range<LocalCalendar.Day>, _ context: borrowing CommandContext
    ) -> String {
        var parts: [String] = []
        if !agenda.overdue.isEmpty {
            parts.append(
                context.styled("Overdue", .bold) + "\n" + overdue(agenda.overdue, context))
        }
        let all = (days.lowerBound.number..<days.upperBound.number).map {
            LocalCalendar.Day($0)
        }
        let hasTimes = all.contains { day in
            agenda.entries(of: day).contains { time(of: $0) != nil }
        }
        for day in all {
            let entries = agenda.entries(of: day)
            guard !entries.isEmpty || day == agenda.today else { continue }
            parts.append(
                context.styled(day.heading(today: agenda.today), .bold) + "\n"
                    + (entries.isEmpty
                        ? "  nothing\n" : self.entries(entries, hasTimes: hasTimes, context)))
        }
        if parts.isEmpty { return "nothing on \(days.text(today: agenda.today))\n" }
        return parts.joined(separator: "\n")
    }
}

extension Range<LocalCalendar.Day> {
    /// The days for people: `Mon 24 Nov, today to Sun 30 Nov`.
    fileprivate func text(today: LocalCalendar.Day) -> String {
        let last = upperBound.advanced(by: -1)
        let first = lowerBound.heading(today: today)
        return last == lowerBound ? first : "\(first) to \(last.heading(today: today))"
    }
}

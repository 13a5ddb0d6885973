import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo` alone: what is overdue, what is due today, and how many more tasks are open.
package struct SummaryCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "", "Show what is overdue and what is due today", effect: .reads)

    package init(_ arguments: Arguments) {}

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let location = try context.storeLocation()
        guard let store = try context.store(orNothingAt: location) else {
            let isPerson = context.surroundings.hasTerminalErrors
            let hints = context.noStore(at: location).hints.map {
                OverridingCommand.shown(hint: $0, toPerson: isPerson)
            }
            try context.print(
                "no tasks yet\n"
                    + (hints + [Self.helpHint]).map { "hint: \($0.printable)\n" }.joined())
            return .done
        }
        let repository = context.repository(store)
        let viewed = try ViewedTasks(.current, context, repository, isForPeople: true)
        let needs = try context.roomNeeds(repository, at: viewed.now)
            .filter { $0.reminder.moment <= viewed.now }
        if !needs.isEmpty {
            try context.print(
                context.styled("Rooms", .bold) + "\n"
                    + needs.map { "  \($0.text): \($0.command)\n" }.joined() + "\n")
        }
        if viewed.isLogEmpty {
            try context.print(
                "no tasks yet\nhint: 'redo add \"Buy milk\" --due tomorrow' adds one\n"
                    + "hint: \(Self.helpHint)\n")
            return .done
        }
        viewed.context?.announce(context)
        try context.print(Summary(viewed, width: context.terminalColumns).text(context))
        return .done
    }

    private static let helpHint =
        "'redo help' lists the everyday commands, 'redo help tutorial' is a first lesson"
}

/// The overdue tasks, those due today, and the number of other open tasks.
private struct Summary {
    private let viewed: ViewedTasks
    private let width: Int?

    private static let overdueCount = 5
    private static let todayCount = 10

    init(_ viewed: ViewedTasks, width: Int?) {
        self.viewed = viewed
        self.width = width
    }

    func text(_ context: borrowing CommandContext) -> String {
        let today = LocalCalendar(.local).day(of: viewed.now)
        let agenda = viewed.agenda(today..<today.advanced(by: 1))
        let lines = AgendaText(viewed.table, width: width)
        var text = ""
        if !agenda.overdue.isEmpty {
            let shown = mostUrgent(agenda.overdue).prefix(Self.overdueCount)
            text += context.styled("Overdue", .bold) + "\n" + lines.overdue(shown, context)
            text += Self.rest(agenda.overdue.count - shown.count, of: "overdue")
            text += "\n"
        }
        let entries = agenda.entries(of: today)
        let shown = entries.prefix(Self.todayCount)
        text += context.styled(today.heading(today: today), .bold) + "\n"
        if shown.isEmpty { text += "  nothing due today\n" }
        text += lines.entries(
            shown, hasTimes: shown.contains { lines.time(of: $0) != nil }, context)
        text += Self.rest(entries.count - shown.count, of: "today")
        let known = Set((agenda.overdue + entries).map(\.task.id))
        let more = viewed.tasks.count { isToBeDone($0) && !known.contains($0.id) }
        guard more > 0 else { return text + "\nhint: 'redo help' lists the everyday commands\n" }
        text += "\n\(counted(more, "more open task"))\n"
        return text + "hint: 'redo list' shows all open tasks, 'redo help' the everyday commands\n"
    }

    /// Entries in the order of a list.
    private func mostUrgent(_ entries: [Agenda.Entry]) -> [Agenda.Entry] {
        let entries = Dictionary(
            entries.map { ($0.task.id, $0) }, uniquingKeysWith: { first, _ in first })
        return viewed.table.ranked(State(tasks: viewed.tasks)) { entries[$0.id] != nil }
            .compactMap { entries[$0.task.id] }
    }

    private static func rest(_ count: Int, of words: String) -> String {
        count > 0 ? "  and \(count) more \(words)\n" : ""
    }

    /// True if lists show the task by default.
    private func isToBeDone(_ task: TaskState) -> Bool {
        QueryStatus.open.includes(task, viewed.table.facts.facts(of: task))
    }
}

extension CommandContext {
    /// The store in a place; nil if there is nothing.
    fileprivate func store(
        orNothingAt location: StoreLocation
    ) throws(RedoError) -> Store? {
        do throws(SystemError) {
            guard try Files.status(of: location.path) != nil else { return nil }
        } catch {
            // Who opens it says why it cannot be looked at.
        }
        return try openStore(at: location)
    }
}

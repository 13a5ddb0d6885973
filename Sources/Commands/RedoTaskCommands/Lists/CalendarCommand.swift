import RedoCalendar
import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoInterchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    private static let expand = OptionSpecification.flag(
        "expand",
        isExpert: true,
        "read completed occurrences, one per line; print when the next ones are due (for programs)")

    private static let todos = OptionSpecification.flag(
        "todos", isExpert: true,
        "read calendars of iCalendar; print their tasks as JSON Lines (for programs)")

    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each entry of the month")

    /// `redo calendar`: shows a month on one screen; with `--expand` it computes next deadlines, in a process of its
    /// own, which a rule may end.
    package static let calendar = Command(
        CommandSpecification(
            "calendar", "Show a month: what is due, scheduled and done on each day",
            operands: [.optional(.repeated("month")), [.option(expand)], [.option(todos)]],
            options: [TaskContext.option, json, expand, todos],
            constraints: [
                .exclusive([expand, todos, TaskContext.option]),
                .excludes(json, [expand, todos]),
            ],
            effect: .reads,
            statuses: .reading(
                no: "with `--expand` there was an `error`; with `--todos` an entry is not a task"))
    ) { (context) throws(RedoError) in
        let operands = context.arguments.operands
        if context.arguments.has(expand) || context.arguments.has(todos) {
            if let operand = operands.first {
                throw .usage("unexpected argument '\(operand)'")
            }
            return try context.arguments.has(todos)
                ? readTodos(&context) : RuleExpansion.run(&context)
        }
        let now = try context.now()
        let today = LocalCalendar(.local).day(of: now)
        let month =
            operands.isEmpty
            ? CalendarMonth(today)
            : try CalendarMonth(written: operands.joined(separator: " "), today: today)
        let repository = try context.openRepository()
        let isForPrograms = context.arguments.has(json)
        var viewed = try ViewedTasks(context, repository, isForPeople: !isForPrograms)
        try viewed.expect(until: month.range.upperBound, repository, context)
        if isForPrograms {
            try viewed.agenda(month.range, gathersOverdue: false)
                .printObjects(of: month.range, viewed.table, &context)
            return .done
        }
        viewed.context?.announce(context)
        let layout = MonthLayout(
            columns: context.terminalColumns ?? 80, rows: context.terminalRows ?? 24,
            weeksBeginOn: repository.store.configuration.firstWeekday)
        try context.print(layout.text(month, viewed, context))
        return .done
    }
}

extension Command {
    /// The processor time for one calendar, in seconds.
    private static let maximumCalendarSeconds = 10
    private static let maximumCalendarMemory = 4 << 30

    /// Answers calendars, each ended by a NUL or the end of the input: `redo calendar --todos`.
    private static func readTodos(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        ProcessorTimeLimit.limitMemory(toBytes: maximumCalendarMemory)
        let reader = CalendarReader(try InterchangeSettings(context))
        CompletedOccurrence.loadLibrary()
        var texts = context.inputLines(
            separatedByZeros: true, greatestLineByteCount: CalendarReader.greatestByteCount)
        var status = ExitStatus.done
        while let text = try texts.next() {
            guard case .bytes(let bytes) = text else {
                throw .usage("a calendar is at most \(CalendarReader.greatestByteCount) bytes long")
            }
            let answer = ProcessorTimeLimit.run(seconds: maximumCalendarSeconds) {
                () -> (bytes: [UInt8], isGood: Bool) in
                do throws(ForeignMistake) {
                    let found = try reader.read(bytes)
                    return (CalendarTodoLines.bytes(found), found.mistakes.isEmpty)
                } catch {
                    return (CalendarTodoLines.bytes(error), false)
                }
            }
            if !answer.isGood { status = .no }
            try context.print(answer.bytes)
            try context.print("\n")
            if texts.isPaused { try context.flush() }
        }
        return status
    }
}

extension LayeredConfiguration {
    /// The day that weeks begin with.
    fileprivate var firstWeekday: FirstWeekday {
        value(.firstWeekday).flatMap(FirstWeekday.init(rawValue:)) ?? .monday
    }
}

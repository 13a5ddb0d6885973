import RedoCalendar
import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoInterchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo calendar`: shows a month on one screen; with `--expand` it computes next deadlines, in a process of its
/// own, which a rule may end.
package struct CalendarCommand: ParsableCommand {
    private static let expand = OptionSpecification.flag(
        "expand",
        isExpert: true,
        "read completed occurrences, one per line; print when the next ones are due (for programs)")

    private static let todos = OptionSpecification.flag(
        "todos", isExpert: true,
        "read calendars of iCalendar; print their tasks as JSON Lines (for programs)")

    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each entry of the month")

    package static let specification = CommandSpecification(
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

    private enum Form {
        case expand, todos
        /// The month as it was given; nil for the current one.
        case month(String?, TaskContext.Choice, isJSON: Bool)
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        let operands = arguments.operands
        let isOfTodos = arguments.has(Self.todos)
        if isOfTodos || arguments.has(Self.expand) {
            if let operand = operands.first { throw .usage("unexpected argument '\(operand)'") }
            form = isOfTodos ? .todos : .expand
        } else {
            form = .month(
                operands.isEmpty ? nil : operands.joined(separator: " "),
                TaskContext.Choice(arguments), isJSON: arguments.has(Self.json))
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .expand: return try RuleExpansion.run(&context)
        case .todos: return try Self.readTodos(&context)
        case .month(let text, let choice, let isJSON):
            try Self.showMonth(text, choice, isJSON: isJSON, &context)
            return .done
        }
    }

    private static func showMonth(
        _ text: String?, _ choice: TaskContext.Choice, isJSON: Bool,
        _ context: inout CommandContext
    ) throws(RedoError) {
        let now = try context.now()
        let today = LocalCalendar(.local).day(of: now)
        let month =
            try text.map { text throws(RedoError) in
                try CalendarMonth(written: text, today: today)
            } ?? CalendarMonth(today)
        let repository = try context.openRepository()
        var viewed = try ViewedTasks(choice, context, repository, isForPeople: !isJSON)
        try viewed.expect(until: month.range.upperBound, repository, context)
        if isJSON {
            return try viewed.agenda(month.range, gathersOverdue: false)
                .printObjects(of: month.range, viewed.table, &context)
        }
        viewed.context?.announce(context)
        let layout = MonthLayout(
            columns: context.terminalColumns ?? 80, rows: context.terminalRows ?? 24,
            weeksBeginOn: repository.store.configuration.firstWeekday)
        try context.print(layout.text(month, viewed, context))
    }

    /// The maximum processor time for one calendar in seconds.
    private static let maximumCalendarSeconds = 10
    private static let maximumCalendarMemory = 4 << 30

    /// Answers calendars, each ended by a NUL or the end of the input: `redo calendar --todos`.
    private static func readTodos(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        ProcessorTimeLimit.limitMemory(toBytes: maximumCalendarMemory)
        let reader = CalendarReader(try InterchangeSettings(context))
        CompletedOccurrence.loadLibrary()
        var texts = context.inputLines(
            separatedByZeros: true, maximumLineByteCount: CalendarReader.maximumByteCount)
        var status = ExitStatus.done
        while let text = try texts.next() {
            guard case .bytes(let bytes) = text else {
                throw .usage("a calendar is at most \(CalendarReader.maximumByteCount) bytes long")
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

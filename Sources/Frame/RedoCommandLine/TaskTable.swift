import RedoCalendar
import RedoInsight
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// Tasks as a table for people: the most urgent first.
package struct TaskTable: Sendable {
    package static let rankOption = OptionSpecification.value(
        "rank", takes: "how", oneOf: Rank.allCases.map(\.rawValue),
        isExpert: true, "order by classic or sigmoid rank, instead of redo.rank")

    private let rank: RankRules
    private let now: Rank.Now
    package let words: DueDescription
    private let dates: UnderstoodDate
    package let fields: TaskFieldCatalog
    /// The facts about the tasks beside their states.
    package private(set) var facts: StateFacts
    /// The columns, from left to right.
    package var columns = TaskColumn.usual
    /// The ids that a prefix has to tell apart, sorted; nil for those of the rows.
    package var knownIDs: [TaskID]?
    /// The maximum width of the table; nil if nothing is cut.
    package var width: Int?
    package let colors: TaskColors

    /// - Throws: wrong usage for a rank that does not exist.
    ///
    /// - Parameters:
    ///   - rank: the value of ``rankOption``; nil for what the configuration says.
    ///   - moment: what counts as now; nil for the clock's.
    package init(
        _ context: borrowing CommandContext, _ store: Store, rankedBy rank: String? = nil,
        at moment: Instant? = nil
    ) throws(RedoError) {
        self.rank = RankRules(
            try Rank(named: rank, store.configuration, context), store.configuration)
        let clock = try context.now()
        let instant = moment ?? clock
        now = Rank.Now(instant, in: .local)
        words = DueDescription(now: instant)
        dates = UnderstoodDate(now: instant)
        fields = store.configuration.taskFields
        facts = StateFacts(at: instant)
        width = context.terminalColumns
        colors = TaskColors(context)
    }

    /// A table in the order that the configuration names, or else in the default one, for commands that only mention
    /// tasks.
    package init(_ configuration: LayeredConfiguration, now instant: Instant) {
        rank = RankRules(.configured(configuration), configuration)
        now = Rank.Now(instant, in: .local)
        words = DueDescription(now: instant)
        dates = UnderstoodDate(now: instant)
        fields = configuration.taskFields
        facts = StateFacts(at: instant)
        colors = TaskColors()
    }

    /// Sets the facts about tasks, and those that follow from how they are related.
    ///
    /// - Parameter organisation: what their log says of them beside their states.
    package mutating func take(
        _ state: State, _ organisation: OrganisationFacts
    ) {
        facts = StateFacts(state, at: now.instant, organisation)
    }

    /// Sets the facts about listed tasks.
    ///
    /// - Throws: ``TaskDamage`` if the cache is damaged.
    package mutating func take(
        _ tasks: ListedTasks, _ organisation: OrganisationFacts
    ) throws(TaskDamage) {
        facts = try StateFacts(tasks, at: now.instant, organisation)
    }

    /// Some of the tasks with their ranks, the most urgent first.
    ///
    /// - Parameter limit: how many are wanted at most; nil for all.
    package func ranked(
        _ state: State, limit: Int? = nil,
        where isWanted: @Sendable (TaskState) -> Bool = { _ in true }
    ) -> [RankedTask] {
        state.ranked(by: rank, facts, at: now, limit: limit, where: isWanted)
    }

    /// Some of the listed tasks with their ranks, the most urgent first.
    ///
    /// - Throws: ``TaskDamage`` if the cache is damaged.
    package func ranked(
        _ tasks: ListedTasks, limit: Int?, where isWanted: @Sendable (TaskState) -> Bool
    ) throws(TaskDamage) -> [RankedTask] {
        try tasks.ranked(by: rank, facts, at: now, limit: limit, where: isWanted)
    }

    /// The key by which lists order a listed task.
    ///
    /// - Parameter number: the number of the task among all listed ones.
    package func key(of task: TaskState, _ number: Int) -> RankKey {
        rank.key(of: task, facts, at: now, position: number)
    }

    /// The numbers of the first ones of some listed tasks, the most urgent first.
    ///
    /// - Parameter parts: the keys of the tasks in the order of their ids, from ``key(of:_:)``.
    package func first(_ limit: Int, of parts: [[RankKey]], in tasks: ListedTasks) -> [Int] {
        RankKey.sorted(parts, facts, limit: limit) { tasks.id(of: $0.position) }.map(\.position)
    }

    /// The current time.
    package var moment: Instant { now.instant }

    /// True if a task is hidden from lists until later.
    package func isSnoozed(_ task: TaskState) -> Bool {
        task.isSnoozed(at: now.instant)
    }

    /// True if lines that were made one by one can be nested.
    package var canNestLines: Bool { facts.hierarchy.isEmpty || columns.last == .title }

    /// True if nothing in a line depends on other tasks but the widths of columns: titles are not cut to what other
    /// columns leave, and there are no styles.
    package func hasIndependentLines(_ context: borrowing CommandContext) -> Bool {
        width == nil && !context.isStyled && !colors.areOn
    }

    /// One line a task under a heading, the most urgent first, of a table for which ``hasIndependentLines(_:)`` holds.
    ///
    /// The cells of a task are made as it is ranked, so that no task has to be kept.
    ///
    /// - Parameter isNested: whether parts are beneath what they belong to; then ``canNestLines`` must hold.
    /// - Returns: what ``bytes(of:context:)`` makes of these tasks, in parts, and how many tasks there are.
    /// - Throws: ``TaskDamage`` if the cache is damaged.
    package func lines(
        of tasks: ListedTasks, isNested: Bool, where isWanted: @Sendable (TaskState) -> Bool
    ) throws(TaskDamage) -> (parts: [[UInt8]], count: Int) {
        let ids = knownIDs ?? tasks.ids
        let isNested = isNested && !facts.hierarchy.isEmpty
        let needsIDs = isNested || facts.hasBlockedTasks
        let parts = try tasks.parts { range throws(TaskDamage) in
            if range.count >= CellGrid.smallestShare { Heap.useLargePages() }
            var keys: [RankKey] = []
            var taskIDs: [TaskID] = []
            keys.reserveCapacity(range.count)
            var cells = CellGrid(columns, lineCount: range.count)
            try tasks.forEach(in: range) { _, task in
                guard isWanted(task) else { return }
                let row = rank.ranked(task, facts, at: now)
                keys.append(rank.key(of: row, facts, position: keys.count))
                if needsIDs { taskIDs.append(task.id) }
                addCells(row, ids, to: &cells)
            }
            return (keys: keys, ids: taskIDs, cells: cells)
        }
        let order = RankKey.sorted(parts.map(\.keys), facts) { parts[$0.part].ids[$0.position] }
        let nesting = isNested ? nesting(order.map { parts[$0.part].ids[$0.position] }) : nil
        let grids = CellGrid.aligned([CellGrid(headings: columns)] + parts.map(\.cells))
        let lines = Parallel.map(
            count: order.count + 1, smallestShare: CellGrid.smallestShare
        ) {
            if $0.count >= CellGrid.smallestShare { Heap.useLargePages() }
            var output: [UInt8] = []
            output.reserveCapacity(96 * $0.count)
            let (grids, order) = (grids.span, order.span)
            for line in $0 {
                if line == 0 {
                    grids[0].append(line: 0, to: &output)
                } else {
                    let (index, indent) = nesting.map { $0[line - 1] } ?? (line - 1, 0)
                    grids[order[index].part + 1].append(
                        line: order[index].position, indent: indent, to: &output)
                }
            }
            return [output]
        }
        return (lines, order.count)
    }

    /// One line a task under a heading.
    package func bytes(of rows: [RankedTask], context: borrowing CommandContext) -> [UInt8] {
        let ids = knownIDs ?? rows.map(\.task.id).sorted()
        // Titles that are not cut need not wait for the widths of the other columns.
        let first = width == nil ? columns : columns.filter { $0 != .title }
        let cells = CellGrid(first, rows) { addCells($0, ids, to: &$1) }
        let columns = fitting(cells)
        let titles = width.map { self.titles(of: rows, columns, besides: cells, width: $0) }
        let order = columns.map { cells.columns.firstIndex(of: $0) }
        let (heading, overdue) = (LineStyle(.bold, context), LineStyle(.overdue, context))
        let parts = Parallel.map(count: rows.count + 1, smallestShare: CellGrid.smallestShare) {
            var output: [UInt8] = []
            output.reserveCapacity(64 * $0.count)
            for line in $0 {
                let isOverdue = !overdue.isPlain && line > 0 && isOverdue(rows[line - 1])
                let style = line == 0 ? heading : isOverdue ? overdue : nil
                if let style { output += style.start }
                for (position, column) in order.enumerated() {
                    let isLast = position == order.count - 1
                    if let column {
                        let cell =
                            colors.areOn && line > 0
                            ? self.style(columns[position], of: rows[line - 1]) : nil
                        if let cell { output += "\u{1B}[\(cell.codes)m".utf8 }
                        cells.append(line, column, isLast: isLast, to: &output)
                        if cell != nil { output += "\u{1B}[m".utf8 + (style?.start ?? []) }
                    } else {
                        titles?.append(line, 0, isLast: isLast, to: &output)
                    }
                    if !isLast { output.append("  ") }
                }
                if let style { output += style.end }
                output.append(UInt8(ascii: "\n"))
            }
            return [output]
        }
        // Part by part: joined they would be copied byte by byte.
        return parts.reduce(into: []) { $0 += $1 }
    }

    /// The colour of a cell; nil if it has that of its line.
    private func style(_ column: TaskColumn, of row: RankedTask) -> Style? {
        switch column {
        case .due, .deadline: return isSoon(row.task, due: row.due) ? .soon : nil
        case .claimed: return facts.claim(of: row.task.id).map { _ in .claimed }
        case .field(.project): return colors.project(row.task.project)
        case .field(.category): return colors.category(facts.facts(of: row.task))
        default: return nil
        }
    }

    /// The texts before and after a line.
    private struct LineStyle: Sendable {
        let start: [UInt8]
        let end: [UInt8]

        var isPlain: Bool { start.isEmpty && end.isEmpty }

        init(_ style: Style, _ context: borrowing CommandContext) {
            start = Array(context.styleStart(style).utf8)
            end = Array(context.styleEnd(style).utf8)
        }
    }

    // MARK: Cells

    private func addCells(_ row: RankedTask, _ ids: [TaskID], to cells: inout CellGrid) {
        for column in cells.columns {
            switch column {
            case .rank: cells.add { appendOneDecimal(row.rank, to: &$0) }
            case .id:
                let count = shortestPrefixCount(of: row.task.id, inSorted: ids)
                cells.add { row.task.id.value.append(firstCharacters: count, to: &$0) }
            case .priority: cells.add { appendDecimal(row.task.priority, to: &$0) }
            case .due:
                cells.add {
                    if let due = row.due { words.append(due, to: &$0) } else { $0.append("-") }
                }
            case .deadline: cells.add(row.due.map(localText) ?? "-")
            case .hidden:
                cells.add(row.task.hiddenUntil.map { dates.text($0, endsDay: false) } ?? "-")
            case .state: cells.add(shownStatus(of: row.task))
            case .claimed:
                let claim = facts.claim(of: row.task.id).map { claimText($0) } ?? "-"
                cells.add(claim, width: displayWidth(claim))
            case .every:
                let every = row.task.recurrenceWords ?? "-"
                cells.add(every, width: displayWidth(every))
            case .points:
                cells.add(
                    String(
                        decoding: CanonicalJSON.bytes(.number(row.task.storyPoints)),
                        as: UTF8.self))
            case .created: cells.add(localText(row.task.creation))
            case .updated: cells.add(localText(row.task.lastUpdated))
            case .completed: cells.add(row.task.lastCompletion.map(localText) ?? "-")
            case .tags:
                let tags = row.task.tags.map(\.printable).joined(separator: " ")
                cells.add(tags, width: displayWidth(tags))
            case .field(let field):
                let text = fieldText(field, of: row.task) ?? "-"
                cells.add(text, width: displayWidth(text))
            case .title: addTitle(row, columns, atMost: .max, to: &cells)
            }
        }
    }

    /// The columns without those that the width has no room for.
    private func fitting(_ cells: CellGrid) -> [TaskColumn] {
        guard let width else { return columns }
        var fitting = columns
        let ofFields = columns.filter { !TaskColumn.computed.contains($0) }
        for column in ofFields.reversed() + TaskColumn.leastNeededFirst {
            let wanted = fitting.contains(.title) ? Self.narrowestTitle : -2
            if fitting.count == 1 || taken(by: fitting, cells) + wanted <= width { break }
            fitting.removeAll { $0 == column }
        }
        return fitting
    }

    /// The widths of the columns beside the title, each with the space behind it.
    private func taken(by columns: [TaskColumn], _ cells: CellGrid) -> Int {
        zip(cells.columns, cells.widths).reduce(0) {
            columns.contains($1.0) ? $0 + $1.1 + 2 : $0
        }
    }

    /// The titles, cut to what the other columns leave of the width, with the tags that fit.
    private func titles(
        of rows: [RankedTask], _ columns: [TaskColumn], besides cells: CellGrid, width: Int
    ) -> CellGrid {
        let limit = max(1, width - taken(by: columns, cells))
        return CellGrid(columns.contains(.title) ? [.title] : [], rows) {
            addTitle($0, columns, atMost: limit, to: &$1)
        }
    }

    private func addTitle(
        _ row: RankedTask, _ columns: [TaskColumn], atMost limit: Int, to titles: inout CellGrid
    ) {
        var parts = TitleParts.all
        if columns.contains(.state) { parts.subtract([.status, .soon]) }
        if columns.contains(.tags) { parts.remove(.tags) }
        if columns.contains(.every) { parts.remove(.recurrence) }
        if columns.contains(.claimed) { parts.subtract([.claim, .holder]) }
        let indent = min(indent(of: row), limit / 2)
        titles.add {
            $0 += repeatElement(UInt8(ascii: " "), count: indent)
            let room = limit == .max ? .max : limit - indent
            return indent
                + append(titleOf: row.task, due: row.due, with: parts, atMost: room, to: &$0)
        }
    }

    /// The minimum width of titles in columns. Other columns are left out before titles become narrower.
    static let narrowestTitle = 12

    /// A field's value as people are shown it; nil for a task without one.
    package func fieldText(_ field: TaskField, of task: TaskState) -> String? {
        if field == .category {
            // A category that was deleted has no name, and is as good as none.
            let path = facts.facts(of: task).categoryPath
            if case .uuid? = field.value(of: task) {
                return path.isEmpty ? nil : path.map(\.printable).joined(separator: "/")
            }
        }
        return field.text(of: task)
    }

    private func isOverdue(_ row: RankedTask) -> Bool {
        row.task.isOverdue(at: now.instant, due: row.due)
    }

    func isBlocked(_ task: TaskState) -> Bool {
        facts.marks(of: task).contains(.blocked)
    }

    /// The members of a task for programs beside its state: its status at this moment.
    ///
    /// `due` is the deadline of the current to-do as it was written, `every` the rule of recurrence in words,
    /// which only a task with one has, `overdue` whether the deadline has passed,
    /// `rank` the task's rank, `state` its status, `todo` the current to-do, `blocked` whether another task has to
    /// be done before, `claim` who has claimed it, which only a task with a claim in force has, `project` its project,
    /// `urgency` the terms of its rank; null if there is none.
    package func members(of row: RankedTask) -> [JSONMember] {
        let todo = row.task.currentTodo
        var members = [
            JSONMember("blocked", .bool(isBlocked(row.task))),
            JSONMember("due", todo?.deadline.map { .string($0) } ?? .null),
        ]
        if let claim = facts.claim(of: row.task.id) {
            members.append(JSONMember("claim", claim.json))
        }
        if let recurrence = row.task.recurrence {
            members.append(JSONMember("every", .string(JSONString(recurrence.zonedWords))))
        }
        if let progress = progressMember(row.task) { members.append(progress) }
        return members + [
            JSONMember("overdue", .bool(isOverdue(row))),
            JSONMember("project", row.task.fields["project"] ?? .null),
            JSONMember("rank", .number(row.rank)),
            JSONMember("state", .string(JSONString(status(of: row.task)))),
            JSONMember("todo", todo.map(\.json) ?? .null),
            JSONMember("urgency", urgency(of: row.task)),
        ]
    }

    /// The status of a task, in a word.
    package func status(of task: TaskState) -> String {
        status(of: task, facts.marks(of: task))
    }

    /// The status of a task, in a word for people.
    package func shownStatus(of task: TaskState) -> String {
        Self.shown(status(of: task))
    }

    static func shown(_ status: String) -> String { status == "draft" ? "idea" : status }

    func status(of task: TaskState, _ marks: TaskFacts.Marks) -> String {
        if marks.contains(.inTrash) { return "trash" }
        if task.isCompleted { return "completed" }
        if task.isArchived { return "archived" }
        if marks.contains(.snoozed) { return "snoozed" }
        if marks.contains(.waiting), task.isOpen { return "waiting" }
        if task.hasCurrentTodo { return "open" }
        return task.isDraft ? "draft" : "done"
    }

    /// The rank with one decimal.
    package func rankText(of task: TaskState) -> String {
        oneDecimal(rank.value(of: task, facts.facts(of: task), at: now))
    }

    /// The rank of a task, and the terms whose product it is.
    package func rank(of task: TaskState) -> (value: Double, terms: [RankTerm]) {
        let facts = facts.facts(of: task)
        return (rank.value(of: task, facts, at: now), rank.terms(of: task, facts, at: now))
    }

    /// What orders a task in lists beside its rank, for people: what it is, and what follows from that.
    package func ordering(of task: TaskState) -> [(title: String, text: String)] {
        let marks = facts.marks(of: task)
        func row(
            _ title: String, _ mark: TaskFacts.Marks, _ text: String
        ) -> (title: String, text: String) {
            (title, marks.contains(mark) ? text : "no")
        }
        let days = max(0, Int(task.creation.days(to: now.instant)))
        return [
            row("active", .active, "yes: it comes first"),
            row("blocked", .blocked, "yes: it comes after the tasks that it waits for"),
            row("blocking", .blocking, "yes: the tasks that wait for it come after it"),
            ("age", "\(counted(days, "day")): of equal ranks the oldest comes first"),
        ]
    }

    /// A rank and its terms for programs.
    package func urgency(of task: TaskState) -> JSONValue {
        .object([
            JSONMember("formula", .string(JSONString(rank.formula.rawValue))),
            JSONMember(
                "terms",
                .object(
                    rank(of: task).terms.map {
                        JSONMember(JSONString($0.title), .number($0.result))
                    })),
        ])
    }
}

/// A moment as `YYYY-MM-DD HH:MM` in local time.
package func localText(_ instant: Instant) -> String {
    let local = TimeZoneRules.local.clockReading(at: instant).wallText
    return "\(local.prefix(10)) \(local.dropFirst(11).prefix(5))"
}

/// A number with one decimal; one of 10^15 and above, which hostile story points can make, as Swift
/// prints it.
package func oneDecimal(_ number: Double) -> String {
    var text: [UInt8] = []
    appendOneDecimal(number, to: &text)
    return String(decoding: text, as: UTF8.self)
}

/// Appends a number as ``oneDecimal(_:)`` shows it.
private func appendOneDecimal(_ number: Double, to output: inout [UInt8]) {
    guard number.magnitude < 1e15 else {
        output += number.description.utf8
        return
    }
    let tenths = Int((number * 10).rounded())
    appendDecimal(tenths / 10, to: &output)
    output.append(".")
    appendDecimal(tenths % 10, to: &output)
}

extension TaskState {
    /// Its recurrence, for people: `every week`, `7 days after it is done`; nil for a task that is done once.
    package var recurrenceWords: String? { frequencyText { $0.words } }

    /// Its recurrence, for people; nil for a task that is done once.
    ///
    /// - Parameter text: the text of a rule.
    package func frequencyText(_ text: (Recurrence) -> String) -> String? {
        recurrence.map(text)
            ?? (frequencyDays > 0 ? "\(counted(frequencyDays, "day")) after it is done" : nil)
    }
}

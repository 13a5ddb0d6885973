import RedoCommandLine
import RedoModel
import RedoScreen

extension UserInterface {
    /// From this many columns on details stand to the right of a list.
    private static let wideColumns = 100
    private static let (leastRows, leastColumns) = (4, 20)

    /// The frame for the terminal.
    mutating func frame() -> Frame {
        var frame = Frame(rows: size.rows, columns: size.columns)
        guard size.rows >= Self.leastRows, size.columns >= Self.leastColumns else {
            frame.put("too small", row: 0, column: 0)
            return frame
        }
        drawTabs(&frame)
        let area = 1..<size.rows - 1
        if let sheet {
            sheet.draw(&frame, rows: area)
        } else {
            drawPage(&frame, area)
        }
        drawBottom(&frame)
        return frame
    }

    private mutating func drawPage(_ frame: inout Frame, _ area: Range<Int>) {
        let isWide = page.hasDetail && size.columns >= Self.wideColumns
        let width = isWide ? size.columns * 3 / 5 : size.columns
        page.draw(&frame, rows: area, width: width, source)
        if isWide { drawDetail(&frame, area, page.selectedTask, column: width + 1) }
    }

    private mutating func drawDetail(
        _ frame: inout Frame, _ area: Range<Int>, _ task: TaskID?, column: Int
    ) {
        for row in area { frame.put(StyledText("│", .faint), row: row, column: column - 1) }
        guard let task else { return }
        let width = size.columns - column - 1
        if detail?.task != task {
            var page = OutputPage.task(task.description)
            page.refresh(source, width: width)
            detail = (task, page)
        }
        detail?.page.draw(&frame, rows: area, column: column + 1, width: width, isActive: false)
    }

    // MARK: The first row

    /// A tab as the first row shows it.
    struct ShownTab {
        let number: Int
        let label: String
        let columns: Range<Int>
    }

    /// The tabs that there is room for: all of them, with spaces around them if possible, else as many as fit from the
    /// first on, the current one among them; beside a trail that leaves too little room, the current one alone.
    var shownTabs: [ShownTab] {
        let room = size.columns - (trail.isEmpty ? 0 : CharacterWidth.columns(of: trail) + 1)
        let wide = tabs.enumerated().map { " \($0 + 1) \($1.title) " }
        if let all = Self.row(of: wide, tabs.indices, from: 1), all.end <= room {
            return all.tabs
        }
        let narrow = tabs.enumerated().map { "\($0 + 1) \($1.title)" }
        func fits(_ range: ClosedRange<Int>) -> Bool {
            Self.row(of: narrow, Range(range), from: 1).map { $0.end <= room } ?? false
        }
        var (first, last) = (trail.isEmpty ? 0 : current, current)
        while first < current, !fits(first...last) { first += 1 }
        while trail.isEmpty, last + 1 < tabs.count, fits(first...last + 1) { last += 1 }
        return Self.row(of: narrow, first..<last + 1, from: 1)?.tabs ?? []
    }

    /// Labels beside each other, and the column behind them; nil without any.
    private static func row(
        of labels: [String], _ range: Range<Int>, from start: Int
    ) -> (tabs: [ShownTab], end: Int)? {
        var column = start
        let tabs = range.map { number in
            let label = labels[number]
            defer { column += label.count + 1 }
            return ShownTab(
                number: number, label: label, columns: column..<column + label.count)
        }
        return tabs.isEmpty ? nil : (tabs, column - 1)
    }

    /// The filter of the tab and the pages that were opened from it; empty at its beginning.
    private var trail: String {
        let query = tabs[current].pages[0].query ?? ""
        let filter = query.isEmpty ? [] : ["/\(query)"]
        let titles = tabs[current].pages.dropFirst().map { "› \($0.title)" }
        return (filter + titles).joined(separator: " ").printable
    }

    private func drawTabs(_ frame: inout Frame) {
        var end = 1
        for tab in shownTabs {
            let style: TextStyle =
                tab.number == current ? TextStyle([.bold, .reversed]) : .faint
            frame.put(StyledText(tab.label, style), row: 0, column: tab.columns.lowerBound)
            end = tab.columns.upperBound + 1
        }
        if !trail.isEmpty { frame.put(StyledText(trail, .faint), row: 0, column: end) }
    }

    // MARK: The last row

    private func drawBottom(_ frame: inout Frame) {
        let row = size.rows - 1
        if let prompt {
            drawCandidates(of: prompt, &frame, above: row)
            if prompt.candidates.isEmpty, let note = prompt.note {
                frame.clear(rows: row - 1..<row, columns: 0..<size.columns)
                frame.put(note, row: row - 1, column: 1, limit: size.columns - 2)
            }
            frame.put(StyledText(prompt.label, .bold), row: row, column: 0)
            let column = prompt.label.count
            prompt.input.draw(
                &frame, row: row, column: column, width: size.columns - column - 1, isActive: true)
            return
        }
        let right = StyledText(status, .faint)
        let width = size.columns - right.columns - 2
        frame.put(message ?? reminder ?? footer, row: row, column: 0, limit: width)
        frame.put(right, row: row, column: max(0, size.columns - right.columns - 1))
    }

    /// The command beside the screen, or the trail, and whether syncs fail.
    private var status: String {
        if let workStatus {
            return isWorkCancelled
                ? workStatus : "\(workStatus.printable)  \(Key.escape) cancels"
        }
        return [isOffline ? "offline" : "", page.position].filter { !$0.isEmpty }
            .joined(separator: "  ")
    }

    /// Draws the completions of a command line in the rows above it.
    private func drawCandidates(of prompt: Prompt, _ frame: inout Frame, above row: Int) {
        let shown = prompt.candidates.prefix(max(0, min(Self.maximumCandidateCount, row - 2)))
        let width = (shown.map { displayWidth($0.word) }.max() ?? 0) + 2
        for (index, candidate) in shown.enumerated() {
            let line = row - shown.count + index
            frame.clear(rows: line..<line + 1, columns: 0..<size.columns)
            let word = candidate.word.printable.padded(toColumns: width)
            frame.put(
                StyledText(" \(word)") + StyledText(candidate.description, .faint), row: line,
                column: 0)
        }
    }

    /// The maximum number of candidates that are shown at once.
    private static let maximumCandidateCount = 8

    /// The newest reminder, until a key is pressed.
    private var reminder: StyledText? {
        reminders.text.map { StyledText($0.printable, TextStyle([.bold, .reversed])) }
    }

    /// The possible actions, and after them, faint, those that are not possible now; then the reason is first.
    private var footer: StyledText {
        let own = page.ownKeys.map { ("\($0.key) \($0.label)", $0.reason) }
        let actions = page.actions.map { action in
            ("\(keys.name(of: action)) \(action.label)", page.refusal(of: action, source))
        }
        let all = own + actions
        func joined(_ texts: [(String, String?)]) -> String {
            texts.map(\.0).joined(separator: "  ")
        }
        let possible = joined(all.filter { $0.1 == nil })
        let impossible = all.filter { $0.1 != nil }
        if impossible.isEmpty { return StyledText(possible) }
        let reason = source.rights.reasonNotToChange(page.targets)
        return StyledText(reason.map { "\($0)  " } ?? "") + StyledText(possible + "  ")
            + StyledText(joined(impossible), .faint)
    }
}

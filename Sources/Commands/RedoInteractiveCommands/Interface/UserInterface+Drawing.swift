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

    /// The tabs by number, and where they stand; only the current one if there is no room for where one is in it.
    var shownTabs: [(number: Int, label: String, columns: Range<Int>)] {
        var column = 1
        let all = tabs.enumerated().map { number, tab in
            let label = " \(number + 1) \(tab.title) "
            defer { column += label.count + 1 }
            return (number: number, label: label, columns: column..<column + label.count)
        }
        let trail = trail
        if trail.isEmpty || column + CharacterWidth.columns(of: trail) <= size.columns {
            return all
        }
        let label = all[current].label
        return [(number: current, label: label, columns: 1..<1 + label.count)]
    }

    /// The trail in the current tab; empty at its beginning.
    private var trail: String {
        let titles = tabs[current].pages.dropFirst().map(\.title)
        return titles.map { "› \($0)" }.joined(separator: " ").printable
    }

    private func drawTabs(_ frame: inout Frame) {
        var end = 1
        for (number, label, columns) in shownTabs {
            let style: TextStyle = number == current ? TextStyle([.bold, .reversed]) : .faint
            frame.put(StyledText(label, style), row: 0, column: columns.lowerBound)
            end = columns.upperBound + 1
        }
        if !trail.isEmpty { frame.put(StyledText(trail, .faint), row: 0, column: end) }
    }

    // MARK: The last row

    private func drawBottom(_ frame: inout Frame) {
        let row = size.rows - 1
        if let prompt {
            drawCandidates(of: prompt, &frame, above: row)
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

    /// The completions of a command line, in the rows above it.
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

    /// How many candidates are shown at once.
    private static let maximumCandidateCount = 8

    /// The newest reminder, until a key is pressed.
    private var reminder: StyledText? {
        reminders.text.map { StyledText($0.printable, TextStyle([.bold, .reversed])) }
    }

    /// The possible actions.
    private var footer: StyledText {
        let texts = page.actions.map { "\(keys.name(of: $0)) \($0.label)" }
        return StyledText(texts.joined(separator: "  "), .faint)
    }
}

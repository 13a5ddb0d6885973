import RedoCommandLine
import RedoModel
import RedoScreen

extension UserInterface {
    /// From so many columns on details stand to the right of a list.
    private static let wideColumns = 100
    private static let (leastRows, leastColumns) = (4, 20)

    /// What the terminal is to show.
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
        } else if isHelpShown {
            drawHelp(&frame, area)
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

    private func drawTabs(_ frame: inout Frame) {
        var column = 1
        for (place, tab) in tabs.enumerated() {
            let style: TextStyle = place == current ? TextStyle([.bold, .reversed]) : .faint
            column +=
                frame.put(StyledText(" \(place + 1) \(tab.title) ", style), row: 0, column: column)
                + 1
        }
        let trail = tabs[current].pages.dropFirst().map(\.title)
        if !trail.isEmpty {
            frame.put(
                StyledText("› " + trail.joined(separator: " › ").printable, .faint), row: 0,
                column: column)
        }
    }

    // MARK: Help

    private func drawHelp(_ frame: inout Frame, _ area: Range<Int>) {
        var lines: [StyledText] = [StyledText("This page: \(page.commandLine)", .bold), ""]
        for action in UserAction.allCases {
            let key = (keys.names[action] ?? "").padded(toColumns: 8)
            let command = action.commandName.map { "redo \($0)" } ?? ""
            lines.append("\(key) \(action.label.padded(toColumns: 14)) \(command)")
        }
        lines.append(
            "1 to \(tabs.count)   go to a tab; arrows, j k g G C-d C-u, Page Up and Page Down move")
        let perColumn = area.count
        for (place, line) in lines.enumerated() {
            frame.put(
                line, row: area.lowerBound + place % perColumn,
                column: 1 + place / perColumn * max(40, size.columns / 2))
        }
    }

    // MARK: The last row

    private func drawBottom(_ frame: inout Frame) {
        let row = size.rows - 1
        if let prompt {
            frame.put(StyledText(prompt.label, .bold), row: row, column: 0)
            let column = prompt.label.count
            prompt.input.draw(
                &frame, row: row, column: column, width: size.columns - column - 1, isActive: true)
            return
        }
        let right = StyledText(syncStatus?.printable ?? page.position, .faint)
        let width = size.columns - right.columns - 2
        frame.put(message ?? footer, row: row, column: 0, limit: width)
        frame.put(right, row: row, column: max(0, size.columns - right.columns - 1))
    }

    /// What is possible now.
    private var footer: StyledText {
        let shown: [UserAction] = [
            .add, .edit, .done, .delete, .snooze, .undo, .search, .command, .help, .quit,
        ]
        let texts = shown.map { "\(keys.names[$0] ?? "") \($0.label)" }
        return StyledText(texts.joined(separator: "  "), .faint)
    }
}

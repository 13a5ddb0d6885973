/// The contents of a screen: characters in rows and columns, each with a style.
package struct Frame: Equatable, Sendable {
    package struct Cell: Equatable, Sendable {
        /// A character with the marks that join it; empty where a wide character of the previous column continues.
        package var text = " "
        package var style = TextStyle.plain
    }

    package let rows: Int
    package let columns: Int
    /// Row by row.
    package private(set) var cells: [Cell]
    /// The position of the cursor; nil if it is hidden.
    package var cursor: (row: Int, column: Int)? {
        didSet {
            if let index = cursor, index.row >= rows || index.column >= columns { cursor = nil }
        }
    }

    package init(rows: Int, columns: Int) {
        self.rows = max(0, rows)
        self.columns = max(0, columns)
        cells = Array(repeating: Cell(), count: self.rows * self.columns)
    }

    package static func == (left: Frame, right: Frame) -> Bool {
        left.rows == right.rows && left.columns == right.columns && left.cells == right.cells
            && left.cursor?.row == right.cursor?.row && left.cursor?.column == right.cursor?.column
    }

    /// Writes a text, and cuts it with an ellipsis if it is too wide.
    ///
    /// - Parameters:
    ///   - limit: the columns that it may take; nil for those to the right edge.
    ///   - style: beneath those of the text.
    /// - Returns: the columns that it takes.
    @discardableResult
    package mutating func put(
        _ text: StyledText, row: Int, column: Int, limit: Int? = nil, over style: TextStyle = .plain
    ) -> Int {
        guard (0..<rows).contains(row), (0..<columns).contains(column) else { return 0 }
        let end = min(columns, column + (limit ?? columns))
        guard end > column else { return 0 }
        var index = column
        for run in text.runs {
            let style = run.style.over(style)
            for scalar in run.text.unicodeScalars {
                let width = CharacterWidth.columns(of: scalar)
                if width < 0 { continue }
                if width == 0 {
                    // A mark joins the character before it, of which it takes no column.
                    if index > column { join(scalar, row: row, before: index) }
                    continue
                }
                if index + width > end {
                    erase(row: row, column: end - 1)
                    set("…", style, row: row, column: end - 1)
                    return end - column
                }
                for column in index..<index + width { erase(row: row, column: column) }
                set(String(scalar), style, row: row, column: index)
                if width == 2 { set("", style, row: row, column: index + 1) }
                index += width
            }
        }
        return index - column
    }

    /// Gives columns of a row a style beneath the ones that they have.
    package mutating func underlay(_ style: TextStyle, row: Int, columns range: Range<Int>) {
        guard (0..<rows).contains(row) else { return }
        for column in range.clamped(to: 0..<columns) {
            let index = row * columns + column
            cells[index].style = cells[index].style.over(style)
        }
    }

    /// Empties columns of some rows.
    package mutating func clear(rows rowRange: Range<Int>, columns columnRange: Range<Int>) {
        for row in rowRange.clamped(to: 0..<rows) {
            for column in columnRange.clamped(to: 0..<columns) { erase(row: row, column: column) }
        }
    }

    private mutating func set(_ text: String, _ style: TextStyle, row: Int, column: Int) {
        cells[row * columns + column] = Cell(text: text, style: style)
    }

    /// Empties a cell, with both halves of a wide character.
    private mutating func erase(row: Int, column: Int) {
        let index = row * columns + column
        if cells[index].text.isEmpty, column > 0 { cells[index - 1] = Cell() }
        if column + 1 < columns, cells[index + 1].text.isEmpty { cells[index + 1] = Cell() }
        cells[index] = Cell()
    }

    /// The maximum number of scalars in a cell (CCHARW_MAX of curses).
    private static let maximumScalarCount = 5

    private mutating func join(_ mark: Unicode.Scalar, row: Int, before column: Int) {
        var index = row * columns + column - 1
        if cells[index].text.isEmpty, column > 1 { index -= 1 }
        guard cells[index].text.unicodeScalars.count < Self.maximumScalarCount else { return }
        cells[index].text.unicodeScalars.append(mark)
    }

    /// The lines as plain text, without the spaces at their ends.
    package var lines: [String] {
        (0..<rows).map { row in
            var line = cells[row * columns..<(row + 1) * columns].map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

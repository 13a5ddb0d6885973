import RedoJSON
import RedoSystem

/// Cells of a table, in one buffer: a table of ten thousand lines takes a few allocations.
struct CellGrid {
    let columns: [TaskColumn]
    /// The width of the widest cell of each column.
    private(set) var widths: [Int]
    private var text: [UInt8] = []
    /// The ends of cells in the text, and their widths, line by line.
    private var cells: [(end: Int, width: Int)] = []

    private static let spaces = [UInt8](repeating: 0x20, count: 256)

    /// Fewer lines are made as fast by one processor.
    static let smallestShare = 512

    /// A grid without lines.
    ///
    /// - Parameter lineCount: how many lines it will have.
    init(_ columns: [TaskColumn], lineCount: Int) {
        self.columns = columns
        widths = Array(repeating: 0, count: columns.count)
        text.reserveCapacity(lineCount * columns.count * 16)
        cells.reserveCapacity(lineCount * columns.count)
    }

    /// The line of the columns' headings.
    init(headings columns: [TaskColumn]) {
        self.init(columns, lineCount: 1)
        for column in columns { add(column.heading) }
    }

    /// Creates the cells of a heading and of some lines, on all processors.
    ///
    /// - Parameter add: adds the cells of a line, one for each column.
    init<Row: Sendable>(
        _ columns: [TaskColumn], _ rows: [Row], _ add: @Sendable (Row, inout CellGrid) -> Void
    ) {
        self.init(columns, lineCount: rows.count + 1)
        guard !columns.isEmpty else { return }
        append(CellGrid(headings: columns))
        let parts = Parallel.map(count: rows.count, smallestShare: Self.smallestShare) { range in
            var part = CellGrid(columns, lineCount: range.count)
            let rows = rows.span
            for row in range { add(rows[row], &part) }
            return [part]
        }
        for part in parts { append(part) }
    }

    /// Parts of a table with the same widths of columns.
    static func aligned(_ parts: [CellGrid]) -> [CellGrid] {
        var aligned = parts
        for column in parts.first?.columns.indices ?? 0..<0 {
            let width = parts.reduce(0) { max($0, $1.widths[column]) }
            for part in aligned.indices { aligned[part].widths[column] = width }
        }
        return aligned
    }

    private mutating func append(_ other: CellGrid) {
        let start = text.count
        text += other.text
        cells += other.cells.map { ($0.end + start, $0.width) }
        for column in widths.indices { widths[column] = max(widths[column], other.widths[column]) }
    }

    /// Adds the next cell of a line: plain text, unless its width is given.
    mutating func add(_ cell: String, width: Int? = nil) {
        text += cell.utf8
        end(width ?? cell.utf8.count)
    }

    /// - Parameter body: appends the cell, and returns how wide it is.
    mutating func add(_ body: (inout [UInt8]) -> Int) {
        end(body(&text))
    }

    /// - Parameter body: appends plain text.
    mutating func add(_ body: (inout [UInt8]) -> Void) {
        let start = text.count
        body(&text)
        end(text.count - start)
    }

    private mutating func end(_ width: Int) {
        let column = cells.count % columns.count
        widths[column] = max(widths[column], width)
        cells.append((text.count, width))
    }

    /// Appends a cell, filled up to the width of its column; the last one of a line only where it is
    /// a number.
    func append(_ line: Int, _ column: Int, isLast: Bool, to output: inout [UInt8]) {
        let index = line * columns.count + column
        let start = index == 0 ? 0 : cells[index - 1].end
        let isNumber = columns[column].isNumber
        let space = widths[column] - cells[index].width
        if isNumber { Self.appendSpaces(space, to: &output) }
        output.append(text.span.extracting(start..<cells[index].end))
        if !isNumber, !isLast { Self.appendSpaces(space, to: &output) }
    }

    /// Appends a line with all its cells.
    ///
    /// - Parameter indent: how many columns the last cell is further in.
    func append(line: Int, indent: Int = 0, to output: inout [UInt8]) {
        for column in columns.indices {
            let isLast = column == columns.count - 1
            if isLast { Self.appendSpaces(indent, to: &output) }
            append(line, column, isLast: isLast, to: &output)
            output.append(isLast ? "\n" : "  ")
        }
    }

    private static func appendSpaces(_ count: Int, to output: inout [UInt8]) {
        var rest = count
        while rest > 0 {
            output.append(spaces.span.extracting(first: min(rest, spaces.count)))
            rest -= spaces.count
        }
    }
}

/// A line of a graph's drawing: strokes at positions that are one character wide.
///
/// Columns stand at the even positions, and what leads from one to the next between them.
package struct GraphRow: Equatable, Sendable {
    /// A character, and the colour of the line that it is a part of; nil for none.
    package struct Cell: Equatable, Sendable {
        package let glyph: UInt8
        package let color: Int?
    }

    package private(set) var cells: [Cell] = []

    private static let space = Cell(glyph: UInt8(ascii: " "), color: nil)

    mutating func put(_ glyph: Unicode.Scalar, at position: Int, color: Int?) {
        let cell = Cell(glyph: UInt8(ascii: glyph), color: color)
        while cells.count < position { cells.append(Self.space) }
        if cells.count == position { cells.append(cell) } else { cells[position] = cell }
    }

    func has(_ glyph: Unicode.Scalar, at position: Int) -> Bool {
        cells.indices.contains(position) && cells[position].glyph == UInt8(ascii: glyph)
    }

    /// The row as text, without spaces at its end. O(width).
    package var text: String { String(decoding: cells.map { $0.glyph }, as: UTF8.self) }

    /// The row in pieces of one colour.
    package var runs: [(text: String, color: Int?)] {
        var runs: [(text: String, color: Int?)] = []
        var position = 0
        while position < cells.count {
            let color = cells[position].color
            var end = position
            while end < cells.count, cells[end].color == color { end += 1 }
            let text = String(decoding: cells[position..<end].lazy.map(\.glyph), as: UTF8.self)
            runs.append((text, color))
            position = end
        }
        return runs
    }
}

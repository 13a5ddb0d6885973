import TestSupport
import Testing

@testable import RedoScreen

/// Frames: what stands in which column.
@Suite struct FrameTests {
    @Test func aTextThatIsTooWideEndsInAnEllipsis() {
        var frame = Frame(rows: 2, columns: 8)
        #expect(frame.put("milk and bread", row: 0, column: 1, limit: 6) == 6)
        #expect(frame.put("milk", row: 1, column: 4) == 4)
        #expect(frame.lines == [" milk …", "    milk"])
        #expect(frame.put("outside", row: 2, column: 0) == 0)
        #expect(frame.put("outside", row: 0, column: 8) == 0)
    }

    @Test func wideCharactersTakeTwoColumnsAndMarksNone() {
        var frame = Frame(rows: 1, columns: 6)
        #expect(frame.put("日e\u{301}本", row: 0, column: 0) == 5)
        #expect(frame.lines == ["日e\u{301}本"])
        // Half of a wide character is none.
        frame.put("x", row: 0, column: 1)
        #expect(frame.lines == [" xe\u{301}本"])
        frame.put("y", row: 0, column: 3)
        #expect(frame.lines == [" xe\u{301}y"])
    }

    @Test func aWideCharacterThatDoesNotFitIsCut() {
        var frame = Frame(rows: 1, columns: 3)
        frame.put("a日本", row: 0, column: 0)
        #expect(frame.lines == ["a…"] || frame.lines == ["a …"])
    }

    @Test func theCursorStaysInside() {
        var frame = Frame(rows: 2, columns: 2)
        frame.cursor = (1, 1)
        #expect(frame.cursor != nil)
        frame.cursor = (1, 2)
        #expect(frame.cursor == nil)
    }

    /// Whatever is put where: each row has its columns, and a wide character both of its own.
    @Test func eachRowKeepsItsColumns() {
        let seed = Seed()
        var random = seed.generator
        let characters: [Character] = [
            "a", "é", "e\u{301}", "日", "👩‍👩‍👧", "\u{200B}", "\t", "\u{1B}", "ש", "…",
        ]
        for _ in 0..<2000 {
            var frame = Frame(
                rows: .random(in: 1...3, using: &random),
                columns: .random(in: 1...9, using: &random))
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let text = String(
                    (0..<Int.random(in: 0...8, using: &random)).map { _ in
                        characters.randomElement(using: &random) ?? "x"
                    })
                frame.put(
                    StyledText(text, Bool.random(using: &random) ? .bold : .plain),
                    row: .random(in: -1...3, using: &random),
                    column: .random(in: -1...9, using: &random),
                    limit: Bool.random(using: &random) ? nil : .random(in: 0...9, using: &random))
            }
            for row in 0..<frame.rows {
                let cells = frame.cells[row * frame.columns..<(row + 1) * frame.columns]
                var width = 0
                for cell in cells { width += CharacterWidth.columns(of: cell.text) }
                #expect(width == frame.columns, seed.replay)
                #expect(!cells.contains { $0.text.contains("\u{1B}") }, seed.replay)
            }
        }
    }
}

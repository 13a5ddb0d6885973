import TestSupport
import Testing

@testable import RedoScreen

/// Keys, lists and text fields.
@Suite struct WidgetTests {
    @Test func aKeyIsReadFromItsName() {
        let keys: [Key] = [
            .character("a"), .character("?"), .character(" "), .character("é"), .control("c"), .up,
            .pageDown,
            .escape, .backTab, .function(12),
        ]
        for key in keys { #expect(Key(key.description) == key) }
        for name in ["", "ab", "C-", "C-A", "F13", "space"] { #expect(Key(name) == nil, "\(name)") }
    }

    /// The selected row is one of the list, and is seen; no row beyond the end is shown where there are more.
    @Test func theSelectedRowIsSeen() {
        let seed = Seed()
        var random = seed.generator
        let keys: [Key] = [
            .up, .down, .pageUp, .pageDown, .home, .end, .control("d"), .control("u"),
        ]
        for _ in 0..<200 {
            var list = ListScroll()
            for _ in 0..<50 {
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    list.update(
                        count: .random(in: 0...40, using: &random),
                        height: .random(in: 0...12, using: &random))
                case 1: list.scroll(by: .random(in: -9...9, using: &random))
                case 2: list.select(.random(in: -5...50, using: &random))
                default: _ = list.handle(keys.randomElement(using: &random) ?? .up)
                }
                #expect(list.selected >= 0 && list.selected < max(1, list.count), seed.replay)
                #expect(list.count == 0 || list.visible.contains(list.selected), seed.replay)
                #expect(list.visible.count == min(list.count, list.height), seed.replay)
            }
        }
    }

    @Test func thePointerSelectsWhatIsSeen() {
        var list = ListScroll()
        list.update(count: 20, height: 5)
        list.scroll(by: 3)
        func click(_ row: Int, isDouble: Bool = false) -> Bool {
            list.handle(.click(row: row, column: 0, isDouble: isDouble), top: 2)
        }
        #expect(!click(4) && list.selected == 5)
        #expect(click(6, isDouble: true) && list.selected == 7)
        // Above the list and below it there is nothing.
        #expect(!click(1, isDouble: true) && !click(7, isDouble: true) && list.selected == 7)
        #expect(!list.handle(.scroll(-2), top: 2) && list.top == 1 && list.selected == 5)
    }

    /// A text field does what a list of characters does.
    @Test func aTextFieldIsAListOfCharacters() {
        let seed = Seed()
        var random = seed.generator
        for _ in 0..<300 {
            var field = TextField(limit: 64)
            var (text, place): ([Character], Int) = ([], 0)
            for _ in 0..<40 {
                switch Int.random(in: 0..<9, using: &random) {
                case 0...3:
                    let character =
                        (["a", "é", "日", " ", "👩‍👩‍👧"] as [Character]).randomElement(using: &random)
                        ?? "x"
                    guard String(text).utf8.count + String(character).utf8.count <= 64 else {
                        continue
                    }
                    _ = field.handle(.character(character))
                    text.insert(character, at: place)
                    place += 1
                case 4:
                    _ = field.handle(.backspace)
                    if place > 0 {
                        place -= 1
                        text.remove(at: place)
                    }
                case 5:
                    _ = field.handle(.delete)
                    if place < text.count { text.remove(at: place) }
                case 6:
                    _ = field.handle(.left)
                    place = max(0, place - 1)
                case 7:
                    _ = field.handle(.right)
                    place = min(text.count, place + 1)
                default:
                    _ = field.handle(.control("k"))
                    text.removeSubrange(place...)
                }
                #expect(field.text == String(text), seed.replay)
                #expect(
                    field.text.distance(from: field.text.startIndex, to: field.cursor) == place,
                    seed.replay)
            }
        }
    }

    @Test func whatIsPastedIsOneLineAndNoLongerThanTheLimit() {
        var field = TextField(limit: 8)
        field.insert("one\ntwo\r\nthree")
        #expect(field.text == "one two ")
        field = TextField()
        field.insert(String(repeating: "日", count: 1 << 18))
        var frame = Frame(rows: 1, columns: 20)
        field.draw(&frame, row: 0, column: 2, width: 10, isActive: true)
        #expect(frame.cursor?.column ?? 0 < 12)
    }

    /// What is selected is replaced by what is typed or pasted, and kept by what moves.
    @Test func whatIsSelectedIsReplaced() {
        func field(after change: (inout TextField) -> Void) -> String {
            var field = TextField("tomorrow")
            field.selectAll()
            change(&field)
            _ = field.handle(.character("x"))
            return field.text
        }
        #expect(field { _ in } == "x")
        #expect(field { $0.insert("next ") } == "next x")
        #expect(field { _ = $0.handle(.backspace) } == "x")
        #expect(field { _ = $0.handle(.delete) } == "x")
        #expect(field { _ = $0.handle(.end) } == "tomorrowx")
        #expect(field { _ = $0.handle(.home) } == "xtomorrow")
        #expect(field { $0.deselect() } == "tomorrowx")
        var empty = TextField()
        empty.selectAll()
        #expect(!empty.isSelected)
    }

    /// A text of someone else turns nothing round in a form, and hides nothing.
    @Test func whatIsHarmfulIsReplacedInATextField() {
        let text = "a\u{202E}b\u{2066}c\u{61C}d\u{200B}e\u{E0041}f\u{9B}g\nh"
        let field = TextField(text, keepsLineFeeds: true)
        var frame = Frame(rows: 1, columns: 40)
        field.draw(&frame, row: 0, column: 0, width: 40, isActive: true)
        let gone = "\u{FFFD}"
        let shown = "a\(gone)b\(gone)c\(gone)d\(gone)e\(gone)f\(gone)g⏎h"
        #expect(frame.lines == [shown])
        #expect(frame.cursor?.column == shown.count)
        #expect(field.text == text)
    }
}

import RedoSystem

/// A line of text that is being typed.
package struct TextField: Equatable, Sendable {
    package private(set) var text: String
    /// Before which character the cursor stands.
    package private(set) var cursor: String.Index
    /// True if all of it is selected, so that typing replaces it.
    package private(set) var isSelected = false
    /// The maximum size, in bytes.
    package let limit: Int
    /// True if line feeds that are pasted stay what they are; otherwise they become spaces.
    private let keepsLineFeeds: Bool

    package init(_ text: String = "", limit: Int = 1 << 20, keepsLineFeeds: Bool = false) {
        self.text = text
        cursor = text.endIndex
        self.limit = limit
        self.keepsLineFeeds = keepsLineFeeds
    }

    /// Removes all that was typed.
    package mutating func clear() {
        text = ""
        cursor = text.endIndex
        isSelected = false
    }

    /// Selects all of it, with the cursor at its end.
    package mutating func selectAll() {
        cursor = text.endIndex
        isSelected = !text.isEmpty
    }

    package mutating func deselect() { isSelected = false }

    /// Applies a key; false if it has no effect on a text.
    package mutating func handle(_ key: Key) -> Bool {
        if isSelected {
            switch key {
            case .character: break
            case .backspace, .delete:
                clear()
                return true
            default: deselect()
            }
        }
        switch key {
        case .character(let character): insert(String(character))
        case .left: move(to: cursor == text.startIndex ? cursor : text.index(before: cursor))
        case .right: move(to: cursor == text.endIndex ? cursor : text.index(after: cursor))
        case .home, .control("a"): move(to: text.startIndex)
        case .end, .control("e"): move(to: text.endIndex)
        case .backspace:
            guard cursor > text.startIndex else { break }
            remove(from: text.index(before: cursor))
        case .delete, .control("d"):
            guard cursor < text.endIndex else { break }
            let end = text.index(after: cursor)
            cursor = end
            remove(from: text.index(before: end))
        case .control("u"): remove(from: text.startIndex)
        case .control("k"):
            text.removeSubrange(cursor...)
            cursor = text.endIndex
        case .control("w"): remove(from: startOfWord)
        default: return false
        }
        return true
    }

    /// Inserts what was typed or pasted in the place of a selection, as much as there is room for. However a line ends, that becomes a line feed or
    /// a space.
    package mutating func insert(_ other: String) {
        if isSelected { clear() }
        let end: Character = keepsLineFeeds ? "\n" : " "
        var added = String(other.map { $0.isNewline ? end : $0 })
        let room = max(0, limit - text.utf8.count)
        if added.utf8.count > room {
            var kept = ""
            for character in added {
                if kept.utf8.count + String(character).utf8.count > room { break }
                kept.append(character)
            }
            added = kept
        }
        let before = text[..<cursor] + added
        let offset = before.utf8.count
        text = String(before) + text[cursor...]
        // A mark that was inserted joins the character before it.
        cursor = text.utf8.index(text.startIndex, offsetBy: offset)
        cursor = text.indices.contains(cursor) ? cursor : text.endIndex
    }

    private mutating func move(to position: String.Index) { cursor = position }

    /// Removes the text from a position to the cursor.
    private mutating func remove(from start: String.Index) {
        let offset = text.utf8.distance(from: text.startIndex, to: start)
        text.removeSubrange(start..<cursor)
        cursor = text.utf8.index(text.startIndex, offsetBy: offset)
        if cursor < text.endIndex, cursor.samePosition(in: text) == nil { cursor = text.endIndex }
    }

    private var startOfWord: String.Index {
        var position = cursor
        func before() -> Character? {
            position > text.startIndex ? text[text.index(before: position)] : nil
        }
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\n" }
        while let character = before(), isBlank(character) {
            position = text.index(before: position)
        }
        while let character = before(), !isBlank(character) {
            position = text.index(before: position)
        }
        return position
    }

    /// Part of the text as it is drawn: a line feed is a mark, and what is harmful to show is replaced. Each character
    /// is shown alone as among others, so that the cursor stands where it is.
    private func shown(_ part: Substring) -> String {
        part.map { $0 == "\n" ? "⏎" : TerminalText.printable(String($0)) }.joined()
    }

    /// Draws the text so that the cursor is seen.
    package func draw(_ frame: inout Frame, row: Int, column: Int, width: Int, isActive: Bool) {
        guard width > 0 else { return }
        var start = cursor
        var columns = 0
        while start > text.startIndex {
            let previous = text.index(before: start)
            let own = CharacterWidth.columns(of: shown(text[previous..<start]))
            if columns >= width - own { break }
            columns += own
            start = previous
        }
        let style: TextStyle = isActive && isSelected ? TextStyle([.reversed]) : .plain
        let visible = StyledText(shown(text[start...].prefix(width + 1)), style)
        frame.put(visible, row: row, column: column, limit: width)
        if isActive {
            frame.cursor = (row, column + columns)
        }
    }
}

/// A key of a terminal.
package enum Key: Hashable, Sendable {
    case character(Character)
    /// A letter with Ctrl, as its small letter.
    case control(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, tab, backTab, backspace, delete, insert
    case function(Int)
}

/// An event of a terminal's input.
package enum InputEvent: Equatable, Sendable {
    case key(Key)
    /// Pasted text, with line feeds.
    case paste(String)
    /// A click at a row and a column, from 0.
    case click(row: Int, column: Int, isDouble: Bool)
    /// The wheel: lines down, or up if negative.
    case scroll(Int)
    case resize(rows: Int, columns: Int)
    /// The key of which the previous Escape was the first byte: on a slow line the rest came later.
    indirect case insteadOfEscape(InputEvent)
}

extension Key: CustomStringConvertible {
    /// As a configuration and a footer name it: `a`, `C-a`, `PageUp`, `F5`.
    package var description: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let letter): "C-\(letter)"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .enter: "Enter"
        case .escape: "Escape"
        case .tab: "Tab"
        case .backTab: "S-Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .insert: "Insert"
        case .function(let number): "F\(number)"
        }
    }

    private static let named: [Key] =
        [
            .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .tab,
            .backTab, .backspace, .delete, .insert, .character(" "),
        ] + (1...12).map { .function($0) }

    /// Reads what ``description`` writes; nil for anything else.
    package init?(_ name: String) {
        if let key = Self.named.first(where: { $0.description == name }) {
            self = key
        } else if name.count == 1, let character = name.first {
            self = .character(character)
        } else if name.count == 3, name.hasPrefix("C-"), let letter = name.last, letter.isASCII,
            letter.isLowercase
        {
            self = .control(letter)
        } else {
            return nil
        }
    }
}

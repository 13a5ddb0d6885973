/// A colour of a terminal's palette.
package struct TextColor: Hashable, Sendable {
    /// Its number: 0 to 15 as every terminal has them, to 255 where there are so many.
    package let index: UInt8

    package init(_ index: UInt8) { self.index = index }
}

/// How a character looks.
package struct TextStyle: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Attributes(rawValue: 1)
        package static let faint = Attributes(rawValue: 2)
        package static let italic = Attributes(rawValue: 4)
        package static let underlined = Attributes(rawValue: 8)
        package static let reversed = Attributes(rawValue: 16)
    }

    /// Nil for the terminal's own.
    package var foreground: TextColor?
    /// Nil for the terminal's own.
    package var background: TextColor?
    package var attributes: Attributes

    package init(
        _ attributes: Attributes = [], foreground: TextColor? = nil, background: TextColor? = nil
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    package static let plain = TextStyle()
    package static let bold = TextStyle(.bold)
    package static let faint = TextStyle(.faint)
    /// What is selected.
    package static let selected = TextStyle(.reversed)
    /// What went wrong.
    package static let error = TextStyle(.bold, foreground: TextColor(1))

    /// The style with attributes of another one, and its colours where this has none.
    package func over(_ other: TextStyle) -> TextStyle {
        TextStyle(
            attributes.union(other.attributes), foreground: foreground ?? other.foreground,
            background: background ?? other.background)
    }

    /// Takes in an escape sequence that changes the style (ECMA-48, "select graphic rendition").
    ///
    /// - Parameter codes: the numbers between `ESC [` and `m`; what is unknown changes nothing.
    mutating func apply(codes: [Int]) {
        var rest = codes.isEmpty ? [0] : codes[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: self = .plain
            case 1: attributes.insert(.bold)
            case 2: attributes.insert(.faint)
            case 3: attributes.insert(.italic)
            case 4: attributes.insert(.underlined)
            case 7: attributes.insert(.reversed)
            case 22: attributes.subtract([.bold, .faint])
            case 23: attributes.remove(.italic)
            case 24: attributes.remove(.underlined)
            case 27: attributes.remove(.reversed)
            case 30...37: foreground = TextColor(UInt8(code - 30))
            case 39: foreground = nil
            case 40...47: background = TextColor(UInt8(code - 40))
            case 49: background = nil
            case 90...97: foreground = TextColor(UInt8(code - 90 + 8))
            case 100...107: background = TextColor(UInt8(code - 100 + 8))
            case 38, 48:
                // A colour by its number; others are not written where a screen reads.
                guard rest.popFirst() == 5, let index = rest.popFirst(),
                    let color = UInt8(exactly: index)
                else { return }
                if code == 38 {
                    foreground = TextColor(color)
                } else {
                    background = TextColor(color)
                }
            default: break
            }
        }
    }
}

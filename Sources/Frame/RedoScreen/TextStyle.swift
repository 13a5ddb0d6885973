import RedoSystem

/// A colour of text.
package enum TextColor: Hashable, Sendable {
    /// By its number: 0 to 15 as every terminal has them, to 255 where the terminal has that many.
    case palette(UInt8)
    case exact(RGBColor)

    package init(_ index: UInt8) { self = .palette(index) }
}

/// The look of a character.
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
    /// Selected text.
    package static let selected = TextStyle(.reversed)
    /// An error.
    package static let error = TextStyle(.bold, foreground: TextColor(1))

    /// The style with attributes of another one, and its colours where this has none.
    package func over(_ other: TextStyle) -> TextStyle {
        TextStyle(
            attributes.union(other.attributes), foreground: foreground ?? other.foreground,
            background: background ?? other.background)
    }

    /// Reads an escape sequence that changes the style (ECMA-48, "select graphic rendition").
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
                guard let color = Self.color(from: &rest) else { return }
                if code == 38 { foreground = color } else { background = color }
            default: break
            }
        }
    }

    /// Reads what stands after 38 or 48: `5;N` or `2;R;G;B`; nil for anything else, of which the rest means nothing.
    private static func color(from codes: inout ArraySlice<Int>) -> TextColor? {
        switch codes.popFirst() {
        case 5: return codes.popFirst().flatMap { UInt8(exactly: $0) }.map { .palette($0) }
        case 2:
            let parts = codes.prefix(3)
            codes = codes.dropFirst(3)
            guard parts.count == 3, parts.allSatisfy({ (0...255).contains($0) }) else { return nil }
            let values = Array(parts)
            return .exact(RGBColor(values[0], values[1], values[2]))
        default: return nil
        }
    }
}

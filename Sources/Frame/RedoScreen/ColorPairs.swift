internal import CNCurses
import RedoSystem

/// The codes of colours of a terminal.
struct ColorScale: Equatable {
    /// The number of colours; 0 without any.
    let count: Int
    /// True if a number is a colour of 24 bits, except for those below 8.
    let isExact: Bool

    /// The number of the nearest colour that there is, and whether it should be bold: that makes dark colours bright
    /// where there are only 8.
    func number(of color: TextColor) -> (number: Int32, isBold: Bool) {
        switch color {
        case .palette(let index) where isExact && index >= 8:
            return number(of: .exact(RGBColor(index: index)))
        case .palette(let index) where Int(index) < count: return (Int32(index), false)
        case .palette(let index) where index < 16: return (Int32(index) - 8, true)
        case .palette(let index): return number(of: .exact(RGBColor(index: index)))
        case .exact(let color) where isExact:
            return (Int32(color.red << 16 | color.green << 8 | color.blue), false)
        case .exact(let color) where count >= 256: return (Int32(color.nearestIndex), false)
        case .exact(let color):
            return number(of: .palette(UInt8(clamping: color.nearestOfSixteen)))
        }
    }
}

/// The pairs of colours that ncurses has.
struct ColorPairs {
    let scale: ColorScale
    private let background: Background
    private let maximumPair: Int32
    private var pairs: [Pair: Int32] = [:]

    private struct Pair: Hashable {
        let foreground: Int32
        let background: Int32
    }

    /// - Parameters:
    ///   - isOn: whether there are colours if the terminal has some.
    ///   - background: what they should be read on.
    init(isOn: Bool, on background: Background) {
        let count = unsafe tigetnum("colors")
        let isColored = isOn && count >= 8 && start_color() != ERR && use_default_colors() != ERR
        // The extended capability of terminals whose numbers are colours (user_caps(5)), as a flag or a number of bits.
        let isExact = unsafe tigetflag("RGB") > 0 || tigetnum("RGB") > 0
        scale = ColorScale(
            count: isColored ? Int(count) : 0, isExact: isColored && count >= 1 << 24 && isExact)
        self.background = background
        maximumPair = isColored ? min(unsafe tigetnum("pairs"), Int32(Int16.max)) - 1 : 0
    }

    /// The attributes and the pair of colours of a style.
    mutating func attributes(of style: TextStyle) -> (attributes: attr_t, pair: Int32) {
        var attributes: attr_t = 0
        for (attribute, bit) in Self.bits where style.attributes.contains(attribute) {
            attributes |= bit
        }
        guard scale.count > 0, style.foreground != nil || style.background != nil else {
            return (attributes, 0)
        }
        var pair = (foreground: Int32(-1), background: Int32(-1))
        if let color = style.foreground {
            // On a background of its own a text has the colour that it was given.
            let shown =
                style.background == nil ? background.readable(color, of: scale.count) : color
            let (number, isBold) = scale.number(of: shown)
            pair.foreground = number
            if isBold { attributes |= Self.bold }
        }
        if let color = style.background { pair.background = scale.number(of: color).number }
        return (
            attributes,
            number(of: Pair(foreground: pair.foreground, background: pair.background))
        )
    }

    private mutating func number(of pair: Pair) -> Int32 {
        if let known = pairs[pair] { return known }
        let number = Int32(pairs.count + 1)
        guard number <= maximumPair,
            init_extended_pair(number, pair.foreground, pair.background) != ERR
        else { return 0 }
        pairs[pair] = number
        return number
    }

    // The masks of curses.h, which are expressions that Swift does not import.
    private static let bold: attr_t = 1 << 21
    private static let bits: [(TextStyle.Attributes, attr_t)] = [
        (.reversed, 1 << 18), (.underlined, 1 << 17), (.faint, 1 << 20), (.bold, bold),
        (.italic, 1 << 31),
    ]
}

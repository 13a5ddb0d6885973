internal import CNCurses

/// The pairs of colours that ncurses has been told of.
struct ColorPairs {
    /// How many colours the terminal has; 0 without any.
    let count: Int
    private let greatestPair: Int32
    private var pairs: [Pair: Int32] = [:]

    private struct Pair: Hashable {
        let foreground: Int32
        let background: Int32
    }

    /// - Parameter isOn: whether there are colours if the terminal has some.
    init(isOn: Bool) {
        let count = unsafe tigetnum("colors")
        let isColored = isOn && count >= 8 && start_color() != ERR && use_default_colors() != ERR
        self.count = isColored ? Int(count) : 0
        greatestPair = isColored ? min(unsafe tigetnum("pairs"), Int32(Int16.max)) - 1 : 0
    }

    /// What draws in a style: attributes, and a pair of colours.
    mutating func attributes(of style: TextStyle) -> (attributes: attr_t, pair: Int32) {
        var attributes: attr_t = 0
        for (attribute, bit) in Self.bits where style.attributes.contains(attribute) {
            attributes |= bit
        }
        guard count > 0, style.foreground != nil || style.background != nil else {
            return (attributes, 0)
        }
        var foreground = style.foreground.map { Int32($0.index) } ?? -1
        var background = style.background.map { Int32($0.index) } ?? -1
        if foreground >= count, foreground < 16 {
            foreground -= 8
            attributes |= Self.bold
        }
        if foreground >= count { foreground = -1 }
        if background >= count { background = background < 16 ? background - 8 : -1 }
        return (attributes, number(of: Pair(foreground: foreground, background: background)))
    }

    private mutating func number(of pair: Pair) -> Int32 {
        if let known = pairs[pair] { return known }
        let number = Int32(pairs.count + 1)
        guard number <= greatestPair,
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

/// A colour of 24 bits, and the nearest colours of terminals that have fewer.
package struct RGBColor: Hashable, Sendable {
    /// Each from 0 to 255.
    package let red: Int
    package let green: Int
    package let blue: Int

    package init(_ red: Int, _ green: Int, _ blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads `#RRGGBB`; nil for anything else.
    package init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
            digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let number = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        self.init(number >> 16, number >> 8 & 255, number & 255)
    }

    private func distance(to other: RGBColor) -> Int {
        let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
        return red * red + green * green + blue * blue
    }

    /// The brightness, from 0 to 255 (ITU-R BT.601).
    package var brightness: Int { (299 * red + 587 * green + 114 * blue) / 1000 }

    // MARK: On a terminal

    /// The steps of xterm's colour cube.
    private static let levels = [0, 95, 135, 175, 215, 255]

    /// The index of the nearest colour among the 256 of terminals.
    package var nearestIndex: Int {
        func nearest(_ value: Int) -> Int {
            Self.levels.indices.min {
                abs(Self.levels[$0] - value) < abs(Self.levels[$1] - value)
            } ?? 0
        }
        let (r, g, b) = (nearest(red), nearest(green), nearest(blue))
        let inCube = RGBColor(Self.levels[r], Self.levels[g], Self.levels[b])
        let step = min(max(((red + green + blue) / 3 - 8 + 5) / 10, 0), 23)
        let gray = RGBColor(8 + 10 * step, 8 + 10 * step, 8 + 10 * step)
        return distance(to: gray) < distance(to: inCube) ? 232 + step : 16 + 36 * r + 6 * g + b
    }

    /// The colours of every terminal, about as xterm shows them.
    private static let sixteen = [
        RGBColor(0, 0, 0), RGBColor(205, 0, 0), RGBColor(0, 205, 0), RGBColor(205, 205, 0),
        RGBColor(0, 0, 238), RGBColor(205, 0, 205), RGBColor(0, 205, 205), RGBColor(229, 229, 229),
        RGBColor(127, 127, 127), RGBColor(255, 0, 0), RGBColor(0, 255, 0), RGBColor(255, 255, 0),
        RGBColor(92, 92, 255), RGBColor(255, 0, 255), RGBColor(0, 255, 255),
        RGBColor(255, 255, 255),
    ]

    /// The number of the nearest of 16 colours, without black and white: one of them is the background.
    package var nearestOfSixteen: Int {
        (Array(1...6) + Array(8...14)).min {
            distance(to: Self.sixteen[$0]) < distance(to: Self.sixteen[$1])
        } ?? 7
    }

    /// The colour of a number below 256, about as xterm shows it.
    package init(index: UInt8) {
        let number = Int(index)
        switch number {
        case 0..<16: self = Self.sixteen[number]
        case 16..<232:
            let position = number - 16
            self.init(
                Self.levels[position / 36], Self.levels[position / 6 % 6], Self.levels[position % 6]
            )
        default:
            let level = 8 + 10 * (number - 232)
            self.init(level, level, level)
        }
    }
}

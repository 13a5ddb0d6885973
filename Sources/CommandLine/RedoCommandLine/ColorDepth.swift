import RedoSystem

/// How many colours a terminal has.
package enum ColorDepth: Sendable {
    case sixteen
    /// 16, a cube of 6×6×6, and 24 greys.
    case indexed
    case trueColor

    /// What `COLORTERM` and `TERM` say; terminals that say nothing get sixteen.
    package init(_ variables: EnvironmentVariables) {
        let named = variables.value(of: "COLORTERM")
        let terminal = variables.value(of: "TERM") ?? ""
        if named == "truecolor" || named == "24bit" || terminal.hasSuffix("-direct") {
            self = .trueColor
        } else {
            self = terminal.hasSuffix("256color") ? .indexed : .sixteen
        }
    }
}

/// A colour of 24 bits.
package struct RGBColor: Equatable, Sendable {
    /// Each from 0 to 255.
    let red: Int
    let green: Int
    let blue: Int

    init(_ red: Int, _ green: Int, _ blue: Int) {
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

    // MARK: On a terminal

    /// The colour as text has it, or the nearest one of those that there are.
    package func style(_ depth: ColorDepth) -> Style {
        switch depth {
        case .trueColor: Style(codes: "38;2;\(red);\(green);\(blue)")
        case .indexed: Style(codes: "38;5;\(nearestIndex)")
        case .sixteen: Style(codes: nearestCode)
        }
    }

    /// The steps of the cube, as xterm has them.
    private static let levels = [0, 95, 135, 175, 215, 255]

    /// The number among 256 colours.
    private var nearestIndex: Int {
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

    /// Colours that every terminal has, about as xterm shows them. Black and white are not among them: one of them is
    /// the background.
    private static let sixteen: [(code: String, color: RGBColor)] = [
        ("31", RGBColor(205, 0, 0)), ("32", RGBColor(0, 205, 0)), ("33", RGBColor(205, 205, 0)),
        ("34", RGBColor(0, 0, 238)), ("35", RGBColor(205, 0, 205)), ("36", RGBColor(0, 205, 205)),
        ("90", RGBColor(127, 127, 127)), ("91", RGBColor(255, 0, 0)), ("92", RGBColor(0, 255, 0)),
        ("93", RGBColor(255, 255, 0)), ("94", RGBColor(92, 92, 255)),
        ("95", RGBColor(255, 0, 255)), ("96", RGBColor(0, 255, 255)),
    ]

    private var nearestCode: String {
        Self.sixteen.min { distance(to: $0.color) < distance(to: $1.color) }?.code ?? "39"
    }
}

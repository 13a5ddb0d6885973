import RedoSystem

/// The background of a terminal, dark or light, so that no colour is hard to read on it.
package enum Background: String, Sendable {
    case light, dark

    /// The background in `COLORFGBG`, which rxvt, Konsole and others set: `15;0`, or `0;default;15`. Dark if it is not
    /// set.
    package init(_ variables: EnvironmentVariables) {
        let last = variables.value(of: "COLORFGBG")?.split(separator: ";").last
        // 7 is a light grey, 8 a dark one, and those above are bright.
        let number = last.flatMap { Int($0) } ?? 0
        self = number == 7 || (9...15).contains(number) ? .light : .dark
    }

    /// What is read on it: brighter ones on light and darker ones on dark are hard to tell from it.
    private static let (maximumOnLight, leastOnDark) = (150, 70)

    /// A colour of text that can be read on it.
    ///
    /// - Parameter count: how many colours the terminal has. With 16 it chooses what they look like, so they stay.
    func readable(_ color: TextColor, of count: Int) -> TextColor {
        guard count >= 256 else { return color }
        let exact: RGBColor
        switch color {
        case .palette(let index): exact = RGBColor(index: index)
        case .exact(let color): exact = color
        }
        let brightness = exact.brightness
        switch self {
        case .light where brightness > Self.maximumOnLight:
            func darker(_ part: Int) -> Int { part * Self.maximumOnLight / brightness }
            return .exact(RGBColor(darker(exact.red), darker(exact.green), darker(exact.blue)))
        case .dark where brightness < Self.leastOnDark:
            // Mixed with white.
            let share = Self.leastOnDark - brightness
            func lighter(_ part: Int) -> Int { part + (255 - part) * share / (255 - brightness) }
            return .exact(RGBColor(lighter(exact.red), lighter(exact.green), lighter(exact.blue)))
        default: return color
        }
    }
}

import RedoSystem
import Testing

@testable import RedoScreen

/// Colours on terminals with few and many of them, on light and on dark.
@Suite struct ColorTests {
    private let orange = TextColor.exact(RGBColor(251, 140, 0))

    @Test func eachTerminalGetsTheNearestColor() {
        let eight = ColorScale(count: 8, isExact: false)
        let sixteen = ColorScale(count: 16, isExact: false)
        let many = ColorScale(count: 256, isExact: false)
        let exact = ColorScale(count: 1 << 24, isExact: true)
        #expect(exact.number(of: orange) == (0xFB8C00, false))
        #expect(many.number(of: orange) == (208, false))
        #expect(sixteen.number(of: orange) == (3, false) && eight.number(of: orange) == (3, false))
        #expect(eight.number(of: TextColor(9)) == (1, true))
        #expect(sixteen.number(of: TextColor(9)) == (9, false))
        #expect(sixteen.number(of: TextColor(208)).number < 16)
        // Numbers below 8 are those of the palette on every terminal.
        for scale in [eight, sixteen, many, exact] {
            #expect(scale.number(of: TextColor(4)) == (4, false))
        }
        #expect(exact.number(of: TextColor(9)) == (0xFF0000, false))
    }

    @Test func aColorIsReadableOnItsBackground() {
        for number in UInt8.min...UInt8.max {
            let color = TextColor(number)
            for (background, isRight) in [
                (Background.light, { $0 <= 151 } as (Int) -> Bool), (.dark, { $0 >= 68 }),
            ] {
                let shown = background.readable(color, of: 256)
                let exact =
                    switch shown {
                    case .palette(let index): RGBColor(index: index)
                    case .exact(let color): color
                    }
                #expect(isRight(exact.brightness), "\(number) on \(background): \(exact)")
                #expect(background.readable(color, of: 16) == color)
            }
        }
    }

    @Test(arguments: [
        ("15;0", Background.dark), ("0;15", .light), ("0;default;7", .light), ("12;8", .dark),
        ("", .dark), ("x", .dark),
    ])
    func theTerminalSaysWhatItsBackgroundIs(_ value: String, _ wanted: Background) {
        #expect(Background(EnvironmentVariables(["COLORFGBG": value])) == wanted)
        #expect(Background(EnvironmentVariables([:])) == .dark)
    }

    @Test func trueColorsOfCommandsAreRead() {
        let line = StyledText.lines(of: Array("\u{1B}[38;2;251;140;0ma\u{1B}[48;5;17;1mb\n".utf8))[
            0]
        #expect(line.runs.map(\.style.foreground) == [orange, orange])
        #expect(line.runs[1].style.background == TextColor(17))
        #expect(line.runs[1].style.attributes == .bold)
        for codes in ["38;2;1;2", "38;2;256;0;0", "38;7;1"] {
            #expect(
                StyledText.lines(of: Array("\u{1B}[\(codes)ma\n".utf8))[0].runs[0].style == .plain)
        }
    }
}

/// Texts of other people that could move a terminal's cursor, set its title or turn its writing round.
public enum HostileText {
    public static let harmful = "\u{1B}[2J\u{7}\u{9B}1m\u{202E}"

    public static let nasty = "x\u{1B}[31m\u{9B}2J\u{7}\u{8}\u{202E}\u{2066}\u{0}\r\n\u{85}\u{7F}y"

    /// Whether a text can be shown: line feeds aside it has nothing that controls a terminal.
    public static func isSafe(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n"
                || !(scalar.properties.generalCategory == .control
                    || (0x202A...0x202E).contains(scalar.value)
                    || (0x2066...0x2069).contains(scalar.value))
        }
    }
}

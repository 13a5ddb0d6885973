internal import CNCurses
import Glibc

/// The number of columns that characters take, as the C library and with it the screen library count them.
package enum CharacterWidth {
    /// The locale of characters: without one nothing beyond ASCII has a width. Wraps `setlocale(3)`.
    package static let isLocaleSet: Bool = unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil

    /// 0 for a mark that joins the character before it, −1 for what is not printed. Wraps `wcwidth(3)`.
    package static func columns(of scalar: Unicode.Scalar) -> Int {
        if (0x20..<0x7F).contains(scalar.value) { return 1 }
        guard isLocaleSet else { return 1 }
        return Int(wcwidth(wchar_t(bitPattern: scalar.value)))
    }

    /// The columns of a text without characters that are not printed.
    package static func columns(of text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + max(0, columns(of: $1)) }
    }
}

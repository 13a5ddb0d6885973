internal import CQREncode
import RedoSystem

/// A text as a QR code, for the camera of another device. libqrencode draws it, and is loaded when the first is
/// made.
package struct QRCode {
    private let width: Int
    /// Row by row.
    private let isDark: [Bool]

    /// The number of light modules around it (ISO/IEC 18004).
    private static let margin = 4

    private static let loading = Result { () throws(RedoError) in
        try unsafe SharedLibrary.load(.qrEncode, redo_qrencode_addresses(), redo_qrencode_names())
    }

    /// - Parameter text: digits, capital letters and `$%*+-./:` take the least room.
    /// - Throws: STORAGE_001 if libqrencode is not installed, E_PAYLOAD_TOO_LARGE if the text does not fit.
    package init(_ text: String) throws(RedoError) {
        try Self.loading.get()
        // The text outlives the call. Version 0 is the smallest that fits, and 1 keeps small letters.
        guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else {
            throw RedoError(.payloadTooLarge, "the text does not fit into a QR code")
        }
        defer { unsafe QRcode_free(code) }
        let width = Int(unsafe code.pointee.width)
        // A byte for each module of the square; the lowest bit says that it is dark.
        let modules = unsafe UnsafeBufferPointer(
            start: code.pointee.data, count: width * width)
        isDark = unsafe modules.map { $0 & 1 == 1 }
        self.width = width
    }

    /// The number of lines that the drawing has.
    package var rowCount: Int { (width + 2 * Self.margin + 1) / 2 }

    /// The lines of the drawing, with two modules above one another in a character.
    ///
    /// - Parameter isInverted: whether what is drawn is lighter than what is left out, as on a dark terminal.
    package func lines(isInverted: Bool) -> [String] {
        let range = -Self.margin..<width + Self.margin
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            String(
                range.map { column -> Character in
                    let above = isDrawn(row, column, isInverted)
                    let below =
                        row + 1 < range.upperBound && isDrawn(row + 1, column, isInverted)
                    return above ? (below ? "█" : "▀") : (below ? "▄" : " ")
                })
        }
    }

    private func isDrawn(_ row: Int, _ column: Int, _ isInverted: Bool) -> Bool {
        let square = 0..<width
        let isDark =
            square.contains(row) && square.contains(column) && isDark[row * width + column]
        return isDark != isInverted
    }
}

extension CommandContext {
    /// Prints a QR code: on a terminal with colours black on white, as cameras like it best, else with the light
    /// modules drawn.
    package mutating func printCode(_ code: QRCode) throws(RedoError) {
        for line in code.lines(isInverted: !isColored) {
            try print(styled(line, .blackOnWhite) + "\n")
        }
    }
}

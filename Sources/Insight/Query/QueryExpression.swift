import RedoJSON
import RedoSystem

/// A regular expression of a query, `/a|b/`: matches texts as a search reads them, without case and accents.
///
/// Characters beyond ASCII are folded in the pattern as in the texts (``FoldedText``), so NFC and NFD match alike.
struct QueryExpression: Sendable {
    private let expression: RegularExpression

    /// - Throws: why the pattern is invalid, or exceeds the limits of ``RegularExpression``.
    init(_ pattern: String) throws(RegularExpression.ParseError) {
        expression = try RegularExpression(Self.folded(pattern))
    }

    func matches(_ text: JSONString) -> Bool {
        expression.matches(FoldedText(text.utf8).bytes)
    }

    /// The pattern with its characters beyond ASCII folded; the others can be signs of the language.
    private static func folded(_ pattern: String) -> String {
        var folded: [UInt8] = []
        for scalar in pattern.unicodeScalars {
            folded +=
                scalar.isASCII ? [UInt8(scalar.value)] : FoldedText(String(scalar)).bytes
        }
        return String(decoding: folded, as: UTF8.self)
    }
}

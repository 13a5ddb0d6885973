/// An entry of a document's tape: a value or the name of a member, in the order of the text.
///
/// The contents of a container follow it; `extent` is the index after them. The contents of an object
/// alternate between a name, which is a string token, and the tokens of its value.
struct JSONToken {
    /// The type of a value.
    enum Kind: UInt8 {
        case null, `false`, `true`, number, string, array, object
    }

    /// The offset of the value's first byte, such as an opening quote or bracket.
    var start: UInt32
    /// The offset after the value's last byte.
    var end: UInt32
    /// For a container, the index of the first token after it. For a string with escapes, the decoded length
    /// in bytes.
    var extent: UInt32
    /// For a container, the number of elements or members. For a string with escapes, the offset of its
    /// contents in the decoded bytes of the document.
    var detail: UInt32
    /// The type of the value.
    var kind: Kind
    /// Whether this is a string with escapes, whose contents are in the decoded bytes of the document.
    var isEscaped: Bool
    /// Whether the text of the value, with its contents, is known to be canonical.
    ///
    /// False for numbers that are not short integers and for strings with escapes, canonical or not.
    var isCanonical: Bool
}

/// One entry of a document's tape: a value or a member's name, in the order of the text.
///
/// A container is followed by its contents; `end` and `extent` jump over them. An object's contents
/// alternate between a name (a string token) and the value's tokens.
struct JSONToken {
    enum Kind: UInt8 {
        case null, `false`, `true`, number, string, array, object
    }

    /// Offset of the value's first byte: a string's opening quote, a container's bracket.
    var start: UInt32
    /// Offset past the value's last byte.
    var end: UInt32
    /// For a container, the index of the first token after it. For a string with escapes, the
    /// length of its decoded form.
    var extent: UInt32
    /// For a container, how many elements or members it has. For a string with escapes, where in
    /// the document's decoded bytes it starts.
    var detail: UInt32
    var kind: Kind
    /// A string that holds a backslash: its bytes are in the document's decoded bytes.
    var isEscaped: Bool
    /// The text of this value, contents included, is known to be in canonical form already. Numbers
    /// of 16 characters or with a point, and strings with escapes, are not looked into.
    var isCanonical: Bool
}

/// Why a text is not I-JSON, and the offset of the first wrong byte.
package struct JSONError: Error, Equatable, Sendable {
    /// The fault in a text.
    package enum Reason: String, Sendable {
        case unexpectedEnd = "the text ends too early"
        case unexpectedByte = "an unexpected byte"
        case trailingText = "text after the value"
        case controlCharacter = "an unescaped control character"
        case badEscape = "an unknown escape"
        case loneSurrogate = "a lone surrogate"
        case invalidUTF8 = "invalid UTF-8"
        case numberOverflow = "a number beyond the range of a double"
        case tooDeep = "more than 64 nested arrays and objects"
        case duplicateName = "a name that the object already has"
        case tooLong = "a text of 4 GiB or more"
    }

    package let reason: Reason

    /// The offset of the first byte at which the text cannot continue: for a duplicate name its opening quote, for an
    /// overflow the number's first byte, for a lone surrogate its backslash (protocol, section 2).
    package let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String { "\(reason.rawValue), at byte \(offset)" }
}

import RedoCommandLine
import RedoSystem

/// A format of a line: text with fields such as `%H`, and `%n`, `%x00`, `%%`.
package struct LineFormat: Sendable {
    private enum Part: Sendable {
        case text(String)
        case field(Character)
    }

    private var parts: [Part] = []

    /// - Parameter fields: the letters that mean something.
    /// - Throws: wrong usage for a letter that means nothing.
    package init(_ format: String, fields: Set<Character>) throws(RedoError) {
        var rest = format[...]
        var text = ""
        while let character = rest.popFirst() {
            guard character == "%" else {
                text.append(character)
                continue
            }
            guard let letter = rest.popFirst() else {
                throw .usage("the format ends with a single %")
            }
            switch letter {
            case "%": text.append("%")
            case "n": text.append("\n")
            case "x":
                guard let byte = UInt8(rest.prefix(2), radix: 16), rest.count >= 2, byte < 0x80
                else {
                    throw .usage("%x in a format needs two hexadecimal digits up to 7f")
                }
                text.unicodeScalars.append(Unicode.Scalar(byte))
                rest = rest.dropFirst(2)
            case _ where fields.contains(letter):
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                parts.append(.field(letter))
            default:
                throw .usage(
                    "%\(letter) is not a field of a format; there are %"
                        + fields.sorted().map(String.init).joined(separator: ", %"))
            }
        }
        if !text.isEmpty { parts.append(.text(text)) }
    }

    package func text(_ value: (Character) -> String) -> String {
        parts.reduce(into: "") { result, part in
            switch part {
            case .text(let text): result += text
            case .field(let letter): result += value(letter)
            }
        }
    }

    /// The letters of its fields.
    package var fields: Set<Character> {
        Set(
            parts.compactMap { part in
                if case .field(let letter) = part { return letter }
                return nil
            })
    }

    /// Whether it is `%H`, which is written without a detour.
    var isID: Bool {
        if parts.count == 1, case .field("H") = parts[0] { return true }
        return false
    }
}

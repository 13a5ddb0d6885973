import RedoCommandLine
import RedoJSON
import RedoSystem

/// A format of a line: text with fields such as `%(id)` or `%H`, and `%n`, `%x00`, `%%`.
package struct LineFormat<Field: FormatField>: Sendable {
    private enum Part: Sendable {
        case text(String)
        case field(FieldReference<Field>)
    }

    private var parts: [Part] = []
    /// The fields that the command can give.
    private let given: [Field]

    /// - Parameters:
    ///   - format: as it was given.
    ///   - given: the fields that the command can give.
    /// - Throws: wrong usage, with the list of fields, for one that does not exist or cannot be given.
    package init(
        _ format: String, giving given: [Field] = Array(Field.allCases)
    ) throws(RedoError) {
        self.given = given
        var rest = format[...]
        var text = ""
        while let character = rest.popFirst() {
            guard character == "%" else {
                text.append(character)
                continue
            }
            guard let next = rest.popFirst() else {
                throw .usage("the format ends with a single %")
            }
            switch next {
            case "%": text.append("%")
            case "n": text.append("\n")
            case "x": text.unicodeScalars.append(try Self.byte(&rest))
            default:
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                parts.append(
                    .field(next == "(" ? try named(&rest) : try lettered(next)))
            }
        }
        if !text.isEmpty { parts.append(.text(text)) }
    }

    /// A format of one field alone.
    package init(_ field: Field, _ modifier: String? = nil) {
        given = [field]
        parts = [.field(FieldReference(field, modifier))]
    }

    private static func byte(_ rest: inout Substring) throws(RedoError) -> Unicode.Scalar {
        guard rest.count >= 2, let byte = UInt8(rest.prefix(2), radix: 16), byte < 0x80 else {
            throw .usage("%x in a format needs two hexadecimal digits up to 7f")
        }
        rest = rest.dropFirst(2)
        return Unicode.Scalar(byte)
    }

    private func lettered(_ letter: Character) throws(RedoError) -> FieldReference<Field> {
        guard let known = Field.letters.first(where: { $0.letter == letter })?.field,
            given.contains(known.field)
        else { throw unknown("%\(letter)") }
        return known
    }

    /// The field whose name and modifier end with a parenthesis.
    private func named(_ rest: inout Substring) throws(RedoError) -> FieldReference<Field> {
        guard let end = rest.firstIndex(of: ")") else {
            throw .usage("a field of the format has no end: '%(\(rest)'")
        }
        let name = rest[..<end]
        rest = rest[rest.index(after: end)...]
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let modifier = parts.count == 2 ? String(parts[1]) : nil
        guard let field = Field(rawValue: String(parts[0])), given.contains(field),
            field.accepts(modifier)
        else { throw unknown("%(\(name))") }
        return FieldReference(field, modifier)
    }

    private func unknown(_ field: String) -> RedoError {
        let letters = Field.letters.filter { given.contains($0.field.field) }.map {
            "%\($0.letter)"
        }
        let short = letters.isEmpty ? "" : "; in short \(letters.joined(separator: " "))"
        return .usage(
            "'\(field)' is not a field of this command's formats",
            hints: ["there are \(given.map(\.usage).joined(separator: ", "))\(short)"])
    }

    package func text(_ value: (FieldReference<Field>) -> FieldValue) -> String {
        parts.reduce(into: "") { result, part in
            switch part {
            case .text(let text): result += text
            case .field(let field): result += value(field).text
            }
        }
    }

    /// A JSON object of its fields, under their names.
    package func json(_ value: (FieldReference<Field>) -> FieldValue) -> [UInt8] {
        var members: [JSONMember] = []
        var written: Set<FieldReference<Field>> = []
        for field in fields where written.insert(field).inserted {
            members.append(JSONMember(JSONString(field.name), value(field).json))
        }
        return CanonicalJSON.bytes(.object(members))
    }

    /// Its fields, in their order.
    package var fields: [FieldReference<Field>] {
        parts.compactMap { part in
            if case .field(let field) = part { return field }
            return nil
        }
    }

    /// True if it is this field without a modifier and nothing else, which can be written without a detour.
    package func isOnly(_ field: Field) -> Bool {
        parts.count == 1 && fields == [FieldReference(field)]
    }
}

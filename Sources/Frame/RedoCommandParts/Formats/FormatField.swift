import RedoJSON
import RedoModel

/// A field of formats, such as `%(author:name)`: a row of the one table of fields of a kind of thing.
///
/// The raw value is its name. A letter is a short name of a field with one of its modifiers: `%h` is `%(id:short)`.
package protocol FormatField: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
    static var letters: [(letter: Character, field: FieldReference<Self>)] { get }

    /// What can follow its name and a colon.
    var modifiers: [String] { get }

    /// True if any text can follow its name and a colon, and one has to: `%(field:NAME)`.
    var takesName: Bool { get }
}

extension FormatField {
    package static var letters: [(letter: Character, field: FieldReference<Self>)] { [] }

    package var takesName: Bool { false }

    /// True if a modifier can follow its name, or none if it is nil.
    func accepts(_ modifier: String?) -> Bool {
        guard let modifier else { return !takesName }
        return takesName ? !modifier.isEmpty : modifiers.contains(modifier)
    }

    /// Its form in a list of fields: `%(time:iso|unix)`.
    var usage: String {
        if takesName { return "%(\(rawValue):NAME)" }
        return modifiers.isEmpty
            ? "%(\(rawValue))" : "%(\(rawValue)[:\(modifiers.joined(separator: "|"))])"
    }
}

/// A field as a format names it: with its modifier, or without one.
package struct FieldReference<Field: FormatField>: Hashable, Sendable {
    package let field: Field
    package let modifier: String?

    package init(_ field: Field, _ modifier: String? = nil) {
        self.field = field
        self.modifier = modifier
    }

    /// Its name, as a member of `--json` has it: `author:name`.
    package var name: String { field.rawValue + (modifier.map { ":\($0)" } ?? "") }
}

/// The value of a field: what a format writes, and what `--json` writes under the same name.
package enum FieldValue: Sendable {
    case text(String)
    case number(Double)
    /// A format writes them with spaces between them.
    case list([String])
    case json(JSONValue)
    /// A format writes nothing.
    case none

    /// A text; nil for ``none``.
    package init(_ text: String?) { self = text.map { .text($0) } ?? .none }

    /// A value of a node or a task; nil and null for ``none``.
    package init(json value: JSONValue?) {
        switch value {
        case .none, .null: self = .none
        case .some(let value): self = .json(value)
        }
    }

    /// What a format writes: of JSON what is safe to show. The texts of an array have spaces between them.
    package var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): jsonText(.number(number))
        case .list(let texts): texts.joined(separator: " ")
        case .json(.string(let string)): string.printable
        case .json(.array(let elements)) where elements.allSatisfy { $0.string != nil }:
            elements.compactMap { $0.string?.printable }.joined(separator: " ")
        case .json(let value): jsonText(value)
        case .none: ""
        }
    }

    package var json: JSONValue {
        switch self {
        case .text(let text): .string(JSONString(text))
        case .number(let number): .number(number)
        case .list(let texts): .array(texts.map { .string(JSONString($0)) })
        case .json(let value): value
        case .none: .null
        }
    }
}

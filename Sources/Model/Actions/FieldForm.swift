import RedoCrypto
import RedoJSON
import RedoSystem

/// The form that a field's value must have (protocol, sections 1 and 3).
package enum FieldForm: Sendable {
    case text
    case nonEmptyText
    case bool
    case nonNegativeNumber
    case integer(atLeast: Int, atMost: Int = maximumExactInteger)
    /// `YYYY-MM-DDTHH:MM:SS[.1–9 digits](Z|±HH:MM)`.
    case time
    /// A time, or null for none.
    case timeOrNull
    /// A UUID: lower case in the payload dialect, either case in the fields dialect.
    case uuid
    /// A UUID, or null for none.
    case uuidOrNull
    /// `#RRGGBB`, in hexadecimal digits of either case.
    case color
    /// 32 lower-case hexadecimal digits.
    case nonce
    /// Ids, at least one.
    case idList
    /// 64 lower-case hexadecimal digits: a public key, or a digest.
    case digits64
    /// The id of a node.
    case nodeID
    /// Ids of nodes; the list may be empty.
    case nodeIDs
    /// A JSON array of objects, each in its own closed form.
    case entries(EntryForm)
    /// Names of principals, 1 to 50.
    case principals
    case any

    /// Returns the mistake in a value; nil if there is none.
    func mistake(in value: JSONElement, _ dialect: Dialect) -> (code: ErrorCode, expected: String)?
    {
        switch self {
        case .text: value.kind == .string ? nil : (.schemaMismatch, "text")
        case .nonEmptyText:
            value.kind == .string && value.withCharacters { !$0.isEmpty }
                ? nil : (.schemaMismatch, "text that is not empty")
        case .bool: value.kind == .bool ? nil : (.schemaMismatch, "true or false")
        case .nonNegativeNumber:
            (value.number ?? -1) >= 0 ? nil : (.schemaMismatch, "a number of 0 or more")
        case .integer(let least, let most):
            if let integer = value.integer, integer >= least, integer <= most {
                nil
            } else if most == maximumExactInteger {
                (.schemaMismatch, "an integer of \(least) or more")
            } else {
                (.schemaMismatch, "an integer from \(least) to \(most)")
            }
        case .time:
            value.withCharacters { Instant(iso8601: $0) } != nil
                ? nil : (.schemaMismatch, "a time such as 2025-01-31T09:00:00.000Z")
        case .timeOrNull: value.kind == .null ? nil : FieldForm.time.mistake(in: value, dialect)
        case .uuid:
            value.withCharacters { UUIDValue(text: $0, dialect.uuidSpelling) } != nil
                ? nil : (.schemaMismatch, "a UUID")
        case .uuidOrNull: value.kind == .null ? nil : FieldForm.uuid.mistake(in: value, dialect)
        case .color:
            value.withCharacters { Self.isColor($0) }
                ? nil : (.schemaMismatch, "a color such as #1E90FF")
        case .nonce:
            value.withCharacters { UserID(text: $0) } != nil
                ? nil : (.schemaMismatch, "32 lower-case hexadecimal digits")
        case .idList: Self.mistake(inIDs: value)
        case .digits64:
            value.withCharacters { Digest(hexadecimal: $0) } != nil
                ? nil : (.schemaMismatch, "64 lower-case hexadecimal digits")
        case .nodeID: value.nodeID != nil ? nil : (.schemaMismatch, "the id of a node")
        case .nodeIDs:
            value.kind == .array && value.elements.allSatisfy { $0.nodeID != nil }
                ? nil : (.schemaMismatch, "an array of ids of nodes")
        case .entries(let form):
            form.isMet(by: value) ? nil : (.schemaMismatch, form.expectation)
        case .principals:
            value.kind == .array && (1...50).contains(value.count)
                && value.elements.allSatisfy { $0.withCharacters { Principal(text: $0) } != nil }
                ? nil : (.schemaMismatch, "an array of 1 to 50 users or persons")
        case .any: nil
        }
    }

    /// Whether a text is a color in the form of nodes.
    package static func isColor(_ text: Span<UInt8>) -> Bool {
        guard text.count == 7, text[0] == UInt8(ascii: "#") else { return false }
        return (1..<7).allSatisfy { index in
            switch text[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                true
            default: false
            }
        }
    }

    private static func mistake(inIDs value: JSONElement) -> (code: ErrorCode, expected: String)? {
        guard value.kind == .array, value.count > 0 else {
            return (.schemaMismatch, "an array of ids that is not empty")
        }
        var mistake: (code: ErrorCode, expected: String)?
        for element in value.elements {
            guard element.kind == .string else {
                mistake = mistake ?? (.schemaMismatch, "an array of ids")
                continue
            }
            if element.nodeID == nil {
                return (.encodingViolation, "ids of sha256: and 64 lower-case hexadecimal digits")
            }
        }
        return mistake
    }
}

extension Dialect {
    var uuidSpelling: UUIDValue.Spelling { self == .payload ? .lowercase : .anyCase }
}

extension JSONElement {
    /// The value as an id; nil for anything else.
    var nodeID: NodeID? { withCharacters { NodeID(text: $0) } }
}

extension TaskFields {
    /// Whether a value has the form that the fields dialect requires of a task's field of that name. An unknown field
    /// accepts any value.
    package static func isWellFormed(_ value: JSONValue, named name: JSONString) -> Bool {
        let computed: [ActionForm.Field] = [
            ActionForm.Field(name: "archived", form: .bool),
            ActionForm.Field(name: "completedAt", form: .time),
            ActionForm.Field(name: "snoozedUntil", form: .time),
        ]
        let fields = computed + TaskActions.taskFields(.fields)
        guard let field = fields.first(where: { name == $0.name }) else { return true }
        // A value that came from a document is I-JSON, and so is its canonical form.
        guard let document = try? JSONDocument(CanonicalJSON.bytes(value)) else { return false }
        return field.form.mistake(in: document.root, .fields) == nil
    }
}

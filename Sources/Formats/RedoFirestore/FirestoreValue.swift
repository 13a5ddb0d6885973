import RedoJSON

/// A value of a document, as the REST API has it (`google.firestore.v1.Value`).
package indirect enum FirestoreValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Finite or not.
    case double(Double)
    case string(JSONString)
    /// In the form of RFC 3339; the service stores microseconds.
    case timestamp(JSONString)
    /// The full name of a document.
    case reference(JSONString)
    /// A value without a form in JSON: bytes, a geographical point.
    case other(JSONString)
    case array([FirestoreValue])
    case map([FirestoreField])

    /// The maximum depth of arrays and maps in a document, including the outermost member
    /// (https://firebase.google.com/docs/firestore/quotas; the emulator refuses 21).
    package static let maximumDepth = 20

    /// Converts a JSON value; nil if Firestore would refuse it: an array in an array, an invalid field name, too much
    /// nesting. Integers up to 2^53−1 are integers, all other numbers doubles.
    ///
    /// - Parameter depth: the remaining depth of arrays and maps.
    package init?(_ json: JSONValue, depth: Int = maximumDepth) {
        switch json {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let number):
            self = exactInteger(number).map { .integer(Int64($0)) } ?? .double(number)
        case .string(let string): self = .string(string)
        case .array(let elements):
            guard depth > 0 else { return nil }
            var values: [FirestoreValue] = []
            for element in elements {
                if case .array = element { return nil }
                guard let value = FirestoreValue(element, depth: depth - 1) else { return nil }
                values.append(value)
            }
            self = .array(values)
        case .object(let members):
            guard depth > 0 else { return nil }
            var fields: [FirestoreField] = []
            for member in members {
                guard FirestoreField.isName(member.name),
                    let value = FirestoreValue(member.value, depth: depth - 1)
                else { return nil }
                fields.append(FirestoreField(member.name, value))
            }
            self = .map(fields)
        }
    }

    /// The value as JSON, a timestamp as its text; nil for a value without a form in JSON.
    package var json: JSONValue? {
        switch self {
        case .null: return .null
        case .bool(let bool): return .bool(bool)
        case .integer(let integer): return .number(Double(integer))
        case .double(let double): return double.isFinite ? .number(double) : nil
        case .string(let string), .timestamp(let string): return .string(string)
        case .reference, .other: return nil
        case .array(let values):
            var elements: [JSONValue] = []
            for value in values {
                guard let element = value.json else { return nil }
                elements.append(element)
            }
            return .array(elements)
        case .map(let fields):
            var members: [JSONMember] = []
            for field in fields {
                guard let value = field.value.json else { return nil }
                members.append(JSONMember(field.name, value))
            }
            return .object(members)
        }
    }

    /// The size of the value in bytes, as the service counts it for a document's limit
    /// (https://firebase.google.com/docs/firestore/storage-size).
    package var byteCount: Int {
        switch self {
        case .null, .bool: 1
        case .integer, .double, .timestamp: 8
        case .string(let text): text.utf8.count + 1
        case .reference(let text), .other(let text): text.utf8.count + 16
        case .array(let values): values.reduce(0) { $0 + $1.byteCount }
        case .map(let fields): fields.reduce(0) { $0 + $1.byteCount }
        }
    }
}

/// A name in a map, with its value.
package struct FirestoreField: Hashable, Sendable {
    package let name: JSONString
    package let value: FirestoreValue

    package init(_ name: JSONString, _ value: FirestoreValue) {
        self.name = name
        self.value = value
    }

    var byteCount: Int { name.utf8.count + 1 + value.byteCount }

    /// Whether a map can have a field of this name (https://firebase.google.com/docs/firestore/quotas).
    static func isName(_ name: JSONString) -> Bool {
        let isReserved =
            name.utf8.count >= 4 && name.utf8.starts(with: "__".utf8)
            && name.utf8.suffix(2).elementsEqual("__".utf8)
        return (1...1500).contains(name.utf8.count) && !isReserved
    }
}

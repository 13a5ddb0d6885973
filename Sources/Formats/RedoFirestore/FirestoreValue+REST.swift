import RedoJSON

// The JSON form of `google.firestore.v1.Value`: an object with one member that names the kind.
// https://firebase.google.com/docs/firestore/reference/rest/v1/Value

extension FirestoreValue {
    /// Appends the value in the form of requests.
    package func append(to output: inout [UInt8]) {
        switch self {
        case .null: output += #"{"nullValue":null}"#.utf8
        case .bool(let bool):
            output += (bool ? #"{"booleanValue":true}"# : #"{"booleanValue":false}"#).utf8
        case .integer(let integer):
            // In quotes: a JSON number would be read as a double.
            output += #"{"integerValue":""#.utf8
            appendDecimal(integer, to: &output)
            output += #""}"#.utf8
        case .double(let double):
            output += #"{"doubleValue":"#.utf8
            CanonicalJSON.append(double.json, to: &output)
            output += "}".utf8
        case .string(let text): Self.append("stringValue", text, to: &output)
        case .timestamp(let text): Self.append("timestampValue", text, to: &output)
        case .reference(let text): Self.append("referenceValue", text, to: &output)
        case .other: output += #"{"nullValue":null}"#.utf8
        case .array(let values):
            output += #"{"arrayValue":{"values":["#.utf8
            for (index, value) in values.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                value.append(to: &output)
            }
            output += "]}}".utf8
        case .map(let fields):
            output += #"{"mapValue":{"fields":"#.utf8
            Self.append(fields, to: &output)
            output += "}}".utf8
        }
    }

    /// Appends an object of names and values.
    package static func append(_ fields: [FirestoreField], to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        for (index, field) in fields.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            CanonicalJSON.appendString(field.name.utf8.span, to: &output)
            output.append(UInt8(ascii: ":"))
            field.value.append(to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }

    private static func append(_ kind: String, _ text: JSONString, to output: inout [UInt8]) {
        output += #"{""#.utf8
        output += kind.utf8
        output += #"":"#.utf8
        CanonicalJSON.appendString(text.utf8.span, to: &output)
        output.append(UInt8(ascii: "}"))
    }

    /// Parses a value in the form of answers; nil if it is malformed.
    package init?(reading element: JSONElement) {
        guard element.kind == .object, element.count == 1,
            let member = element.members.first(where: { _ in true })
        else { return nil }
        let content = member.value
        switch member.name.description {
        case "nullValue": self = .null
        case "booleanValue":
            guard let bool = content.bool else { return nil }
            self = .bool(bool)
        case "integerValue":
            guard let integer = Self.integer(content) else { return nil }
            self = .integer(integer)
        case "doubleValue":
            guard let double = Self.double(content) else { return nil }
            self = .double(double)
        case "stringValue":
            guard let text = content.string else { return nil }
            self = .string(text)
        case "timestampValue":
            guard let text = content.string else { return nil }
            self = .timestamp(text)
        case "referenceValue":
            guard let text = content.string else { return nil }
            self = .reference(text)
        case "arrayValue":
            // An empty array has no member `values`.
            var values: [FirestoreValue] = []
            for element in content["values"]?.elements ?? content.elements {
                guard let value = FirestoreValue(reading: element) else { return nil }
                values.append(value)
            }
            self = .array(values)
        case "mapValue":
            guard let fields = Self.fields(reading: content["fields"]) else { return nil }
            self = .map(fields)
        default: self = .other(member.name)
        }
    }

    /// Parses an object of names and values; empty if it is missing, nil if a value is malformed.
    package static func fields(reading element: JSONElement?) -> [FirestoreField]? {
        var fields: [FirestoreField] = []
        guard let element else { return [] }
        guard element.kind == .object else { return nil }
        for member in element.members {
            guard let value = FirestoreValue(reading: member.value) else { return nil }
            fields.append(FirestoreField(member.name, value))
        }
        return fields
    }

    private static func integer(_ element: JSONElement) -> Int64? {
        if let text = element.string { return Int64(text.description) }
        return element.integer.map { Int64($0) }
    }

    private static func double(_ element: JSONElement) -> Double? {
        switch element.string {
        case nil: element.number
        case "NaN"?: .nan
        case "Infinity"?: .infinity
        case "-Infinity"?: -.infinity
        case let text?: Double(text.description)
        }
    }
}

extension Double {
    /// A finite number, or the text for another one in the JSON of protocol buffers.
    fileprivate var json: JSONValue {
        if isFinite { return .number(self) }
        return .string(isNaN ? "NaN" : self > 0 ? "Infinity" : "-Infinity")
    }
}

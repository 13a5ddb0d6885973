import RedoJSON
import RedoModel
import RedoSystem

/// An argument that a tool takes: its schema for clients, and the check of what they send.
struct ToolParameter: Sendable {
    enum Form: Sendable {
        case text
        case texts
        case count(ClosedRange<Int>)
        case flag
        /// The whole id of a task.
        case task
    }

    let name: StaticString
    let form: Form
    let isRequired: Bool
    /// One sentence.
    let description: String

    init(_ name: StaticString, _ form: Form, isRequired: Bool = false, _ description: String) {
        self.name = name
        self.form = form
        self.isRequired = isRequired
        self.description = description
    }

    /// The maximum length of a text in bytes.
    private static let maximumTextByteCount = 1 << 16
    /// The maximum number of texts in a list.
    private static let maximumTextCount = 64

    var key: JSONString { JSONString("\(name)") }

    /// The schema of the value.
    var schema: JSONValue {
        let form: [JSONMember] =
            switch form {
            case .text:
                [
                    JSONMember("type", "string"),
                    JSONMember("maxLength", .number(Double(Self.maximumTextByteCount))),
                ]
            case .texts:
                [
                    JSONMember("type", "array"), JSONMember("items", ["type": "string"]),
                    JSONMember("maxItems", .number(Double(Self.maximumTextCount))),
                ]
            case .count(let range):
                [
                    JSONMember("type", "integer"),
                    JSONMember("minimum", .number(Double(range.lowerBound))),
                    JSONMember("maximum", .number(Double(range.upperBound))),
                ]
            case .flag: [JSONMember("type", "boolean")]
            case .task: [JSONMember("type", "string"), JSONMember("format", "uuid")]
            }
        return .object(form + [JSONMember("description", .string(JSONString(description)))])
    }

    /// Checks a value.
    ///
    /// - Throws: wrong usage for a value of another form.
    func check(_ value: JSONValue) throws(RedoError) {
        let isRight =
            switch form {
            case .text: value.string.map(Self.isShort) ?? false
            case .texts:
                if case .array(let values) = value, values.count <= Self.maximumTextCount {
                    values.allSatisfy { $0.string.map(Self.isShort) ?? false }
                } else {
                    false
                }
            case .count(let range): value.integer.map(range.contains) ?? false
            case .flag: if case .bool = value { true } else { false }
            case .task: value.string.flatMap { TaskID($0.description) } != nil
            }
        guard !isRight else { return }
        let expected =
            switch form {
            case .text: "a text of at most \(Self.maximumTextByteCount) bytes"
            case .texts: "an array of at most \(Self.maximumTextCount) texts"
            case .count(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
            case .flag: "true or false"
            case .task: "the whole id of a task, as list and search have it"
            }
        throw RedoError(.usage, "the argument '\(name)' is not \(expected)", at: "\(name)")
    }

    /// A zero byte would end a word of a command line.
    private static func isShort(_ text: JSONString) -> Bool {
        text.utf8.count <= maximumTextByteCount && !text.utf8.contains(0)
    }
}

/// The arguments of a call, checked by the parameters of its tool.
struct ToolArguments: Sendable {
    private let members: [JSONMember]

    /// - Throws: wrong usage for an argument that the tool does not have, a wrong value and a missing argument.
    init(_ value: JSONValue, for parameters: [ToolParameter]) throws(RedoError) {
        guard case .object(let members) = value else {
            throw .usage("the arguments are not an object")
        }
        for member in members {
            guard let parameter = parameters.first(where: { $0.key == member.name }) else {
                throw RedoError(
                    .usage, "there is no argument '\(member.name.description)'",
                    at: member.name.description,
                    hints: ["there are \(parameters.map { "\($0.name)" }.joined(separator: ", "))"])
            }
            try parameter.check(member.value)
        }
        for parameter in parameters where parameter.isRequired {
            guard members.contains(where: { $0.name == parameter.key }) else {
                throw RedoError(
                    .usage, "the argument '\(parameter.name)' is missing", at: "\(parameter.name)")
            }
        }
        self.members = members
    }

    private func value(_ name: StaticString) -> JSONValue? {
        members.first { $0.name == name }?.value
    }

    func text(_ name: StaticString) -> String? { value(name)?.string?.description }

    func texts(_ name: StaticString) -> [String] {
        guard case .array(let values)? = value(name) else { return [] }
        return values.compactMap { $0.string?.description }
    }

    func count(_ name: StaticString) -> Int? { value(name)?.integer }

    func isOn(_ name: StaticString) -> Bool { value(name) == .bool(true) }

    /// An argument as an option of a command, which has the same name unless another one is given.
    func option(_ name: StaticString, as option: String? = nil) -> [String] {
        text(name).map { ["--\(option ?? "\(name)")=\($0)"] } ?? []
    }
}

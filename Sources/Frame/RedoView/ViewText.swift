import RedoJSON
import RedoModel

/// What may be shown of texts that someone has written.
struct ViewText {
    let privacy: ViewPrivacy

    /// - Parameter replacement: what is shown if the text is left out; it has no part of the text.
    func shown(_ text: String, or replacement: @autoclosure () -> String) -> String {
        privacy == .redacted ? replacement() : text
    }

    /// A value of a field. Of a text that is left out its number of characters stays; moments, numbers, booleans and
    /// the shape of lists stay too.
    func shown(_ value: JSONValue) -> JSONValue {
        guard privacy == .redacted else { return value }
        switch value {
        case .string(let text) where text.instant != nil: return value
        case .string(let text):
            return ["characters": .number(Double(text.description.count))]
        case .array(let elements): return .array(elements.map { shown($0) })
        case .object(let members): return ["members": .number(Double(members.count))]
        case .null, .bool, .number: return value
        }
    }

    /// The name of a field: custom ones are words of the user.
    func shown(fieldName name: JSONString) -> JSONString {
        guard privacy == .redacted, !Self.standardNames.contains(name) else { return name }
        return "custom field"
    }

    private static let standardNames: Set<JSONString> = Set(
        TaskField.standard.map(\.name)
            + TaskFieldTable.Known.allCases.map { JSONString("\($0)") }
            + TaskFieldTable.computed.map { JSONString("\($0)") }
            + [
                "archived", "completed", "completedAt", "deadline", "guid", "notes", "parent",
                "scheduled", "snoozedUntil", "span", "title", "trashedAt",
            ])
}

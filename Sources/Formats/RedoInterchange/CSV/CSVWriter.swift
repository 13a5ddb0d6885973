import RedoJSON

/// A writer of tables with a column for each member of the neutral form (RFC 4180).
struct CSVWriter {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    func write(_ tasks: [ForeignTask]) -> [UInt8] {
        let columns = ForeignMember.columns
        var output: [UInt8] = []
        CSVTable.append(columns.map(\.rawValue), to: &output)
        for task in tasks {
            CSVTable.append(columns.map { $0.value(of: task).map(cell) ?? "" }, to: &output)
        }
        return output
    }

    private func cell(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): TextEscapes.escaped(text.description)
        case .array(let elements) where elements.allSatisfy({ $0.string != nil }):
            elements.map { escapedElement($0.string?.description ?? "") }.joined(separator: ",")
        default: TextEscapes.escaped(String(decoding: CanonicalJSON.bytes(value), as: UTF8.self))
        }
    }

    /// A text in a list with commas. Spaces at its ends are escaped, since a reader would remove them.
    private func escapedElement(_ text: String) -> String {
        TextEscapes.escaped(text, also: TextEscapes.outerSpaces(of: text).union([","]))
    }
}

import RedoJSON

/// A writer of tables with a column for each member of the neutral form (RFC 4180).
struct CSVWriter {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    func write(_ tasks: [ForeignTask]) -> [UInt8] {
        var output =
            Array(ForeignMember.columns.map(\.rawValue).joined(separator: ",").utf8) + [0x0D, 0x0A]
        for task in tasks {
            for (index, column) in ForeignMember.columns.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                guard let value = column.value(of: task) else { continue }
                CSVText.append(CSVFormula.disarmed(cell(value)), to: &output)
            }
            output += [0x0D, 0x0A]
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

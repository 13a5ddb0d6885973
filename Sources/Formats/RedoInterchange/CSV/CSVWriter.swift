import RedoJSON

/// Writes a table with a column for each member of the neutral form (RFC 4180).
struct CSVWriter {
    private let settings: InterchangeSettings

    init(_ settings: InterchangeSettings) { self.settings = settings }

    /// The columns. What a reading had to remark is not part of a task.
    private static let columns = ForeignMember.allCases.filter { $0 != .line && $0 != .remarks }

    func write(_ tasks: [ForeignTask]) -> [UInt8] {
        var output = Array(Self.columns.map(\.rawValue).joined(separator: ",").utf8) + [0x0D, 0x0A]
        for task in tasks {
            for (place, column) in Self.columns.enumerated() {
                if place > 0 { output.append(UInt8(ascii: ",")) }
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

    /// A text among others with commas between them. Spaces at its ends would be taken away.
    private func escapedElement(_ text: String) -> String {
        TextEscapes.escaped(text, also: TextEscapes.outerSpaces(of: text).union([","]))
    }
}

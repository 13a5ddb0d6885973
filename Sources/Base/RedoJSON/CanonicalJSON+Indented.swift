extension CanonicalJSON {
    /// Appends a value on several lines, indented by two spaces a level, with sorted members.
    package static func appendIndented(
        _ value: JSONValue, to output: inout [UInt8], level: Int = 0
    ) {
        func breakLine(_ level: Int) {
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
        }
        switch value {
        case .array(let elements) where !elements.isEmpty:
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                breakLine(level + 1)
                appendIndented(element, to: &output, level: level + 1)
            }
            breakLine(level)
            output.append(UInt8(ascii: "]"))
        case .object(let members) where !members.isEmpty:
            output.append(UInt8(ascii: "{"))
            for (index, member) in sorted(members).enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                breakLine(level + 1)
                appendString(member.name.utf8.span, to: &output)
                output.append(contentsOf: ": ".utf8)
                appendIndented(member.value, to: &output, level: level + 1)
            }
            breakLine(level)
            output.append(UInt8(ascii: "}"))
        default: append(value, to: &output)
        }
    }
}

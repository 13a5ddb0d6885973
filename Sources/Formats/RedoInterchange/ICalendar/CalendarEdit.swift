import RedoModel

/// A change of the only VTODO of a file, which keeps every other line as it is.
package struct CalendarEdit {
    private let properties: CalendarProperties

    package init(_ settings: InterchangeSettings) { properties = CalendarProperties(settings) }

    /// The groups in which two states of a task differ.
    package func differences(
        _ left: ForeignTask, _ right: ForeignTask
    ) -> [CalendarProperties.Group] {
        CalendarProperties.Group.allCases.filter {
            properties.lines($0, of: left) != properties.lines($0, of: right)
        }
    }

    /// The text with the lines of some groups replaced by those of a task.
    ///
    /// - Returns: nil unless the text has exactly one whole VTODO.
    package func text(
        _ text: [UInt8], with groups: [CalendarProperties.Group], of task: ForeignTask
    ) -> [UInt8]? {
        let lines = CalendarText.lines(text)
        guard let begin = lines.firstIndex(where: { $0.isMark("BEGIN", of: "VTODO") }),
            let end = lines.firstIndex(where: { $0.isMark("END", of: "VTODO") }), begin < end,
            lines.count(where: { $0.isMark("BEGIN", of: "VTODO") }) == 1
        else { return nil }
        let names = Set(groups.flatMap(\.names))
        var output: [UInt8] = []
        var depth = 0
        for (index, line) in lines.enumerated() {
            if index == end {
                for group in groups {
                    for line in properties.lines(group, of: task) {
                        CalendarText.append(line, to: &output)
                    }
                }
                add("LAST-MODIFIED", task.modified, to: &output)
            }
            if index > begin, index < end {
                let name = line.name
                if name == "BEGIN" { depth += 1 }
                let isReplaced =
                    depth == 0 && (names.contains(name) || name == "LAST-MODIFIED")
                    && isOfGroup(line)
                if name == "END" { depth -= 1 }
                if isReplaced { continue }
                if depth == 0, name == "SEQUENCE", let number = Self.number(line) {
                    CalendarText.append(
                        CalendarLine("SEQUENCE", word: "\(number + 1)"), to: &output)
                    continue
                }
            }
            output += text[line.range]
            if output.last != UInt8(ascii: "\n") { output += [0x0D, 0x0A] }
        }
        return output
    }

    /// Relations other than dependencies do not belong to the suite.
    private func isOfGroup(_ line: CalendarText.Line) -> Bool {
        guard line.name == "RELATED-TO" else { return true }
        let head = line.bytes.prefix { $0 != UInt8(ascii: ":") }
        return String(decoding: head, as: UTF8.self).uppercased().split(separator: ";")
            .contains("RELTYPE=DEPENDS-ON")
    }

    private func add(_ name: String, _ time: Instant?, to output: inout [UInt8]) {
        guard let time else { return }
        CalendarText.append(CalendarLine(name, time), to: &output)
    }

    private static func number(_ line: CalendarText.Line) -> Int? {
        let digits = line.bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        guard (1...9).contains(digits.count) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

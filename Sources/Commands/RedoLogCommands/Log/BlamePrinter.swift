import RedoCommandLine
import RedoCommandParts
import RedoJSON
import RedoModel
import RedoRepository

/// Prints assignments with the nodes that made them.
struct BlamePrinter {
    private let log: Log
    private let abbreviations: Abbreviations
    /// The widths of the columns for people.
    private var widths: [Int] = []

    /// - Parameter assignments: what will be printed for people, to align it.
    init(_ log: Log, _ assignments: [Assignment]) {
        self.log = log
        abbreviations = log.abbreviations()
        for assignment in assignments {
            for (column, cell) in cells(of: assignment).enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], displayWidth(cell))
            }
        }
    }

    private func cells(of assignment: Assignment) -> [String] {
        let node = log.nodes[assignment.node]
        let author = node.authorLabel(
            log.replay.authority.people, digits: DistinctDigits.smallestCount)
        let todo = assignment.member.todo.map { String($0.description.prefix(8)) + "." } ?? ""
        return [
            abbreviations.text(of: node.id), author, ShownDevices.name(node.author),
            localText(node.timestamp.wall), todo + assignment.member.name.printable,
        ]
    }

    /// `9f2c1a7  Ana  phone  2025-01-31 09:00  title  "Buy oat milk", was "Buy milk"`
    func line(
        of assignment: Assignment, _ context: borrowing CommandContext, showsOverwritten: Bool
    ) -> String {
        var text = ""
        for (column, cell) in cells(of: assignment).enumerated() {
            let space = String(repeating: " ", count: widths[column] - displayWidth(cell) + 2)
            text += (column == 0 ? context.styled(cell, .yellow) : cell) + space
        }
        text += assignment.value.map(jsonText) ?? "removed"
        if showsOverwritten || assignment.overwritten != nil {
            text += assignment.overwritten.map { ", was \(jsonText($0))" } ?? ", the first value"
        }
        return text + "\n"
    }

    /// One line of fields that are separated by tabs, for programs.
    func record(of assignment: Assignment) -> String {
        let node = log.nodes[assignment.node]
        func json(_ value: JSONValue?) -> String {
            value.map { String(decoding: CanonicalJSON.bytes($0), as: UTF8.self) } ?? "-"
        }
        return [
            node.id.description, node.author.userID.description,
            json(.string(node.author.deviceID)), node.timestamp.wall.wallText,
            assignment.member.todo?.description ?? "-", fieldName(assignment.member.name),
            json(assignment.value), json(assignment.overwritten),
        ].joined(separator: "\t") + "\n"
    }

    /// The name of a field; in JSON where it holds what would break the line.
    private func fieldName(_ name: JSONString) -> String {
        let quoted = String(decoding: CanonicalJSON.bytes(.string(name)), as: UTF8.self)
        let bare = name.description
        return quoted.utf8.count == bare.utf8.count + 2 ? bare : quoted
    }
}

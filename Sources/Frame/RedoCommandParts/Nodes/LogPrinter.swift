import RedoCommandLine
import RedoCrypto
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// Prints the nodes of a log.
package struct LogPrinter {
    private let style: LogStyle
    private let end: String
    private let fields: NodeFields
    private let ignored: Set<UserID>

    /// - Parameters:
    ///   - end: what follows each node.
    ///   - ignored: the users whose nodes have no effect, which is said of them.
    ///   - fields: with what the style needs (``LogStyle/needs``).
    package init(
        _ style: LogStyle, end: String = "\n", ignored: Set<UserID>, _ fields: NodeFields
    ) {
        self.style = style
        self.end = end
        self.ignored = ignored
        self.fields = fields
    }

    private var tasks: ShownTasks { fields.tasks }

    /// True if a row is its id, which is written without a detour through text.
    package var showsOnlyIDs: Bool {
        if case .format(let format, isJSON: false) = style { return format.isOnly(.id) }
        return false
    }

    /// True if the content of a node is read for it.
    package var readsContent: Bool { style.needs.contains(.content) }

    package func printIDs(
        _ context: inout CommandContext, of numbers: [Int], in index: LogIndex
    ) throws(RedoError) {
        try context.printIDs(of: numbers, in: index, end: end)
    }

    /// A node with what follows it; nil if it cannot be read.
    package func bytes(of row: some LogRow, _ context: borrowing CommandContext) -> [UInt8]? {
        let bytes: [UInt8]? =
            switch style {
            case .json: row.node?.canonicalBytes
            case .format(let format, isJSON: true): format.json { fields.value($0, of: row) }
            default: text(of: row, context).map { Array($0.utf8) }
            }
        return bytes.map { $0 + Array(end.utf8) }
    }

    /// The separator of two nodes.
    package var separator: String { partsNodes && end == "\n" ? "\n" : "" }

    /// A node as the style shows it to people; nil if it cannot be read.
    private func text(of row: some LogRow, _ context: borrowing CommandContext) -> String? {
        switch style {
        case .format(let format, isJSON: _): format.text { fields.value($0, of: row) }
        case .oneline: row.node.map { line(of: $0, device: nil, context) }
        case .wide:
            row.node.map { line(of: $0, device: fields.devices.number(of: $0.author), context) }
        case .full: row.node.map { fullText(of: $0, context) }
        case .json: row.node.map { String(decoding: $0.canonicalBytes, as: UTF8.self) }
        }
    }

    /// The lines that stand beside a node in a drawing.
    package func lines(of row: some LogRow, _ context: borrowing CommandContext) -> [String] {
        (text(of: row, context) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// True if an empty line stands between two nodes.
    package var partsNodes: Bool {
        if case .full = style { return true }
        return false
    }

    /// Short id, local time, the task's title, and what the node does, with local times.
    ///
    /// - Parameter device: the number of the device, which is shown behind the time; nil if it is not.
    private func line(
        of node: Node, device: Int?, _ context: borrowing CommandContext
    ) -> String {
        func colored(_ text: String) -> String {
            device.map { context.colored(text, line: $0) } ?? context.styled(text, .yellow)
        }
        var line = colored(fields.short(node.id)) + " \(localText(node.timestamp.wall))  "
        if device != nil {
            let width = fields.devices.width
            let name = cut(ShownDevices.name(node.author), toColumns: width)
            line += colored(name.padded(toColumns: width)) + "  "
        }
        if isIgnored(node) { line += "(ignored) " }
        if tasks.voids?.reason(of: node.id) != nil { line += "(void) " }
        let title = node.taskID.flatMap { tasks.titles[$0] }
        if let title { line += "\(title): " }
        line += node.action.description.printable
        let detail = node.subjectDetail { text in
            Instant(iso8601: text.utf8.span).map { localText($0) } ?? text.printable
        }
        // What a task was called at first is news only where it is called otherwise now.
        if !detail.isEmpty, detail != title { line += ": \(detail)" }
        return line
    }

    /// True if a node has no effect because its author is ignored, or the person that it is about.
    private func isIgnored(_ node: Node) -> Bool {
        ignored.contains(node.author.userID) || tasks.people.ignored[node.id] != nil
    }

    private func fullText(of node: Node, _ context: borrowing CommandContext) -> String {
        var text = context.styled("node \(node.id)", .yellow) + "\n"
        if node.parents.count > 1 {
            text +=
                "Parents: "
                + node.parents.map { fields.short($0) }.joined(separator: " ") + "\n"
        }
        if let task = node.taskID {
            text += "Task:    \(task)" + (tasks.titles[task].map { " (\($0))" } ?? "") + "\n"
        }
        let mark = node.isSigned ? "" : "\(Node.unprovedMark) "
        let name = node.authorName(tasks.people).map { "\($0) " } ?? ""
        let device = ShownDevices.name(node.author)
        text += "Author:  \(mark)\(name)<\(node.author.userID)> on \(device)"
        if !node.isSigned { text += " (not signed)" }
        if isIgnored(node) { text += " (ignored)" }
        text += "\n"
        text += "Date:    \(node.timestamp.wall) (lamport \(node.timestamp.lamport))\n"
        if let voids = tasks.voids, let reason = voids.reason(of: node.id) {
            text += "Void:    \(voids.ruleText(reason))\n"
        }
        return text + "\n    \(node.subjectLine)"
    }
}

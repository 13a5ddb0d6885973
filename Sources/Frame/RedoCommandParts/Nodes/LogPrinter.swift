import RedoCommandLine
import RedoCrypto
import RedoJSON
import RedoModel
import RedoStore
import RedoSystem

/// The texts about tasks that a log shows beside their nodes.
package struct ShownTasks {
    package var titles: [TaskID: String] = [:]
    /// Which nodes are void, which is said of them; nil if it is not said here.
    package var voids: VoidNodes?
    /// Whose names take the place of those that authors give themselves.
    package var people = People.none

    package init(
        titles: [TaskID: String] = [:], voids: VoidNodes? = nil, people: People = .none
    ) {
        (self.titles, self.voids, self.people) = (titles, voids, people)
    }
}

/// Prints the nodes of a log.
package struct LogPrinter {
    private let style: LogStyle
    private let end: String
    private let abbreviations: Abbreviations
    private let tasks: ShownTasks
    private let ignored: Set<UserID>

    /// - Parameters:
    ///   - end: what follows each node.
    ///   - ignored: the users whose nodes have no effect, which is said of them.
    ///   - ids: all of the log; only short ids need them.
    ///   - people: only what shows persons and no titles needs them.
    ///   - tasks: only what shows their titles needs them.
    package init(
        _ style: LogStyle, end: String = "\n", ignored: Set<UserID>, ids: () -> [NodeID],
        people: () -> People,
        tasks: () -> ShownTasks = { ShownTasks() }
    ) {
        self.style = style
        self.end = end
        self.ignored = ignored
        abbreviations = Abbreviations(style.showsShortIDs ? ids() : [])
        self.tasks =
            style.showsTitles
            ? tasks() : ShownTasks(people: style.showsPersonsAlone ? people() : .none)
    }

    /// Whether a row is its id, which is written without a detour through text.
    package var showsOnlyIDs: Bool {
        if case .format(let format) = style { return format.isID }
        return false
    }

    /// How many ids are written at a time, on all processors.
    private static let chunkCount = 1 << 13
    private static let smallestShare = 1 << 11

    package func printIDs(
        _ context: inout CommandContext, of numbers: [Int], in index: LogIndex
    ) throws(RedoError) {
        var rest = numbers[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(Self.chunkCount)
            rest = rest.dropFirst(Self.chunkCount)
            let texts = Parallel.map(count: chunk.count, smallestShare: Self.smallestShare) {
                let start = chunk.startIndex + $0.lowerBound
                return [idText(of: chunk[start..<start + $0.count], in: index)]
            }
            for text in texts { try context.print(text) }
        }
    }

    private func idText(of numbers: ArraySlice<Int>, in index: LogIndex) -> [UInt8] {
        // Appending is what takes the time: what stands between two ids is one piece. Each thread has
        // one for itself, since counting the references to a common one would stop the others.
        let prefix = Array("\(NodeID.prefix)".utf8)
        let between = Array(end.utf8) + prefix
        var text = prefix
        text.reserveCapacity((numbers.count + 1) * (NodeID.textByteCount + end.utf8.count))
        index.forEachID(of: numbers) { id in
            id.digest.appendHexadecimal(to: &text)
            text += between
        }
        text.removeLast(prefix.count)
        return text
    }

    /// A node with what follows it; nil if it cannot be read.
    package func bytes(of row: some LogRow, _ context: borrowing CommandContext) -> [UInt8]? {
        if case .json = style { return row.node.map { $0.canonicalBytes + Array(end.utf8) } }
        return text(of: row, context).map { Array(($0 + end).utf8) }
    }

    /// The separator of two nodes.
    package var separator: String { partsNodes && end == "\n" ? "\n" : "" }

    /// A node as the style shows it to people; nil if it cannot be read.
    private func text(of row: some LogRow, _ context: borrowing CommandContext) -> String? {
        switch style {
        case .format(let format): format.text { value($0, of: row) }
        case .oneline: row.node.map { line(of: $0, context) }
        case .full: row.node.map { fullText(of: $0, context) }
        case .json: row.node.map { String(decoding: $0.canonicalBytes, as: UTF8.self) }
        }
    }

    /// The lines that stand beside a node in a drawing.
    package func lines(of row: some LogRow, _ context: borrowing CommandContext) -> [String] {
        (text(of: row, context) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// Whether an empty line stands between two nodes.
    package var partsNodes: Bool {
        if case .full = style { return true }
        return false
    }

    private func value(_ field: Character, of row: some LogRow) -> String {
        switch field {
        case "H": row.id.description
        case "h": abbreviations.text(of: row.id)
        case "P": row.parents.map(\.description).joined(separator: " ")
        case "A": row.actionName
        case "T": row.taskID?.description ?? ""
        case "L": String(row.timestamp.lamport)
        case "t": row.taskID.flatMap { tasks.titles[$0] } ?? ""
        case "W": row.timestamp.wall.wallText
        case "d": localText(row.timestamp.wall)
        case "U": row.writer?.userID.description ?? ""
        case "N": row.writer.flatMap { tasks.people.name(of: $0) } ?? ""
        case "p": row.writer.flatMap { tasks.people.person(of: $0) }?.id.description ?? ""
        case "G": row.isSigned ? "G" : "N"
        case "D": row.writer?.deviceID.printable ?? ""
        default: row.subjectLine
        }
    }

    /// Short id, local time, the task's title, and what the node does, with local times.
    private func line(of node: Node, _ context: borrowing CommandContext) -> String {
        var line = context.styled(abbreviations.text(of: node.id), .yellow)
        line += " \(localText(node.timestamp.wall))  "
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

    /// Whether a node has no effect because its author is ignored, or the person that it is about.
    private func isIgnored(_ node: Node) -> Bool {
        ignored.contains(node.author.userID) || tasks.people.ignored[node.id] != nil
    }

    private func fullText(of node: Node, _ context: borrowing CommandContext) -> String {
        var text = context.styled("node \(node.id)", .yellow) + "\n"
        if node.parents.count > 1 {
            text +=
                "Parents: "
                + node.parents.map { abbreviations.text(of: $0) }.joined(separator: " ") + "\n"
        }
        if let task = node.taskID {
            text += "Task:    \(task)" + (tasks.titles[task].map { " (\($0))" } ?? "") + "\n"
        }
        let mark = node.isSigned ? "" : "\(Node.unprovedMark) "
        let name = node.authorName(tasks.people).map { "\($0) " } ?? ""
        let device = node.author.deviceName ?? node.author.deviceID
        text += "Author:  \(mark)\(name)<\(node.author.userID)> on \(device.printable)"
        if !node.isSigned { text += " (not signed)" }
        if isIgnored(node) { text += " (ignored)" }
        text += "\n"
        text += "Date:    \(node.timestamp.wall) (lamport \(node.timestamp.lamport))\n"
        if let voids = tasks.voids, let reason = voids.reason(of: node.id) {
            text += "Void:    \(reason.code): \(voids.sentence(reason).printable)\n"
        }
        return text + "\n    \(node.subjectLine)"
    }
}

import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository

/// The history of a task, for people: its nodes in replay order, with what each changed.
struct TaskHistory {
    private let log: Log
    private let patches: NodePatches
    private let abbreviations: Abbreviations

    init(_ log: Log) {
        self.log = log
        patches = NodePatches(log)
        abbreviations = log.abbreviations()
    }

    /// Two lines a node or more: when, which, who and where; then what it did, indented.
    func lines(of task: TaskID) -> [String] {
        var lines: [String] = []
        for (number, node) in log.nodes.enumerated() where node.taskID == task {
            let author = node.authorLabel(log.replay.authority.people)
            lines.append(
                "\(localText(node.timestamp.wall))  \(abbreviations.text(of: node.id))  "
                    + "\(author) on \(ShownDevices.name(node.author))")
            lines.append("    \(node.subjectLine)")
            lines += patches.lines(of: number, showsFirstValues: false).map { "    \($0)" }
        }
        return lines
    }
}

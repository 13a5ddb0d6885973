import RedoCommand
import RedoLog
import RedoPlumbing
import RedoState

/// What happened to a task, for people: its nodes in replay order, with what each changed.
struct TaskHistory {
    private let log: Log
    private let fates: [Fate?]
    private let abbreviations: Abbreviations

    init(_ log: Log) {
        self.log = log
        fates = log.replay.fates()
        abbreviations = log.abbreviations()
    }

    /// Two lines a node or more: when, which, who and where; then what it did, indented.
    func lines(of task: TaskID) -> [String] {
        let changes = Dictionary(grouping: log.replay.assignments(of: task), by: \.node)
        var lines: [String] = []
        for (number, node) in log.nodes.enumerated() where node.taskID == task {
            let author = node.author.name?.printable ?? node.author.userID.description
            let device = node.author.deviceName ?? node.author.deviceID
            lines.append(
                "\(localText(node.timestamp.wall))  \(abbreviations.text(of: node.id))  "
                    + "\(author) on \(device.printable)")
            lines.append("    \(node.subjectLine)")
            for change in changes[number] ?? [] {
                guard let before = change.overwritten else { continue }
                let value = change.value.map(jsonText) ?? "nothing"
                lines.append(
                    "    \(change.member.name.printable): \(jsonText(before)) → \(value)")
            }
            if let fate = fates[number], fate != .counts {
                let words = fate.text(log.replay.judgement) {
                    abbreviations.text(of: log.nodes[$0].id)
                }
                lines.append("    \(words)")
            }
        }
        return lines
    }
}

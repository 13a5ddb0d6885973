import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository

/// The outcome of the nodes of a log in the replay, task by task, in words.
struct Explanation {
    private let log: Log
    private let abbreviations: Abbreviations
    private let titles: [TaskID: String]
    private let outcomes: [NodeOutcome?]
    /// The nodes that the replay looks at, by task; nil stands for no task.
    private let numbers: [TaskID?: [Int]]

    /// - Parameter ends: the nodes that the replay ends with; nil for the whole log.
    init(_ log: Log, among ends: [Int]?, _ state: State) {
        self.log = log
        abbreviations = log.abbreviations()
        titles = Dictionary(
            state.tasks.map { ($0.id, $0.title.printable) }, uniquingKeysWith: { first, _ in first }
        )
        let outcomes = log.replay.outcomes(among: ends)
        self.outcomes = outcomes
        numbers = Dictionary(
            grouping: outcomes.indices.filter { outcomes[$0] != nil }, by: { log.nodes[$0].taskID })
    }

    /// The tasks by id, and at last nil for the nodes that belong to none.
    var tasks: [TaskID?] {
        numbers.keys.compactMap { $0 }.sorted() + (numbers[nil] == nil ? [] : [nil])
    }

    /// A heading, and a line for each node of a task in replay order.
    func text(of task: TaskID?) -> String {
        let numbers = numbers[task] ?? []
        let counting = numbers.count { outcomes[$0]?.hasEffect == true }
        var text =
            task.map { "\($0) \(titles[$0] ?? "(not in the state)"): " } ?? "(no task): "
        text += "\(counting) of \(numbers.count) nodes \(counting == 1 ? "counts" : "count")\n"
        for number in numbers {
            guard let outcome = outcomes[number] else { continue }
            let words = outcome.text(log.replay.validation, log.replay.voids) {
                abbreviations.text(of: log.nodes[$0].id)
            }
            let node = log.nodes[number]
            text += "  \(outcome.hasEffect ? "+" : "-") \(abbreviations.text(of: node.id)) "
            text += "\(node.subjectLine): \(words)\n"
        }
        return text
    }
}

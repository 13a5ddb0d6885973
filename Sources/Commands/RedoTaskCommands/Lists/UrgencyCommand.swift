import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo urgency`: explains the ranks of tasks.
package struct UrgencyCommand: ParsableCommand {
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object with the rank and its terms for each task")

    package static let specification = CommandSpecification(
        "urgency", "Explain the ranks of tasks term by term",
        operands: [.repeated(.value(.task))], options: [json, TaskTable.rankOption],
        readsNames: true, effect: .reads)

    /// The names of the tasks.
    private let names: [InputName]
    private let rank: String?
    private let isJSON: Bool

    package init(_ arguments: Arguments) {
        names = arguments.names
        rank = arguments.value(TaskTable.rankOption)
        isJSON = arguments.has(Self.json)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        var table = try TaskTable(context, repository.store, rankedBy: rank)
        let tasks = try repository.tasks()
        table.take(tasks.state, try repository.organisationFacts(at: table.moment))
        let known = TaskNames(tasks.ids, repository.options.nameRule) { tasks.state.tasks }
        var explained: [TaskState] = []
        for name in names {
            let task = try name.resolved { (text) throws(RedoError) in
                let id = try known.id(named: text)
                guard let task = tasks.state[id] else {
                    throw RedoError(.unknownName, "the task \(id) is deleted")
                }
                return task
            }
            explained.append(task)
        }
        for (index, task) in explained.enumerated() {
            if index > 0, !isJSON { try context.print("\n") }
            try explain(task, table, &context)
        }
        return .done
    }

    private func explain(
        _ task: TaskState, _ table: TaskTable, _ context: inout CommandContext
    ) throws(RedoError) {
        let (rank, terms) = table.rank(of: task)
        if isJSON {
            let members = [
                JSONMember("guid", .string(JSONString(task.id.description))),
                JSONMember("rank", .number(rank)), JSONMember("urgency", table.urgency(of: task)),
            ]
            return try context.printLine(CanonicalJSON.bytes(.object(members)))
        }
        let product = terms.isEmpty ? "" : ", the product of:"
        try context.print(
            "\(context.styled(task.title.printable, .bold))  \(oneDecimal(rank))\(product)\n")
        for term in terms {
            let title = term.title.printable
            let value = CanonicalJSON.bytes(.number(Self.rounded(term.value))).text
            let power = CanonicalJSON.bytes(.number(term.exponent)).text
            let exponent = term.exponent == 1 ? "" : " ^ \(power)"
            try context.print(Self.row(title, "\(value)\(exponent)"))
        }
        if terms.isEmpty {
            try context.print(
                rank == 0
                    ? "  it is not open, so it has no rank\n"
                    : "  the classic formula takes no weights and factors\n")
        }
        try context.print("beside the rank, which lists order by:\n")
        for (title, text) in table.ordering(of: task) {
            try context.print(Self.row(title, text))
        }
    }

    private static func row(_ title: String, _ text: String) -> String {
        "  \(title)\(String(repeating: " ", count: max(1, 12 - title.utf8.count)))\(text)\n"
    }

    /// A number with at most two decimals.
    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

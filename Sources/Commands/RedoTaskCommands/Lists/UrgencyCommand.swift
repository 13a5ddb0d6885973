import RedoCommandLine
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo urgency`: explains the rank of a task.
package struct UrgencyCommand: ParsableCommand {
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object with the rank and its terms")

    package static let specification = CommandSpecification(
        "urgency", "Explain the rank of a task term by term",
        operands: [.value(.task)], options: [json, TaskTable.rankOption], effect: .reads)

    /// The task.
    private let name: String
    private let rank: String?
    private let isJSON: Bool

    package init(_ arguments: Arguments) {
        name = arguments.operands[0]
        rank = arguments.value(TaskTable.rankOption)
        isJSON = arguments.has(Self.json)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        var table = try TaskTable(context, repository.store, rankedBy: rank)
        let tasks = try repository.tasks()
        table.take(tasks.state, try repository.organisationFacts(at: table.moment))
        let id = try TaskNames(tasks.ids, repository.options.nameRule) { tasks.state.tasks }
            .id(named: name)
        guard let task = tasks.state[id] else {
            throw RedoError(.unknownName, "the task \(id) is deleted")
        }
        let (rank, terms) = table.rank(of: task)
        if isJSON {
            let members = [
                JSONMember("guid", .string(JSONString(id.description))),
                JSONMember("rank", .number(rank)), JSONMember("urgency", table.urgency(of: task)),
            ]
            try context.printLine(CanonicalJSON.bytes(.object(members)))
            return .done
        }
        try context.print(
            "\(context.styled(task.title.printable, .bold))  \(oneDecimal(rank))\n")
        for term in terms {
            let title = term.title.printable
            let space = String(repeating: " ", count: max(1, 12 - title.utf8.count))
            let value = CanonicalJSON.bytes(.number(Self.rounded(term.value))).text
            let power = CanonicalJSON.bytes(.number(term.exponent)).text
            let exponent = term.exponent == 1 ? "" : " ^ \(power)"
            try context.print("  \(title)\(space)\(value)\(exponent)\n")
        }
        if terms.isEmpty {
            try context.print(
                rank == 0
                    ? "  no to-do is open, so it has no rank\n"
                    : "  the classic formula takes no weights and factors\n")
        }
        return .done
    }

    /// A number with at most two decimals.
    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

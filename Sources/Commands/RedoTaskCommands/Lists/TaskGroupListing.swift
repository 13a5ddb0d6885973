import RedoCommandLine
import RedoCommandParts
import RedoInsight
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// What `redo tags` and `redo projects` print: a line for each group of tasks.
struct TaskGroupListing {
    private static let all = OptionSpecification.flag(
        "all", letter: "a", "also those without an open task")
    private static let json = OptionSpecification.flag("json", "print a JSON object for each")

    static func specification(of kind: TaskGroup.Kind) -> CommandSpecification {
        CommandSpecification(
            "\(kind.rawValue)s",
            "List \(kind.rawValue)s: how many tasks are open and done, and when the next is due",
            options: [all, json, TaskContext.option] + IDListing.options,
            constraints: IDListing.constraints(json), effect: .reads)
    }

    private let kind: TaskGroup.Kind
    private let isAll: Bool
    private let form: IDListing.Form
    private let choice: TaskContext.Choice

    init(_ kind: TaskGroup.Kind, _ arguments: Arguments) {
        self.kind = kind
        isAll = arguments.has(Self.all)
        form = IDListing.Form(arguments, json: Self.json)
        choice = TaskContext.Choice(arguments)
    }

    func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let viewed = try ViewedTasks(choice, context, repository, isForPeople: form == .table)
        let all = TaskGroup.all(kind, of: viewed.tasks, at: viewed.now)
        let groups = isAll ? all : all.filter { $0.open + $0.hidden > 0 }
        viewed.context?.announce(context)
        if groups.isEmpty {
            let scope = viewed.context.map { " in the context '\($0.name.printable)'" } ?? ""
            context.note("no \(isAll ? "" : "open ")task\(scope) has a \(kind.rawValue)")
            if !all.isEmpty { context.complain(hints: ["--all shows those of done tasks"]) }
        }
        switch form {
        case .json:
            for group in groups { try context.printLine(CanonicalJSON.bytes(json(group))) }
        case .ids(let end): try context.printIDs(groups.map(\.name), end: end)
        case .table:
            guard !groups.isEmpty else { break }
            context.startPager()
            try print(groups, viewed.table, &context)
        }
        return .done
    }

    private func json(_ group: TaskGroup) -> JSONValue {
        [
            "done": .number(Double(group.done)), "hidden": .number(Double(group.hidden)),
            "name": .string(JSONString(group.name)),
            "nextDue": group.nextDue.map { .string(JSONString($0.wallText)) } ?? .null,
            "open": .number(Double(group.open)),
        ]
    }

    private func print(
        _ groups: [TaskGroup], _ table: TaskTable, _ context: inout CommandContext
    ) throws(RedoError) {
        let heading = [kind.rawValue.uppercased(), "OPEN", "DONE", "NEXT DUE"]
        let rows = groups.map { group in
            [
                group.name.printable, "\(group.open)", "\(group.done)",
                group.nextDue.map { table.words.text($0) } ?? "-",
            ]
        }
        let widths = heading.indices.map { column in
            ([heading] + rows).map { displayWidth($0[column]) }.max() ?? 0
        }
        for (index, row) in ([heading] + rows).enumerated() {
            let cells = zip(row, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - displayWidth(cell.0))
                // The numbers are aligned at their right.
                return column == 0 ? cell.0 + space : column == 3 ? cell.0 : space + cell.0
            }
            let line = cells.joined(separator: "  ")
            try context.print("\(index == 0 ? context.styled(line, .bold) : line)\n")
        }
    }
}

/// `redo tags`: the tags of tasks.
package struct TagsCommand: ParsableCommand {
    package static let specification = TaskGroupListing.specification(of: .tag)

    private let listing: TaskGroupListing

    package init(_ arguments: Arguments) { listing = TaskGroupListing(.tag, arguments) }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try listing.run(&context)
    }
}

/// `redo projects`: the projects of tasks.
package struct ProjectsCommand: ParsableCommand {
    package static let specification = TaskGroupListing.specification(of: .project)

    private let listing: TaskGroupListing

    package init(_ arguments: Arguments) { listing = TaskGroupListing(.project, arguments) }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try listing.run(&context)
    }
}

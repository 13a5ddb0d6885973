import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoJSON
import RedoModel
import RedoRepository
import RedoSystem

/// `redo diff`: compares two states of the tasks.
package struct DiffCommand: ParsableCommand {
    private static let state = Placeholder("state", .name(.node))
    private static let store = OptionSpecification.value(
        "store", takes: .directory,
        "compare with this store, instead of the present state of this one")
    private static let stat = OptionSpecification.flag(
        "stat", "print a line for each task, and how many there are")
    private static let nameOnly = OptionSpecification.flag(
        "name-only", "print the ids of the tasks alone")
    private static let json = OptionSpecification.flag(
        "json", "print a JSON object for each task: task, change, title, fields, nodes")
    private static let by = OptionSpecification.value(
        "by", takes: .author, "only what this person, key or agent changed")
    private static let exitCode = OptionSpecification.flag(
        "exit-code", isExpert: true, "end with 1 if the states differ")

    package static let specification = CommandSpecification(
        "diff", "Compare two states of the tasks",
        operands: [[.optional(.value(state)), .optional(.value(state))]],
        operandCount: 0...2,
        options: [store, by, stat, nameOnly, json, exitCode, NameInput.output],
        constraints: [
            .exclusive([stat, nameOnly, json]), .needs(NameInput.output, anyOf: [nameOnly]),
        ],
        effect: .reads, statuses: .reading(no: "with `--exit-code`, the states differ"))

    /// The form in which the difference is printed.
    private enum Style {
        case full, stat, json
        /// Ids of tasks, each with this behind it.
        case names(end: String)
    }

    /// The states as they are named; nil for the remote that a push uses.
    private let before: String?
    /// Nil for the present state.
    private let after: String?
    /// The path of the store that is the second state.
    private let otherStore: String?
    /// The only author whose changes are shown, by name; nil for all.
    private let author: String?
    private let style: Style
    private let reportsByStatus: Bool

    package init(_ arguments: Arguments) throws(RedoError) {
        var names = arguments.operands
        if names.count == 1, case .range(let start, let end) = NodeExpression(names[0]) {
            guard let start else { throw .usage("name the state before '..'") }
            names = [start] + (end.map { [$0] } ?? [])
        }
        otherStore = arguments.value(Self.store)
        guard otherStore == nil || names.count < 2 else {
            throw .usage("--store is one of the two states; name at most one other")
        }
        author = arguments.value(Self.by)
        before = names.first
        after = names.count > 1 ? names[1] : nil
        style =
            if arguments.has(Self.stat) {
                .stat
            } else if arguments.has(Self.nameOnly) {
                .names(end: arguments.terminator)
            } else if arguments.has(Self.json) {
                .json
            } else {
                .full
            }
        reportsByStatus = arguments.has(Self.exitCode)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let repository = try context.openRepository()
        let log = try repository.wholeLog()
        let second = try secondState(log, repository, context)
        var states = try ComparedStates(
            from: try firstState(log, repository, context), to: second, log, repository, context)
        if let author {
            let names = try context.personNames(repository)
            let principal = try names.principal(named: author).principal
            states.show(onlyBy: principal, names.people)
        }
        if case .full = style { context.startPager() }
        try print(states, &context)
        return reportsByStatus && !states.isEmpty ? .no : .done
    }

    private func firstState(
        _ log: Log, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> NamedState {
        if let before { return try NamedState(before, log, repository, context) }
        if otherStore != nil { return .present }
        return .remote(try ConfiguredRemote.chosen(nil, of: repository.store))
    }

    private func secondState(
        _ log: Log, _ repository: Repository, _ context: borrowing CommandContext
    ) throws(RedoError) -> NamedState {
        if let otherStore { return .store(path: otherStore) }
        return try after.map { (name) throws(RedoError) in
            try NamedState(name, log, repository, context)
        } ?? .present
    }

    private func print(
        _ states: ComparedStates, _ context: inout CommandContext
    ) throws(RedoError) {
        let printer = DifferencePrinter(states)
        switch style {
        case .full:
            for (index, task) in states.tasks.enumerated() {
                if index > 0 { try context.print("\n") }
                try context.print(printer.text(of: task, context))
            }
            let others = printer.otherLines
            if !others.isEmpty, !states.tasks.isEmpty { try context.print("\n") }
            for line in others { try context.print("\(line)\n") }
        case .stat:
            for task in states.tasks {
                try context.print("\(printer.statLine(of: task))\n")
            }
            try context.print("\(printer.summary)\n")
        case .names(let end):
            try context.printIDs(states.tasks.map(\.id.description), end: end)
        case .json:
            for task in states.tasks {
                try context.printLine(CanonicalJSON.bytes(printer.json(of: task)))
            }
            for node in states.otherNodes {
                try context.printLine(CanonicalJSON.bytes(printer.json(of: node)))
            }
        }
    }
}

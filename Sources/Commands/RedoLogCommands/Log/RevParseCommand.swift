import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo rev-parse`: resolves names.
package struct RevParseCommand: ParsableCommand {
    private static let task = OptionSpecification.flag(
        "task", "resolve the names of tasks to their ids")
    private static let short = OptionSpecification.flag(
        "short", "print the shortest unique prefix, of at least seven digits")
    private static let quiet = OptionSpecification.flag(
        "quiet", letter: "q", "print no error for an unknown name; exit with 1")
    private static let complete = OptionSpecification.value(
        "complete", takes: "kind", oneOf: NameKind.allCases.map(\.rawValue),
        isExpert: true,
        "print '<name>\\t<description>' for each task, node, remote or user whose name begins so")

    package static let specification = CommandSpecification(
        "rev-parse", "Resolve names of nodes and tasks: prefixes, TASK~2, TASK^2, A..B",
        operands: [.repeated(.value(.taskOrNode))],
        options: [task, short, quiet, complete],
        constraints: [.exclusive([task, short]), .excludes(complete, [task, short, quiet])],
        readsNames: true, effect: .reads,
        statuses: .reading(no: "`--quiet` is given and there is no such name"))

    /// The kind of id that a name is resolved to.
    private enum Target {
        case task, node, abbreviatedNode
    }

    private enum Form {
        case resolve(Target, isQuiet: Bool)
        case complete(kind: String)
    }

    private let form: Form
    private let names: [InputName]
    /// The terminator of a line of the output.
    private let end: String

    package init(_ arguments: Arguments) {
        names = arguments.names
        end = arguments.terminator
        if let kind = arguments.value(Self.complete) {
            form = .complete(kind: kind)
        } else {
            form = .resolve(
                arguments.has(Self.task)
                    ? .task : arguments.has(Self.short) ? .abbreviatedNode : .node,
                isQuiet: arguments.has(Self.quiet))
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .complete(let kind): return try NameCompletion.print(kind, names.map(\.text), &context)
        case .resolve(let target, let isQuiet):
            let repository = try context.openRepository()
            do throws(RedoError) {
                var resolver = NodeResolver(repository)
                var abbreviations: Abbreviations?
                for name in names {
                    try resolve(
                        name, to: target, repository, &resolver, &abbreviations, &context)
                }
                return .done
            } catch {
                if isQuiet, error.isAboutName { return .no }
                throw error
            }
        }
    }

    private func resolve(
        _ name: InputName, to target: Target, _ repository: Repository,
        _ resolver: inout NodeResolver, _ abbreviations: inout Abbreviations?,
        _ context: inout CommandContext
    ) throws(RedoError) {
        if target == .task {
            let names = try repository.names(about: .none)
            let id = try repository.asking { () throws(RedoError) in
                let id = try name.resolved { (text) throws(RedoError) in
                    try names.taskID(named: text)
                }
                return (id, .some([id]))
            }
            return try context.print("\(id)\(end)")
        }
        // A prefix alone needs no node to be read.
        if hexadecimalPrefix(name.text) != nil, target == .node {
            let id = try name.resolved { (text) throws(RedoError) in try resolver.id(text) }
            return try context.print("\(id)\(end)")
        }
        let names = try repository.names(about: .none)
        let graph = names.validation.graph
        let shown = target == .node ? nil : abbreviations ?? Abbreviations(graph.ids)
        abbreviations = shown
        // As git prints a range: what is included, then what is left out.
        let starts = try repository.asking { () throws(RedoError) in
            let starts = try names.starts(of: [WalkOperand(name)])
            let numbers = starts.included + starts.excluded
            return (
                starts,
                TaskScope(of: numbers.map { graph.task(of: $0).map { graph.taskIDs[$0] } })
            )
        }
        func text(_ number: Int) -> String {
            let id = graph.id(of: number)
            return shown.map { $0.text(of: id) } ?? id.description
        }
        for number in starts.included { try context.print("\(text(number))\(end)") }
        for number in starts.excluded { try context.print("^\(text(number))\(end)") }
    }
}

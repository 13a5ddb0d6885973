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
        effect: .reads, statuses: .reading(no: "`--quiet` is given and there is no such name"))

    /// What a name is resolved to.
    private enum Target {
        case task, node, abbreviatedNode
    }

    private enum Form {
        case resolve(Target, isQuiet: Bool)
        case complete(kind: String)
    }

    private let form: Form
    private let names: [String]

    package init(_ arguments: Arguments) {
        names = arguments.operands
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
        case .complete(let kind): return try NameCompletion.print(kind, names, &context)
        case .resolve(let target, let isQuiet):
            let repository = try context.openRepository()
            do throws(RedoError) {
                for name in names { try Self.resolve(name, to: target, repository, &context) }
                return .done
            } catch {
                if isQuiet, error.isAboutName { return .no }
                throw error
            }
        }
    }

    private static func resolve(
        _ name: String, to target: Target, _ repository: Repository,
        _ context: inout CommandContext
    ) throws(RedoError) {
        if target == .task {
            let names = try repository.names(about: .none)
            let id = try repository.asking { () throws(RedoError) in
                let id = try names.taskID(named: name)
                return (id, .some([id]))
            }
            return try context.print("\(id)\n")
        }
        // A prefix alone needs no node to be read.
        if hexadecimalPrefix(name) != nil, target == .node {
            var resolver = NodeResolver(repository)
            return try context.print("\(try resolver.id(name))\n")
        }
        let names = try repository.names(about: .none)
        let graph = names.validation.graph
        let abbreviations = Abbreviations(target == .node ? [] : graph.ids)
        func text(_ name: String) throws(RedoError) -> String {
            let number = try repository.asking { () throws(RedoError) in
                let number = try names.nodeNumber(named: name)
                return (number, TaskScope(of: [graph.task(of: number).map { graph.taskIDs[$0] }]))
            }
            let id = graph.id(of: number)
            return target == .node ? id.description : abbreviations.text(of: id)
        }
        if let range = NodeRange(name) {
            // As git prints a range: what is included, then what is left out.
            let end = try range.end.map(text)
            let start = try range.start.map(text)
            if let end { try context.print("\(end)\n") }
            if let start { try context.print("^\(start)\n") }
        } else {
            try context.print("\(try text(name))\n")
        }
    }
}

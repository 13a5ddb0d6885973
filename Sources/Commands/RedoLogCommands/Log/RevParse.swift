import RedoCommandLine
import RedoCommandParts
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
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

    /// `redo rev-parse`: resolves names.
    package static let revParse = Command(
        CommandSpecification(
            "rev-parse", "Resolve names of nodes and tasks: prefixes, TASK~2, TASK^2, A..B",
            operands: [.repeated(.value(.taskOrNode))],
            options: [task, short, quiet, complete],
            constraints: [.exclusive([task, short]), .excludes(complete, [task, short, quiet])],
            effect: .reads, statuses: .reading(no: "`--quiet` is given and there is no such name"))
    ) { (context) throws(RedoError) in
        if let kind = context.arguments.value(complete) {
            return try NameCompletion.print(kind, context.arguments.operands, &context)
        }
        let repository = try context.openRepository()
        do throws(RedoError) {
            for name in context.arguments.operands { try resolve(&context, repository, name) }
            return .done
        } catch {
            if context.arguments.has(quiet), error.isAboutName {
                return .no
            }
            throw error
        }
    }

    private static func resolve(
        _ context: inout CommandContext, _ repository: Repository, _ name: String
    ) throws(RedoError) {
        let arguments = context.arguments
        if arguments.has(task) {
            let names = try repository.names(about: .none)
            let id = try repository.asking { () throws(RedoError) in
                let id = try names.taskID(named: name)
                return (id, .some([id]))
            }
            return try context.print("\(id)\n")
        }
        // A prefix alone needs no node to be read.
        if hexadecimalPrefix(name) != nil, !arguments.has(short) {
            var resolver = NodeResolver(repository)
            return try context.print("\(try resolver.id(name))\n")
        }
        let names = try repository.names(about: .none)
        let graph = names.validation.graph
        let abbreviations = Abbreviations(arguments.has(short) ? graph.ids : [])
        func text(_ name: String) throws(RedoError) -> String {
            let number = try repository.asking { () throws(RedoError) in
                let number = try names.nodeNumber(named: name)
                return (number, TaskScope(of: [graph.task(of: number).map { graph.taskIDs[$0] }]))
            }
            let id = graph.id(of: number)
            return arguments.has(short) ? abbreviations.text(of: id) : id.description
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

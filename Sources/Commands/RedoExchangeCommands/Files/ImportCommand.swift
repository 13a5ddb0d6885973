import RedoCommandLine
import RedoCommandParts
import RedoSystem

/// `redo import`: takes nodes in, or tasks of other programs.
package struct ImportCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "import", "Import a log, or tasks of other programs",
        operands: [.optional(.repeated(.value(.file)))],
        options: [
            NodeImport.porcelain, NameInput.output, NodeImport.requireSignature,
            NodeImport.unsigned,
            InterchangeOptions.from, InterchangeOptions.map, TaskImport.update, TaskImport.dryRun,
            TaskImport.json, FieldDeclaration.option, Progress.option, Jobs.option,
        ],
        constraints: [
            .exclusive([NodeImport.requireSignature, NodeImport.unsigned]),
            .needs(NameInput.output, anyOf: [NodeImport.porcelain]),
        ] + TaskImport.options.map { .excludes($0, NodeImport.options) },
        statuses: .writing(done: "all nodes or entries are good", no: "one was refused"))

    private enum Form {
        case nodes(NodeImport)
        case tasks(TaskImport)
        case recognized(RecognizedImport)
    }

    private let form: Form

    package init(_ arguments: Arguments) throws(RedoError) {
        if let format = try InterchangeOptions.source(arguments) {
            form = .tasks(try TaskImport(from: format, arguments))
        } else if NodeImport.options.contains(where: arguments.has) {
            form = .nodes(try NodeImport(arguments))
        } else {
            form = .recognized(try RecognizedImport(arguments))
        }
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        switch form {
        case .nodes(let nodes): try nodes.run(&context)
        case .tasks(let tasks): try tasks.run(&context)
        case .recognized(let files): try files.run(&context)
        }
    }
}

import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoGit
import RedoGitRemote
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// `redo mirror`: exchanges nodes with a git repository on this machine.
package struct MirrorCommand: ParsableCommand {
    private static let to = OptionSpecification.value(
        "to", takes: .directory,
        "write the nodes to this bare git repository; it is made if missing")
    private static let from = OptionSpecification.value(
        "from", takes: .directory,
        "take nodes in from this git repository, of which nothing is trusted")
    private static let taskReferences = OptionSpecification.flag(
        "task-refs", isNegatable: true,
        "with --to: let refs/redo/tasks/TASK/NODE lead to the heads of tasks, or remove such names")
    private static let requireSignature = OptionSpecification.flag(
        "require-signature", "with --from: refuse nodes without a signature")

    package static let specification = CommandSpecification(
        "mirror",
        "Write nodes as commits of a git repository, or take nodes from one",
        operands: [.option(to), .option(from)],
        options: [
            to, from, taskReferences, requireSignature, SyncOptions.porcelain, Progress.option,
            Jobs.option,
        ],
        constraints: [
            .exactlyOne([to, from]),
            .needs(requireSignature, anyOf: [from]),
            .needs(taskReferences, anyOf: [to]),
        ], statuses: .writing(no: "something was refused"))

    private enum Form {
        case read(MirrorLocation)
        /// Without a setting the names of tasks are as they were.
        case write(MirrorLocation, taskReferences: Bool?)
    }

    private let form: Form
    private let request: ExchangeRequest
    private let style: ExchangeStyle

    package init(_ arguments: Arguments) throws(RedoError) {
        if let location = arguments.value(Self.from) {
            let url = shellWord(location.printable)
            form = .read(
                try MirrorLocation(
                    location,
                    hints: [
                        "'redo clone \(url)' creates a store from it",
                        "'redo remote add NAME \(url)', then 'redo fetch NAME', takes it into this one",
                    ]))
        } else {
            // The specification demands one of the two.
            form = .write(
                try MirrorLocation(
                    arguments.value(Self.to) ?? "",
                    hints: [
                        "'redo remote add NAME URL' and 'redo push NAME' bring the nodes to another machine"
                    ]), taskReferences: arguments.setting(Self.taskReferences))
        }
        request = ExchangeRequest(arguments)
        style = ExchangeStyle(arguments)
    }

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let session = try context.session(
            context.openStore(), request, in: style)
        switch form {
        case .read(let location):
            let outcome = try MirrorFolder(at: location.path, named: location.text, session).read()
            return try context.printSummary(of: outcome, from: location.text, in: style)
        case .write(let location, let taskReferences):
            let directory = MirrorFolder(at: location.path, named: location.text, session)
            return try report(directory.write(taskReferences: taskReferences), &context)
        }
    }

    private func report(
        _ written: MirrorFolder.Writing, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let update = written.update
        if style.isPorcelain {
            for (id, commit) in update.nodes { try context.print("\(id)\t\(commit)\tOK\n") }
            for commit in update.checkpoints { try context.print("-\t\(commit)\tOK\n") }
        } else if update.checkpoints.isEmpty {
            try context.print("nothing to mirror\n")
        } else {
            let nodes = counted(update.nodes.count, "node")
            let checkpoints = counted(update.checkpoints.count, "checkpoint")
            try context.print("mirrored \(nodes) and \(checkpoints)\n")
        }
        return written.isWhole ? .done : .no
    }
}

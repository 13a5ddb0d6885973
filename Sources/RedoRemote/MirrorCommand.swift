import RedoCommand
import RedoGit
import RedoLog
import RedoStore
import RedoSystem

extension Command {
    static let mirrorTo = OptionSpecification.value(
        "to", takes: "dir", "write the nodes to this bare git repository; it is made if missing")
    static let mirrorFrom = OptionSpecification.value(
        "from", takes: "dir", "take nodes in from this git repository, of which nothing is trusted")
    static let mirrorPorcelain = OptionSpecification.flag(
        "porcelain",
        "print '<id or ->\\t<commit or reference>\\t<OK or CODE>' for each commit that is new")
    static let mirrorTaskReferences = OptionSpecification.flag(
        "task-refs", isNegatable: true,
        "with --to: let refs/redo/tasks/TASK/NODE lead to the heads of tasks, or remove such names")
    static let mirrorRequiresSignature = OptionSpecification.flag(
        "require-signature", "with --from: refuse nodes without a signature")

    /// `redo mirror`: exchanges nodes with a git repository on this machine.
    package static let mirror = Command(
        CommandSpecification(
            "mirror",
            "Keep a git repository that has each node as a commit, or take nodes from one",
            operands: ["--to <dir>", "--from <dir>"],
            options: [
                mirrorTo, mirrorFrom, mirrorTaskReferences, mirrorRequiresSignature,
                mirrorPorcelain, Progress.option, Jobs.option,
            ])
    ) { (context) throws(CommandError) in
        let arguments = context.arguments
        switch (arguments.value(mirrorTo), arguments.value(mirrorFrom)) {
        case (let path?, nil):
            guard !arguments.has(mirrorRequiresSignature) else {
                throw .usage("--require-signature goes with --from")
            }
            return try mirror(to: path, &context)
        case (nil, let path?):
            guard arguments.setting(mirrorTaskReferences) == nil else {
                throw .usage("--task-refs goes with --to")
            }
            return try mirror(from: path, &context)
        default: throw .usage("mirror takes either --to or --from")
        }
    }
}

extension CommandError {
    init(_ error: GitError) {
        self.init(.failed, error.code.rawValue, error.message, hints: error.hints)
    }
}

/// Rethrows what git repositories throw as what a command prints.
func reportingGit<Result: ~Copyable>(
    _ body: () throws(GitError) -> Result
) throws(CommandError) -> Result {
    do throws(GitError) {
        return try body()
    } catch {
        throw CommandError(error)
    }
}

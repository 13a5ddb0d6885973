import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// `redo mirror --from`: takes the good nodes of a git repository in.
    static func mirror(
        from path: String, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let store = try context.openStore()
        let known = try KnownCommits(of: store)
        let validator = try read(path, beyond: known.map, context)
        let admission = try admit(validator.entries, to: store, context)
        let isOut = Set(admission.refused.map(\.commit))
        try known.remember(validator.settled(without: isOut))
        let refused =
            validator.refused + admission.refused.map { MirrorRefusal($0.commit, $0.rejection) }
        let good = validator.entries.filter { !isOut.contains($0.commit) }
        try reportTaken(admission.new.count, good, refused, &context)
        return refused.isEmpty ? .done : .no
    }

    /// The commits of a repository that are what they should be.
    private static func read(
        _ path: String, beyond known: CommitMap, _ context: borrowing CommandContext
    ) throws(RedoError) -> MirrorReader {
        var progress = Progress("Checking commits", context)
        let rule: NodeValidator.SignatureRule =
            context.arguments.has(RemoteOptions.mirrorRequiresSignature) ? .required : .ifPresent
        let validator: MirrorReader
        let repository = try GitRepository.open(path)
        validator = try MirrorReader(repository, beyond: known, signature: rule) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        return validator
    }
}

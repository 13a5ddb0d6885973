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
        from place: String, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let url = shellWord(place.printable)
        let asRemote =
            "'redo remote add NAME \(url)', then 'redo fetch NAME', takes it into this one"
        let path = try MirrorPlace(
            place, hints: ["'redo clone \(url)' makes a store from it", asRemote]
        ).path
        let store = try context.openStore()
        let repository = try GitRepository.open(path)
        let list = try ReferenceList(of: repository)
        let contents = RepositoryContents(list.sound.map(\.name))
        try contents.refuseUnlessMirror(place, asRemote)
        // Damaged references are named with what is refused.
        if contents.kind == .empty, list.damaged.isEmpty {
            try contents.refuseUnlessEmpty(place, repository, damaged: [])
        }
        repository.warnIfShallow(context)
        let known = try KnownCommits(of: store)
        let validator = try read(repository, beyond: known.map, context)
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
        _ repository: GitRepository, beyond known: CommitMap, _ context: borrowing CommandContext
    ) throws(RedoError) -> MirrorReader {
        var progress = Progress("Checking commits", context)
        let rule: NodeValidator.SignatureRule =
            context.arguments.has(RemoteOptions.mirrorRequiresSignature) ? .required : .ifPresent
        // Packs are read from a remote alone.
        let validator = try MirrorReader(
            repository, beyond: known, signature: rule, leavingOut: RepositoryContents.isOfPacks
        ) {
            progress.show(done: $0, total: $1)
        }
        progress.finish()
        return validator
    }
}

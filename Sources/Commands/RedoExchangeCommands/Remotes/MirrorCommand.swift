import RedoCommandLine
import RedoCommandParts
import RedoExchange
import RedoGit
import RedoGitRemote
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// `redo mirror`: exchanges nodes with a git repository on this machine.
    package static let mirror = Command(.mirror) { (context) throws(RedoError) in
        if let place = context.arguments.value(RemoteOptions.mirrorFrom) {
            return try mirror(from: place, &context)
        }
        // The specification demands one of the two.
        return try mirror(to: context.arguments.value(RemoteOptions.mirrorTo) ?? "", &context)
    }

    /// `redo mirror --from`: takes the good nodes of a git repository in.
    private static func mirror(
        from place: String, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let url = shellWord(place.printable)
        let path = try MirrorPlace(
            place,
            hints: [
                "'redo clone \(url)' makes a store from it",
                "'redo remote add NAME \(url)', then 'redo fetch NAME', takes it into this one",
            ]
        ).path
        let session = try context.session(context.openStore(), context.exchangeRequest)
        let outcome = try MirrorFolder(at: path, named: place, session).read()
        return try context.printSummary(of: outcome, from: place)
    }

    /// `redo mirror --to`: writes the nodes of the store to a git repository.
    private static func mirror(
        to place: String, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        let path = try MirrorPlace(
            place,
            hints: [
                "'redo remote add NAME URL' and 'redo push NAME' bring the nodes to another machine"
            ]
        ).path
        let session = try context.session(context.openStore(), context.exchangeRequest)
        let written = try MirrorFolder(at: path, named: place, session).write(
            taskReferences: context.arguments.setting(RemoteOptions.mirrorTaskReferences))
        let update = written.update
        if context.arguments.has(RemoteOptions.mirrorPorcelain) {
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

import RedoCommandLine
import RedoExchange
import RedoGit
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

extension Command {
    /// `redo mirror`: exchanges nodes with a git repository on this machine.
    package static let mirror = Command(.mirror) { (context) throws(RedoError) in
        let arguments = context.arguments
        switch (arguments.value(RemoteOptions.mirrorTo), arguments.value(RemoteOptions.mirrorFrom))
        {
        case (let path?, nil):
            guard !arguments.has(RemoteOptions.mirrorRequiresSignature) else {
                throw .usage("--require-signature goes with --from")
            }
            return try mirror(to: path, &context)
        case (nil, let path?):
            guard arguments.setting(RemoteOptions.mirrorTaskReferences) == nil else {
                throw .usage("--task-refs goes with --to")
            }
            return try mirror(from: path, &context)
        default: throw .usage("mirror takes either --to or --from")
        }
    }
}

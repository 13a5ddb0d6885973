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
        if let path = context.arguments.value(RemoteOptions.mirrorFrom) {
            return try mirror(from: path, &context)
        }
        // The specification demands one of the two.
        return try mirror(to: context.arguments.value(RemoteOptions.mirrorTo) ?? "", &context)
    }
}

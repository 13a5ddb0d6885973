import RedoCommandLine
import RedoStore
import RedoSystem

extension Command {
    /// A command that works with a configured remote: the program of that remote's scheme runs it.
    package static func forRemote(_ specification: CommandSpecification) -> Command {
        Command(specification) { (context) throws(RedoError) in
            // That of git works with all remotes, or says which is missing.
            try (scheme(of: context) ?? .git).become(
                specification.name, context.words, context.ownPrograms)
        }
    }

    /// A command that works with the URL that is its first operand.
    package static func forURL(_ specification: CommandSpecification) -> Command {
        Command(specification) { (context) throws(RedoError) in
            try RemoteScheme(of: context.arguments.operands[0])
                .become(specification.name, context.words, context.ownPrograms)
        }
    }

    /// The scheme of the remote that a command works with; nil if it is not one remote.
    private static func scheme(of context: borrowing CommandContext) -> RemoteScheme? {
        let arguments = context.arguments
        guard !arguments.has(SyncOptions.all), let store = try? context.openStore() else {
            return nil
        }
        return (try? ConfiguredRemote.chosen(arguments.operands.first, of: store))?.scheme
    }
}

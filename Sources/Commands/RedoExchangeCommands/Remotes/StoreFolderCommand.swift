import RedoCheckpoints
import RedoCommandLine
import RedoSystem

/// `redo-store-folder`: a folder by the protocol of store helpers, as a model for other helpers and for what tests them.
package struct StoreFolderCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "store-folder", "Reach a folder for remotes in stores", statuses: .plain())

    package init(_ arguments: Arguments) {}

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        var server = StoreHelperServer(
            input: context.surroundings.input, output: context.surroundings.output)
        try server.run { (address) throws(RedoError) in try FolderStore(address) }
        return .done
    }
}

import RedoCommandLine
import RedoRclone
import RedoSystem

/// `redo-store-rclone`: the store helper for everything that rclone reaches.
package struct StoreRcloneCommand: ParsableCommand {
    package static let specification = CommandSpecification(
        "store-rclone", "Reach a remote of rclone for remotes in stores", statuses: .plain())

    package init(_ arguments: Arguments) {}

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try RcloneHelper.serve(context.surroundings.input, context.surroundings.output)
        return .done
    }
}

import RedoCommandLine
import RedoS3
import RedoSystem

/// `redo-store-s3`: the store helper for buckets of Amazon's kind.
package struct StoreS3Command: ParsableCommand {
    package static let specification = CommandSpecification(
        "store-s3", "Reach a bucket of Amazon's kind for remotes in stores", statuses: .plain())

    package init(_ arguments: Arguments) {}

    package func run(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        let surroundings = context.surroundings
        try S3Helper.serve(surroundings.input, surroundings.output, of: context.home)
        return .done
    }
}

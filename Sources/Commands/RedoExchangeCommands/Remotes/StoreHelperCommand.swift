import RedoCommandLine
import RedoS3
import RedoSystem

extension Command {
    /// `redo-store-s3`: the store helper for buckets of Amazon's kind.
    package static let storeS3 = Command(
        CommandSpecification(
            "store-s3", "Reach a bucket of Amazon's kind for remotes in stores", statuses: .plain())
    ) { (context) throws(RedoError) in
        let surroundings = context.surroundings
        try S3Helper.serve(surroundings.input, surroundings.output, of: context.home)
        return .done
    }
}

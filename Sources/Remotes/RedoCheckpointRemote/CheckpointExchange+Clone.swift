import RedoCheckpoints
import RedoCommandLine
import RedoRemotes
import RedoSystem

extension CheckpointExchange {
    /// Fills a new store. A place without checkpoints is an error unless it has nothing at all: it is another one, or is
    /// still being copied.
    package mutating func clone(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        guard try storage.tips().isEmpty, !storage.hasGenesis else { return try fetch(&context) }
        let names = try storage.namesWithoutCheckpoint()
        guard let first = names.first else {
            try TakenReport.printEmpty(name, &context)
            return .done
        }
        let others = names.count == 1 ? "" : " and \(names.count - 1) more"
        throw RedoError(
            .notFound,
            "\(name.printable) has no log of redo: there is no checkpoint, but \(first.printable)\(others)",
            hints: [
                "if it is still being copied, wait until that is done",
                "'redo remote' on a device that pushes prints the URL",
            ])
    }
}

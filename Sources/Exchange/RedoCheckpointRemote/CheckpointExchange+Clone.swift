import RedoCheckpoints
import RedoExchange
import RedoSystem

extension CheckpointExchange {
    /// Fills a new store. A place without checkpoints is an error unless it has nothing at all: it is another one, or is
    /// still being copied.
    package func clone() throws(RedoError) -> FetchOutcome {
        isCloning = true
        let isEmpty = try storage.tips().isEmpty
        if !isEmpty || storage.hasGenesis {
            let outcome = try fetch()
            guard !isEmpty, !isCopied, arrived.isEmpty, record.seen.isEmpty else { return outcome }
            // A store without nodes would look like one of a remote that has none.
            throw RedoError(
                .notFound, "\(name.printable) has slots, and nothing in them can be read yet",
                hints: [
                    "if another program copies it, run this again when that is done",
                    "'redo sync' on a device that pushes puts right what is damaged there",
                ])
        }
        let names = try storage.namesWithoutCheckpoint()
        guard let first = names.first else {
            var outcome = FetchOutcome()
            outcome.isEmpty = true
            return outcome
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

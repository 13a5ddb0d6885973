import RedoCheckpoints
import RedoStore
import RedoSystem

extension Store {
    /// Removes the files of epochs of encrypted remotes that are kept and were found not to be accepted.
    ///
    /// - Returns: how many.
    package func removeUnneededEpochs() -> Int {
        CheckpointRecord.folders(inStore: path).reduce(0) { count, folder in
            let name = "checkpoints/\(Path.name(of: folder.path))"
            return count
                + CheckpointRecord(in: folder).removeUnneededEpochs {
                    strike(record: "\(name)/\($0)")
                }
        }
    }
}

import RedoCheckpoints
import RedoStore
import RedoSystem

extension Store {
    /// Removes the stored files of epochs of encrypted remotes that were found not to be accepted.
    ///
    /// - Parameter isDry: whether they are only counted.
    /// - Returns: the number of removed files.
    package func removeUnneededEpochs(isDry: Bool = false) -> Int {
        CheckpointRecord.folders(inStore: path).reduce(0) { count, folder in
            let name = "checkpoints/\(Path.name(of: folder.path))"
            return count
                + CheckpointRecord(in: folder).removeUnneededEpochs(isDry: isDry) {
                    strike(record: "\(name)/\($0)")
                }
        }
    }
}

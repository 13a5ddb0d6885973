import RedoCheckpoints
import RedoStore
import RedoSystem

extension Store {
    /// Removes the stored files of epochs of encrypted remotes that were found not to be accepted.
    ///
    /// - Parameter isDry: whether they are only counted.
    /// - Returns: the number of removed files.
    package func removeUnneededEpochs(isDry: Bool = false) -> Int {
        CheckpointRecord.directories(inStore: path).reduce(0) { count, directory in
            let name = "checkpoints/\(Path.name(of: directory.path))"
            return count
                + CheckpointRecord(in: directory).removeUnneededEpochs(isDry: isDry) {
                    strike(record: "\(name)/\($0)")
                }
        }
    }
}

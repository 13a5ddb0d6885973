import PowerCuts

/// The end of a command before its own end, and of the machine if the power goes.
struct Crash {
    /// Chooses the operation on files after which it comes.
    let place: UInt64
    /// What is left of what was not synced.
    let survival: ModelDisk.Survival
    /// Chooses what exactly that is.
    let seed: UInt64

    /// What a command leaves in a folder.
    struct Remains {
        /// How many operations were done.
        let operationCount: Int
        /// Whether all were, so that the command has given its answer.
        let isAnswered: Bool
        let image: FolderImage
    }

    /// Computes what is left.
    ///
    /// - Parameters:
    ///   - disk: as it was before the command.
    ///   - operations: what the command did.
    func remains(of disk: ModelDisk, after operations: [FileOperation]) -> Remains {
        var disk = disk
        let count = Int(place % UInt64(operations.count + 1))
        for operation in operations.prefix(count) { disk.apply(operation) }
        var numbers = SeededNumbers(seed)
        return Remains(
            operationCount: count, isAnswered: count == operations.count,
            image: FolderImage(disk.files(survival, &numbers)))
    }
}

import RedoCommandLine
import RedoGit
import RedoSystem

extension Remote {
    /// What `HEAD` of a new repository names. No commit of a store is put there.
    private static let newBranch = "refs/heads/main"

    /// Offers to make the repository of a URL that is a folder on this machine without one. Only a person at a
    /// terminal is asked.
    ///
    /// - Returns: false if there is still none.
    /// - Throws: STORAGE_003 if it cannot be made.
    static func offerRepository(
        at url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> Bool {
        guard let path = localPath(of: url) else { return true }
        do throws(RedoError) {
            guard try GitRepository.find(at: path) == nil else { return true }
        } catch {
            // The exchange reports why it cannot be opened.
            return true
        }
        guard context.surroundings.hasTerminalInput,
            try context.isConfirmed(
                "there is no git repository \(path.printable). Make an empty one?")
        else { return false }
        _ = try GitRepository(making: path, branch: newBranch)
        context.complain("made an empty git repository: \(path.printable)\n")
        return true
    }
}

import RedoCommandLine
import RedoExchange
import RedoSystem

/// What remotes of packs that are not git repositories have no use for.
enum PackRemoteOptions {
    /// Refuses references, and options for them.
    ///
    /// - Parameter place: `a folder`.
    /// - Throws: wrong usage.
    static func refuseThoseOfGit(
        _ references: [String], _ context: borrowing CommandContext, of place: String
    ) throws(RedoError) {
        guard references.isEmpty else {
            throw .usage("\(place) has no references that could be fetched")
        }
        if context.arguments.setting(SyncOptions.requireSignature) == false {
            throw .usage("what goes to \(place) and comes from there has a signature, always")
        }
    }
}

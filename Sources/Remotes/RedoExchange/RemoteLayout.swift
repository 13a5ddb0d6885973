import RedoStore
import RedoSystem

/// The form in which a store puts its nodes into a git repository: `remote.NAME.layout`.
package enum RemoteLayout: String, CaseIterable, Sendable {
    /// A commit for each node (docs/git-remotes.md).
    case commits
    /// Packs in signed checkpoints (docs/checkpoints.md).
    case packs
    /// As the others do: packs if there are no commits, otherwise commits.
    case asItIs = "auto"

    /// The layout of a remote; ``asItIs`` if the configuration does not say.
    ///
    /// - Throws: wrong usage for a value that is none.
    package init(of remote: String, in store: Store) throws(RedoError) {
        guard let text = store.configuration.layout(ofRemote: remote) else {
            self = .asItIs
            return
        }
        guard let layout = RemoteLayout(rawValue: text) else {
            let values = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("remote.\(remote).layout is '\(text)': give one of \(values)")
        }
        self = layout
    }
}

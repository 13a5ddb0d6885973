import RedoStore
import RedoSystem

/// The form in which a store puts its nodes into a git repository: `remote.NAME.layout`.
package enum RemoteLayout: String, CaseIterable, Sendable {
    /// A commit for each node (docs/git-remotes.md).
    case commits
    /// Packs in signed checkpoints (docs/checkpoints.md).
    case packs
    /// Packs, unless devices keep commits there.
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

    /// Notes the layout of a remote in the store's configuration.
    ///
    /// - Throws: STORAGE_003 if it cannot be written.
    package func write(forRemote remote: String, in store: Store) throws(RedoError) {
        guard let entry = Configuration.Name("\(ConfiguredRemote.section).\(remote).layout") else {
            return
        }
        try store.configurationFile.change { $0.set(entry, to: rawValue) }
    }
}

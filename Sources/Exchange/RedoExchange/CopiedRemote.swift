import RedoStore
import RedoSystem

extension ConfiguredRemote {
    /// Whether another program copies what is there, so that a device sees later what another one has written:
    /// `remote.<name>.copied`. A folder is taken for copied unless that is `false`: rsync, Syncthing and file managers leave
    /// no trace in it.
    ///
    /// - Throws: wrong usage for a value that is not a boolean.
    package func isCopied(in store: Store) throws(RedoError) -> Bool {
        try store.configuration.boolean("copied", ofRemote: name) ?? FolderURL.isOne(url)
    }
}

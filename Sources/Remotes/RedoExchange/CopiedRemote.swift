import RedoStore
import RedoSystem

extension ConfiguredRemote {
    /// Whether another program copies what is there, so that a device sees later what another one has written:
    /// `remote.<name>.copied`. A folder is taken for copied unless that is `false`: rsync, Syncthing and file managers leave
    /// no trace in it.
    package func isCopied(in store: Store) -> Bool {
        let settings = store.configuration.values(section: Self.section, key: "copied")
        switch settings.last(where: { $0.subsection == name })?.value {
        case "true": return true
        case "false": return false
        default: return scheme == .folder
        }
    }
}

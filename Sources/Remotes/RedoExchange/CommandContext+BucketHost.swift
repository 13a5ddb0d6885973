import RedoCommandLine
import RedoModel
import RedoStore
import RedoSystem

extension StoreURL {
    /// The host to which credentials go; nil for other helpers, and for an address that the helper refuses.
    package var bucketHost: BucketHost? {
        guard helper == "s3", isPrivateURL(address) else { return nil }
        return BucketHost(of: address)
    }
}

extension CommandContext {
    /// Whether the user lets credentials go to a host; nil if the user's configuration does not name it.
    private func trusts(_ host: BucketHost) throws(RedoError) -> Bool? {
        try LayeredConfiguration([
            try userConfiguration(), try commandLineConfiguration(),
        ]).trusts(host)
    }

    /// Lets credentials go to the host of an address that the user has typed, unless the configuration decides on it already.
    ///
    /// - Throws: STORAGE_003 if it cannot be noted.
    package func trustHost(ofTyped url: String) throws(RedoError) {
        guard let host = (try? StoreURL(url))?.bucketHost, try trusts(host) == nil else { return }
        try userConfigurationFile().trust(host)
    }

    /// Requires that the user lets credentials go to the host of a store; on a terminal the user is asked once.
    ///
    /// - Throws: NETWORK_002.
    package func requireTrustedHost(of url: StoreURL) throws(RedoError) {
        guard let host = url.bucketHost else { return }
        let place = host.name.printable
        switch try trusts(host) {
        case true?: return
        case false?:
            throw RedoError(
                .unauthenticated,
                "your configuration lets no credentials go to \(place): \(host.setting.printable) is false"
            )
        case nil: break
        }
        if surroundings.hasTerminalInput {
            complain(
                "The store has a remote at \(place), which your configuration does not name.\n")
            if try isConfirmed("send your credentials for buckets there?") {
                return try userConfigurationFile().trust(host)
            }
        }
        throw RedoError(
            .unauthenticated,
            "no credentials are sent to \(place), which your configuration does not name",
            hints: [
                "if you know who runs it: redo config --global \(shellWord(host.setting)) true"
            ])
    }
}

extension ConfigurationFile {
    /// Lets credentials go to a host.
    ///
    /// - Throws: STORAGE_003.
    fileprivate func trust(_ host: BucketHost) throws(RedoError) {
        guard let name = Configuration.Name(host.setting) else { return }
        try change { $0.set(name, to: "true") }
    }
}

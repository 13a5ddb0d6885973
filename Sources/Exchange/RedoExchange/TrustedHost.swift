import RedoRepository
import RedoStore
import RedoSystem

extension StoreURL {
    /// The host that receives credentials; nil for other helpers, and for an address that the helper refuses.
    package var bucketHost: BucketHost? {
        guard helper == "s3", isPrivateURL(address) else { return nil }
        return BucketHost(of: address)
    }
}

extension UserHome {
    /// Permits credentials to be sent to the host of an address that the user has typed, unless the configuration
    /// decides on it already.
    ///
    /// - Throws: STORAGE_003 if that cannot be recorded.
    package func trustHost(ofTyped url: String) throws(RedoError) {
        guard let host = (try? StoreURL(url))?.bucketHost, try layers().trusts(host) == nil else {
            return
        }
        try configurationFile().trust(host)
    }
}

extension ExchangeSession {
    /// Requires the user's permission to send credentials to the host of a store. If a person can answer, the question
    /// is put once.
    ///
    /// - Throws: NETWORK_002.
    package func requireTrustedHost(of url: StoreURL) throws(RedoError) {
        guard let host = url.bucketHost else { return }
        let name = host.name.printable
        switch try home.layers().trusts(host) {
        case true?: return
        case false?:
            throw RedoError(
                .unauthenticated,
                "your configuration lets no credentials go to \(name): \(host.setting.printable) is false"
            )
        case nil: break
        }
        let question =
            "The store has a remote at \(name), which your configuration does not name.\n"
            + "send your credentials for buckets there?"
        if delegate.canAsk, try delegate.isConfirmed(question) {
            return try home.configurationFile().trust(host)
        }
        throw RedoError(
            .unauthenticated,
            "no credentials are sent to \(name), which your configuration does not name",
            hints: [
                "if you know who runs it: redo config --global \(shellWord(host.setting)) true"
            ])
    }
}

extension ConfigurationFile {
    /// Permits credentials to be sent to a host.
    ///
    /// - Throws: STORAGE_003.
    fileprivate func trust(_ host: BucketHost) throws(RedoError) {
        guard let name = Configuration.Name(host.setting) else { return }
        try change { $0.set(name, to: "true") }
    }
}

import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

/// Exchanges the nodes of a store with another kind of store that keeps checkpoints, through a helper:
/// `store:HELPER:ADDRESS`.
package struct StoreExchange: CheckpointRemote {
    package static let scheme = RemoteScheme.store

    private let helper: StoreHelper
    var exchange: CheckpointExchange<StoreStorage<StoreHelper>>

    package init(
        _ remote: ConfiguredRemote, of store: Store, references: [String],
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        try PackRemoteOptions.refuseThoseOfGit(references, context, of: "a store")
        let url = try StoreURL(remote.url)
        try context.requireTrustedHost(of: url)
        let helper = try StoreHelper(
            try url.helperPath(), address: url.address,
            seconds: try SyncOptions.silenceSeconds(store))
        let record = CheckpointRecord(ofRemote: remote.name, inStore: store.path)
        let storage = StoreStorage(
            helper, name: remote.url.printable, expectsSlots: record.own?.last != nil)
        self.helper = helper
        exchange = try CheckpointExchange(
            remote.name, of: store, in: storage, isCopied: try remote.isCopied(in: store))
    }

    /// The URL as the configuration keeps it: a helper gives its address a meaning.
    package static func kept(
        url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String { try StoreURL(url).text }

    /// The last part of the address.
    package static func folderName(of url: String) -> String {
        guard let address = (try? StoreURL(url))?.address else { return "" }
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? ""
    }

    package static func known(
        of remote: ConfiguredRemote, in store: Store
    ) throws(RedoError) -> RemoteKnowledge { try RemoteKind.store.known(remote, store) }

    package func claims(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> any ClaimStorage {
        var exchange = exchange
        var claims = StoreClaimStorage(helper, noun: "store")
        try claims.requireExclusion()
        return try exchange.claims(in: claims, context)
    }
}

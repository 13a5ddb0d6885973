import RedoCheckpoints
import RedoExchange
import RedoSystem

extension RemoteKind {
    /// Remotes that a store helper reaches, and that keep checkpoints: `store:HELPER:ADDRESS`.
    package static let store = checkpoints(
        "store",
        check: { (url) throws(RedoError) in _ = try StoreURL(url) },
        // The address is stored unchanged, since only the helper interprets it.
        kept: { (url, _) throws(RedoError) in try StoreURL(url).text },
        directoryName: { url in
            guard let address = (try? StoreURL(url))?.address else { return "" }
            let path = address.prefix { $0 != "?" && $0 != "#" }
            return path.split(separator: "/").last.map(String.init) ?? ""
        },
        open: { (remote, session) throws(RedoError) in
            let url = try StoreURL(remote.url)
            try session.requireTrustedHost(of: url)
            let helper = try StoreHelper(
                try url.helperPath(), address: url.address,
                seconds: try ExchangeSettings.silenceSeconds(session.store))
            let record = CheckpointRecord(ofRemote: remote.name, inStore: session.store.path)
            let storage = StoreStorage(
                helper, name: remote.url.printable, expectsSlots: record.own?.last != nil,
                replacesFiles: url.replacesFiles)
            return try CheckpointExchange(
                remote.name, session, in: storage, isCopied: try remote.isCopied(in: session.store)
            ) { () throws(RedoError) in
                var claims = StoreClaimStorage(helper, noun: "store")
                try claims.requireExclusion()
                return claims
            }
        })
}

import RedoCheckpoints
import RedoExchange
import RedoSystem

extension RemoteKind {
    /// Folders that keep checkpoints: `folder:/PATH`.
    package static let folder = checkpoints(
        "folder",
        check: { (url) throws(RedoError) in _ = try FolderURL(url) },
        kept: { (url, currentDirectory) throws(RedoError) in
            let path = Path.join(currentDirectory, try FolderURL(url).path)
            return FolderURL(path: (try? Path.resolved(path)) ?? path).text
        },
        directoryName: { url in (try? FolderURL(url)).map { Path.name(of: $0.path) } ?? "" },
        open: { (remote, session) throws(RedoError) in
            let path = try FolderURL(remote.url).path
            let storage = try FolderStorage(path)
            let exchange = try CheckpointExchange(
                remote.name, session, in: storage, isCopied: try remote.isCopied(in: session.store)
            ) { () throws(RedoError) in
                StoreClaimStorage(try FolderStore(path), noun: "folder")
            }
            if storage.isNew, exchange.hasPushed {
                throw RedoError(
                    .notFound, "the folder \(path.printable) has nothing of this store any more",
                    hints: [
                        "if it is on a disk that is not mounted, mount it",
                        "if it was emptied: 'redo remote set-url \(remote.name) \(remote.url)' starts over",
                    ])
            }
            return exchange
        })

    /// A kind of remotes that have only checkpoints.
    ///
    /// - Parameter name: the name of the kind, and also its scheme.
    static func checkpoints(
        _ name: String,
        check: @escaping @Sendable (_ url: String) throws(RedoError) -> Void,
        kept:
            @escaping @Sendable (_ url: String, _ currentDirectory: String) throws(RedoError) ->
            String,
        directoryName: @escaping @Sendable (_ url: String) -> String,
        open:
            @escaping @Sendable (
                _ remote: ConfiguredRemote, _ session: ExchangeSession
            ) throws(RedoError) -> CheckpointExchange
    ) -> RemoteKind {
        RemoteKind(
            name: name, schemes: [name], takesClaims: true, check: check, kept: kept,
            directoryName: directoryName,
            directory: { CheckpointRecord.directory(ofRemote: $0, inStore: $1.path).path },
            known: { (remote, store) throws(RedoError) in
                try RemoteKnowledge(
                    of: CheckpointRecord(ofRemote: remote.name, inStore: store.path), store)
            },
            open: { (remote, session) throws(RedoError) in
                guard session.request.references.isEmpty else {
                    throw .usage("a \(name) has no references that could be fetched")
                }
                if session.request.requiresSignature == false {
                    throw .usage(
                        "what goes to a \(name) and comes from there has a signature, always")
                }
                return try open(remote, session)
            })
    }
}

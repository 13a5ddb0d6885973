import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

/// Exchanges the nodes of a store with a folder that keeps checkpoints: `folder:/PATH`.
package struct FolderExchange: CheckpointRemote {
    package static let scheme = RemoteScheme.folder
    var exchange: CheckpointExchange<FolderStorage>
    private let path: String

    package init(
        _ remote: ConfiguredRemote, of store: Store, references: [String],
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        try PackRemoteOptions.refuseThoseOfGit(references, context, of: "a folder")
        let url = try FolderURL(remote.url)
        let storage = try FolderStorage(url.path)
        path = url.path
        exchange = try CheckpointExchange(
            remote.name, of: store, in: storage, isCopied: try remote.isCopied(in: store))
        if storage.isNew, exchange.hasPushed {
            throw RedoError(
                .notFound,
                "the folder \(url.path.printable) has nothing of this store any more",
                hints: [
                    "if it is on a disk that is not mounted, mount it",
                    "if it was emptied: 'redo remote set-url \(remote.name) \(remote.url)' starts over",
                ])
        }
    }

    /// The URL as the configuration keeps it: the path does not depend on the current directory.
    package static func kept(
        url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        let path = Path.join(try context.currentDirectory(), try FolderURL(url).path)
        return FolderURL(path: (try? Path.resolved(path)) ?? path).text
    }

    /// The last part of the path.
    package static func folderName(of url: String) -> String {
        (try? FolderURL(url)).map { Path.name(of: $0.path) } ?? ""
    }

    package static func known(
        of remote: ConfiguredRemote, in store: Store
    ) throws(RedoError) -> RemoteKnowledge { try RemoteKind.folder.known(remote, store) }

    package func claims(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> any ClaimStorage {
        var exchange = exchange
        return try exchange.claims(
            in: StoreClaimStorage(try FolderStore(path), noun: "folder"), context)
    }
}

import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

/// Exchanges the nodes of a store with a folder that keeps checkpoints: `folder:/PATH`.
package struct FolderExchange: RemoteExchange {
    package static let scheme = RemoteScheme.folder
    package static let takesClaims = true

    private var exchange: CheckpointExchange<FolderStorage>
    private let path: String

    package var arrived: [NodeID] { exchange.arrived }
    package var sentCount: Int { exchange.sentCount }

    package init(
        _ remote: ConfiguredRemote, of store: Store, references: [String],
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        try PackRemoteOptions.refuseThoseOfGit(references, context, of: "a folder")
        let url = try FolderURL(remote.url)
        let storage = try FolderStorage(url.path)
        path = url.path
        exchange = try CheckpointExchange(
            remote.name, of: store, in: storage, isCopied: remote.isCopied(in: store))
        if storage.isNew, exchange.hasPushed {
            throw RedoError(
                .notFound,
                "the folder \(url.path.printable) has nothing of this store any more",
                hints: [
                    "if it is on a disk that is not mounted, mount it",
                    "if it was emptied: 'redo remote set-url \(remote.name) \(remote.url)' begins anew",
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

    package mutating func fetch(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try exchange.fetch(&context)
    }

    package mutating func push(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try exchange.push(&context)
    }

    package mutating func members(
        _ request: MemberRequest, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus { try exchange.members(request, &context) }

    package func claims(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> any ClaimStorage {
        var exchange = exchange
        return try exchange.claims(in: FolderClaimStorage(path), context)
    }

    package mutating func verify(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try exchange.verify(&context)
    }

    package mutating func compact(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try exchange.compact(&context)
    }

    /// A folder is not told who is writing: it may be copied hours later.
    package mutating func exchangeComposing(
        _ change: ComposingChange?, _ context: borrowing CommandContext
    ) throws(RedoError) -> [ComposingNotice] { [] }
}

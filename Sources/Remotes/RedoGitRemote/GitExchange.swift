import RedoCommandLine
import RedoExchange
import RedoModel
import RedoRemotes
import RedoStore
import RedoSystem

/// Exchanges the nodes of a store with a git repository.
package struct GitExchange: RemoteExchange {
    package static let scheme = RemoteScheme.git

    let remote: Remote
    let store: Store
    /// References that a fetch reads beside those of devices.
    let references: [String]
    package internal(set) var arrived: [NodeID] = []
    package internal(set) var sentCount = 0

    package init(
        _ remote: ConfiguredRemote, of store: Store, references: [String],
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        self.remote = try Remote(remote, of: store)
        self.store = store
        self.references = references
    }

    /// The URL as the configuration keeps it.
    package static func kept(
        url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        try Remote.check(url: url)
        return try Remote.absolute(url, context)
    }

    /// What stands after the last slash or colon, without `.git`.
    package static func folderName(of url: String) -> String {
        var url = url[...]
        while url.hasSuffix("/") { url = url.dropLast() }
        if url.hasSuffix("/.git") { url = url.dropLast("/.git".count) }
        let part = url.split { $0 == "/" || $0 == ":" }.last ?? ""
        return String(part.hasSuffix(".git") ? part.dropLast(".git".count) : part)
    }
}

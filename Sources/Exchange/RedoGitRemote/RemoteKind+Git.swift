import RedoCheckpoints
import RedoExchange
import RedoGit
import RedoStore
import RedoSystem

extension RemoteKind {
    /// Git repositories: paths, and all URLs that git knows.
    package static let git = RemoteKind(
        name: "git", schemes: ["file", "git", "git+ssh", "http", "https", "ssh", "ssh+git"],
        takesClaims: true, restrictsReaders: false, sharesComposing: false,
        check: { (url) throws(RedoError) in _ = try GitURL(url) },
        kept: { (url, currentDirectory) throws(RedoError) in
            // Not file://, which is absolute.
            guard try GitURL(url).location == .path(url) else { return url }
            let path = Path.join(currentDirectory, url)
            return (try? Path.resolved(path)) ?? path
        },
        directoryName: { gitDirectoryName(of: $0) },
        directory: { CheckpointRecord.directory(ofRemote: $0, inStore: $1.path).path },
        known: { (remote, store) throws(RedoError) in try GitExchange.known(of: remote, in: store)
        },
        open: { (remote, session) throws(RedoError) in try GitExchange(remote, session) })

    /// What is after the last slash or colon, without `.git`.
    private static func gitDirectoryName(of url: String) -> String {
        var url = url[...]
        while url.hasSuffix("/") { url = url.dropLast() }
        if url.hasSuffix("/.git") { url = url.dropLast("/.git".count) }
        let part = url.split { $0 == "/" || $0 == ":" }.last ?? ""
        return String(part.hasSuffix(".git") ? part.dropLast(".git".count) : part)
    }
}

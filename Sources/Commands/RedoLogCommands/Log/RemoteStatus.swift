import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoGitRemote
import RedoRemotes
import RedoReplica
import RedoStore
import RedoSystem

/// What is known of a remote without asking it.
struct RemoteStatus {
    let name: String
    let url: String
    /// Whose nodes were seen there.
    private(set) var devices: [String] = []
    /// Nodes that the next push sends; nil if they are not known.
    private(set) var unpushed: Int?
    /// Nodes that were refused there, and are not sent again.
    private(set) var refused = 0
    /// What lies there and is refused here.
    private(set) var rejected: [RejectedDocument] = []
    /// Nodes that came from there and wait for a parent.
    private(set) var waiting = 0
    /// When nodes last came from a mirror, or any other remote was last read, in seconds since 1970; nil if that never was.
    private(set) var lastFetch: Int?
    /// What the last fetch found it to withhold.
    private(set) var findings: [NotedFinding] = []
    /// True if another program copies what is there.
    let isCopied: Bool
    /// What ``lastFetch`` is the time of, in words.
    let lastFetchEvent: String

    /// The remotes that a store's configuration has, by name.
    ///
    /// - Throws: wrong usage for a setting of a remote that is not a boolean.
    static func all(of store: Store) throws(RedoError) -> [RemoteStatus] {
        try ConfiguredRemote.all(of: store).map { (remote) throws(RedoError) in
            try RemoteStatus(remote, of: store)
        }
    }

    private init(_ remote: ConfiguredRemote, of store: Store) throws(RedoError) {
        name = remote.name
        url = remote.url
        isCopied = try remote.isCopied(in: store)
        var event = "last read"
        if let known = remote.known(in: store) {
            devices = known.devices.map(\.name)
            unpushed = known.unsent.waiting.count
            refused = known.unsent.refused.count
            rejected = known.rejected
            waiting = known.orphanCount
            lastFetch = known.lastRead
            findings = known.findings
        }
        if lastFetch == nil, remote.kind == .git {
            event = "nodes last came"
            lastFetch = (try? Files.status(of: Path.join(store.path, "git/commits")))?.modified
        }
        lastFetchEvent = event
    }
}

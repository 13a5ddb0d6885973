import RedoCheckpoints
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// An exchange with a remote of any kind. It runs the user's hooks, and records which nodes the store lacks although
/// its records name them.
///
/// This module has the table of the kinds of remotes (`RemoteKind.all`) and the steps around each exchange that are the
/// same for all kinds. Commands use it instead of the modules of the kinds, which do not know each other. Start here:
///
/// ```
/// var exchange = try RemoteExchange(with: remote, session, fetches: true)
/// let count = try exchange.fetch { outcome in outcome.newIDs.count }
/// ```
package struct RemoteExchange {
    package let remote: ConfiguredRemote
    package let session: ExchangeSession
    private var exchange: any Exchange
    /// The nodes that the store lacked before a fetch that should restore them.
    private let missing: ExpectedNodes?

    /// Opens an exchange with a remote.
    package typealias Opening =
        @Sendable (ConfiguredRemote, ExchangeSession) throws(RedoError) -> any Exchange

    /// Opens an exchange of the kind that the remote's URL names.
    package static let byKind: Opening = { (remote, session) throws(RedoError) in
        try remote.kind.open(remote, session)
    }

    /// Prepares an exchange; nothing is sent yet.
    ///
    /// - Parameter fetches: whether nodes will be fetched. If the store lacks nodes that it had, all nodes of the
    ///   remote are.
    /// - Throws: NAME_001, STORAGE_001 or wrong usage for a remote that cannot be used as requested.
    package init(
        with remote: ConfiguredRemote, _ session: ExchangeSession, fetches: Bool = false,
        open: Opening = byKind
    ) throws(RedoError) {
        var session = session
        missing =
            fetches ? try session.store.expected(isWriting: !session.request.isDryRun) : nil
        if missing?.hasAllNodes == false { session.request.isRestoring = true }
        self.remote = remote
        self.session = session
        exchange = try open(remote, session)
    }

    private var store: Store { session.store }

    /// The number of received nodes that the store did not have, even if a fetch failed.
    package var receivedCount: Int { exchange.arrived.count }
    /// The number of sent nodes, even if a push failed.
    package var sentCount: Int { exchange.sentCount }

    /// Offers to create the remote's directory if it is missing and a person can answer.
    ///
    /// - Throws: STORAGE_003 if it cannot be created.
    package func offerDirectory() throws(RedoError) { try exchange.offerDirectory() }

    /// Fetches, and passes the ids of the received nodes to the user's hooks, even if the rest failed.
    ///
    /// - Parameter report: receives the outcome, before the hooks run.
    @discardableResult
    package mutating func fetch<Result>(
        _ report: (FetchOutcome) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        defer {
            store.noteRecords(ofRemote: remote.name)
            notifyHooks()
        }
        var outcome = try exchange.fetch()
        session.repository.forget()
        if !session.request.isDryRun { try compare(&outcome) }
        return try report(outcome)
    }

    /// Determines which lost nodes a fetch has restored, and records the others as lost.
    private func compare(_ outcome: inout FetchOutcome) throws(RedoError) {
        guard let missing, !missing.hasAllNodes else { return }
        let after = try store.expected()
        outcome.returnedCount = missing.ids.subtracting(after.ids).count
        if after.hasAllNodes { return }
        // Records of remotes drop nodes that are no longer there.
        try store.noteLost(after.ids)
        store.note(missing: after)
        outcome.lacksNodes = true
    }

    private func notifyHooks() {
        let ids = exchange.arrived
        guard !ids.isEmpty, !session.request.isDryRun else { return }
        session.repository.hooks?.notify(.postFetch, [remote.name]) { Hooks.lines(of: ids) }
    }

    /// Fills a new store with the nodes of the remote.
    package mutating func clone() throws(RedoError) -> FetchOutcome { try exchange.clone() }

    /// Runs the user's hooks with the nodes that the remote lacks according to the records, and pushes.
    ///
    /// - Throws: HOOK_001 if a hook refuses; then no request was sent to the remote.
    package mutating func push() throws(RedoError) -> PushOutcome {
        defer { store.noteRecords(ofRemote: remote.name) }
        let isDryRun = session.request.isDryRun
        // A missing node cannot be sent: a push that sends nothing does not prove that the remote has everything.
        try store.noteMissingNodes(isWriting: !isDryRun)
        // A merge, or another process, may have written since nodes were read.
        session.repository.forget()
        if !isDryRun {
            try session.repository.hooks?.check(
                .prePush, [remote.name, remote.urlWithoutCredentials]
            ) { () throws(RedoError) in
                Hooks.lines(of: try remote.kind.known(remote, store).unsent.waiting)
            }
        }
        return try exchange.push()
    }

    /// Performs a request of `redo member`.
    package mutating func members(_ request: MemberRequest) throws(RedoError) -> MemberOutcome {
        try exchange.members(request)
    }

    /// Verifies everything on the remote, and determines which statements vouch for it.
    package mutating func verify() throws(RedoError) -> VerifyOutcome { try exchange.verify() }

    /// Accepts that the remote does not show what the last fetch found to be missing.
    package mutating func accept() throws(RedoError) -> AcceptOutcome { try exchange.accept() }

    /// Lets the remote continue without its history.
    package mutating func compact() throws(RedoError) -> CompactOutcome { try exchange.compact() }

    /// The storage on a remote in which tasks are claimed.
    ///
    /// - Throws: STORAGE_001 if the remote takes no claims.
    package static func claims(
        on remote: ConfiguredRemote, _ session: ExchangeSession, open: Opening = byKind
    ) throws(RedoError) -> any ClaimStorage {
        guard remote.kind.takesClaims else { throw .noClaims }
        guard try !remote.isCopied(in: session.store) else {
            throw RedoError(
                .notFound, "\(remote.name) may be copied, so it takes no claims: two could win",
                hints: [
                    "if all devices reach this very place: redo config remote.\(remote.name).copied false"
                ])
        }
        return try open(remote, session).claims()
    }
}

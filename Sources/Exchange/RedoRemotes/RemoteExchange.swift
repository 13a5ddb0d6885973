import RedoCheckpoints
import RedoExchange
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// An exchange with a remote of any kind, and what is done around each: the user's hooks are asked and told, and what the store
/// lacks of what its records name is noted.
package struct RemoteExchange {
    package let remote: ConfiguredRemote
    package let session: ExchangeSession
    private var exchange: any Exchange
    /// What the store lacked before a fetch that is to bring it back.
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
    /// - Parameter fetches: whether nodes will be fetched: all that the remote has if the store lacks nodes that it had.
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

    /// How many nodes came that the store had not, also where a fetch failed.
    package var receivedCount: Int { exchange.arrived.count }
    /// How many nodes were sent, also where a push failed.
    package var sentCount: Int { exchange.sentCount }

    /// Offers a person who can be asked to create the place of the remote if it is missing.
    ///
    /// - Throws: STORAGE_003 if it cannot be created.
    package func offerPlace() throws(RedoError) { try exchange.offerPlace() }

    /// Fetches, and tells the user's hooks which nodes came, also where the rest did not.
    ///
    /// - Parameter report: is told what came, before the hooks are.
    @discardableResult
    package mutating func fetch<Result>(
        _ report: (FetchOutcome) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        defer {
            store.noteRecords(ofRemote: remote.name)
            tellHooks()
        }
        var outcome = try exchange.fetch()
        session.repository.forget()
        if !session.request.isDryRun { try compare(&outcome) }
        return try report(outcome)
    }

    /// Notes what a fetch brought back, and what is still missing, which is recorded as lost.
    private func compare(_ outcome: inout FetchOutcome) throws(RedoError) {
        guard let missing, !missing.hasAllNodes else { return }
        let after = try store.expected()
        outcome.returnedCount = missing.ids.subtracting(after.ids).count
        if after.hasAllNodes { return }
        // Records of remotes forget what is not there any more.
        try store.noteLost(after.ids)
        store.note(missing: after)
        outcome.lacksNodes = true
    }

    private func tellHooks() {
        let ids = exchange.arrived
        guard !ids.isEmpty, !session.request.isDryRun else { return }
        session.repository.hooks?.tell(.postFetch, [remote.name]) { Hooks.lines(of: ids) }
    }

    /// Fills a new store with what is there.
    package mutating func clone() throws(RedoError) -> FetchOutcome { try exchange.clone() }

    /// Asks the user's hooks about the nodes that the remote is not known to have, and pushes.
    ///
    /// - Throws: HOOK_001 if a hook refuses; the remote has not been asked anything then.
    package mutating func push() throws(RedoError) -> PushOutcome {
        defer { store.noteRecords(ofRemote: remote.name) }
        let isDryRun = session.request.isDryRun
        // What is missing here is not on its way: a push that sends nothing does not say that all is there.
        try store.noteMissingNodes(isWriting: !isDryRun)
        // A merge, or another process, may have written since nodes were read.
        session.repository.forget()
        if !isDryRun {
            try session.repository.hooks?.ask(
                .prePush, [remote.name, remote.urlWithoutCredentials]
            ) { () throws(RedoError) in
                Hooks.lines(of: try remote.kind.known(remote, store).unsent.waiting)
            }
        }
        return try exchange.push()
    }

    /// Does what `redo member` is asked for.
    package mutating func members(_ request: MemberRequest) throws(RedoError) -> MemberOutcome {
        try exchange.members(request)
    }

    /// Checks all that the remote has, and who vouches for it.
    package mutating func verify() throws(RedoError) -> VerifyOutcome { try exchange.verify() }

    /// Accepts that the remote does not show what the last fetch found to be missing.
    package mutating func accept() throws(RedoError) -> AcceptOutcome { try exchange.accept() }

    /// Lets the remote continue without its history.
    package mutating func compact() throws(RedoError) -> CompactOutcome { try exchange.compact() }

    /// The place on a remote where tasks are claimed.
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

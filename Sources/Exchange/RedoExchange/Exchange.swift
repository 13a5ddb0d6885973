import RedoCheckpoints
import RedoModel
import RedoStore
import RedoSystem

/// The operations of a remote of one kind, with which a store exchanges nodes.
///
/// This module has what all kinds of remotes share: the request, session, delegate and outcomes of an exchange, the
/// remotes of a configuration, and the store's records about remotes. It contains no transport: RedoCheckpointRemote,
/// RedoGitRemote and RedoFirestoreRemote implement this protocol, and RedoRemotes chooses among them by URL. Start
/// here, then read ``ExchangeSession`` (the context of an exchange) and ``RemoteKind`` (how a kind of remote is
/// declared).
package protocol Exchange {
    /// The received nodes that the store did not have, even if a fetch failed.
    var arrived: [NodeID] { get }

    /// The number of nodes that pushes have sent, even if a push failed.
    var sentCount: Int { get }

    /// Offers to create the remote's directory if it is missing and a person can answer.
    ///
    /// - Throws: STORAGE_003 if it cannot be created.
    func offerDirectory() throws(RedoError)

    /// Receives what is new on the remote.
    mutating func fetch() throws(RedoError) -> FetchOutcome

    /// Fills a new store with the remote's nodes. The store stays empty only if the remote was found to be empty.
    ///
    /// - Throws: STORAGE_001 if the remote has something other than a log.
    mutating func clone() throws(RedoError) -> FetchOutcome

    /// Sends what is new in the store.
    mutating func push() throws(RedoError) -> PushOutcome

    /// Performs a request of `redo member`.
    ///
    /// - Throws: wrong usage if such remotes cannot be encrypted.
    mutating func members(_ request: MemberRequest) throws(RedoError) -> MemberOutcome

    /// Reads every byte of the remote's checkpoints, and reports which statements vouch for which nodes.
    ///
    /// - Throws: STORAGE_001 if such remotes keep none.
    mutating func verify() throws(RedoError) -> VerifyOutcome

    /// Accepts that the remote does not show what the last fetch found to be missing.
    ///
    /// - Throws: STORAGE_001 if such remotes keep no checkpoints.
    mutating func accept() throws(RedoError) -> AcceptOutcome

    /// The storage on the remote in which tasks are claimed.
    ///
    /// - Throws: STORAGE_001 if the remote takes no claims.
    func claims() throws(RedoError) -> any ClaimStorage

    /// Lets the remote continue without its history, as far as that belongs to this store.
    ///
    /// - Throws: wrong usage if remotes of this kind have no history.
    mutating func compact() throws(RedoError) -> CompactOutcome
}

extension Exchange {
    /// Does nothing: the first push creates the directory.
    package func offerDirectory() throws(RedoError) {}

    /// Fetches; a remote without a log is an error.
    package mutating func clone() throws(RedoError) -> FetchOutcome { try fetch() }

    /// Refuses: such remotes cannot be encrypted.
    package mutating func members(_ request: MemberRequest) throws(RedoError) -> MemberOutcome {
        throw .usage("remotes of this kind cannot be encrypted")
    }

    package mutating func verify() throws(RedoError) -> VerifyOutcome { throw Self.noCheckpoints }
    package mutating func accept() throws(RedoError) -> AcceptOutcome { throw Self.noCheckpoints }

    private static var noCheckpoints: RedoError {
        RedoError(
            .notFound,
            "this kind of remote keeps no checkpoints, so that no statement vouches for it",
            hints: ["'redo fetch' checks each node that comes from there"])
    }

    package func claims() throws(RedoError) -> any ClaimStorage { throw .noClaims }
}

extension RedoError {
    /// The error for a remote that takes no claims.
    package static var noClaims: RedoError {
        RedoError(
            .notFound, "this kind of remote takes no claims",
            hints: ["a git repository does, and a folder that all devices reach themselves"])
    }
}

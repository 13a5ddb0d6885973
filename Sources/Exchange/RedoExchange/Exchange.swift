import RedoCheckpoints
import RedoModel
import RedoStore
import RedoSystem

/// A remote of one kind that a store exchanges nodes with: what a kind of remote has to be able to do.
package protocol Exchange {
    /// The nodes that fetches have received and that the store had not, also where a fetch failed.
    var arrived: [NodeID] { get }

    /// How many nodes pushes have sent, also where a push failed.
    var sentCount: Int { get }

    /// Offers a person who can be asked to create the place of the remote if it is missing.
    ///
    /// - Throws: STORAGE_003 if it cannot be created.
    func offerPlace() throws(RedoError)

    /// Receives what is new there.
    mutating func fetch() throws(RedoError) -> FetchOutcome

    /// Fills a new store with what is there. Only a remote that was found to be empty gives an empty store.
    ///
    /// - Throws: STORAGE_001 if something else than a log is there.
    mutating func clone() throws(RedoError) -> FetchOutcome

    /// Sends what is new here.
    mutating func push() throws(RedoError) -> PushOutcome

    /// Does what `redo member` is asked for.
    ///
    /// - Throws: wrong usage if such remotes cannot be encrypted.
    mutating func members(_ request: MemberRequest) throws(RedoError) -> MemberOutcome

    /// Reads every byte of the remote's checkpoints, and reports who vouches for what.
    ///
    /// - Throws: STORAGE_001 if such remotes keep none.
    mutating func verify() throws(RedoError) -> VerifyOutcome

    /// Accepts that the remote does not show what the last fetch found to be missing.
    ///
    /// - Throws: STORAGE_001 if such remotes keep no checkpoints.
    mutating func accept() throws(RedoError) -> AcceptOutcome

    /// The place on the remote where tasks are claimed.
    ///
    /// - Throws: STORAGE_001 if the remote takes no claims.
    func claims() throws(RedoError) -> any ClaimStorage

    /// Lets the remote continue without its history, as far as it is this store's.
    ///
    /// - Throws: wrong usage if remotes of this kind have none.
    mutating func compact() throws(RedoError) -> CompactOutcome
}

extension Exchange {
    /// Does nothing: the first push creates the place.
    package func offerPlace() throws(RedoError) {}

    /// Fetches: what has no log gives an error.
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
    /// A remote takes no claims.
    package static var noClaims: RedoError {
        RedoError(
            .notFound, "this kind of remote takes no claims",
            hints: ["a git repository does, and a folder that all devices reach themselves"])
    }
}

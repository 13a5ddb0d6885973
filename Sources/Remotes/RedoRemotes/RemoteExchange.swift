import RedoCheckpoints
import RedoCommandLine
import RedoExchange
import RedoModel
import RedoStore
import RedoSystem

/// A remote of one kind that a store exchanges nodes with: what a kind of remote has to be able to do.
package protocol RemoteExchange: SendableMetatype {
    /// The scheme of such remotes.
    static var scheme: RemoteScheme { get }

    /// Whether tasks can be claimed on such remotes.
    static var takesClaims: Bool { get }

    /// A URL as a configuration keeps it, which does not depend on the current directory.
    ///
    /// - Throws: STORAGE_001 if the URL is malformed.
    static func kept(
        url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String

    /// A name for the folder of a clone; empty if the URL has none.
    static func folderName(of url: String) -> String

    /// Reads what a store knows of a remote, without asking it.
    ///
    /// - Throws: STORAGE_001 if the store cannot be read.
    static func known(
        of remote: ConfiguredRemote, in store: Store
    ) throws(RedoError) -> RemoteKnowledge

    /// Reports why the first fetch of a clone failed, and returns the error that ends the command.
    static func failedClone(
        _ error: RedoError, _ context: borrowing CommandContext
    ) -> RedoError

    /// Prepares an exchange; nothing is sent yet.
    ///
    /// - Parameter references: what to read beside the references of devices.
    /// - Throws: wrong usage for an option or a reference that such remotes do not have.
    init(
        _ remote: ConfiguredRemote, of store: Store, references: [String],
        _ context: borrowing CommandContext
    ) throws(RedoError)

    /// The nodes that fetches have taken in and that the store had not, also where a fetch failed; those that
    /// would be, in a dry run.
    var arrived: [NodeID] { get }

    /// Whether a fetch reads again all that is there, since the store lacks nodes that it had. Then nothing says that nothing
    /// is new.
    var isRestoring: Bool { get set }

    /// How many nodes pushes have brought.
    var sentCount: Int { get }

    /// Offers a person at a terminal to make the place of the remote if there is none yet.
    ///
    /// - Throws: STORAGE_003 if it cannot be made.
    func offerPlace(_ context: borrowing CommandContext) throws(RedoError)

    /// Takes in what is new there, and says what came.
    mutating func fetch(_ context: inout CommandContext) throws(RedoError) -> ExitStatus

    /// Fills a new store with what is there. Only a remote that was found to be empty gives an empty store.
    ///
    /// - Throws: STORAGE_001 if something else than a log is there.
    mutating func clone(_ context: inout CommandContext) throws(RedoError) -> ExitStatus

    /// Brings what is new there, and says what went.
    mutating func push(_ context: inout CommandContext) throws(RedoError) -> ExitStatus

    /// Does what `redo member` is asked for.
    ///
    /// - Throws: wrong usage if such remotes cannot be encrypted.
    mutating func members(
        _ request: MemberRequest, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus

    /// Reads every byte of the remote's checkpoints, and says who vouches for what.
    ///
    /// - Throws: STORAGE_001 if such remotes keep none.
    mutating func verify(_ context: inout CommandContext) throws(RedoError) -> ExitStatus

    /// Accepts that the remote does not show what the last fetch found to be missing.
    ///
    /// - Throws: STORAGE_001 if such remotes keep no checkpoints.
    mutating func accept(_ context: inout CommandContext) throws(RedoError) -> ExitStatus

    /// The place on the remote where tasks are claimed.
    ///
    /// - Throws: STORAGE_001 if the remote takes no claims.
    func claims(_ context: borrowing CommandContext) throws(RedoError) -> any ClaimStorage

    /// Lets the remote go on without its history, as far as it is this store's.
    ///
    /// - Throws: wrong usage if remotes of this kind have none.
    mutating func compact(_ context: inout CommandContext) throws(RedoError) -> ExitStatus
}

extension RemoteExchange {
    /// Does nothing: the first push makes the place.
    package func offerPlace(_ context: borrowing CommandContext) throws(RedoError) {}

    /// Fetches: what has no log gives an error.
    package mutating func clone(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        try fetch(&context)
    }

    /// Refuses: such remotes cannot be encrypted.
    package mutating func members(
        _ request: MemberRequest, _ context: inout CommandContext
    ) throws(RedoError) -> ExitStatus {
        throw .usage("remotes of this kind cannot be encrypted")
    }

    /// The error itself, which is reported where it ends the command.
    package static func failedClone(
        _ error: RedoError, _ context: borrowing CommandContext
    ) -> RedoError { error }

    package static var takesClaims: Bool { false }

    package static var noClaims: RedoError {
        RedoError(
            .notFound, "this kind of remote takes no claims",
            hints: ["a git repository does, and a folder that all devices reach themselves"])
    }

    package func claims(
        _ context: borrowing CommandContext
    ) throws(RedoError) -> any ClaimStorage { throw Self.noClaims }

    package mutating func verify(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        throw Self.noCheckpoints
    }

    package mutating func accept(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        throw Self.noCheckpoints
    }

    private static var noCheckpoints: RedoError {
        RedoError(
            .notFound,
            "this kind of remote keeps no checkpoints, so that no statement vouches for it",
            hints: ["'redo fetch' checks each node that comes from there"])
    }

    package mutating func compact(_ context: inout CommandContext) throws(RedoError) -> ExitStatus {
        throw .usage("a remote in \(Self.scheme.name) has nothing to compact")
    }
}

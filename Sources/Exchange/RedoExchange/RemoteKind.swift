import RedoStore
import RedoSystem

/// A kind of remote: the properties and operations that all remotes of it share. Each kind is one row of the table
/// `RemoteKinds`.
package struct RemoteKind: Sendable {
    /// The name of the kind for people: "git".
    package let name: String
    /// The parts of its URLs before the first colon.
    package let schemes: Set<String>
    /// Whether tasks can be claimed on such remotes.
    package let takesClaims: Bool
    /// Whether its contents can be limited to some readers.
    package let restrictsReaders: Bool
    /// Whether other programs write there, each with its own key.
    package let hasOtherPrograms: Bool
    /// Whether a notice is sent there while someone writes in a room, unless `remote.<name>.composing` says otherwise.
    package let sharesComposing: Bool
    /// The final error of a clone whose first fetch failed, printed after the cause; nil if the cause is enough.
    package let failedClone: String?
    /// Checks a URL. Throws STORAGE_001 if it is malformed.
    package let check: @Sendable (_ url: String) throws(RedoError) -> Void
    /// The URL as the configuration stores it, independent of the current directory.
    ///
    /// Throws STORAGE_001 for a malformed URL.
    package let kept:
        @Sendable (_ url: String, _ currentDirectory: String) throws(RedoError) -> String
    /// A name for the directory of a clone; empty if the URL has none.
    package let directoryName: @Sendable (_ url: String) -> String
    /// The directory of the records of a remote; it need not exist.
    package let directory: @Sendable (_ remote: String, _ store: Store) -> String
    /// Reads the records of a remote, without a request to it.
    package let known:
        @Sendable (_ remote: ConfiguredRemote, _ store: Store) throws(RedoError) -> RemoteKnowledge
    /// Prepares an exchange; nothing is sent yet.
    ///
    /// Throws wrong usage for a request or a reference that such remotes do not have.
    package let open:
        @Sendable (_ remote: ConfiguredRemote, _ session: ExchangeSession) throws(RedoError) ->
            any Exchange

    package init(
        name: String, schemes: Set<String>, takesClaims: Bool = false,
        restrictsReaders: Bool = false, hasOtherPrograms: Bool = false,
        sharesComposing: Bool = false, failedClone: String? = nil,
        check: @escaping @Sendable (_ url: String) throws(RedoError) -> Void,
        kept:
            @escaping @Sendable (_ url: String, _ currentDirectory: String) throws(RedoError) ->
            String,
        directoryName: @escaping @Sendable (_ url: String) -> String,
        directory: @escaping @Sendable (_ remote: String, _ store: Store) -> String,
        known:
            @escaping @Sendable (_ remote: ConfiguredRemote, _ store: Store) throws(RedoError) ->
            RemoteKnowledge,
        open:
            @escaping @Sendable (
                _ remote: ConfiguredRemote, _ session: ExchangeSession
            ) throws(RedoError) -> any Exchange
    ) {
        self.name = name
        self.schemes = schemes
        self.takesClaims = takesClaims
        self.restrictsReaders = restrictsReaders
        self.hasOtherPrograms = hasOtherPrograms
        self.sharesComposing = sharesComposing
        self.failedClone = failedClone
        self.check = check
        self.kept = kept
        self.directoryName = directoryName
        self.directory = directory
        self.known = known
        self.open = open
    }
}

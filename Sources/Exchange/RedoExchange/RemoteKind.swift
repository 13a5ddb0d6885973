import RedoStore
import RedoSystem

/// A kind of remote: what all remotes of it have in common. Each kind is one row of the table of kinds.
package struct RemoteKind: Sendable {
    /// What people call it: "git".
    package let name: String
    /// What is before the first colon of its URLs.
    package let schemes: Set<String>
    /// Whether tasks can be claimed on such remotes.
    package let takesClaims: Bool
    /// Whether what is there can be kept to some readers.
    package let restrictsReaders: Bool
    /// Whether other programs write there, each with a key of its own.
    package let hasOtherPrograms: Bool
    /// Whether it is told who is writing in rooms unless `remote.<name>.composing` says otherwise.
    package let tellsComposing: Bool
    /// The error that ends a clone whose first fetch failed, after the one that says why; nil if that one ends it.
    package let failedClone: String?
    /// Throws STORAGE_001 for a malformed URL.
    package let check: @Sendable (_ url: String) throws(RedoError) -> Void
    /// A URL as a configuration keeps it, which does not depend on the current directory.
    ///
    /// Throws STORAGE_001 for a malformed URL.
    package let kept:
        @Sendable (_ url: String, _ currentDirectory: String) throws(RedoError) -> String
    /// A name for the folder of a clone; empty if the URL has none.
    package let folderName: @Sendable (_ url: String) -> String
    /// The folder that keeps what is known of a remote; it need not be there.
    package let folder: @Sendable (_ remote: String, _ store: Store) -> String
    /// Reads what a store knows of a remote, without asking it.
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
        tellsComposing: Bool = false, failedClone: String? = nil,
        check: @escaping @Sendable (_ url: String) throws(RedoError) -> Void,
        kept:
            @escaping @Sendable (_ url: String, _ currentDirectory: String) throws(RedoError) ->
            String,
        folderName: @escaping @Sendable (_ url: String) -> String,
        folder: @escaping @Sendable (_ remote: String, _ store: Store) -> String,
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
        self.tellsComposing = tellsComposing
        self.failedClone = failedClone
        self.check = check
        self.kept = kept
        self.folderName = folderName
        self.folder = folder
        self.known = known
        self.open = open
    }
}

import RedoCommandLine
import RedoExchange
import RedoFirestore
import RedoHTTP
import RedoModel
import RedoRemotes
import RedoReplica
import RedoStore
import RedoSystem

/// Exchanges the nodes of a store with a replica in Firestore.
package struct FirestoreExchange: RemoteExchange {
    package static let scheme = RemoteScheme.firestore

    let name: String
    let store: Store
    let client: FirestoreClient
    /// The most documents that are asked for at a time.
    let pageSize: Int
    var record: ReplicaRecord
    package internal(set) var arrived: [NodeID] = []
    package var isRestoring = false
    package internal(set) var sentCount = 0

    private static let tokenVariable = "REDO_FIRESTORE_TOKEN"
    private static let keyFileVariable = "GOOGLE_APPLICATION_CREDENTIALS"

    package init(
        _ remote: ConfiguredRemote, of store: Store, references: [String],
        _ context: borrowing CommandContext
    ) throws(RedoError) {
        self.store = store
        let url = try FirestoreURL(checking: remote.url)
        guard try !RemoteEncryption(of: remote.name, in: store).isSealed else {
            throw .usage(
                "\(remote.name.printable) is set to be encrypted, and a Firestore cannot be: other programs read its documents"
            )
        }
        guard references.isEmpty else {
            throw .usage("a remote in Firestore has no references that could be fetched")
        }
        let arguments = context.arguments
        if arguments.setting(SyncOptions.requireSignature) == false {
            throw .usage("what goes to Firestore and comes from there has a signature, always")
        }
        name = remote.name
        record = try ReplicaRecord(of: url, named: remote.name, in: store)
        let emulator = Environment.value(of: FirestoreURL.emulatorVariable)
        let address = FirestoreAddress(url, emulator: emulator)
        let http = try HTTPClient(
            usesProxies: !address.isEmulator, agent: "redo/\(Version.text)")
        let token = AccessToken(
            try Self.tokenSource(for: address, store), for: address, over: http
        ) { Int(Clock.milliseconds() / 1000) }
        client = FirestoreClient(
            address, http: http, token: token,
            policy: context.retryPolicy(
                delay: try store.configuration.checkedNumber(.firestoreRetryDelay)))
        pageSize =
            try store.configuration.checkedNumber(.firestorePageSize)
            ?? FirestoreFetch.pageDocumentCount
    }

    /// Where tokens come from: what the environment says, a helper, a service account's key, and for an
    /// emulator nowhere. What others gave is not sent over a network for all to read.
    private static func tokenSource(
        for address: FirestoreAddress, _ store: Store
    ) throws(RedoError) -> AccessToken.Source {
        if let token = Environment.value(of: tokenVariable) { return .given(token) }
        if address.isPrivate {
            if let helper = store.configuration.value(.firestoreTokenHelper), !helper.isEmpty {
                return .helper(helper, folder: try SuiteExecutables.folder())
            }
            if let file = store.configuration.value(.firestoreKeyFile), !file.isEmpty {
                return .serviceAccount(file)
            }
        }
        if address.isEmulator { return .emulator }
        if let file = Environment.value(of: keyFileVariable) { return .serviceAccount(file) }
        throw RedoError(
            .noToken, "nothing says who the user is: there is no token",
            hints: [
                "redo login firebase",
                "redo config --global firestore.tokenHelper PROGRAM, or firestore.keyFile FILE",
                "or set \(tokenVariable)",
            ])
    }

    /// Keeps what is known of the replica.
    mutating func keep(
        _ change: (inout ReplicaRecord) throws(SystemError) -> Void
    ) throws(RedoError) {
        do throws(SystemError) {
            try change(&record)
        } catch {
            throw RedoError(
                .writeFailed, "the record of \(name) cannot be written", cause: error)
        }
    }

    /// The path of a node's document, for people and programs.
    func path(of id: NodeID) -> String { "\(client.address.collection)/\(id)" }

    // MARK: What is known without asking

    /// The URL as the configuration keeps it.
    package static func kept(
        url: String, _ context: borrowing CommandContext
    ) throws(RedoError) -> String {
        _ = try FirestoreURL(checking: url)
        return url
    }

    /// The name of the folder that a clone of a URL is made in.
    package static func folderName(of url: String) -> String {
        (try? FirestoreURL(url))?.project ?? ""
    }

    /// What is known of a remote without asking it.
    package static func known(
        of remote: ConfiguredRemote, in store: Store
    ) throws(RedoError) -> RemoteKnowledge { try RemoteKind.firestore.known(remote, store) }

    /// Reports why the first fetch of a clone failed, and returns the error that ends the command.
    package static func failedClone(
        _ error: RedoError, _ context: borrowing CommandContext
    ) -> RedoError {
        context.complain(error)
        return RedoError(.syncFailed, "the replica could not be read")
    }
}

import RedoExchange
import RedoFirestore
import RedoHTTP
import RedoJSON
import RedoModel
import RedoReplica
import RedoStore
import RedoSystem

/// Exchanges the nodes of a store with a replica in Firestore, a document for each node.
///
/// This module decides what is sent, admitted, refused and recorded, who may read a document, and how the user logs in.
/// The documents and requests are in RedoFirestore, the address of a replica and its records in RedoReplica. Start
/// here; then read `FirestoreExchange+Fetch` with ``FetchAdmission``, and `FirestoreExchange+Push` with
/// ``UnsentQueue``.
package struct FirestoreExchange: Exchange {
    let session: ExchangeSession
    let name: String
    let client: FirestoreClient
    /// The maximum number of documents in a request.
    let pageSize: Int
    var record: ReplicaRecord
    package internal(set) var arrived: [NodeID] = []
    package internal(set) var sentCount = 0

    var store: Store { session.store }

    private static let tokenVariable = "REDO_FIRESTORE_TOKEN"
    private static let keyFileVariable = "GOOGLE_APPLICATION_CREDENTIALS"

    package init(
        _ remote: ConfiguredRemote, _ session: ExchangeSession
    ) throws(RedoError) {
        let url = try FirestoreURL(checking: remote.url)
        let store = session.store
        guard try !RemoteEncryption(of: remote.name, in: store).isSealed else {
            throw .usage(
                "\(remote.name.printable) is set to be encrypted, and a Firestore cannot be: other programs read its documents"
            )
        }
        guard session.request.references.isEmpty else {
            throw .usage("a remote in Firestore has no references that could be fetched")
        }
        if session.request.requiresSignature == false {
            throw .usage("what goes to Firestore and comes from there has a signature, always")
        }
        self.session = session
        name = remote.name
        let variables = session.home.variables
        let emulator = variables.value(of: FirestoreURL.emulatorVariable)
        record = try ReplicaRecord(of: url, named: remote.name, in: store, emulator: emulator)
        let address = FirestoreAddress(url, emulator: emulator)
        let http = try HTTPClient(
            usesProxies: !address.isEmulator, agent: "redo/\(Version.text)")
        let token = AccessToken(
            try Self.tokenSource(for: address, store, variables), for: address, over: http
        ) { Int(Clock.milliseconds() / 1000) }
        client = FirestoreClient(
            address, http: http, token: token,
            policy: session.retryPolicy(
                delay: try store.configuration.checkedNumber(.firestoreRetryDelay)))
        pageSize =
            try store.configuration.checkedNumber(.firestorePageSize)
            ?? FirestoreFetch.pageDocumentCount
    }

    /// The source of tokens: the environment, a helper, or the key of a service account; an emulator needs none. A
    /// helper or key of the configuration is used only if requests are encrypted or stay on this machine.
    private static func tokenSource(
        for address: FirestoreAddress, _ store: Store, _ variables: EnvironmentVariables
    ) throws(RedoError) -> AccessToken.Source {
        if let token = variables.value(of: tokenVariable) { return .given(token) }
        if address.isPrivate {
            if let helper = store.configuration.value(.firestoreTokenHelper), !helper.isEmpty {
                return .helper(helper, directory: try SuiteExecutables.directory())
            }
            if let file = store.configuration.value(.firestoreKeyFile), !file.isEmpty {
                return .serviceAccount(file)
            }
        }
        if address.isEmulator { return .emulator }
        if let file = variables.value(of: keyFileVariable) { return .serviceAccount(file) }
        throw RedoError(
            .noToken, "nothing says who the user is: there is no token",
            hints: [
                "redo login firebase",
                "redo config --global firestore.tokenHelper PROGRAM, or firestore.keyFile FILE",
                "or set \(tokenVariable)",
            ])
    }

    package mutating func compact() throws(RedoError) -> CompactOutcome {
        throw .usage("a remote in firestore has nothing to compact")
    }

    /// Saves the record of the replica.
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
}

extension FirestoreExchange {
    /// Sends a notice that this user is writing a message, and reads those of others: `composing/{uid}:{key}`. Nothing
    /// of it enters a log.
    ///
    /// - Parameter change: the notice to send; nil for none.
    /// - Returns: the notices that are current. The caller checks whether their keys take part in the rooms.
    package mutating func exchangeComposing(
        _ change: ComposingChange?
    ) throws(RedoError) -> [ComposingNotice] {
        switch change {
        case .writes(let notice):
            let readers = try readers()
            try client.set(notice, for: readers.others(inRoom: notice.room))
        case .stopped(let key):
            try client.removeComposing(of: JSONString(key.hexadecimal))
        case nil: break
        }
        return try client.composing(at: session.now())
    }
}

internal import CGit2
import RedoCrypto
import RedoModel
import RedoSystem

/// The state of a connection for libgit2's callbacks. It lives as long as the remote for which they are set.
final class GitTransfer {
    let url: GitURL
    let authentication: GitAuthentication?
    let limits: GitLimits
    /// The value of `core.sshCommand`.
    let sshCommand: String?

    /// The error with which a callback has ended the transfer.
    private(set) var failure: RedoError?
    /// The answers of the other side about each pushed reference.
    var verdicts: [(name: String, refusal: String?)] = []
    /// The reference that a push changes, with its expected target; nil for any.
    var expectation: (name: String, target: GitObjectID?)?
    /// The messages of the other side for people.
    var words = RemoteMessage()
    /// Receives the progress of a running transfer.
    var progress: ((_ done: Int, _ total: Int) -> Void)?
    /// The last credential, which is removed from messages of the other side.
    private var credential: GitCredential?
    /// Whether the helpers were notified that it is valid.
    private var isApproved = false
    private var connection: SSHConnection?

    init(
        _ url: GitURL, _ authentication: GitAuthentication?, _ limits: GitLimits,
        sshCommand: String?
    ) {
        self.url = url
        self.authentication = authentication
        self.limits = limits
        self.sshCommand = sshCommand
    }

    /// Whether the other side is listing its references.
    var isListing = false {
        didSet { if isListing { listByteCount = 0 } }
    }
    private var listByteCount = 0

    /// Counts the bytes before the objects, all of which libgit2 would keep.
    ///
    /// - Throws: STORAGE_003 if they exceed the limit of a list of references.
    func countListed(_ byteCount: Int) throws(RedoError) {
        guard isListing else { return }
        listByteCount += byteCount
        guard listByteCount <= limits.listByteCount else {
            throw RedoError(
                .writeFailed,
                "\(url.text) sends a list of references of more than \(limits.listByteCount) bytes",
                hints: ["the server is at fault, or too many devices push there"])
        }
    }

    /// Begins a call: earlier failures are cleared.
    func begin() {
        failure = nil
        verdicts = []
        words = RemoteMessage()
    }

    /// Reads the messages that the other side has sent before it closed the connection.
    ///
    /// - Parameter read: appends received bytes, and returns their number; 0 at the end.
    func readLastMessages(
        _ read: (_ bytes: inout [UInt8]) throws(RedoError) -> Int
    ) {
        var bytes: [UInt8] = []
        while bytes.count < Self.maximumLastByteCount, let count = try? read(&bytes), count > 0 {}
        words.add(packets: bytes)
    }

    private static let maximumLastByteCount = 1 << 16

    /// Records the error of the transfer; the first one is kept.
    ///
    /// - Returns: the result of a callback that ends libgit2's operation.
    func fail(_ error: RedoError) -> Int32 {
        if failure == nil { failure = error }
        return GIT_EUSER.rawValue
    }

    /// Checks the changes that a push is about to make.
    ///
    /// - Parameter updates: the references of the other side, with their current targets; nil for a missing one.
    func negotiate(_ updates: [(name: String, target: GitObjectID?)]) -> Int32 {
        guard let expectation else { return 0 }
        let isExpected =
            updates.count == 1 && updates[0].name == expectation.name
            && updates[0].target == expectation.target
        return isExpected ? 0 : fail(GitRemote.overtaken)
    }

    // MARK: Credentials

    /// Passes a name and a password to libgit2.
    func credential(
        _ result: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>, allowed: UInt32
    ) -> Int32 {
        guard allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0,
            case .server(let scheme, let host, let user, let path) = url.location
        else {
            return fail(
                RedoError(
                    .unauthenticated,
                    "\(url.text) asks for a kind of authentication that is not supported"))
        }
        // libgit2 repeats its request if the credential was refused.
        if let credential, !isApproved {
            self.credential = nil
            credential.reject()
            return fail(
                RedoError(
                    .unauthenticated, "\(url.text) refuses the name and the password",
                    hints: ["the credential helpers now forget them: repeat the command"]))
        }
        guard let authentication else {
            return fail(RedoError(.unauthenticated, "\(url.text) asks for a name and a password"))
        }
        let helpers = GitCredentialHelpers(authentication: authentication)
        do throws(RedoError) {
            let credential = try helpers.fill(scheme: scheme, host: host, path: path, user: user)
            self.credential = credential
            isApproved = false
            // libgit2 copies both, and wipes its copy of the password.
            return credential.withNameAndPassword { name, password in
                unsafe name.withUnsafeBufferPointer { name in
                    unsafe password.withUnsafeBufferPointer { password in
                        unsafe Self.makeCredential(result, name, password)
                    }
                }
            }
        } catch {
            return fail(error)
        }
    }

    private static func makeCredential(
        _ result: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>,
        _ name: UnsafeBufferPointer<UInt8>, _ password: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        unsafe name.withMemoryRebound(to: CChar.self) { name in
            unsafe password.withMemoryRebound(to: CChar.self) { password in
                unsafe git_credential_userpass_plaintext_new(
                    result, name.baseAddress, password.baseAddress)
            }
        }
    }

    /// A message of the other side, without the password that it has received.
    func redacted(_ text: String) -> String { credential?.redacting(text) ?? text }

    /// Notifies the helpers that their credential was valid, if there was a request to them.
    func approve() {
        if !isApproved { credential?.approve() }
        isApproved = true
    }

    // MARK: Progress and limits

    /// Checks the progress of receiving against the limits.
    func received(objects: Int, of total: Int, byteCount: Int) -> Int32 {
        if Signals.isTerminationPending { return fail(.terminated) }
        guard total <= limits.objectCount, byteCount <= limits.byteCount else {
            return fail(
                RedoError(
                    .writeFailed,
                    "\(url.text) sends more than the \(limits.objectCount) objects and "
                        + "\(limits.byteCount) bytes that can be received at once"))
        }
        progress?(objects, total)
        return 0
    }

    func sent(objects: Int, of total: Int) -> Int32 {
        if Signals.isTerminationPending { return fail(.terminated) }
        progress?(objects, total)
        return 0
    }

    // MARK: ssh

    /// Starts the program on the other side.
    func connect(_ service: SSHConnection.Service) throws(RedoError) -> SSHConnection {
        guard let authentication, case .ssh(let user, let host, let port, let path) = url.location
        else { throw RedoError(.unreachable, "\(url.text) must not be connected to") }
        let connection = try SSHConnection(
            service, user: user, host: host, port: port, path: path,
            command: authentication.sshCommand ?? sshCommand, authentication)
        self.connection = connection
        return connection
    }

    /// The connection, if it was opened.
    var openConnection: SSHConnection? { connection }

    func disconnect() {
        connection?.close()
        connection = nil
    }
}

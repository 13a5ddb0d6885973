internal import CGit2
import RedoCrypto
import RedoModel
import RedoSystem

/// What libgit2's callbacks find of the connection that they belong to. It lives as long as the remote
/// does that they are set for.
final class GitTransfer {
    let url: GitURL
    let authentication: GitAuthentication?
    let limits: GitLimits
    /// `core.sshCommand`.
    let sshCommand: String?

    /// Why a callback let the transfer fail, when one has.
    private(set) var failure: RedoError?
    /// What the other side says of each reference that was pushed.
    var verdicts: [(name: String, refusal: String?)] = []
    /// The reference that a push changes, and where it has to lead before; nil for any.
    var expectation: (name: String, target: GitObjectID?)?
    /// What the other side says for people.
    var words = RemoteMessage()
    /// Is told how much has been done, while a transfer runs.
    var progress: ((_ done: Int, _ total: Int) -> Void)?
    /// What was given last; what the other side says is searched for it.
    private var credential: GitCredential?
    /// Whether the helpers were told that it is good.
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

    /// Whether the other side is saying which references it has.
    var isListing = false {
        didSet { if isListing { listByteCount = 0 } }
    }
    private var listByteCount = 0

    /// Counts what comes before the objects do: libgit2 would keep all of it.
    ///
    /// - Throws: STORAGE_003 if it is more than a list of references may be.
    func heard(_ byteCount: Int) throws(RedoError) {
        guard isListing else { return }
        listByteCount += byteCount
        guard listByteCount <= limits.listByteCount else {
            throw RedoError(
                .writeFailed,
                "\(url.text) sends a list of references of more than \(limits.listByteCount) bytes",
                hints: ["the server is at fault, or too many devices push there"])
        }
    }

    /// Begins a call: what failed before does not count any more.
    func begin() {
        failure = nil
        verdicts = []
        words = RemoteMessage()
    }

    /// Reads what the other side has said before it hung up.
    ///
    /// - Parameter read: appends bytes that have come, and says how many; 0 at the end.
    func hearLastWords(
        _ read: (_ bytes: inout [UInt8]) throws(RedoError) -> Int
    ) {
        var bytes: [UInt8] = []
        while bytes.count < Self.greatestLastByteCount, let count = try? read(&bytes), count > 0 {}
        words.add(packets: bytes)
    }

    private static let greatestLastByteCount = 1 << 16

    /// Remembers why the transfer fails; what comes first counts.
    ///
    /// - Returns: what a callback returns to let libgit2 end.
    func fail(_ error: RedoError) -> Int32 {
        if failure == nil { failure = error }
        return GIT_EUSER.rawValue
    }

    /// Looks at what a push is going to change.
    ///
    /// - Parameter updates: the references of the other side, and where they lead now; nil for one that is not there.
    func negotiate(_ updates: [(name: String, target: GitObjectID?)]) -> Int32 {
        guard let expectation else { return 0 }
        let isExpected =
            updates.count == 1 && updates[0].name == expectation.name
            && updates[0].target == expectation.target
        return isExpected ? 0 : fail(GitRemote.overtaken)
    }

    // MARK: Credentials

    /// Gives libgit2 a name and a password.
    func credential(
        _ result: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>, allowed: UInt32
    ) -> Int32 {
        guard allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0,
            case .server(let scheme, let host, let user, let path) = url.place
        else {
            return fail(
                RedoError(
                    .unauthenticated,
                    "\(url.text) asks for a kind of authentication that is not supported"))
        }
        // libgit2 asks again when what it got was refused.
        if let credential, !isApproved {
            self.credential = nil
            credential.reject()
            return fail(
                RedoError(
                    .unauthenticated, "\(url.text) refuses the name and the password",
                    hints: ["the credential helpers were told to forget them: repeat the command"]))
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

    /// What the other side says, without the password that it was given.
    func redacted(_ text: String) -> String { credential?.redacting(text) ?? text }

    /// Tells the helpers that what they gave was good. Does nothing where nothing was asked of them.
    func approve() {
        if !isApproved { credential?.approve() }
        isApproved = true
    }

    // MARK: Progress and limits

    /// Looks at how much has come.
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

    /// Starts the program at the other side.
    func connect(_ service: SSHConnection.Service) throws(RedoError) -> SSHConnection {
        guard let authentication, case .ssh(let user, let host, let port, let path) = url.place
        else { throw RedoError(.unreachable, "\(url.text) must not be connected to") }
        let connection = try SSHConnection(
            service, user: user, host: host, port: port, path: path,
            command: authentication.sshCommand ?? sshCommand, authentication)
        self.connection = connection
        return connection
    }

    /// The connection that has been made.
    var openConnection: SSHConnection? { connection }

    func disconnect() {
        connection?.close()
        connection = nil
    }
}

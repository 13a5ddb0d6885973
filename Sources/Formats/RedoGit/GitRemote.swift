internal import CGit2
import RedoModel
import RedoSystem

/// The direction of a transfer.
package enum GitDirection: Sendable {
    case fetch
    case push
}

/// A git repository elsewhere (docs/git-remotes.md, Transports). For one thread at a time.
///
/// Repositories at a path are opened, and objects copied. All others are reached with libgit2, through `ssh` as a child
/// process if necessary.
@safe package final class GitRemote {
    /// The maximum sizes of what is received.
    package var limits = GitLimits()

    let url: GitURL
    package let repository: GitRepository
    /// The user's configuration, without that of the repository.
    private let configuration: GitConfiguration
    let authentication: GitAuthentication?
    let handle: OpaquePointer
    /// The reference that the next push changes, with its expected target; nil for any.
    var expectation: (name: String, target: GitObjectID?)?
    /// The state of libgit2's callbacks. libgit2 has a pointer to it, so it lives as long as the handle.
    private var transfer: GitTransfer?

    /// - Parameters:
    ///   - url: a path, `file://`, `ssh://`, `user@host:path`, `http(s)://` or `git://`. Replacements in the user's
    ///     configuration of git (`url.….insteadOf`) apply.
    ///   - repository: the repository whose objects are sent, and that receives objects.
    ///   - authentication: nil if only repositories of this machine may be reached.
    /// - Throws: STORAGE_001 if the form of the address is unknown, or it has a password.
    package init(
        _ url: String, in repository: GitRepository, _ authentication: GitAuthentication?
    ) throws(RedoError) {
        _ = try GitURL(url)
        let configuration = try GitConfiguration(path: authentication?.configurationPath)
        try check(
            unsafe git_repository_set_config(repository.handle, configuration.handle), .notFound,
            "git's configuration cannot be used")
        var handle: OpaquePointer?
        let result = unsafe url.withSystemBytes {
            unsafe git_remote_create_anonymous(&handle, repository.handle, $0)
        }
        try check(result, .notFound, "the address \(url.printable) cannot be used")
        guard let handle = unsafe handle, let address = unsafe git_remote_url(handle) else {
            throw RedoError(.notFound, "the address \(url.printable) cannot be used")
        }
        // If the configuration has two addresses for the two directions, the one for fetching is used for both.
        unsafe git_remote_set_instance_pushurl(handle, address)
        do throws(RedoError) {
            self.url = try GitURL(unsafe SystemText.text(cString: address))
        } catch {
            unsafe git_remote_free(handle)
            throw error
        }
        unsafe self.handle = handle
        self.repository = repository
        self.configuration = configuration
        self.authentication = authentication
    }

    deinit { unsafe git_remote_free(handle) }

    /// The value of a setting in the user's configuration of git; nil if it is not set.
    func setting(_ name: String) -> String? { configuration.text(of: name) }

    /// Receives the objects that references of the other side reach and that are not here. Wraps `git_remote_fetch`.
    ///
    /// - Parameters:
    ///   - refspecs: the references, with those here that are set to them: `+refs/a/*:refs/b/*`. Without a colon, none
    ///     is set.
    ///   - isSetting: whether references here are set; a pattern needs a colon even if none is.
    ///   - progress: receives the number of received objects, and of all.
    /// - Throws: NETWORK_001, NETWORK_002, STORAGE_001 if there is no such repository, STORAGE_003 if it cannot be
    ///   written, STORAGE_004 if the received objects are damaged.
    package func fetch(
        _ refspecs: [String], setting isSetting: Bool = true,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(RedoError) {
        if refspecs.isEmpty { return }
        try Trace.timing(.git, "fetch \(SecretRemoval.urls(in: url.text))") {
            () throws(RedoError) in
            try receive(refspecs, setting: isSetting, progress: progress)
        }
    }

    private func receive(
        _ refspecs: [String], setting isSetting: Bool,
        progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) {
        if case .path(let path) = url.location {
            return try fetch(
                refspecs, from: try Self.directory(path), setting: isSetting, progress: progress)
        }
        try repository.prepareForReceiving()
        defer { repository.refresh() }
        try retrying { () throws(RedoError) in
            try download(refspecs, setting: isSetting, progress: progress)
        }
    }

    private func download(
        _ refspecs: [String], setting isSetting: Bool,
        progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) {
        try transferring(progress) { (transfer) throws(RedoError) in
            try connectOnce(.fetch, transfer)
            let layout = unsafe try GitLibrary.layout()
            var callbacks = unsafe transfer.callbacks
            let list = StringList(refspecs)
            let result = unsafe list.withArray { list in
                unsafe redo_git_fetch(layout, handle, list, isSetting ? 1 : 0, &callbacks)
            }
            try expectSuccess(result, transfer)
        }
    }

    /// Sends the objects that the other side lacks, and sets its references to them. Wraps `git_remote_push`.
    ///
    /// - Parameters:
    ///   - refspecs: the new target of each reference there, by full names: `refs/a:refs/b`, or `:refs/b` to remove
    ///     one. A plus before it permits an update that is not a fast-forward.
    ///   - progress: receives the number of sent objects, and of all.
    /// - Returns: for each reference nil, or the other side's reason of a refusal, which may have control characters.
    /// - Throws: NETWORK_001, NETWORK_002, STORAGE_001 if there is no such repository, STORAGE_003 if it cannot be
    ///   written.
    package func push(
        _ refspecs: [String], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(RedoError) -> [(name: String, refusal: String?)] {
        if refspecs.isEmpty { return [] }
        return try Trace.timing(.git, "push \(SecretRemoval.urls(in: url.text))") {
            () throws(RedoError) in
            try send(refspecs, progress: progress)
        }
    }

    private func send(
        _ refspecs: [String], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> [(name: String, refusal: String?)] {
        // The objects were written by another instance of the repository.
        repository.refresh()
        if case .path(let path) = url.location {
            return try push(refspecs, to: try Self.directory(path), progress: progress)
        }
        // If a push with an expectation arrived and the server failed after that, a repetition would find its own
        // update and take it for another's.
        guard expectation == nil else { return try upload(refspecs, progress: progress) }
        return try retrying { () throws(RedoError) in
            try upload(refspecs, progress: progress)
        }
    }

    private func upload(
        _ refspecs: [String], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(RedoError) -> [(name: String, refusal: String?)] {
        try transferring(progress) { (transfer) throws(RedoError) in
            do throws(RedoError) {
                return try push(refspecs, transfer)
            } catch {
                guard let reason = transfer.words.reason else { throw error }
                throw RedoError(
                    .writeFailed,
                    "\(url.text) refused what was sent: \(transfer.redacted(reason).printable)",
                    hints: ["the remote decides what it takes: its hooks, rights and disk"])
            }
        }
    }

    /// - Returns: the other side's reason of a refusal for each reference, with its message.
    private func push(
        _ refspecs: [String], _ transfer: GitTransfer
    ) throws(RedoError) -> [(name: String, refusal: String?)] {
        try connectOnce(.push, transfer)
        let layout = unsafe try GitLibrary.layout()
        transfer.expectation = expectation
        defer { transfer.expectation = nil }
        var callbacks = unsafe transfer.callbacks
        let list = StringList(refspecs)
        let result = unsafe list.withArray { list in
            unsafe redo_git_push(layout, handle, list, &callbacks)
        }
        if result == GIT_ENONFASTFORWARD.rawValue {
            return refspecs.map { refspec in
                let name = refspec.split(separator: ":").last.map(String.init) ?? refspec
                return (name, "not a step forward from where it leads")
            }
        }
        try expectSuccess(result, transfer)
        let reason = transfer.words.reason.map { ": \($0)" } ?? ""
        return transfer.verdicts.map { name, refusal in
            (name, refusal.map { transfer.redacted($0 + reason) })
        }
    }

    /// Closes the connection, if there is one. Wraps `git_remote_disconnect`.
    package func disconnect() { unsafe git_remote_disconnect(handle) }

    // MARK: Calls

    /// Performs calls of libgit2 that may take long: signals to end the process are deferred briefly, and a broken
    /// connection is an error.
    func transferring<Result>(
        _ progress: (_ done: Int, _ total: Int) -> Void,
        _ body: (GitTransfer) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        guard authentication != nil else {
            throw RedoError(.unreachable, "\(url.text) is not on this machine")
        }
        let deferral = DeferredTermination()
        defer { _ = deferral }
        let mask = Signals.holdBrokenPipe()
        defer { Signals.dropBrokenPipe(mask) }
        let transfer = try currentTransfer()
        transfer.begin()
        git_error_clear()
        GitSocket.transfer.value = transfer
        defer { GitSocket.transfer.value = nil }
        return try withoutActuallyEscaping(progress) { (progress) throws(RedoError) in
            transfer.progress = progress
            defer { transfer.progress = nil }
            return try finishing(transfer, body)
            // The message for an escaping closure has this name instead of the path, which depends on the directory of
            // the build.
            #sourceLocation(file:"GitRemote.progress",line:1)
        }
    }
    #sourceLocation()

    private func finishing<Result>(
        _ transfer: GitTransfer, _ body: (GitTransfer) throws(RedoError) -> Result
    ) throws(RedoError) -> Result {
        do throws(RedoError) {
            let result = try body(transfer)
            transfer.approve()
            return result
        } catch {
            // An interrupted operation must not continue.
            disconnect()
            throw error
        }
    }

    private func currentTransfer() throws(RedoError) -> GitTransfer {
        if let transfer { return transfer }
        let transfer = GitTransfer(
            url, authentication, limits,
            sshCommand: configuration.text(of: "core.sshCommand"))
        if case .server("https", _, _, _) = url.location,
            let file = configuration.text(of: "http.sslCAInfo")
        {
            try check(
                unsafe file.withSystemBytes { unsafe redo_git_trust($0) }, .unauthenticated,
                "the certificates of http.sslCAInfo, \(file.printable), cannot be read")
        }
        self.transfer = transfer
        return transfer
    }

    /// Turns libgit2's result into an error; the error of a callback that ended the transfer has precedence.
    func expectSuccess(_ result: Int32, _ transfer: GitTransfer) throws(RedoError) {
        guard result < 0 else { return }
        // A full disk has precedence: after it, libgit2 closes the connection, which fails as well.
        if let failure = transfer.failure, !RedoError.isOutOfSpace(GitLibrary.lastMessage) {
            throw failure
        }
        throw RedoError(
            transferResult: result, url, transfer.redacted(GitLibrary.lastMessage.printable))
    }
}

extension GitRemote {
    /// Sets a reference of the other side to an object if it leads to the expected one: of several concurrent attempts
    /// one succeeds. The comparison uses the old value that the push itself sends, which the server compares again.
    ///
    /// - Parameters:
    ///   - source: a reference of this side to the object.
    ///   - name: the reference of the other side.
    ///   - previous: its current target; nil if it must not exist.
    /// - Returns: nil if it was set, otherwise the reason: another update was first, or the other side refuses.
    /// - Throws: as ``push(_:progress:)``.
    package func exchange(
        _ source: String, for name: String, from previous: GitObjectID?
    ) throws(RedoError) -> String? {
        expectation = (name, previous)
        defer { expectation = nil }
        do throws(RedoError) {
            // The plus: the old target need not be here, and the expectation is stricter than a fast-forward.
            return try push(["+\(source):\(name)"]).compactMap(\.refusal).first
        } catch {
            guard error.code == Self.overtaken.code, error.message == Self.overtaken.message else {
                throw error
            }
            return error.message
        }
    }

    /// The error of a push whose reference does not lead to the expected object.
    static let overtaken = RedoError(.writeFailed, "the reference leads elsewhere by now")
}

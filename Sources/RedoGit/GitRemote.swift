internal import CGit2
import RedoLog
import RedoSystem

/// Which way objects go.
package enum GitDirection: Sendable {
    case fetch
    case push
}

/// A git repository elsewhere (docs/git-remotes.md, Transports). For one thread at a time.
///
/// A path is opened and objects are copied; anything else is libgit2's, with `ssh` as a program that it
/// speaks through.
@safe package final class GitRemote {
    /// The most that is received.
    package var limits = GitLimits()

    let url: GitURL
    let repository: GitRepository
    private let authentication: GitAuthentication?
    private let handle: OpaquePointer
    /// What libgit2's callbacks find. libgit2 has a pointer to it, so it lives as long as the handle.
    private var transfer: GitTransfer?

    /// - Parameters:
    ///   - url: a path, `file://`, `ssh://`, `user@host:path`, `http(s)://` or `git://`. What git's
    ///     configuration has in its place (`url.….insteadOf`) counts.
    ///   - repository: whose objects are sent, and which receives objects.
    ///   - authentication: nil where only repositories of this machine are to be reached.
    /// - Throws: STORAGE_001 where the address has a form that is not known, or a password.
    package init(
        _ url: String, in repository: GitRepository, _ authentication: GitAuthentication?
    ) throws(GitError) {
        _ = try GitURL(url)
        var handle: OpaquePointer?
        let result = unsafe git_remote_create_anonymous(&handle, repository.handle, url)
        try check(result, .notFound, "the address \(url.printable) cannot be used")
        guard let handle = unsafe handle, let address = unsafe git_remote_url(handle) else {
            throw GitError(.notFound, "the address \(url.printable) cannot be used")
        }
        // Of two addresses for the two directions the one for fetching counts for both.
        unsafe git_remote_set_instance_pushurl(handle, address)
        do throws(GitError) {
            self.url = try GitURL(unsafe String(cString: address))
        } catch {
            unsafe git_remote_free(handle)
            throw error
        }
        unsafe self.handle = handle
        self.repository = repository
        self.authentication = authentication
    }

    deinit { unsafe git_remote_free(handle) }

    /// Connects, and asks what references the other side has. Nothing else is transferred. Wraps
    /// `git_remote_connect_ext` and `git_remote_ls`.
    ///
    /// - Returns: those whose names git allows, `HEAD` among them.
    /// - Throws: NETWORK_001, NETWORK_002, or STORAGE_001 where there is no such repository.
    package func references(for direction: GitDirection) throws(GitError) -> [GitReference] {
        if case .path(let path) = url.place {
            return try Self.references(of: try GitRepository.open(path))
        }
        return try transferring({ _, _ in }) { (transfer) throws(GitError) in
            try connect(direction, transfer)
            return try advertised(transfer)
        }
    }

    private func connect(_ direction: GitDirection, _ transfer: GitTransfer) throws(GitError) {
        var options = unsafe git_remote_connect_options()
        let version = UInt32(GIT_REMOTE_CONNECT_OPTIONS_VERSION)
        try check(
            unsafe git_remote_connect_options_init(&options, version), .notFound,
            "libgit2 has other options")
        unsafe options.callbacks = try transfer.callbacks()
        unsafe options.proxy_opts.type = GIT_PROXY_AUTO
        // To another place of the same host, but not to another host.
        unsafe options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
        let way = direction == .fetch ? GIT_DIRECTION_FETCH : GIT_DIRECTION_PUSH
        try expectSuccess(unsafe git_remote_connect_ext(handle, way, &options), transfer)
    }

    private func advertised(_ transfer: GitTransfer) throws(GitError) -> [GitReference] {
        var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
        var count = 0
        try expectSuccess(unsafe git_remote_ls(&heads, &count, handle), transfer)
        guard count <= limits.referenceCount else {
            throw GitError(
                .writeFailed,
                "\(url.text) has \(count) references, and at most \(limits.referenceCount) are read"
            )
        }
        var references: [GitReference] = []
        // The list belongs to the remote, which does not change it before the next call.
        for index in 0..<count {
            guard let head = unsafe heads?[index]?.pointee, let name = unsafe head.name else {
                continue
            }
            let text = unsafe String(cString: name)
            guard text.utf8.count <= limits.nameByteCount, GitRepository.isReferenceName(text)
            else { continue }
            references.append(GitReference(name: text, target: GitObjectID(unsafe head.oid)))
        }
        return references
    }

    /// Receives the objects that are reached from references of the other side and are not here. Wraps
    /// `git_remote_fetch`.
    ///
    /// - Parameters:
    ///   - refspecs: which references, and which here are set to them: `+refs/a/*:refs/b/*`. Without a
    ///     colon none is set.
    ///   - progress: is told how many objects have come, of how many.
    /// - Throws: NETWORK_001, NETWORK_002, STORAGE_001 where there is no such repository, STORAGE_003
    ///   where it cannot be written, STORAGE_004 where what has come is damaged.
    package func fetch(
        _ refspecs: [String], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(GitError) {
        if refspecs.isEmpty { return }
        if case .path(let path) = url.place {
            return try fetch(refspecs, from: try GitRepository.open(path), progress: progress)
        }
        try transferring(progress) { (transfer) throws(GitError) in
            var options = unsafe git_fetch_options()
            try check(
                unsafe git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION)),
                .notFound, "libgit2 has other options")
            unsafe options.callbacks = try transfer.callbacks()
            unsafe options.proxy_opts.type = GIT_PROXY_AUTO
            unsafe options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
            unsafe options.update_fetchhead = 0
            unsafe options.prune = GIT_FETCH_NO_PRUNE
            unsafe options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
            let list = StringList(refspecs)
            let result = unsafe list.withArray { list in
                unsafe git_remote_fetch(handle, list, &options, nil)
            }
            try expectSuccess(result, transfer)
        }
    }

    /// Sends what is missing at the other side, and lets references there lead to it. Wraps
    /// `git_remote_push`.
    ///
    /// - Parameters:
    ///   - refspecs: what each reference there is set to, by full names: `refs/a:refs/b`, or `:refs/b` to remove one. A
    ///     plus before it allows what is not a step forward.
    ///   - progress: is told how many objects have gone, of how many.
    /// - Returns: for each reference nil, or why the other side refused, as it says: it may have control
    ///   characters.
    /// - Throws: NETWORK_001, NETWORK_002, STORAGE_001 where there is no such repository, STORAGE_003
    ///   where it cannot be written.
    package func push(
        _ refspecs: [String], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(GitError) -> [(name: String, refusal: String?)] {
        if refspecs.isEmpty { return [] }
        if case .path(let path) = url.place {
            return try push(refspecs, to: try GitRepository.open(path), progress: progress)
        }
        return try transferring(progress) { (transfer) throws(GitError) in
            var options = unsafe git_push_options()
            try check(
                unsafe git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION)),
                .notFound, "libgit2 has other options")
            unsafe options.callbacks = try transfer.callbacks()
            unsafe options.proxy_opts.type = GIT_PROXY_AUTO
            unsafe options.follow_redirects = GIT_REMOTE_REDIRECT_NONE
            let list = StringList(refspecs)
            let result = unsafe list.withArray { list in
                unsafe git_remote_push(handle, list, &options)
            }
            if result == GIT_ENONFASTFORWARD.rawValue {
                return refspecs.map { refspec in
                    let name = refspec.split(separator: ":").last.map(String.init) ?? refspec
                    return (name, "not a step forward from where it leads")
                }
            }
            try expectSuccess(result, transfer)
            return transfer.verdicts
        }
    }

    // MARK: Calls

    /// Runs calls of libgit2 that may take long: signals that want to end the process wait a moment, and
    /// a connection that is cut is an error.
    private func transferring<Result>(
        _ progress: (_ done: Int, _ total: Int) -> Void,
        _ body: (GitTransfer) throws(GitError) -> Result
    ) throws(GitError) -> Result {
        guard authentication != nil else {
            throw GitError(.unreachable, "\(url.text) is not on this machine")
        }
        let patience = PatientTermination()
        defer { _ = patience }
        let mask = Signals.holdBrokenPipe()
        defer { Signals.dropBrokenPipe(mask) }
        let transfer = try currentTransfer()
        transfer.begin()
        return try withoutActuallyEscaping(progress) { (progress) throws(GitError) in
            transfer.progress = progress
            defer { transfer.progress = nil }
            return try finishing(transfer, body)
        }
    }

    private func finishing<Result>(
        _ transfer: GitTransfer, _ body: (GitTransfer) throws(GitError) -> Result
    ) throws(GitError) -> Result {
        do throws(GitError) {
            let result = try body(transfer)
            transfer.approve()
            return result
        } catch {
            // What has begun is not to be gone on with.
            unsafe git_remote_disconnect(handle)
            throw error
        }
    }

    private func currentTransfer() throws(GitError) -> GitTransfer {
        if let transfer { return transfer }
        let transfer = GitTransfer(
            url, authentication, limits, repository: repository.path,
            sshCommand: repository.configuration("core.sshCommand"))
        if case .server("https", _, _, _) = url.place,
            let file = repository.configuration("http.sslCAInfo")
        {
            try check(
                unsafe redo_git_trust(file), .unauthenticated,
                "the certificates of http.sslCAInfo, \(file.printable), cannot be read")
        }
        self.transfer = transfer
        return transfer
    }

    /// Turns what libgit2 returned into an error; why a callback let it fail comes first.
    private func expectSuccess(_ result: Int32, _ transfer: GitTransfer) throws(GitError) {
        guard result < 0 else { return }
        if let failure = transfer.failure { throw failure }
        throw GitError(transferResult: result, url)
    }
}

extension GitError {
    /// What libgit2 says of a connection that came to nothing.
    fileprivate init(transferResult result: Int32, _ url: GitURL) {
        let reason = GitLibrary.lastMessage.printable
        let what = "\(url.text): \(reason)"
        let kind = git_error_t(UInt32(max(0, GitLibrary.lastClass)))
        switch (git_error_code(result), kind) {
        case (GIT_EAUTH, _): self.init(.unauthenticated, what)
        case (GIT_ECERTIFICATE, _): self.init(.unauthenticated, what)
        case (_, GIT_ERROR_HTTP) where reason.hasSuffix("404"), (GIT_ENOTFOUND, _):
            self.init(.notFound, "there is no git repository \(what)")
        case (_, GIT_ERROR_HTTP) where reason.hasSuffix("403"): self.init(.unauthenticated, what)
        case (_, GIT_ERROR_INDEXER), (_, GIT_ERROR_ZLIB), (_, GIT_ERROR_ODB), (_, GIT_ERROR_OBJECT):
            self.init(.corrupted, what)
        case (_, GIT_ERROR_REFERENCE): self.init(.writeFailed, what)
        default: self.init(.unreachable, what)
        }
    }
}

/// Texts as libgit2 takes them. Owns copies.
@safe private struct StringList: ~Copyable {
    private let strings: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

    init(_ texts: [String]) {
        unsafe strings = .allocate(capacity: texts.count)
        for (index, text) in texts.enumerated() {
            let bytes = text.utf8CString
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            for (place, byte) in bytes.enumerated() {
                unsafe (copy + place).initialize(to: byte)
            }
            unsafe strings.initializeElement(at: index, to: copy)
        }
    }

    deinit {
        for index in unsafe strings.indices { unsafe strings[index]?.deallocate() }
        unsafe strings.deallocate()
    }

    func withArray(_ body: (UnsafePointer<git_strarray>) -> Int32) -> Int32 {
        var array = unsafe git_strarray(strings: strings.baseAddress, count: strings.count)
        return unsafe body(&array)
    }
}

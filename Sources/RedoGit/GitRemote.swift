internal import CGit2

/// Which way objects go.
package enum GitDirection: Sendable {
    case fetch, push
}

/// Who asks a remote, where it wants to know.
package struct GitAuthentication: Sendable {
    package init() {}
}

/// Another git repository that objects are exchanged with. Owns libgit2's handle; for one thread at a
/// time.
@safe package final class GitRemote {
    private let repository: GitRepository
    private let handle: OpaquePointer
    private let url: String
    private var connected: GitDirection?

    /// Wraps `git_remote_create_anonymous`.
    ///
    /// - Parameters:
    ///   - url: a path or a URL.
    ///   - repository: where objects come from and go to.
    /// - Throws: STORAGE_001 for what is no URL.
    package init(
        _ url: String, in repository: GitRepository, _ authentication: GitAuthentication?
    ) throws(GitError) {
        var handle: OpaquePointer?
        let result = unsafe git_remote_create_anonymous(&handle, repository.handle, url)
        try check(result, .notFound, "\(url) cannot be used as a remote")
        guard let handle = unsafe handle else {
            throw GitError(.notFound, "\(url) cannot be used as a remote")
        }
        self.repository = repository
        unsafe self.handle = handle
        self.url = url
    }

    deinit { unsafe git_remote_free(handle) }

    /// What the remote has, by name, as it says itself. Wraps `git_remote_connect` and `git_remote_ls`.
    ///
    /// - Throws: STORAGE_001 where it cannot be reached.
    package func references(for direction: GitDirection) throws(GitError) -> [GitReference] {
        try connect(direction)
        var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
        var count = 0
        try check(
            unsafe git_remote_ls(&heads, &count, handle), .notFound,
            "the references of \(url) cannot be listed")
        // The array and what it points to belong to the remote, which lives longer than this loop.
        let array = unsafe UnsafeBufferPointer(start: heads, count: count)
        var references: [GitReference] = []
        for index in array.indices {
            guard let head = unsafe array[index], let name = unsafe head.pointee.name else {
                continue
            }
            references.append(
                GitReference(
                    name: unsafe String(cString: name),
                    target: unsafe GitObjectID(head.pointee.oid)))
        }
        return references
    }

    private func connect(_ direction: GitDirection) throws(GitError) {
        if connected == direction { return }
        if connected != nil { _ = unsafe git_remote_disconnect(handle) }
        connected = nil
        let way = direction == .fetch ? GIT_DIRECTION_FETCH : GIT_DIRECTION_PUSH
        try check(
            unsafe git_remote_connect(handle, way, nil, nil, nil), .notFound,
            "the remote \(url) cannot be reached")
        connected = direction
    }

    /// Brings in what is missing of what some references of the remote reach. No reference is set here.
    /// Wraps `git_remote_download`.
    ///
    /// - Parameters:
    ///   - refspecs: names of references.
    ///   - progress: is told how many objects have come, of how many.
    /// - Throws: STORAGE_004 where the remote lacks objects, or cannot send them.
    package func fetch(
        _ refspecs: [String], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(GitError) {
        try connect(.fetch)
        var options = unsafe git_fetch_options()
        try check(
            unsafe git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION)), .notFound,
            "libgit2 has other options")
        unsafe options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE
        let result = unsafe withStringArray(refspecs) {
            unsafe git_remote_download(handle, $0, &options)
        }
        try check(result, .corrupted, "\(url) cannot send what it names")
        if let statistics = unsafe git_remote_stats(handle) {
            progress(
                Int(unsafe statistics.pointee.received_objects),
                Int(unsafe statistics.pointee.total_objects))
        }
    }

    /// Brings objects to the remote, and sets its references. Wraps `git_remote_upload`.
    ///
    /// - Parameters:
    ///   - refspecs: `source:destination`.
    ///   - progress: is told how many objects have gone, of how many.
    /// - Returns: for each reference of the remote nil, or why the remote did not set it.
    /// - Throws: STORAGE_003 where nothing could be sent.
    package func push(
        _ refspecs: [String], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(GitError) -> [(name: String, refusal: String?)] {
        try connect(.push)
        var options = unsafe git_push_options()
        try check(
            unsafe git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION)), .writeFailed,
            "libgit2 has other options")
        let answers = PushAnswers()
        unsafe options.callbacks.payload = Unmanaged.passUnretained(answers).toOpaque()
        unsafe options.callbacks.push_update_reference = { name, status, payload in
            guard let name = unsafe name, let payload = unsafe payload else { return 0 }
            // The object lives until the push has returned.
            let answers = unsafe Unmanaged<PushAnswers>.fromOpaque(payload).takeUnretainedValue()
            answers.list.append(
                (
                    unsafe String(cString: name),
                    unsafe status.map { unsafe String(cString: $0) }
                ))
            return 0
        }
        let result = withExtendedLifetime(answers) {
            unsafe withStringArray(refspecs) { unsafe git_remote_upload(handle, $0, &options) }
        }
        try check(result, .writeFailed, "nothing could be pushed to \(url)")
        progress(1, 1)
        return answers.list
    }
}

/// What a remote says of the references that were to be set.
private final class PushAnswers {
    var list: [(name: String, refusal: String?)] = []
}

/// Calls a function of libgit2 with an array of texts, which lives as long as the call.
private func withStringArray(
    _ texts: [String], _ body: (UnsafePointer<git_strarray>) -> Int32
) -> Int32 {
    var copies: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { text in
        let bytes = Array(text.utf8CString)
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        unsafe copy.initialize(from: bytes, count: bytes.count)
        return unsafe copy
    }
    defer { unsafe copies.forEach { unsafe $0?.deallocate() } }
    return unsafe copies.withUnsafeMutableBufferPointer { buffer in
        var array = unsafe git_strarray(strings: buffer.baseAddress, count: buffer.count)
        return unsafe body(&array)
    }
}

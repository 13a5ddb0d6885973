internal import CGit2
import RedoSystem

extension GitRemote {
    /// Connects, and requests the references of the other side. Nothing else is transferred. Wraps
    /// `git_remote_connect_ext` and `git_remote_ls`.
    ///
    /// - Returns: the references with valid names, including `HEAD`.
    /// - Throws: NETWORK_001, NETWORK_002, or STORAGE_001 if there is no such repository.
    package func references(for direction: GitDirection) throws(RedoError) -> [GitReference] {
        try Trace.timing(.git, "list \(SecretRemoval.urls(in: url.text))") {
            () throws(RedoError) in
            if case .path(let path) = url.location {
                return try Self.references(of: try Self.directory(path))
            }
            return try retrying { () throws(RedoError) in
                try transferring({ _, _ in }) { (transfer) throws(RedoError) in
                    try connect(direction, transfer)
                    return try advertised(transfer)
                }
            }
        }
    }

    /// Connects, unless there is a connection.
    func connectOnce(_ direction: GitDirection, _ transfer: GitTransfer) throws(RedoError) {
        if unsafe git_remote_connected(handle) == 1 { return }
        try connect(direction, transfer)
    }

    private func connect(_ direction: GitDirection, _ transfer: GitTransfer) throws(RedoError) {
        let layout = unsafe try GitLibrary.layout()
        var callbacks = unsafe transfer.callbacks
        transfer.isListing = true
        defer { transfer.isListing = false }
        let way = direction == .fetch ? GIT_DIRECTION_FETCH : GIT_DIRECTION_PUSH
        try expectSuccess(
            unsafe redo_git_connect(layout, handle, way, &callbacks), transfer)
    }

    private func advertised(_ transfer: GitTransfer) throws(RedoError) -> [GitReference] {
        var heads: UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?
        var count = 0
        try expectSuccess(unsafe git_remote_ls(&heads, &count, handle), transfer)
        guard count <= limits.referenceCount else {
            throw RedoError(
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
}

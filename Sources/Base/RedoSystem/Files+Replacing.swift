import Glibc

extension Files {
    /// Replaces a file atomically: readers see either the old or the new contents, even after a crash.
    ///
    /// A symbolic link is replaced, not followed, so nothing outside the directory is written. For a file that
    /// the user names see ``replaceTarget(of:with:mode:)``.
    ///
    /// - Parameters:
    ///   - mode: the permissions of the new file.
    ///   - isSynced: whether to wait until the file is on disk. Without that the file can be empty or
    ///     truncated after a crash, which suits contents that can be computed again.
    /// - Throws: ``SystemError``.
    package static func replace(
        _ path: String, with bytes: Span<UInt8>, mode: mode_t, isSynced: Bool = true
    ) throws(SystemError) {
        try ContainedFile(path).replace(with: bytes, mode: mode, isSynced: isSynced)
    }

    /// The permissions of a file that replaces another one.
    package enum ReplacementMode: Sendable {
        /// The permissions of the replaced file, or these if there was none.
        case kept(orNew: mode_t)
        /// These permissions in any case.
        case always(mode_t)
    }

    /// Writes to a file that the user names, like `>` in a shell, but replaces a regular file atomically.
    ///
    /// Symbolic links are followed. A regular or missing file is replaced by renaming. A device, FIFO or
    /// socket is opened and written.
    ///
    /// - Throws: ``SystemError``: `ENXIO` for a socket, `EISDIR` for a directory, `ELOOP` for a cycle of
    ///   links.
    package static func replaceTarget(
        of path: String, with bytes: Span<UInt8>, mode: ReplacementMode
    ) throws(SystemError) {
        let status = try status(of: path)
        let target = try Path.target(of: path)
        let isReplaced: Bool
        if let status {
            // A removed file that is still open, as /dev/stdout can be, has no name to replace.
            let named = try statusOfLink(target)
            isReplaced = status.kind == .regular && named?.identity == status.identity
        } else {
            isReplaced = true
        }
        guard isReplaced else {
            let file = try FileDescriptor(
                opening: path, for: .overwrite(truncating: status?.kind == .regular))
            return try file.write(bytes)
        }
        switch mode {
        case .kept(let new):
            try ContainedFile(target).replace(
                with: bytes, mode: new, exactMode: status?.permissions)
        case .always(let mode): try ContainedFile(target).replace(with: bytes, mode: mode)
        }
    }
}

import Glibc

extension Files {
    /// Writes a file of the suite's own in one step: readers see the old contents or the new ones, also
    /// after a crash.
    ///
    /// Whatever has the name gives it up: a symbolic link is replaced, not followed, so that nothing outside
    /// the folder is written to. For a file that a person names see ``replaceTarget(of:with:mode:)``.
    ///
    /// - Parameters:
    ///   - mode: the permissions of the new file.
    ///   - isSynced: false for what can be made again: it is not waited for, and after a crash the file
    ///     can be empty or cut off.
    package static func replace(
        _ path: String, with bytes: Span<UInt8>, mode: mode_t, isSynced: Bool = true
    ) throws(SystemError) {
        try InnerFile(path).replace(with: bytes, mode: mode, isSynced: isSynced)
    }

    /// Whose permissions a file has that takes the place of another one.
    package enum ReplacementMode: Sendable {
        /// Those of the file that was there; a new file has these.
        case kept(orNew: mode_t)
        /// These, whatever the file had that was there.
        case always(mode_t)
    }

    /// Writes what a person names, as the `>` of a shell would, but a regular file in one step.
    ///
    /// Symbolic links are followed to the end, and what they lead to is written. Only a regular file, or a
    /// name that nothing has, is replaced by renaming. A device, FIFO or socket is opened and written to.
    ///
    /// - Throws: ``SystemError``: `ENXIO` for a socket, `EISDIR` for a directory, `ELOOP` for links that
    ///   lead nowhere.
    package static func replaceTarget(
        of path: String, with bytes: Span<UInt8>, mode: ReplacementMode
    ) throws(SystemError) {
        let status = try status(of: path)
        let target = try Path.target(of: path)
        let isReplaced: Bool
        if let status {
            // A file that was removed and is still open, as /dev/stdout can be, has no name to replace.
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
            try InnerFile(target).replace(with: bytes, mode: new, exactMode: status?.permissions)
        case .always(let mode): try InnerFile(target).replace(with: bytes, mode: mode)
        }
    }
}

import RedoSystem

/// The check of a path, from the root to a file, that refuses it if another user could put another file there.
///
/// Each name, also of the links on the path, is looked up in a directory. If only the user and root can replace names
/// in all these directories, the file that was checked is the file that is run.
struct HookPath {
    /// The user ids that may own directories and links.
    private let trusted: Set<UInt32>

    private static let writableByOthers: UInt32 = 0o022
    /// In a sticky directory only the owner of a name and the owner of the directory can replace it.
    private static let sticky: UInt32 = 0o1000
    /// The maximum number of links that are followed, which is that of Linux.
    private static let maximumLinkCount = 40

    /// The end of a path.
    enum End {
        /// An absolute path without links.
        case path(String)
        case refused(HookDirectory.Refusal)
    }

    /// - Parameter owner: the user.
    init(owner: UInt32) throws(SystemError) {
        // In a user namespace root can have another id: the owner of the root directory.
        let root = try Files.status(of: "/")?.owner ?? 0
        trusted = [owner, 0, root]
    }

    /// Follows a path.
    ///
    /// - Throws: ``SystemError`` if the path leads nowhere; `ELOOP` for more than 40 links.
    func follow(_ path: String) throws(SystemError) -> End {
        let start = path.hasPrefix("/") ? path : Path.join(try Path.resolved("."), path)
        // A stack: the last name is the next one.
        var names = Self.names(of: start)
        var location = "/"
        var linkCount = 0
        if let refusal = try refusal(of: location) { return .refused(refusal) }
        while let name = names.popLast() {
            if name == ".." {
                location = Path.parent(of: location)
                continue
            }
            let next = Path.join(location, name)
            guard let status = try Files.statusOfLink(next) else {
                throw SystemError(code: 2, call: "lstat", path: next)
            }
            switch status.kind {
            case .regular, .other: location = next
            case .directory:
                location = next
                if let refusal = refusal(of: location, status) { return .refused(refusal) }
            case .link:
                if let refusal = foreign(location: next, status) { return .refused(refusal) }
                linkCount += 1
                guard linkCount <= Self.maximumLinkCount else {
                    throw SystemError(code: 40, call: "readlink", path: next)
                }
                let content = try Path.linkContent(of: next)
                if content.hasPrefix("/") { location = "/" }
                names += Self.names(of: content)
            }
        }
        return .path(location)
    }

    /// The names in a path, the last one first.
    private static func names(of path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
    }

    private func refusal(of directory: String) throws(SystemError) -> HookDirectory.Refusal? {
        try Files.status(of: directory).flatMap { refusal(of: directory, $0) }
    }

    private func refusal(of directory: String, _ status: FileStatus) -> HookDirectory.Refusal? {
        if let refusal = foreign(location: directory, status) { return refusal }
        guard status.permissions & Self.writableByOthers != 0,
            status.permissions & Self.sticky == 0
        else { return nil }
        let mode = String(status.permissions, radix: 8)
        return HookDirectory.Refusal(
            path: directory, reason: "others can write to it (mode \(mode))")
    }

    private func foreign(location: String, _ status: FileStatus) -> HookDirectory.Refusal? {
        if trusted.contains(status.owner) { return nil }
        return HookDirectory.Refusal(
            path: location, reason: "it belongs to user \(status.owner), not to you")
    }
}

import RedoSystem

/// Follows a path from the root to a file, and refuses it if anyone else could put another file in its place.
///
/// Each name, also of the links on the path, is looked up in a folder. If only the user and root can replace names in all of
/// these folders, the file that was checked is the file that is run.
struct HookPath {
    /// The user ids that may own folders and links.
    private let trusted: Set<UInt32>

    private static let writableByOthers: UInt32 = 0o022
    /// In a sticky folder only the owner of a name can replace it, and the owner of the folder.
    private static let sticky: UInt32 = 0o1000
    /// The number of links that are followed, which is that of Linux.
    private static let greatestLinkCount = 40

    /// The end of a path.
    enum End {
        /// An absolute path without links.
        case path(String)
        case refused(HookFolder.Refusal)
    }

    /// - Parameter owner: the user.
    init(owner: UInt32) throws(SystemError) {
        // Where the ids of users are mapped, root can have another id: it owns the root folder.
        let root = try Files.status(of: "/")?.owner ?? 0
        trusted = [owner, 0, root]
    }

    /// Follows a path.
    ///
    /// - Throws: ``SystemError`` if it leads nowhere; `ELOOP` for more than 40 links.
    func follow(_ path: String) throws(SystemError) -> End {
        let start = path.hasPrefix("/") ? path : Path.join(try Path.resolved("."), path)
        // The last one is the next.
        var names = Self.names(of: start)
        var place = "/"
        var linkCount = 0
        if let refusal = try refusal(of: place) { return .refused(refusal) }
        while let name = names.popLast() {
            if name == ".." {
                place = Path.parent(of: place)
                continue
            }
            let next = Path.join(place, name)
            guard let status = try Files.statusOfLink(next) else {
                throw SystemError(code: 2, call: "lstat", path: next)
            }
            switch status.kind {
            case .regular, .other: place = next
            case .directory:
                place = next
                if let refusal = refusal(of: place, status) { return .refused(refusal) }
            case .link:
                if let refusal = foreign(place: next, status) { return .refused(refusal) }
                linkCount += 1
                guard linkCount <= Self.greatestLinkCount else {
                    throw SystemError(code: 40, call: "readlink", path: next)
                }
                let content = try Path.linkContent(of: next)
                if content.hasPrefix("/") { place = "/" }
                names += Self.names(of: content)
            }
        }
        return .path(place)
    }

    /// The names of a path, the last one first.
    private static func names(of path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
    }

    private func refusal(of folder: String) throws(SystemError) -> HookFolder.Refusal? {
        try Files.status(of: folder).flatMap { refusal(of: folder, $0) }
    }

    private func refusal(of folder: String, _ status: FileStatus) -> HookFolder.Refusal? {
        if let refusal = foreign(place: folder, status) { return refusal }
        guard status.permissions & Self.writableByOthers != 0,
            status.permissions & Self.sticky == 0
        else { return nil }
        let mode = String(status.permissions, radix: 8)
        return HookFolder.Refusal(path: folder, reason: "others can write to it (mode \(mode))")
    }

    private func foreign(place: String, _ status: FileStatus) -> HookFolder.Refusal? {
        if trusted.contains(status.owner) { return nil }
        return HookFolder.Refusal(
            path: place, reason: "it belongs to user \(status.owner), not to you")
    }
}

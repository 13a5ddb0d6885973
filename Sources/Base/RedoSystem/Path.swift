import Glibc

/// Operations on the text of paths.
package enum Path {
    /// Joins two paths; an absolute second path is returned unchanged.
    package static func join(_ base: String, _ name: String) -> String {
        if name.hasPrefix("/") || base.isEmpty { return name }
        return base.hasSuffix("/") ? base + name : "\(base)/\(name)"
    }

    /// Returns the part before the last slash; an empty string if there is no slash.
    package static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the part after the last slash.
    package static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// Resolves a path to an absolute one without links. Wraps `realpath(3)`.
    ///
    /// - Throws: ``SystemError`` if the path does not exist.
    package static func resolved(_ path: String) throws(SystemError) -> String {
        guard let resolved = unsafe path.withSystemBytes({ unsafe realpath($0, nil) }) else {
            throw .current("realpath", path)
        }
        defer { unsafe free(resolved) }
        return unsafe SystemText.text(cString: resolved)
    }

    /// The maximum number of links that are followed: the limit of Linux.
    private static let maximumLinkCount = 40

    /// Follows the symbolic links of the last name to a target, which may be missing. Wraps `readlink(2)`.
    ///
    /// - Throws: ``SystemError``; `ELOOP` for more than 40 links.
    package static func target(of path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0..<maximumLinkCount {
            guard try Files.statusOfLink(path)?.kind == .link else { return path }
            path = join(parent(of: path), try linkContent(of: path))
        }
        throw SystemError(code: ELOOP, call: "readlink", path: path)
    }

    /// Returns the path that a link holds. Wraps `readlink(2)`.
    package static func linkContent(of path: String) throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try retrying("readlink", path) {
            unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return 0 }
                return unsafe path.withSystemBytes { unsafe readlink($0, start, buffer.count) }
            }
        }
        return SystemText.text(bytes.prefix(count).map { UInt8(bitPattern: $0) })
    }
}

import Glibc

/// Paths as texts.
package enum Path {
    /// Joins two paths; an absolute second one stands alone.
    package static func join(_ base: String, _ name: String) -> String {
        if name.hasPrefix("/") || base.isEmpty { return name }
        return base.hasSuffix("/") ? base + name : "\(base)/\(name)"
    }

    /// What stands before the last slash; an empty string where there is none.
    package static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What stands after the last slash.
    package static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// The absolute path without links. Wraps `realpath(3)`.
    package static func resolved(_ path: String) throws(SystemError) -> String {
        guard let resolved = unsafe realpath(path, nil) else { throw .current("realpath", path) }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// As many links are followed as Linux follows.
    private static let greatestLinkCount = 40

    /// What a path leads to when all symbolic links in its last name are followed, whether that is there or
    /// not. Wraps `readlink(2)`.
    ///
    /// - Throws: ``SystemError``, `ELOOP` where they never end.
    package static func target(of path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0..<greatestLinkCount {
            guard try Files.statusOfLink(path)?.kind == .link else { return path }
            path = join(parent(of: path), try linkContent(of: path))
        }
        throw SystemError(code: ELOOP, call: "readlink", path: path)
    }

    private static func linkContent(of path: String) throws(SystemError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try retrying("readlink", path) {
            unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return 0 }
                return unsafe readlink(path, start, buffer.count)
            }
        }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

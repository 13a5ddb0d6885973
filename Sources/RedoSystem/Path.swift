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
}

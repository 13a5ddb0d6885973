internal import CGit2

/// The kind of an object of a git repository.
package enum GitObjectKind: UInt8, Sendable {
    // The numbers are those of pack files, and of git_object_t.
    case commit = 1
    case tree = 2
    case blob = 3
    case tag = 4

    init?(_ type: git_object_t) {
        guard let number = UInt8(exactly: type.rawValue) else { return nil }
        self.init(rawValue: number)
    }

    var type: git_object_t { git_object_t(rawValue: git_object_t.RawValue(rawValue)) }

    package var name: String {
        switch self {
        case .commit: "commit"
        case .tree: "tree"
        case .blob: "blob"
        case .tag: "tag"
        }
    }

    /// The header that is hashed before an object's content: `blob 12` and a NUL.
    func header(byteCount: Int) -> [UInt8] {
        var header = Array(name.utf8)
        header.append(UInt8(ascii: " "))
        header += String(byteCount).utf8
        header.append(0)
        return header
    }
}

/// An object of a git repository.
package struct GitObject: Sendable {
    package let kind: GitObjectKind
    package let content: [UInt8]

    package init(_ kind: GitObjectKind, _ content: [UInt8]) {
        self.kind = kind
        self.content = content
    }
}

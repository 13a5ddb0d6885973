import RedoCommand
import RedoCrypto
import RedoLog
import RedoStore

/// Finds the node that a hexadecimal prefix names, without reading any.
struct NameResolver {
    let store: Store

    static let smallestPrefix = 4

    static func notFound(_ name: String) -> CommandError {
        CommandError(.notFound, "there is no node '\(name)'")
    }

    /// - Throws: STORAGE_001 where there is no such node or there are several.
    func id(_ name: String) throws(CommandError) -> ChangeID {
        guard let id = try existing(name) else { throw Self.notFound(name) }
        return id
    }

    /// The node that a full id or a unique prefix names; nil where there is none.
    ///
    /// - Throws: STORAGE_001 where there are several.
    func existing(_ name: String) throws(CommandError) -> ChangeID? {
        let ids = try candidates(name)
        guard ids.count <= 1 else { throw Self.ambiguous(name, ids.map(\.description)) }
        return ids.first
    }

    static func ambiguous(_ name: String, _ candidates: [String]) -> CommandError {
        CommandError(
            .notFound,
            "'\(name)' is ambiguous: it could be any of \(candidates.count)",
            hints: candidates.prefix(10).map { $0 } + (candidates.count > 10 ? ["…"] : []))
    }

    /// The nodes that a full id or a prefix can mean.
    func candidates(_ name: String) throws(CommandError) -> [ChangeID] {
        guard let prefix = hexadecimalPrefix(name) else { return [] }
        return try reporting { () throws(StoreError) in try store.ids(withPrefix: prefix) }
    }
}

/// The lower-case digits of a name that can be a node's: with or without `sha256:`, at least four.
package func hexadecimalPrefix(_ name: String) -> String? {
    let digits = name.hasPrefix("sha256:") ? name.dropFirst(7) : name[...]
    guard (NameResolver.smallestPrefix...64).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ lowercaseHexValue($0) != nil })
    else { return nil }
    return String(digits)
}

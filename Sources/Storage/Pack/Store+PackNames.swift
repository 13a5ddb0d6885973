import RedoSystem

extension Store {
    /// The pack that a text names: its name, a file of it, or the beginning of its digits, four or more.
    ///
    /// - Throws: NAME_001 if there is none, NAME_002 if there are several, STORAGE_001 if packs cannot be listed.
    package func packName(_ text: String) throws(RedoError) -> PackName {
        var digits = Path.name(of: text)[...]
        if digits.hasPrefix(PackFormat.prefix) {
            digits = digits.dropFirst(PackFormat.prefix.count)
        }
        for suffix in [PackFormat.packSuffix, PackFormat.indexSuffix] where digits.hasSuffix(suffix)
        {
            digits = digits.dropLast(suffix.count)
        }
        let found =
            digits.utf8.count < 4
            ? [] : try packNames().filter { $0.digest.hexadecimal.hasPrefix(digits) }
        guard let name = found.first else {
            throw RedoError(
                .unknownName, "there is no pack '\(text)'",
                hints: ["'redo pack --list' lists the packs"])
        }
        guard found.count == 1 else {
            throw RedoError(
                .ambiguousName, "'\(text)' is ambiguous: it could be any of \(found.count) packs",
                hints: found.prefix(10).map(\.description))
        }
        return name
    }
}

import RedoModel

/// The names of keys in the text of a query: whole names, other spellings, and beginnings.
enum QueryKeyName {
    /// A key with the words that mean it.
    private struct Key {
        let name: String
        let spellings: [String]
    }

    /// Names that other programs have for keys that are not fields.
    private static let spellings: [QueryKey: [String]] = [
        .created: ["entry"], .updated: ["modified"], .completed: ["end"],
    ]

    /// The keys of the suite. Custom fields, which a text alone does not declare, come beside them.
    private static let keys =
        QueryKey.allCases.map { Key(name: $0.rawValue, spellings: spellings[$0] ?? []) }
        + TaskFieldCatalog().fields(usedAs: .query).map {
            Key(name: $0.key, spellings: $0.otherKeys + ($0.column == $0.key ? [] : [$0.column]))
        }

    /// The keys that a word can mean: one, or several for a beginning that they share.
    static func candidates(_ word: String) -> [String] {
        meanings(of: word, among: keys, name: \.name, spellings: \.spellings).map(\.name)
    }

    /// The key that a word means; nil for one that no key of the suite has, or several.
    static func name(of word: String) -> String? {
        let names = candidates(word)
        return names.count == 1 ? names[0] : nil
    }

    /// The error for a name of which the text alone says that it is not a key.
    static func unknown(_ name: String, at range: Range<Int>) -> QueryError {
        QueryError(
            "unknown query key '\(name)'", at: range, name: name, among: keys.map(\.name),
            hint: "in quotes it is a text: \"\(name):…\"", hasOtherCandidates: true)
    }
}

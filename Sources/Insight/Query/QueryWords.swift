import RedoModel

/// The words that a key of a query takes, if they are fixed: what completions offer.
package enum QueryWords {
    /// The words of a key; empty for one that takes other values.
    package static func words(of key: String, _ fields: TaskFieldCatalog) -> [String] {
        switch QueryKey(rawValue: key) {
        case .status: return QueryStatus.allCases.map(\.rawValue)
        case .mark: return QueryStatus.allCases.map(\.rawValue) + QueryMark.allCases.map(\.rawValue)
        case .presence:
            return ["due", "completed", "comments", "notes"]
                + fields.fields(usedAs: .query).map(\.key)
        case nil: break
        default: return []
        }
        switch fields.field(key: key)?.form {
        case .choice(let words): return words
        case .boolean: return ["yes", "no"]
        case .number where key == TaskField.priority.key:
            return ["critical", "high", "medium", "low"]
        default: return []
        }
    }

    /// True if a key takes dates.
    package static func takesDate(_ key: String, _ fields: TaskFieldCatalog) -> Bool {
        switch QueryKey(rawValue: key) {
        case .due, .created, .updated, .completed: true
        case nil: fields.field(key: key)?.form == .date
        default: false
        }
    }
}

extension QueryWords {
    /// The key that a name means: a whole name, that of a custom field, or a beginning; nil for any other.
    package static func key(named name: String, _ fields: TaskFieldCatalog) -> String? {
        fields.own.first { $0.key == name }?.key ?? QueryKeyName.name(of: name)
    }
}

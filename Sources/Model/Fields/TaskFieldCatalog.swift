import RedoJSON

/// The fields of tasks: those of the protocol and the suite, and custom ones.
package struct TaskFieldCatalog: Sendable {
    package let own: [TaskField]

    /// All fields, custom ones last.
    package var fields: [TaskField] { TaskField.standard + own }

    package init(own: [TaskField] = []) { self.own = own }

    /// The fields that can be named in a context.
    package func fields(usedAs uses: TaskField.Uses) -> [TaskField] {
        fields.filter { $0.uses.contains(uses) }
    }

    /// The fields that a word can mean, as ``meanings(of:among:name:spellings:)`` says; more than one for a beginning
    /// that several fields have.
    package func fields(word: String, usedAs uses: TaskField.Uses) -> [TaskField] {
        meanings(of: word, among: fields(usedAs: uses), name: \.key, spellings: \.otherKeys)
    }

    /// The field with a name in options, queries and orders.
    package func field(key: some StringProtocol) -> TaskField? { fields.first { $0.key == key } }
}

/// The names that a custom field may have.
package enum OwnFieldName {
    /// Why a name is refused.
    package enum Mistake: Equatable, Sendable {
        /// It contains characters other than letters and digits, or does not begin with a lower-case letter.
        case malformed
        /// The protocol defines the name.
        case forbidden
        /// The suite defines the name.
        case taken
    }

    /// Members that the families of actions set in tasks, those that lists compute besides a task's state, and the
    /// column of a to-do.
    private static let reserved = [
        "recurrence", "recurrenceFrom", "recurrenceOf", "recurrenceExcept", "timeZone", "reminders",
        "remind", "ownerNonce", "closed",
        "blocked", "due", "every", "overdue", "parts", "project", "rank", "state", "todo",
        "urgency",
        "deadline",
    ]

    /// The mistake in a name; nil if there is none.
    package static func mistake(_ name: String) -> Mistake? {
        let bytes = Array(name.utf8)
        let isWord = bytes.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
        }
        guard let first = bytes.first, (0x61...0x7A).contains(first), isWord else {
            return .malformed
        }
        if TaskActions.isReserved(JSONString(name)) { return .forbidden }
        let isTaken =
            reserved.contains(name) || QueryKey.names.contains(name)
            || TaskField.standard.contains {
                [$0.name.description, $0.key, $0.column].contains(name)
            }
        return isTaken ? .taken : nil
    }
}

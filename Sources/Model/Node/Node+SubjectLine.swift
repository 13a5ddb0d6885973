import RedoJSON
import RedoSystem

extension Node {
    /// What the node does, in one line for people: `CREATE: Buy milk`. A function of the node alone.
    package var subjectLine: String {
        let detail = subjectDetail { $0.printable }
        return detail.isEmpty ? "\(action)" : "\(action): \(detail)"
    }

    /// What stands after the action in a line for people; empty if there is nothing.
    ///
    /// - Parameter time: shows an ISO 8601 time.
    package func subjectDetail(time: (JSONString) -> String) -> String {
        action.definition?.detail(self, time)
            ?? FamilyAction.definition(of: action)?.detail(of: self) ?? ""
    }
}

extension Node {
    /// What stands before an author whom no signature proves.
    package static let unprovedMark = "?"

    /// The name of the author's person, else the author's own, else the userId, for people; marked where the node is
    /// not signed, since then anyone can have written it.
    ///
    /// - Parameters:
    ///   - people: of the log.
    ///   - digits: how many of the userId are shown.
    package func authorLabel(_ people: People, digits: Int = 32) -> String {
        let name = authorName(people) ?? String(author.userID.description.prefix(digits))
        return isSigned ? name : "\(Self.unprovedMark) \(name)"
    }

    /// The name of the author's person, else the author's own, for people; nil without either.
    package func authorName(_ people: People) -> String? { people.name(of: author) }
}

extension JSONString {
    /// The text in one line that is safe to show (``TerminalText/printable(_:)``).
    package var printable: String { String(decoding: utf8, as: UTF8.self).printable }
}

/// A value as canonical JSON, safe to show.
package func jsonText(_ value: JSONValue) -> String {
    String(decoding: CanonicalJSON.bytes(value), as: UTF8.self).printable
}

extension String {
    /// See ``JSONString/printable``. A byte of a path that is not UTF-8 is shown as `\xff`.
    package var printable: String {
        TerminalText.printable(SystemText.printable(self))
    }
}

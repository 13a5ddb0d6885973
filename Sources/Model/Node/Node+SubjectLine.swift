import RedoJSON
import RedoSystem

extension Node {
    /// The effect of the node, in one line for people: `CREATE: Buy milk`. It depends on the node alone.
    package var subjectLine: String {
        let detail = subjectDetail { $0.printable }
        return detail.isEmpty ? "\(action)" : "\(action): \(detail)"
    }

    /// The text after the action in a line for people; empty if there is none.
    ///
    /// - Parameter time: formats an ISO 8601 time.
    package func subjectDetail(time: (JSONString) -> String) -> String {
        action.definition?.detail(self, time)
            ?? FamilyAction.definition(of: action)?.detail(of: self) ?? ""
    }
}

extension Node {
    /// The mark before an author whom no signature proves.
    package static let unprovedMark = "?"

    /// The name of the author's person, else the author's own name, else the userId, for people. It is marked if the
    /// node is not signed, since then anyone can have written it.
    ///
    /// - Parameters:
    ///   - people: the persons of the log.
    ///   - digits: the number of digits of the userId that are shown.
    package func authorLabel(_ people: People, digits: Int = 32) -> String {
        let name = authorName(people) ?? String(author.userID.description.prefix(digits))
        return isSigned ? name : "\(Self.unprovedMark) \(name)"
    }

    /// The name of the author's person, else the author's own name, for people; nil without either.
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

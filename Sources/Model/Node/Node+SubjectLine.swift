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
    /// The text in one line that is safe to show: what could move a terminal's cursor, change its
    /// settings or the direction of writing is replaced by U+FFFD, white space by a space.
    package var printable: String { String(decoding: utf8, as: UTF8.self).printable }
}

extension String {
    /// See ``JSONString/printable``. A byte of a path that is not UTF-8 is shown as `\xff`.
    package var printable: String {
        // Most text is plain.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        var text = ""
        for scalar in SystemText.printable(self).unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: text.append(" ")
            case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F,
                0x061C:
                text.append("\u{FFFD}")
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

import RedoSystem

/// The address of a replica in Firestore:
///
/// ```
/// firestore:PROJECT[/DATABASE]?layout=nodes|changes&uid=UID
/// ```
package struct FirestoreURL: Hashable, Sendable {
    /// The location of nodes in the database.
    package enum Layout: String, CaseIterable, Sendable {
        /// `nodes/{id}`, of all users together, and `users/{uid}.ownedNodes`.
        case nodes
        /// `users/{uid}/changes/{id}`.
        case changes
    }

    /// The reason why a text is not such an address.
    package struct ParseError: Error, Sendable {
        package let detail: String
    }

    package static let scheme = "firestore:"
    package static let defaultDatabase = "(default)"

    package let project: String
    package let database: String
    package let layout: Layout
    /// The uid of the user in the database.
    package let uid: String

    /// Whether a URL claims to have this form, valid or not.
    package static func isOne(_ text: String) -> Bool { text.hasPrefix(scheme) }

    /// Parses an address.
    ///
    /// - Throws: ``ParseError`` with the reason.
    package init(_ text: String) throws(ParseError) {
        guard Self.isOne(text) else {
            throw ParseError(detail: "the URL does not begin with \(Self.scheme)")
        }
        let rest = text.dropFirst(Self.scheme.count)
        let path = rest.prefix { $0 != "?" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), Self.isProject(parts[0]) else {
            throw ParseError(
                detail: "a project's name has lower-case letters, digits, '-', '.' and ':', "
                    + "and begins with a letter or a digit")
        }
        project = parts[0]
        database = parts.count == 2 ? parts[1] : Self.defaultDatabase
        guard Self.isDatabase(database) else {
            throw ParseError(
                detail: "a database's name is (default), or has lower-case letters, digits and '-'")
        }
        let query = try Query(rest.dropFirst(path.count + 1))
        layout = query.layout ?? .nodes
        guard let uid = query.uid else {
            throw ParseError(detail: "the URL does not name the user: ?uid=UID is missing")
        }
        guard Self.isUID(uid) else {
            throw ParseError(
                detail: "a uid is 1 to 128 bytes without '/' and control characters, "
                    + "and not '.', '..' or '__…__'")
        }
        self.uid = uid
    }

    private static func isProject(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= 100 else {
            return false
        }
        return text.utf8.allSatisfy {
            isLetterOrDigit($0)
                || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":")].contains($0)
        }
    }

    private static func isDatabase(_ text: String) -> Bool {
        if text == defaultDatabase { return true }
        guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= 63 else {
            return false
        }
        return text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }

    /// Validates a uid, which is also the name of a document (https://firebase.google.com/docs/firestore/quotas).
    private static func isUID(_ text: String) -> Bool {
        let isReserved = text.hasPrefix("__") && text.hasSuffix("__")
        return (1...128).contains(text.utf8.count) && text != "." && text != ".." && !isReserved
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension FirestoreURL: CustomStringConvertible {
    /// The address with all its parts: two addresses of one replica have the same text.
    package var description: String {
        "\(Self.scheme)\(project)/\(database)?layout=\(layout.rawValue)&uid=\(percentEncoded(uid))"
    }
}

/// The part after the question mark.
private struct Query {
    var layout: FirestoreURL.Layout?
    var uid: String?

    init(_ text: Substring) throws(FirestoreURL.ParseError) {
        for part in text.split(separator: "&", omittingEmptySubsequences: true) {
            let name = part.prefix { $0 != "=" }
            let value = part.dropFirst(name.count + 1)
            switch name {
            case "layout" where layout == nil:
                layout = FirestoreURL.Layout(rawValue: String(value))
                if layout == nil {
                    throw FirestoreURL.ParseError(detail: "layout is nodes or changes")
                }
            case "uid" where uid == nil:
                uid = percentDecoded(value)
                if uid == nil {
                    throw FirestoreURL.ParseError(
                        detail: "uid has a '%' without two hexadecimal digits, or is not UTF-8")
                }
            default:
                throw FirestoreURL.ParseError(
                    detail: "the URL has '\(name)' after its question mark, where "
                        + "only layout and uid are allowed, each once")
            }
        }
    }
}

import RedoCrypto
import RedoModel
import RedoStore
import RedoSystem

/// A link that names something in a log, or a page of `redo ui` (redo-open(1)).
///
/// Only what the link names is kept, so nothing else of its text is ever passed on.
package enum Link: Equatable {
    case task(TaskID)
    case category(UUIDValue)
    case room(NodeID)
    /// The settings of `redo ui`.
    case settings
    /// The form of a new task in `redo ui`.
    case newTask
    /// The form of a task in `redo ui`.
    case edit(TaskID)

    /// Reads a link.
    ///
    /// - Parameter beginnings: what links that lead to a task begin with, `https://example.org/task/`
    ///   (`open.link`).
    /// - Throws: wrong usage for anything else.
    package init(_ text: String, beginnings: [String]) throws(RedoError) {
        guard text.utf8.count <= Self.maximumByteCount, let scheme = Self.scheme(of: text) else {
            throw Self.notALink(text)
        }
        let rest = text.dropFirst(scheme.count + 3)
        switch scheme {
        case "task":
            let label = rest.prefix { $0 != "/" }
            guard label.lowercased() == "taskid", let id = Self.id(rest.dropFirst(label.count + 1))
            else { throw Self.notALink(text) }
            self = .task(TaskID(id))
        case "category":
            guard let id = Self.id(rest) else { throw Self.notALink(text) }
            self = .category(id)
        case "https": self = .task(try Self.task(text, beginnings))
        case "room":
            let digits = (rest.hasSuffix("/") ? rest.dropLast() : rest).lowercased()
            guard digits.utf8.count == 64, let id = NodeID("\(NodeID.prefix)\(digits)") else {
                throw Self.notALink(text)
            }
            self = .room(id)
        case "redo": self = try Self.page(text, rest)
        default: throw Self.notALink(text)
        }
    }

    /// The page of `redo ui` that a link of the suite's own scheme leads to.
    private static func page(_ text: String, _ rest: Substring) throws(RedoError) -> Link {
        let name = rest.prefix { $0 != "/" }
        switch (name.lowercased(), rest.dropFirst(name.count)) {
        case ("settings", ""), ("settings", "/"): return .settings
        case ("new", ""), ("new", "/"): return .newTask
        case ("edit", let path):
            if let id = id(path.dropFirst()) { return .edit(TaskID(id)) }
        default: break
        }
        throw notALink(text)
    }

    /// Whether it leads to a page of `redo ui` alone.
    package var isOfInterface: Bool {
        switch self {
        case .settings, .newTask, .edit: true
        case .task, .category, .room: false
        }
    }

    /// The maximum size of a link in bytes: an id after a short prefix is much shorter.
    private static let maximumByteCount = 2048

    /// The scheme before `://`, in lower case; nil without one.
    private static func scheme(of text: String) -> String? {
        let scheme = text.prefix { $0.isASCII && $0.isLetter }
        return text.dropFirst(scheme.count).hasPrefix("://") ? scheme.lowercased() : nil
    }

    /// The id that a text is, in either case; browsers can put a slash behind it.
    private static func id(_ text: Substring) -> UUIDValue? {
        UUIDValue(text: Array((text.hasSuffix("/") ? text.dropLast() : text).utf8).span)
    }

    /// The task that a link of the web leads to.
    private static func task(_ text: String, _ beginnings: [String]) throws(RedoError) -> TaskID {
        let link = withLowercaseHost(text)
        for beginning in beginnings.map(withLowercaseHost) where link.hasPrefix(beginning) {
            guard let id = id(link.dropFirst(beginning.count)) else {
                throw .usage("the link does not end with the id of a task: '\(text)'")
            }
            return TaskID(id)
        }
        let host = link.dropFirst("https://".count).prefix { $0 != "/" }
        throw .usage(
            "this kind of link is not configured: '\(text)'",
            hints: [
                "'redo config --global --add open.link https://\(host)/…' names the part before the id"
            ])
    }

    /// Scheme and host mean the same in either case; browsers write them small.
    private static func withLowercaseHost(_ text: String) -> String {
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return text.lowercased() }
        return parts[..<3].map { $0.lowercased() }.joined(separator: "/") + "/" + parts[3]
    }

    private static func notALink(_ text: String) -> RedoError {
        .usage(
            "not a link that names a task, a category, a room or a page: '\(text)'",
            hints: [
                "links are task://taskId/ID, category://ID, room://ID, redo://settings, redo://new, "
                    + "redo://edit/ID, and what open.link configures"
            ])
    }
}

extension Link: CustomStringConvertible {
    /// The link as it is passed on.
    package var description: String {
        switch self {
        case .task(let id): "task://taskId/\(id)"
        case .category(let id): "category://\(id.text)"
        case .room(let id): "room://\(id.digest.hexadecimal)"
        case .settings: "redo://settings"
        case .newTask: "redo://new"
        case .edit(let id): "redo://edit/\(id)"
        }
    }
}

import RedoCrypto
import RedoModel

/// A row of the table of the files of a store (``StoreLayout``): where such a file is, what it is for, how its bytes
/// are checked, and which record reveals that it is missing.
package struct StoreFile: Sendable {
    /// The purpose of a file.
    package enum Role: String, Sendable {
        /// The user's settings. Only their form is checked, and the file may be a symbolic link.
        case settings
        /// A single node.
        case node
        case pack
        case index
        /// What the store has recorded, and nothing can compute again.
        case record
        /// What is computed again if it is missing or damaged.
        case cache
        /// A file without contents that processes lock, or whose presence is its meaning.
        case lock
        /// A file that is being written, or was when its command ended.
        case temporary
        /// A damaged file, or the reason why it was set aside.
        case setAside = "set aside"
    }

    /// The path of such files in the store, as docs/store.md has it.
    package let pattern: String
    package let role: Role
    let form: Form
    /// Whether the file is on disk when the command that wrote it ends. If not, a power cut may leave it empty or cut off.
    package let isSynced: Bool
    /// Whether readers start over if the file is missing, so that a repair can set a damaged one aside.
    let isReplaceable: Bool
    /// Which other record reveals that such a file is missing.
    package let missedBy: String

    /// The components of the path, from the store's directory down.
    let names: [NamePattern]
    /// Whether it is a directory whose contents another program decides: only links and special files are invalid
    /// there.
    let isTree: Bool

    /// - Parameter pattern: a path. `**` at the end matches everything below.
    init(
        _ pattern: String, _ role: Role, _ form: Form = .anything, isSynced: Bool = true,
        isReplaceable: Bool = true, missedBy: String
    ) {
        self.pattern = pattern
        self.role = role
        self.form = form
        self.isSynced = isSynced
        self.isReplaceable = isReplaceable
        self.missedBy = missedBy
        var parts = pattern.split(separator: "/")
        isTree = parts.last == "**"
        if isTree { parts.removeLast() }
        names = parts.map { NamePattern($0) }
    }
}

extension StoreFile {
    /// The form of a file, by which its bytes are checked. Some are read by libraries above this one (``StoreForms``).
    package enum Form: Hashable, Sendable {
        /// By its reader while the nodes are checked, or not at all.
        case anything
        case empty
        case marker
        case operation
        case trash
        case context
        case arrivals
        case unreported
        case packHeads
        case reminders
        case exchanges
        case composing
        case cacheFile
        case checkpointRecord
        case nodeIDs
        case epoch
        case unkeptEpochs
        case claim
        case recoveryKey
        case commits
        case replica
        case replicaNodes
        case calendarFolder
    }
}

/// The names that a row of the table matches: a text with at most one placeholder.
struct NamePattern: Sendable {
    /// The placeholders for names that are not fixed, as patterns spell them.
    private enum Placeholder: String {
        case pair = "<2 digits>"
        case rest = "<62 digits>"
        case digest = "<digest>"
        case shortDigest = "<half a digest>"
        case remote = "<remote>"
        case number = "<number>"
        case task = "<task>"
        case name = "<name>"
    }

    private let prefix: Substring
    private let placeholder: Placeholder?
    private let suffix: Substring

    init(_ text: Substring) {
        guard let start = text.firstIndex(of: "<"), let end = text.lastIndex(of: ">") else {
            (prefix, placeholder, suffix) = (text, nil, "")
            return
        }
        prefix = text[..<start]
        placeholder = Placeholder(rawValue: String(text[start...end]))
        suffix = text[text.index(after: end)...]
        precondition(placeholder != nil, "a placeholder in \(text)")
    }

    func matches(_ name: String) -> Bool {
        guard let placeholder else { return name == prefix }
        guard name.utf8.count >= prefix.utf8.count + suffix.utf8.count, name.hasPrefix(prefix),
            name.hasSuffix(suffix)
        else { return false }
        let text = name.dropFirst(prefix.count).dropLast(suffix.count)
        return switch placeholder {
        case .pair: Self.isHexadecimal(text, count: 2)
        case .rest: Self.isHexadecimal(text, count: 62)
        case .digest: Self.isHexadecimal(text, count: 64)
        case .shortDigest: Self.isHexadecimal(text, count: 32)
        case .number: OperationRecord.number(ofFile: String(text)) != nil
        case .task: TaskID(String(text))?.description == String(text)
        case .remote: !text.isEmpty && !text.hasPrefix(".")
        case .name: !text.isEmpty
        }
    }

    private static func isHexadecimal(_ text: Substring, count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { lowercaseHexValue($0) != nil }
    }
}

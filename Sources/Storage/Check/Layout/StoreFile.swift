import RedoCrypto
import RedoModel

/// A row of the table of the files of a store (``StoreLayout``): where such a file is, what it is for, how its bytes are
/// checked, and which record misses it.
package struct StoreFile: Sendable {
    /// What a file is for.
    package enum Role: String, Sendable {
        /// What the user decides. Only its form is checked, and it may be a symbolic link.
        case settings
        /// A node of its own.
        case node
        case pack
        case index
        /// What the store has noted, and nothing can compute again.
        case record
        /// What is computed again if it is missing or damaged.
        case cache
        /// A file without contents that processes lock, or whose presence says something.
        case lock
        /// What is being written, or was when its command ended.
        case temporary
        /// A damaged file, or why it was set aside.
        case setAside = "set aside"
    }

    /// Where such a file is in the store, as docs/store.md has it.
    package let pattern: String
    package let role: Role
    let form: Form
    /// Whether the file is on disk when the command that wrote it ends. If not, a power cut may leave it empty or cut off.
    package let isSynced: Bool
    /// Whether readers begin again where the file is missing, so that a repair can set a damaged one aside.
    let isReplaceable: Bool
    /// Which other record misses such a file.
    package let missedBy: String

    /// The names from the store's folder down.
    let names: [NamePattern]
    /// Whether it is a folder in which another program decides what there is: only links and special files do not belong
    /// there.
    let isTree: Bool

    /// - Parameter pattern: a path. `**` at the end stands for all that is below.
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
    /// How the bytes of a file are checked. Some are read by libraries above this one (``StoreForms``).
    package enum Form: Hashable, Sendable {
        /// By whoever reads it while the nodes are checked, or not at all.
        case anything
        case empty
        case marker
        case operation
        case trash
        case context
        case arrivals
        case untold
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

/// Which names a row of the table means: a text with at most one placeholder.
struct NamePattern: Sendable {
    /// What stands for names that are not known in advance, as patterns spell it.
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

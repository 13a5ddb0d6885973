import RedoCommandLine
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// What arrived from a remote, in words: how many tasks each device has changed and added, and what was shared with the
/// reader.
package struct ReceivedTasks {
    /// The tasks that one device or person has changed and added.
    private struct Part {
        let name: String
        var changed: Set<TaskID> = []
        var added: Set<TaskID> = []
        /// Changes that are about no task, such as categories.
        var otherCount = 0
    }

    /// A SHARE or UNSHARE that names the reader.
    private struct Share {
        let sharer: String
        let task: TaskID?
        /// Nil for an UNSHARE.
        let permission: Permission?
    }

    private var parts: [Part] = []
    private var shares: [Share] = []
    private let repository: Repository

    /// The maximum number of nodes whose tasks are listed. More are only counted: a first exchange brings a whole log.
    private static let maximumCount = 2000

    /// - Parameters:
    ///   - ids: of the nodes that arrived; all can be read.
    ///   - reader: the author who reads them; nil without a key.
    /// - Returns: nil for more nodes than are reported one by one.
    /// - Throws: STORAGE_004 if a node or the log cannot be read.
    package init?(
        _ ids: [NodeID], in repository: Repository, reader: Author?
    ) throws(RedoError) {
        guard !ids.isEmpty, ids.count <= Self.maximumCount else { return nil }
        self.repository = repository
        let people = try repository.people(about: .none)
        let own = reader.map { people.principal(of: $0) }
        let ownName = reader.flatMap { people.name(of: $0) }
        let names = [own, reader.map { .user($0.userID) }].compactMap(\.self)
        let validator = NodeValidator()
        var objects = try repository.store.objectReader()
        var nodes: [Node] = []
        for id in ids {
            guard let line = try objects.line(of: id) else { continue }
            nodes.append(
                try repository.store.node(id, at: line, from: &objects, validator: validator))
        }
        let added = Set(nodes.compactMap { $0.action == .create ? $0.taskID : nil })
        for node in nodes {
            let principal = people.principal(of: node.author)
            let isOwn = principal == own
            // Who has the reader's name is taken for another device of the reader.
            let name =
                people.name(of: node.author).flatMap { isOwn || $0 == ownName ? nil : $0 }
                ?? ShownDevices.name(node.author)
            note(node, by: name, isNew: node.taskID.map(added.contains) ?? false)
            let permission = node.permission(grantedTo: names)
            if !isOwn, permission != nil || node.isUnsharing(from: names) {
                shares.append(Share(sharer: name, task: node.taskID, permission: permission))
            }
        }
    }

    private mutating func note(_ node: Node, by name: String, isNew: Bool) {
        let index =
            parts.firstIndex { $0.name == name }
            ?? {
                parts.append(Part(name: name))
                return parts.count - 1
            }()
        guard let task = node.taskID else {
            parts[index].otherCount += 1
            return
        }
        // Who has added a task is said once, and not what became of it since.
        if node.action == .create {
            parts[index].added.insert(task)
        } else if !isNew {
            parts[index].changed.insert(task)
        }
    }

    /// A line for all devices, and one for each share.
    ///
    /// - Throws: ``RedoError`` if the log cannot be read.
    package func lines() throws(RedoError) -> [String] {
        var lines: [String] = []
        var names = Noun()
        let texts = parts.compactMap { part -> String? in
            var words: [String] = []
            if !part.changed.isEmpty { words.append(names.text(part.changed.count, "changed")) }
            if !part.added.isEmpty { words.append(names.text(part.added.count, "added")) }
            if words.isEmpty, part.otherCount > 0 {
                words.append(counted(part.otherCount, "other change"))
            }
            return words.isEmpty ? nil : "\(words.joined(separator: " and ")) by \(part.name)"
        }
        if !texts.isEmpty { lines.append(texts.joined(separator: ", ")) }
        let tasks = Set(shares.compactMap(\.task))
        let titles =
            tasks.isEmpty
            ? [:]
            : try repository.log(of: tasks.map(\.description)).replay
                .foldState().printableTitles
        for share in shares {
            let what = share.task.map { "'\(titles[$0] ?? String($0.description.prefix(8)))'" }
            let subject = what ?? "a category"
            lines.append(
                share.permission.map { "\(share.sharer) shared \(subject) with you (\($0.name))" }
                    ?? "\(share.sharer) took \(subject) back: you can no longer change it")
        }
        return lines
    }

    /// The word "task", which follows the first number of a line.
    private struct Noun {
        private var isSaid = false

        mutating func text(_ count: Int, _ participle: String) -> String {
            defer { isSaid = true }
            return isSaid ? "\(count) \(participle)" : "\(counted(count, "task")) \(participle)"
        }
    }
}

import RedoCommandLine
import RedoJSON
import RedoModel
import RedoRepository
import RedoStore
import RedoSystem

/// The tasks that others changed, by their state before and after the store was read again.
struct RemoteChanges {
    /// A task that others changed.
    struct Change {
        let task: TaskID
        let title: String
        /// What happened to it: `changed: priority, title`.
        let event: String
        /// The authors of its last nodes: `Ana`, or `your device phone`.
        let authors: [String]
        /// True if it has several heads, so that it waits for a merge.
        let isDiverged: Bool

        /// For the page of news.
        var line: String {
            let isBy = authors.isEmpty ? "" : ", by \(listed(authors))"
            return "\(title)  \(event)\(isBy)\(isDiverged ? ", differs" : "")"
        }
    }

    private(set) var changes: [Change] = []

    /// The maximum number of tasks that are described; the others are counted.
    private static let maximumCount = 200
    /// The maximum number of titles in the line.
    private static let maximumNamedCount = 3

    /// The number of tasks that changed, including those that are not described.
    private(set) var count = 0

    /// - Parameters:
    ///   - before: the tasks as they were shown.
    ///   - after: the tasks as they are now.
    ///   - own: the author of this device; nil without a key.
    /// - Throws: ``RedoError`` if the log cannot be read.
    /// - Complexity: O(t) for t tasks, and that of ``Repository/heads()`` if one has changed.
    init(
        from before: TaskBoard, to after: TaskBoard, by own: Author?
    ) throws(RedoError) {
        let repository = after.repository
        let found = Self.differences(before.tasks.state.tasks, after.tasks.state.tasks)
        if found.isEmpty { return }
        let heads = try repository.heads()
        let people = try repository.people()
        let described = found.prefix(Self.maximumCount)
        count = found.count - described.count
        let authoring = try AuthoringNodes(
            of: described.flatMap { heads.heads(of: $0.id) }, in: repository.store)
        for (id, title, event) in described {
            let ids = heads.heads(of: id)
            let written = ids.flatMap { authoring.authors(of: $0) }
            let authors = written.filter { !Self.isSame($0, own) }
            // What another program of this device wrote is known here.
            if authors.isEmpty, !written.isEmpty { continue }
            count += 1
            let names = authors.map { Self.name($0, own, people) }
            changes.append(
                Change(
                    task: id, title: title, event: event, authors: Set(names).sorted(),
                    isDiverged: ids.count > 1))
        }
    }

    /// `2 tasks changed by Ana: Buy milk, Call Eve; Buy milk differs`; nil if there is nothing to report.
    var summary: String? {
        guard count > 0 else { return nil }
        let authors = Set(changes.flatMap(\.authors)).sorted()
        let by = authors.isEmpty ? "" : " by \(listed(authors, atMost: Self.maximumNamedCount))"
        let titles = listed(changes.map(\.title), atMost: Self.maximumNamedCount)
        let diverged = changes.filter(\.isDiverged).map(\.title)
        let end =
            diverged.isEmpty
            ? ""
            : "; \(listed(diverged, atMost: Self.maximumNamedCount)) \(diverged.count == 1 ? "differs" : "differ")"
        return "\(counted(count, "task")) changed\(by): \(titles)\(end)"
    }

    // MARK: Authors

    /// The nodes whose authors changed tasks last: heads, and what a merge joined instead of the merge.
    private struct AuthoringNodes {
        private var nodes: [NodeID: Node] = [:]

        init(of heads: [NodeID], in store: Store) throws(RedoError) {
            try read(Set(heads), from: store)
            let merges = nodes.values.filter { $0.action == .merge }
            if !merges.isEmpty { try read(Set(merges.flatMap(\.parents)), from: store) }
        }

        private mutating func read(_ ids: Set<NodeID>, from store: Store) throws(RedoError) {
            for node in try store.snapshot(of: ids).nodes { nodes[node.id] = node }
        }

        /// The authors of a head, or of what it joined; empty if a node cannot be read.
        func authors(of head: NodeID) -> [Author] {
            guard let node = nodes[head] else { return [] }
            return node.action == .merge
                ? node.parents.compactMap { nodes[$0]?.author } : [node.author]
        }
    }

    private static func isSame(_ author: Author, _ own: Author?) -> Bool {
        author.userID == own?.userID && author.deviceID == own?.deviceID
    }

    private static func name(_ author: Author, _ own: Author?, _ people: People) -> String {
        if author.userID == own?.userID { return "your device \(author.deviceID.printable)" }
        return people.name(of: author) ?? "another"
    }

    // MARK: Differences

    /// The tasks that differ, by id, with what happened to each.
    private static func differences(
        _ before: [TaskState], _ after: [TaskState]
    ) -> [(id: TaskID, title: String, event: String)] {
        var found: [(TaskID, String, String)] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            if new == after.count || old < before.count && before[old].id < after[new].id {
                found.append((before[old].id, before[old].title.printable, "deleted"))
                old += 1
            } else if old == before.count || after[new].id < before[old].id {
                found.append((after[new].id, after[new].title.printable, "added"))
                new += 1
            } else {
                if let event = event(from: before[old], to: after[new]) {
                    found.append((after[new].id, after[new].title.printable, event))
                }
                old += 1
                new += 1
            }
        }
        return found
    }

    /// What happened to a task; nil if nothing differs.
    private static func event(from before: TaskState, to after: TaskState) -> String? {
        var names: [String] = []
        let (old, new) = (before.fields.members, after.fields.members)
        if old != new {
            let ordered = new.map(\.name) + old.map(\.name).filter { after.fields[$0] == nil }
            names = ordered.filter { before.fields[$0] != after.fields[$0] }.map(\.printable)
        }
        if before.currentTodo?.deadline != after.currentTodo?.deadline { names.append("due") }
        if before.snoozedUntil != after.snoozedUntil { names.append("snoozed") }
        let doneBefore = before.todos.count { $0.completed != nil }
        let isDone =
            after.todos.count { $0.completed != nil } > doneBefore
            || before.completedAt == nil && after.completedAt != nil
        if isDone { return "done" }
        if before.isArchived != after.isArchived {
            return after.isArchived ? "archived" : "no longer archived"
        }
        if names.isEmpty {
            // A comment changes no field, but the time of the last change.
            return before.lastUpdated == after.lastUpdated ? nil : "changed"
        }
        return "changed: \(listed(names))"
    }
}

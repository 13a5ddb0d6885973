import RedoInterchange
import RedoJSON
import RedoModel

/// What the entries of an import depend on and are parts of, by the ids of tasks.
struct ForeignLinks {
    /// For each entry the tasks that it depends on.
    private(set) var dependencies: [Int: [TaskID]] = [:]
    /// For each entry the task that it is a part of.
    private(set) var parents: [Int: TaskID] = [:]
    /// The links that were left out, in words, each with its entry.
    private(set) var remarks: [(entry: Int, text: String)] = []

    init() {}

    /// Resolves the links. A link to a missing task and one that would close a circle are left out.
    ///
    /// - Parameter new: the task that an entry becomes, by its origin.
    /// - Complexity: O(n + e) for n entries and e links.
    init(
        of entries: [ForeignImport.Entry], _ origins: ForeignOrigins,
        new: @escaping (_ origin: JSONString) -> TaskID?
    ) {
        let named = NamedTasks(entries, origins, new)
        dependencies = links("it depends on", "depends on it", named) { $0.dependsOn }
        parents = links("it is a part of", "is a part of it", named) {
            $0.parent.map { [$0] } ?? []
        }.compactMapValues(\.first)
    }

    /// The tasks that entries name in a member.
    ///
    /// - Parameters:
    ///   - relation: what an entry does with them, for remarks.
    ///   - inverse: what they do with the entry if they close a circle.
    private mutating func links(
        _ relation: String, _ inverse: String, _ named: NamedTasks,
        _ names: (ForeignTask) -> [String]
    ) -> [Int: [TaskID]] {
        var found: [Int: [(uid: String, id: TaskID)]] = [:]
        for (slot, entry) in named.entries.enumerated() where entry.result != .refused {
            var known: Set<TaskID> = []
            for uid in names(entry.task) {
                guard let id = named.task(uid, of: entry) else {
                    remarks.append(
                        (slot, "\(relation) '\(uid)', which is neither in the file nor in the log"))
                    continue
                }
                if known.insert(id).inserted { found[slot, default: []].append((uid, id)) }
            }
        }
        let closing = DependencyCircles.closingEdges(
            found.mapValues { $0.map { named.slots[$0.id] } }, count: named.entries.count)
        var kept: [Int: [TaskID]] = [:]
        for (slot, edges) in found.sorted(by: { $0.key < $1.key }) {
            for (number, edge) in edges.enumerated() {
                if closing[slot]?.contains(number) == true {
                    remarks.append((slot, "\(relation) '\(edge.uid)', which \(inverse): left out"))
                } else {
                    kept[slot, default: []].append(edge.id)
                }
            }
        }
        return kept
    }
}

/// The tasks that entries of an import name.
private struct NamedTasks {
    let entries: [ForeignImport.Entry]
    private let origins: ForeignOrigins
    private let new: (_ origin: JSONString) -> TaskID?
    /// Tasks without uids, by their names within their files.
    private var locals: [String: TaskID] = [:]
    /// The entries of tasks.
    private(set) var slots: [TaskID: Int] = [:]

    init(
        _ entries: [ForeignImport.Entry], _ origins: ForeignOrigins,
        _ new: @escaping (_ origin: JSONString) -> TaskID?
    ) {
        (self.entries, self.origins, self.new) = (entries, origins, new)
        for (slot, entry) in entries.enumerated() where entry.result != .refused {
            guard let id = entry.id ?? new(entry.origin) else { continue }
            slots[id] = slot
            if entry.task.uid == nil {
                locals["\(entry.file)\0\(entry.task.localName)"] = id
            }
        }
    }

    /// The task that an entry calls by a name.
    func task(_ uid: String, of entry: ForeignImport.Entry) -> TaskID? {
        new(ForeignOrigins.name(uid, of: entry.format)) ?? origins.task(uid, of: entry.format)
            ?? locals["\(entry.file)\0\(uid)"]
    }
}

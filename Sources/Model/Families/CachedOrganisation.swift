import RedoJSON

/// The part of the family `organisation` that lists need, of the packs of a store, in a form that is read fast.
package struct CachedOrganisation: Equatable, Sendable {
    package let facts: OrganisationFacts
    /// The tasks that have nodes of the family, with or without an effect: another node of one of them can change the
    /// facts.
    package let tasks: Set<TaskID>

    /// Raised when the content or its meaning changes.
    package static let formatVersion = 1

    /// - Parameter log: of the nodes in the packs.
    package init(_ log: FamilyLog) {
        facts = OrganisationFacts(Organisation(log))
        tasks = Set(log.nodes.compactMap(\.node.taskID))
    }
}

// MARK: The file

extension CachedOrganisation {
    /// The bytes for ``init(reading:)``: canonical JSON.
    package var serialized: [UInt8] {
        func text(_ id: UUIDValue) -> JSONValue { .string(JSONString(id.text)) }
        func list(_ tasks: some Sequence<TaskID>) -> JSONValue {
            .array(tasks.sorted().map { text($0.value) })
        }
        let categories = facts.categories.sorted { $0.key < $1.key }.map { id, category in
            JSONValue.array([
                text(id), .string(category.name), .string(category.color),
                category.parent.map(text) ?? .null,
            ])
        }
        let comments = facts.commentCounts.sorted { $0.key < $1.key }.map { task, count in
            JSONValue.array([text(task.value), .number(Double(count))])
        }
        return CanonicalJSON.bytes([
            "active": list(facts.activeTasks), "categories": .array(categories),
            "comments": .array(comments), "tasks": list(tasks),
        ])
    }

    /// - Returns: nil for other bytes.
    package init?(reading bytes: [UInt8]) {
        guard let root = (try? JSONDocument(bytes))?.root,
            let active = Self.tasks(root["active"]), let tasks = Self.tasks(root["tasks"]),
            let categories = root["categories"], categories.kind == .array,
            let comments = root["comments"], comments.kind == .array
        else { return nil }
        var known: [UUIDValue: OrganisationFacts.Category] = [:]
        for element in categories.elements {
            let parts = Array(element.elements)
            guard parts.count == 4, let id = parts[0].uuid, let name = parts[1].string,
                let color = parts[2].string, parts[3].kind == .null || parts[3].uuid != nil
            else { return nil }
            known[id] = OrganisationFacts.Category(
                name: name, parent: parts[3].uuid, color: color)
        }
        var counts: [TaskID: Int] = [:]
        for element in comments.elements {
            let parts = Array(element.elements)
            guard parts.count == 2, let id = parts[0].uuid, let count = parts[1].integer, count > 0
            else { return nil }
            counts[TaskID(id)] = count
        }
        facts = OrganisationFacts(
            categories: known, commentCounts: counts, activeTasks: active)
        self.tasks = tasks
    }

    private static func tasks(_ list: JSONElement?) -> Set<TaskID>? {
        guard let list, list.kind == .array else { return nil }
        var tasks: Set<TaskID> = []
        for element in list.elements {
            guard let id = element.uuid else { return nil }
            tasks.insert(TaskID(id))
        }
        return tasks
    }
}

extension JSONElement {
    fileprivate var uuid: UUIDValue? { withCharacters { UUIDValue(text: $0) } }
}

extension Action {
    /// Whether its nodes decide which persons exist, or who may do what.
    package var isOfAuthority: Bool { isSharing || People.has(self) }
}

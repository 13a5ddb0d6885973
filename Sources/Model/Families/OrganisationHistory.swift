import RedoJSON

/// The changes by nodes of the family `organisation` to each category, comment and interval, in order.
package struct OrganisationHistory: Sendable {
    /// The resulting state.
    package let organisation: Organisation
    /// In replay order, without those of void nodes.
    package let changes: [Change]
    /// The indexes of each thing's changes.
    private var indexes: [OwnedThing: [Int]] = [:]
    /// The things that nodes created with a nonce.
    private var makers: [Origin: [OwnedThing]] = [:]
    private var indexesByNode: [NodeID: Int] = [:]

    /// The change of a thing by a node.
    package struct Change: Sendable {
        package let node: Node
        /// The principal whose key wrote the node.
        package let author: Principal
        package let thing: OwnedThing
        package let verb: OrganisationActions.Verb
    }

    /// The source of the id of a thing.
    private struct Origin: Hashable {
        let kind: OwnedKind
        let nonce: JSONString
    }
}

extension OrganisationHistory: FamilyReducer {
    package static var actions: [FamilyAction] { Organisation.actions }

    package init(_ log: FamilyLog) {
        var changes: [Change] = []
        organisation = Organisation.reduced(log) { changes.append($0) }
        self.changes = changes
        for (index, change) in changes.enumerated() {
            indexes[change.thing, default: []].append(index)
            indexesByNode[change.node.id] = index
            if change.verb == .make, let nonce = change.value("nonce")?.string {
                makers[Origin(kind: change.thing.kind, nonce: nonce), default: []]
                    .append(change.thing)
            }
        }
    }

    package var canonicalState: JSONValue { organisation.canonicalState }
    package var voidNodes: [VoidNode] { organisation.voidNodes }
}

extension OrganisationHistory {
    /// The change by a node; nil for a void node, and for one of another family.
    package func change(by node: NodeID) -> Change? { indexesByNode[node].map { changes[$0] } }

    /// A thing, and its replacements after it was gone, in order: the present one is last.
    ///
    /// Only the creator of a thing can create its replacement, and only in the same task.
    package func incarnations(of thing: OwnedThing) -> [OwnedThing] {
        var found = [thing]
        while let last = found.last, let maker = maker(of: last) {
            let origin = Origin(kind: last.kind, nonce: last.kind.nonce(replacing: last.id))
            let next = makers[origin]?.first { other in
                self.maker(of: other).map {
                    $0.author == maker.author
                        && $0.node.taskID == maker.node.taskID
                } ?? false
            }
            guard let next, !found.contains(next) else { break }
            found.append(next)
        }
        return found
    }

    /// The changes of some things, to each in replay order.
    package func changes(of things: [OwnedThing]) -> [Change] {
        things.flatMap { indexes[$0] ?? [] }.map { changes[$0] }
    }

    /// The present incarnation of a category.
    package func present(_ category: UUIDValue) -> UUIDValue {
        incarnations(of: OwnedThing(kind: .category, id: category)).last?.id ?? category
    }

    /// All categories, including deleted ones, each by its first incarnation, in the order of creation.
    package var allCategories: [OwnedThing] {
        let made = changes.filter { $0.verb == .make && $0.thing.kind == .category }.map(\.thing)
        var later: Set<OwnedThing> = []
        // A replacement can come before the thing that it replaces in replay order.
        for thing in made where !later.contains(thing) {
            later.formUnion(incarnations(of: thing).dropFirst())
        }
        return made.filter { !later.contains($0) }
    }

    private func maker(of thing: OwnedThing) -> Change? {
        indexes[thing]?.lazy.map { changes[$0] }.first { $0.verb == .make }
    }
}

extension OrganisationHistory.Change {
    /// The value that the node gives to a member of the thing; nil if it does not change the member.
    ///
    /// START_WORK gives the start of an interval and STOP_WORK the end, by `at` or by the time of the node.
    package func value(_ name: StaticString) -> JSONValue? {
        switch (node.action, "\(name)") {
        case (.startWork, "start"), (.stopWork, "end"):
            return node.fields?["at"]?.value ?? .string(JSONString(node.timestamp.wall.wallText))
        default: return node.fields?[name]?.value
        }
    }
}

extension Sequence<OrganisationHistory.Change> {
    /// The last value that a member was given; null if there is none.
    package func lastValue(_ name: StaticString) -> JSONValue {
        reduce(.null) { $1.value(name) ?? $0 }
    }
}

extension TaskState {
    /// The task with the present incarnation of its category.
    package func withPresentCategory(_ history: OrganisationHistory) -> TaskState {
        guard case .uuid(let category)? = TaskField.category.value(of: self) else { return self }
        let present = history.present(category)
        guard present != category else { return self }
        var task = self
        task.fields[TaskField.category.name] = .string(JSONString(present.text))
        return task
    }
}

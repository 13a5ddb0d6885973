import RedoJSON

/// What the nodes of the family `organisation` did, one after the other, to each category, comment and interval.
package struct OrganisationHistory: Sendable {
    /// What they amount to.
    package let organisation: Organisation
    /// In replay order, without those of void nodes.
    package let changes: [Change]
    /// The places of each thing's changes.
    private var places: [OwnedThing: [Int]] = [:]
    /// The things that nodes made with a nonce.
    private var makers: [Origin: [OwnedThing]] = [:]
    private var placesByNode: [NodeID: Int] = [:]

    /// What a node did to the thing that it names.
    package struct Change: Sendable {
        package let node: Node
        /// Whose key wrote the node.
        package let author: Principal
        package let thing: OwnedThing
        package let verb: OrganisationActions.Verb
    }

    /// What the id of a thing is made from.
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
        for (place, change) in changes.enumerated() {
            places[change.thing, default: []].append(place)
            placesByNode[change.node.id] = place
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
    /// What a node did; nil for a void one, and for one of another family.
    package func change(by node: NodeID) -> Change? { placesByNode[node].map { changes[$0] } }

    /// A thing, and what was made in its place each time after it was gone: the present one comes last.
    ///
    /// Only who made a thing can make another one in its place, and in the same task.
    package func incarnations(of thing: OwnedThing) -> [OwnedThing] {
        var found = [thing]
        while let last = found.last, let maker = maker(of: last) {
            let origin = Origin(kind: last.kind, nonce: last.kind.nonce(inPlaceOf: last.id))
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

    /// What was done to some things, one after the other, to each in replay order.
    package func changes(of things: [OwnedThing]) -> [Change] {
        things.flatMap { places[$0] ?? [] }.map { changes[$0] }
    }

    /// The present incarnation of a category.
    package func present(_ category: UUIDValue) -> UUIDValue {
        incarnations(of: OwnedThing(kind: .category, id: category)).last?.id ?? category
    }

    /// All categories that there ever were, each by its first incarnation, in the order in which they were made.
    package var allCategories: [OwnedThing] {
        let made = changes.filter { $0.verb == .make && $0.thing.kind == .category }.map(\.thing)
        var later: Set<OwnedThing> = []
        // What takes the place of another one can come before it in replay order.
        for thing in made where !later.contains(thing) {
            later.formUnion(incarnations(of: thing).dropFirst())
        }
        return made.filter { !later.contains($0) }
    }

    private func maker(of thing: OwnedThing) -> Change? {
        places[thing]?.lazy.map { changes[$0] }.first { $0.verb == .make }
    }
}

extension OrganisationHistory.Change {
    /// What the node gives a member of the thing; nil if it leaves it as it is.
    package func value(_ name: StaticString) -> JSONValue? { node.fields?[name]?.value }
}

extension Sequence<OrganisationHistory.Change> {
    /// The last value that a member was given; null if it was given none.
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

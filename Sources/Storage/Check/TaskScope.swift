import RedoModel

/// Which tasks an answer is about, and which tasks a node that cannot be read may belong to.
package enum TaskScope: Sendable, Equatable {
    /// Every task. For a node: its task is unknown, or it belongs to none, and tasks can depend on it (persons,
    /// shares, categories).
    case all
    case some(Set<TaskID>)

    package static let none = TaskScope.some([])

    /// The scope of some nodes, by their tasks; all tasks if one node belongs to none.
    package init(of tasks: some Collection<TaskID?>) {
        self = tasks.contains(nil) ? .all : .some(Set(tasks.compactMap(\.self)))
    }

    /// Whether an answer of this scope may lack a node of another one.
    package func meets(_ other: TaskScope) -> Bool {
        switch (self, other) {
        case (.all, .all): true
        case (.all, .some(let tasks)), (.some(let tasks), .all): !tasks.isEmpty
        case (.some(let left), .some(let right)): !left.isDisjoint(with: right)
        }
    }

    package mutating func formUnion(_ other: TaskScope) {
        switch (self, other) {
        case (.some(let left), .some(let right)): self = .some(left.union(right))
        case (.all, _), (_, .all): self = .all
        }
    }
}

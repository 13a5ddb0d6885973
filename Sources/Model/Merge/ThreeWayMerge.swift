import RedoJSON

/// A parent of a MERGE, and the state at it.
struct MergeSide {
    let node: Node
    let state: TaskState?
}

/// The three-way merge of a task's fields between the state at a base and the states at each parent
/// (protocol, section 8).
struct ThreeWayMerge {
    let rules: MergeRules
    let base: TaskState?
    /// In replay order.
    let sides: [MergeSide]

    var result: MergedFields {
        var result = MergedFields()
        // The first entry for a path counts.
        let entries = Dictionary(
            rules.task.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        for name in fieldNames {
            let change = ValueChange(
                base: base?.value(named: name), sides: sides.map { $0.state?.value(named: name) })
            guard change.isChange else { continue }
            let value = resolve(change, entry: entries[name]) {
                TaskFields.isWellFormed($0, named: name)
            }
            result.task.append((name, value))
        }
        applyParts(to: &result)
        for todo in rules.todos { apply(todo.entries, of: todo.todo, to: &result) }
        return result
    }

    /// The names that some state has.
    private var fieldNames: [JSONString] {
        var names: Set<JSONString> = []
        for state in [base] + sides.map(\.state) { names.formUnion(state?.mergedNames ?? []) }
        return names.sorted()
    }

    /// Applies the entries for parts of fields, a whole before its parts: by depth, then in their order.
    private func applyParts(to result: inout MergedFields) {
        let names = Set(fieldNames)
        var seen: Set<JSONString> = []
        let parts = rules.task.filter {
            !names.contains($0.path) && $0.path.isPath && seen.insert($0.path).inserted
        }
        for entry in parts.enumerated().sorted(by: {
            ($0.element.path.depth, $0.offset) < ($1.element.path.depth, $1.offset)
        }).map(\.element) {
            guard let (field, rest) = entry.path.splitAtFirstDot,
                let index = result.task.firstIndex(where: { $0.name == field }),
                var value = result.task[index].value
            else { continue }
            let change = ValueChange(
                base: base?.value(named: field)?.part(rest),
                sides: sides.map { $0.state?.value(named: field)?.part(rest) })
            guard change.isChange else { continue }
            value.setPart(rest, to: resolve(change, entry: entry) { _ in true })
            result.task[index].value = value
        }
    }

    /// Applies the entries for a to-do. A to-do without entries is left unchanged.
    private func apply(
        _ entries: [MergeRules.Resolution], of todo: TodoID, to result: inout MergedFields
    ) {
        for name in TodoState.mergedNames {
            // The first entry for a path counts, even if the to-do is listed twice.
            let isDecided = result.todos.contains { $0.todo == todo && $0.name == name }
            guard !isDecided, let entry = entries.first(where: { $0.path == name }) else {
                continue
            }
            let change = ValueChange(
                base: base?.todo(todo)?.value(named: name),
                sides: sides.map { $0.state?.todo(todo)?.value(named: name) })
            guard change.isChange else { continue }
            let value = resolve(change, entry: entry) { TodoState.isWellFormed($0, named: name) }
            result.todos.append((todo, name, value))
        }
    }

    // MARK: One value

    /// A value at the base and at each side; nil if it is absent.
    private struct ValueChange {
        let sides: [JSONValue?]
        /// The sides that changed it, by number.
        let changed: [Int]

        init(base: JSONValue?, sides: [JSONValue?]) {
            self.sides = sides
            changed = sides.indices.filter { sides[$0] != base }
        }

        var isChange: Bool { !changed.isEmpty }

        /// The value, if all sides that changed it agree on one.
        var agreement: JSONValue?? {
            let values = changed.map { sides[$0] }
            guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
            return .some(first)
        }
    }

    private func resolve(
        _ change: ValueChange, entry: MergeRules.Resolution?,
        isWellFormed: (JSONValue) -> Bool
    ) -> JSONValue? {
        if let entry {
            if let value = apply(entry.strategy, entry, to: change, isWellFormed) { return value }
            return latest(change)
        }
        if let value = change.agreement { return value }
        let areArrays = change.changed.allSatisfy { change.sides[$0]?.isArray == true }
        let strategy =
            areArrays ? rules.policy.arrayStrategy : rules.policy.defaultStrategy
        return apply(strategy, nil, to: change, isWellFormed) ?? latest(change)
    }

    /// - Returns: nil if the strategy does not fit the values.
    private func apply(
        _ strategy: MergeRules.Strategy, _ entry: MergeRules.Resolution?,
        to change: ValueChange, _ isWellFormed: (JSONValue) -> Bool
    ) -> JSONValue?? {
        let values = change.changed.map { change.sides[$0] }
        switch strategy {
        case .lww: return .some(latest(change))
        case .ours:
            return sides.firstIndex { $0.node.id == entry?.chosenParent }.map { change.sides[$0] }
        case .theirs:
            guard let chosen = entry?.chosenParent else { return nil }
            return sides.lastIndex { $0.node.id != chosen }.map { change.sides[$0] }
        case .union: return union(values).map { .some($0) }
        case .max, .min:
            let numbers = values.compactMap { $0?.number }
            guard numbers.count == values.count,
                let number = strategy == .max ? numbers.max() : numbers.min()
            else { return nil }
            return .some(.number(number))
        case .manual:
            guard let value = entry?.value, isWellFormed(value) else { return nil }
            return .some(value)
        }
    }

    /// The distinct elements of arrays, sorted by their canonical bytes; nil if one is not an array.
    private func union(_ values: [JSONValue?]) -> JSONValue? {
        var elements: [(bytes: [UInt8], value: JSONValue)] = []
        for value in values {
            guard case .array(let array)? = value else { return nil }
            elements += array.map { (CanonicalJSON.bytes($0), $0) }
        }
        elements.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        var distinct: [(bytes: [UInt8], value: JSONValue)] = []
        for element in elements where element.bytes != distinct.last?.bytes {
            distinct.append(element)
        }
        return .array(distinct.map(\.value))
    }

    /// The value at the latest of the sides that changed it, by the tie-breakers and then the id.
    private func latest(_ change: ValueChange) -> JSONValue? {
        let side = change.changed.max { isBefore(sides[$0].node, sides[$1].node) }
        return side.flatMap { change.sides[$0] }
    }

    private func isBefore(_ left: Node, _ right: Node) -> Bool {
        for tiebreaker in rules.policy.tiebreakers {
            switch tiebreaker {
            case .lamport where left.timestamp.lamport != right.timestamp.lamport:
                return left.timestamp.lamport < right.timestamp.lamport
            case .wall where left.timestamp.wall != right.timestamp.wall:
                return left.timestamp.wall < right.timestamp.wall
            case .author where left.author.userID != right.author.userID:
                return left.author.userID < right.author.userID
            default: continue
            }
        }
        return left.id < right.id
    }
}

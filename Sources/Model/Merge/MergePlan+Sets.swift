import RedoJSON

extension MergePlan.MemberChange {
    /// The three-way join of arrays of strings as sets: what some head added is in it, and what some head
    /// removed is not.
    ///
    /// An absent or null value is an empty set. The elements are sorted by their canonical bytes, as a union's
    /// are. Nil if the heads agree, or if a value is something else.
    package var joinedSet: JSONValue? {
        guard isConflict, member.todo == nil, values.contains(where: { $0?.isArray == true }),
            let before = Self.strings(base)
        else { return nil }
        var joined = before
        var added: Set<JSONString> = []
        for place in changedBy {
            guard let strings = Self.strings(values[place]) else { return nil }
            joined.formIntersection(strings)
            added.formUnion(strings.subtracting(before))
        }
        let elements = joined.union(added).map { (CanonicalJSON.bytes(.string($0)), $0) }
        return .array(
            elements.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map { .string($0.1) })
    }

    private static func strings(_ value: JSONValue?) -> Set<JSONString>? {
        switch value {
        case nil, .null?: return []
        case .array(let elements)?:
            let strings = elements.compactMap(\.string)
            return strings.count == elements.count ? Set(strings) : nil
        default: return nil
        }
    }
}

extension MergePlan {
    /// The entries that join arrays of strings as sets where the merge would make something else of them.
    ///
    /// - Parameter others: the entries that there are, which count before.
    package func setEntries(beside others: [MergeRules.Resolution]) -> [MergeRules.Resolution] {
        changes.compactMap { change in
            guard let set = change.joinedSet, set != change.merged,
                !others.contains(where: { $0.path == change.member.name })
            else { return nil }
            return MergeRules.Resolution(path: change.member.name, strategy: .manual, value: set)
        }
    }
}

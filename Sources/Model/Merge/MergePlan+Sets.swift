import RedoJSON

extension MergePlan.MemberChange {
    /// The three-way merge of arrays of strings as sets: an element that some head added is included, and one that some
    /// head removed is not.
    ///
    /// An absent or null value is an empty set. The elements are sorted by their canonical bytes, as in a union. Nil if
    /// the heads agree, or if a value has another form.
    package var joinedSet: JSONValue? {
        guard isConflict, member.todo == nil, values.contains(where: { $0?.isArray == true }),
            let before = Self.strings(base)
        else { return nil }
        var joined = before
        var added: Set<JSONString> = []
        for index in changedBy {
            guard let strings = Self.strings(values[index]) else { return nil }
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
    /// The entries that merge arrays of strings as sets, for members that the merge would decide otherwise.
    ///
    /// - Parameter others: the present entries, which take precedence.
    package func setEntries(beside others: [MergeRules.Resolution]) -> [MergeRules.Resolution] {
        changes.compactMap { change in
            guard let set = change.joinedSet, set != change.merged,
                !others.contains(where: { $0.path == change.member.name })
            else { return nil }
            return MergeRules.Resolution(path: change.member.name, strategy: .manual, value: set)
        }
    }
}

import RedoJSON

/// The names of the custom fields of a task, so that each further one is distinct.
struct FreeFieldNames {
    private var taken: Set<JSONString>
    /// The number that was last added to a name.
    private var counts: [String: Int] = [:]

    init(_ fields: [JSONMember]) { taken = Set(fields.map(\.name)) }

    /// Takes a name, or the name and a number from 2 if it is taken: `size`, `size2`.
    ///
    /// - Complexity: O(n) for n calls altogether.
    mutating func free(_ base: String) -> String {
        var name = base
        while !taken.insert(JSONString(name)).inserted {
            let count = counts[base, default: 1] + 1
            counts[base] = count
            name = "\(base)\(count)"
        }
        return name
    }
}

// Ids that a person names by a prefix.

extension NodeID {
    /// The ids whose hexadecimal digits begin with a prefix; nil unless it consists of lower-case digits, 64 at most.
    package static func range(ofPrefix digits: String) -> ClosedRange<NodeID>? {
        let rest = 64 - digits.utf8.count
        guard rest >= 0,
            let first = NodeID("\(prefix)\(digits)\(String(repeating: "0", count: rest))"),
            let last = NodeID("\(prefix)\(digits)\(String(repeating: "f", count: rest))")
        else { return nil }
        return first...last
    }
}

extension TaskID {
    /// The ids whose text begins with a prefix; nil if there can be none.
    package static func range(ofPrefix text: String) -> ClosedRange<TaskID>? {
        let count = text.utf8.count
        guard let first = TaskID(text + "00000000-0000-0000-0000-000000000000".dropFirst(count)),
            let last = TaskID(text + "ffffffff-ffff-ffff-ffff-ffffffffffff".dropFirst(count))
        else { return nil }
        return first...last
    }
}

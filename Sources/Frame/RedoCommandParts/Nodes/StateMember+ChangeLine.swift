import RedoJSON
import RedoModel

extension StateMember {
    /// A change of the member as one line for people, as `log -p`, `show` and `diff` print it: `priority: 3 → 5`.
    ///
    /// - Parameters:
    ///   - before: the earlier value; nil if there was none.
    ///   - after: the new value; nil if there is none.
    /// - Returns: nil for the id of a to-do: the to-do exists as soon as its node counts.
    package func changeLine(from before: JSONValue?, to after: JSONValue?) -> String? {
        guard todo == nil || name != "guid" else { return nil }
        let values = [before, after].map { $0.map(jsonText) ?? "nothing" }
        return "\(name.printable): \(values[0]) → \(values[1])"
    }
}

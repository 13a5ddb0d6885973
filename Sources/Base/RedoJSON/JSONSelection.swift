/// The members of an object that have some given names, found in one pass.
///
/// The selection holds one reference, and an index on the tape for each name.
package struct JSONSelection: Sendable {
    private let document: JSONDocument
    /// The indexes of the values' tokens, in the order of the names; −1 for a missing member.
    private let indexes: [Int32]
    /// The name of the first member that is not among the given names.
    package let firstOther: JSONString?

    /// Finds the members of an object.
    ///
    /// - Parameters:
    ///   - object: an object; a value of any other type has no members.
    ///   - names: distinct names.
    /// - Complexity: O(m × n) for m members and n names; O(m + n) if the members have the order of the names.
    package init(_ object: JSONElement, _ names: [StaticString]) {
        var indexes = [Int32](repeating: -1, count: names.count)
        var firstOther: JSONString?
        var next = 0
        for member in object.members {
            if let index = Self.index(of: member, in: names, from: next) {
                indexes[index] = Int32(member.value.index)
                next = index + 1
            } else if firstOther == nil {
                firstOther = member.name
            }
        }
        document = object.document
        self.indexes = indexes
        self.firstOther = firstOther
    }

    /// Returns the index of a member's name in the list; nil if it is not there.
    ///
    /// - Parameter start: the index to try first; most members have the order of the list.
    private static func index(
        of member: JSONMemberElement, in names: [StaticString], from start: Int
    ) -> Int? {
        for index in start..<names.count where member.isNamed(names[index]) { return index }
        for index in 0..<start where member.isNamed(names[index]) { return index }
        return nil
    }

    /// The value of the member whose name has an index in the list; nil if it is missing.
    package subscript(index: Int) -> JSONElement? {
        indexes[index] < 0 ? nil : JSONElement(document: document, index: Int(indexes[index]))
    }
}

/// The members of an object that have certain names, found in one pass.
///
/// Holds one reference and a place on the tape for each name.
package struct JSONSelection: Sendable {
    private let document: JSONDocument
    /// Indexes of the values' tokens, in the order of the names; −1 for one that is not there.
    private let indexes: [Int32]
    /// The first member that has none of the names.
    package let firstOther: JSONString?

    /// - Parameters:
    ///   - object: an object; any other value has no members.
    ///   - names: each once. O(members × names).
    package init(_ object: JSONElement, _ names: [StaticString]) {
        var indexes = [Int32](repeating: -1, count: names.count)
        var firstOther: JSONString?
        var next = 0
        for member in object.members {
            if let place = Self.place(of: member, in: names, from: next) {
                indexes[place] = Int32(member.value.index)
                next = place + 1
            } else if firstOther == nil {
                firstOther = member.name
            }
        }
        document = object.document
        self.indexes = indexes
        self.firstOther = firstOther
    }

    /// Where a member's name is in the list.
    ///
    /// - Parameter start: where it is if the members stand in the list's order, as most do.
    private static func place(
        of member: JSONMemberElement, in names: [StaticString], from start: Int
    ) -> Int? {
        for place in start..<names.count where member.isNamed(names[place]) { return place }
        for place in 0..<start where member.isNamed(names[place]) { return place }
        return nil
    }

    /// The member of the name at a place.
    package subscript(place: Int) -> JSONElement? {
        indexes[place] < 0 ? nil : JSONElement(document: document, index: Int(indexes[place]))
    }
}

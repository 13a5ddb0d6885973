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
        for member in object.members {
            if let place = names.firstIndex(where: { member.isNamed($0) }) {
                indexes[place] = Int32(member.value.index)
            } else if firstOther == nil {
                firstOther = member.name
            }
        }
        document = object.document
        self.indexes = indexes
        self.firstOther = firstOther
    }

    /// The member of the name at a place.
    package subscript(place: Int) -> JSONElement? {
        indexes[place] < 0 ? nil : JSONElement(document: document, index: Int(indexes[place]))
    }
}

/// The elements of an array in a document.
package struct JSONElements: Sequence, IteratorProtocol {
    let document: JSONDocument
    var cursor: Int
    var remaining: Int

    /// Returns the next element; nil at the end.
    package mutating func next() -> JSONElement? {
        guard remaining > 0 else { return nil }
        defer {
            cursor = document.next(after: cursor)
            remaining -= 1
        }
        return JSONElement(document: document, index: cursor)
    }
}

/// The members of an object in a document.
package struct JSONMembers: Sequence, IteratorProtocol {
    let document: JSONDocument
    var cursor: Int
    var remaining: Int

    /// Returns the next member; nil at the end.
    package mutating func next() -> JSONMemberElement? {
        guard remaining > 0 else { return nil }
        defer {
            cursor = document.next(after: cursor + 1)
            remaining -= 1
        }
        return JSONMemberElement(document: document, nameIndex: cursor)
    }
}

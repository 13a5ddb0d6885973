/// A member of an object in a document.
package struct JSONMemberElement: Sendable {
    let document: JSONDocument
    /// The index of the name's token; the value follows it.
    let nameIndex: Int

    /// The name of the member.
    package var name: JSONString {
        JSONElement(document: document, index: nameIndex).string ?? ""
    }

    /// The offset of the name in the text, in bytes.
    package var offset: Int { JSONElement(document: document, index: nameIndex).offset }

    /// The value of the member.
    package var value: JSONElement { JSONElement(document: document, index: nameIndex + 1) }

    /// Whether the name equals a literal.
    package func isNamed(_ literal: StaticString) -> Bool {
        document.isString(at: nameIndex, literal)
    }
}

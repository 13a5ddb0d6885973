import RedoJSON
import RedoModel

/// A document of the collection of nodes, as it is in an answer. Nothing in it is trusted.
package struct FirestoreDocument: Sendable {
    package let name: JSONString
    /// The id at the end of its name; nil for a document with another name.
    package let id: NodeID?
    package let fields: [FirestoreField]
    /// The value by which it is ordered, of any kind, in the form of requests.
    let lamport: JSONValue?

    /// Returns nil for an element that is not a document.
    init?(_ element: JSONElement, at address: FirestoreAddress) {
        guard let name = element["name"]?.string,
            let fields = FirestoreValue.fields(reading: element["fields"])
        else { return nil }
        self.name = name
        id = address.id(ofName: name)
        self.fields = fields
        let timestamp = element["fields"]?["timestamp"]?["mapValue"]?["fields"]
        lamport = timestamp?["lamport"]?.value
    }

    private func field(_ name: StaticString) -> FirestoreValue? {
        fields.first { $0.name == name }?.value
    }

    /// The server's time of its creation; nil if someone has written something else there.
    var createdAt: JSONString? {
        guard case .timestamp(let text)? = field(NodeDocument.createdAt) else { return nil }
        return text
    }

    /// Parses the node in it: stage 1, with its signature.
    package func node(_ validator: borrowing NodeValidator) throws(Rejection) -> Node {
        guard let id else {
            throw Rejection(.schemaMismatch, "the document's name is not an id of a node")
        }
        return try NodeDocument.read(fields, id: id, validator: validator)
    }
}

import RedoJSON
import RedoModel

/// A document of the collection of nodes, as an answer has it. Nothing in it is trusted.
package struct FirestoreDocument: Sendable {
    package let name: JSONString
    /// That its name ends with; nil for a document that is called otherwise.
    package let id: NodeID?
    package let fields: [FirestoreField]
    /// What it is ordered by among all: a value of whatever kind, as requests have it.
    let lamport: JSONValue?

    /// Nil for what is not a document.
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

    /// When the server took it in; nil if someone has written something else there.
    var createdAt: JSONString? {
        guard case .timestamp(let text)? = field(NodeDocument.createdAt) else { return nil }
        return text
    }

    /// Reads the node in it: stage 1, with its signature.
    package func node(_ validator: borrowing NodeValidator) throws(Rejection) -> Node {
        guard let id else {
            throw Rejection(.schemaMismatch, "the document's name is not an id of a node")
        }
        return try NodeDocument.read(fields, id: id, validator: validator)
    }
}

import RedoJSON
import RedoModel

/// A node to be sent to a replica.
struct PushEntry {
    let id: NodeID
    let parents: [NodeID]
    /// `google.firestore.v1.Write` in JSON.
    let write: [UInt8]

    /// The reason why a node is not sent.
    struct Refusal: Error, Sendable {
        let outcome: FirestorePush.Outcome
    }

    /// Creates the write of a node, which is validated once more, with its signature.
    init(
        _ node: Node, for address: FirestoreAddress, _ readers: NodeReaders,
        _ validator: borrowing NodeValidator
    ) throws(Refusal) {
        let document: NodeDocument
        do throws(Rejection) {
            let line = node.canonicalBytes
            let read = try validator.read(line, signature: .required)
            document = try NodeDocument(
                line: line, id: read.id, accessList: readers.accessList(of: node))
        } catch {
            throw Refusal(outcome: .held(code: error.code, reason: error.detail))
        }
        let size = document.byteCount(in: address.collection)
        guard size <= NodeDocument.maximumByteCount else {
            throw Refusal(
                outcome: .kept(
                    code: .syncFailed,
                    reason: "its document would have \(size) bytes, and Firestore takes "
                        + "\(NodeDocument.maximumByteCount)"))
        }
        var write = Array(#"{"currentDocument":{"exists":false},"update":{"fields":"#.utf8)
        FirestoreValue.append(document.fields, to: &write)
        write += #","name":"#.utf8
        CanonicalJSON.appendString(address.name(of: node.id).utf8.span, to: &write)
        write += #"},"updateTransforms":[{"fieldPath":"createdAt","#.utf8
        write += #""setToServerValue":"REQUEST_TIME"}]}"#.utf8
        id = node.id
        parents = node.parents
        self.write = write
    }
}

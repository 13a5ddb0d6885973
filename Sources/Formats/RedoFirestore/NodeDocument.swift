import RedoJSON
import RedoModel

/// A node as a document of Firestore: its members, the accounts that may read it, and the server's time.
///
/// ```
/// id, version, parents, timestamp, author, action, taskId, signature
/// data          {fields: {…}} or {payload: {…}}
/// dataJSON      in its place, where a document cannot hold it: its canonical JSON
/// accessList    uids
/// createdAt     set by the server
/// ```
package struct NodeDocument: Sendable {
    package let id: NodeID
    package let fields: [FirestoreField]

    static let dataJSON: StaticString = "dataJSON"
    static let accessList: StaticString = "accessList"
    static let createdAt: StaticString = "createdAt"

    /// The maximum size of a document in bytes (https://firebase.google.com/docs/firestore/quotas).
    package static let maximumByteCount = 1_048_576
    /// The bytes that the service adds to the name and the fields of a document.
    private static let overheadByteCount = 32

    /// Creates the document of a node.
    ///
    /// - Parameter accessList: the uids of its readers.
    /// - Throws: ``Rejection`` if the line is not a node; that of a ``Node`` always is.
    package init(
        line: [UInt8], id: NodeID, accessList: [JSONString]
    ) throws(Rejection) {
        let root: JSONElement
        do throws(JSONError) {
            root = try JSONDocument(line).root
        } catch {
            throw Rejection(.schemaMismatch, "not I-JSON: \(error)", id: id)
        }
        self.id = id
        var fields: [FirestoreField] = []
        for member in root.members {
            let value = member.value.value
            // The member itself is one of the permitted levels of a document.
            if let value = FirestoreValue(value) {
                fields.append(FirestoreField(member.name, value))
            } else {
                guard member.isNamed("data") else {
                    throw Rejection(
                        .schemaMismatch, "\(member.name) is not a member of a node", id: id)
                }
                let text = JSONString(validated: CanonicalJSON.bytes(value))
                fields.append(FirestoreField(Self.dataJSON.name, .string(text)))
            }
        }
        fields.append(
            FirestoreField(Self.accessList.name, .array(accessList.map { .string($0) })))
        self.fields = fields
    }

    /// The size of the document in bytes after the server has added the time, as the service counts it
    /// (https://firebase.google.com/docs/firestore/storage-size).
    ///
    /// - Parameter path: the path of its collection: `nodes`, or `users/UID/changes`.
    package func byteCount(in path: String) -> Int {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"))
        let name = segments.reduce(16) { $0 + $1.count + 1 } + NodeID.textByteCount + 1
        let time = Self.createdAt.utf8CodeUnitCount + 1 + 8
        return fields.reduce(name + time + Self.overheadByteCount) { $0 + $1.byteCount }
    }
}

extension StaticString {
    var name: JSONString { JSONString(description) }
}

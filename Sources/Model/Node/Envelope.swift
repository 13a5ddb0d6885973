import RedoCrypto
import RedoJSON

/// The members of a node, checked for form but not yet for hash and signature.
struct Envelope {
    let header: NodeHeader
    let author: Author
    let signature: Signature?
    let encoding: NodeEncoding
    private let fields: JSONElement
    private let decision: MergeDecision?

    /// Members that no hash covers: the two that are computed from it, and replica metadata.
    static let unhashed: [StaticString] = ["id", "signature", "accessList", "createdAt"]

    /// - Throws: E_SCHEMA_MISMATCH if the text is not an I-JSON object.
    static func object(_ text: [UInt8]) throws(Rejection) -> JSONElement {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(text)
        } catch {
            throw Rejection(.schemaMismatch, "not I-JSON: \(error)")
        }
        guard document.root.kind == .object else {
            throw Rejection(.schemaMismatch, "a node is a JSON object")
        }
        return document.root
    }

    static func parse(_ text: [UInt8]) throws(Rejection) -> Envelope {
        let members = EnvelopeMembers(try object(text))
        var check = EnvelopeCheck(members)
        let envelope = check.envelope()
        if let mistake = check.mistakes.first {
            throw Rejection(mistake.code, mistake.detail, id: members.id?.nodeID)
        }
        guard let envelope else {
            // Every missing part has been collected as a mistake.
            throw Rejection(.schemaMismatch, "not a node", id: members.id?.nodeID)
        }
        return try envelope.checkedForSize()
    }

    init(
        _ header: NodeHeader, author: Author, signature: Signature?, encoding: NodeEncoding,
        fields: JSONElement, decision: MergeDecision?
    ) {
        self.header = header
        self.author = author
        self.signature = signature
        self.encoding = encoding
        self.fields = fields
        self.decision = decision
    }

    var id: NodeID { header.id }

    func withID(_ id: NodeID) -> Envelope {
        Envelope(
            header.withID(id), author: author, signature: signature, encoding: encoding,
            fields: fields, decision: decision)
    }

    private func checkedForSize() throws(Rejection) -> Envelope {
        // If the body is within the limit, so is the payload.
        if encoding.body.count > NodeValidator.maximumPayloadByteCount {
            let size = CanonicalJSON.bytes(fields).count
            if size > NodeValidator.maximumPayloadByteCount {
                throw Rejection(
                    .payloadTooLarge,
                    "data.\(header.dialect.rawValue) has \(size) canonical bytes, and at most "
                        + "\(NodeValidator.maximumPayloadByteCount) are allowed", id: id)
            }
        }
        let size = encoding.lineByteCount(hasSignature: signature != nil)
        if size > NodeValidator.maximumNodeByteCount {
            throw Rejection(
                .payloadTooLarge,
                "the node has \(size) canonical bytes, and at most "
                    + "\(NodeValidator.maximumNodeByteCount) are allowed", id: id)
        }
        return self
    }

    var payload: Payload {
        Payload(
            header.action,
            NodeData(id: id, dialect: header.dialect, fields: fields, decision: decision))
    }
}

extension TaskFields {
    init(_ element: JSONElement) {
        self.init(element.memberValues(sharing: Self.sharedNames))
    }

    /// The names of most tasks' members, shared by all tasks: a log has them a hundred thousand times.
    private static let sharedNames: [JSONElement.SharedName] = [
        ("title", "title"), ("description", "description"), ("priority", "priority"),
        ("privacy", "privacy"), ("storyPoints", "storyPoints"),
        ("frequencyDays", "frequencyDays"), ("tags", "tags"),
    ]
}

extension JSONElement {
    var todoID: TodoID? { withCharacters { UUIDValue(text: $0) }.map(TodoID.init) }
}

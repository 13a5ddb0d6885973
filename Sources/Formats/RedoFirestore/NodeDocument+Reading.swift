import RedoJSON
import RedoModel

extension NodeDocument {
    /// Parses the node of a document that anyone may have written.
    ///
    /// The iOS app writes empty texts for optional members that are absent, and puts the fields of some actions
    /// directly under `data`. The document is parsed as it is, and then with those two undone: the reading whose hash
    /// is the document's id is the node.
    ///
    /// - Parameters:
    ///   - fields: the fields of the document.
    ///   - id: the id at the end of the document's name.
    /// - Throws: ``Rejection``: E_HASH_MISMATCH if no reading has that hash, else the error of stage 1 for the one that
    ///   has. A signature is required.
    package static func read(
        _ fields: [FirestoreField], id: NodeID, validator: borrowing NodeValidator
    ) throws(Rejection) -> Node {
        let members = try members(of: fields, id: id)
        var ofAnother: Rejection?
        var ofThis: Rejection?
        for reading in readings(of: members) {
            let text = CanonicalJSON.bytes(.object(reading))
            // The first reading is nearly always the node: it is hashed once.
            do throws(Rejection) {
                let node = try validator.read(text, signature: .required)
                if node.id == id { return node }
            } catch {
                // An empty signature is not in the hash: a later reading can omit it.
                if (try? validator.identify(text)) == id {
                    ofThis = error
                } else {
                    ofAnother = ofAnother ?? error
                }
            }
        }
        if let ofThis { throw Rejection(ofThis.code, ofThis.detail, id: id) }
        // There are two faults at once: the one besides the hash is more informative.
        let detail = ofAnother.map { $0.code == .hashMismatch ? "" : " (\($0.detail))" } ?? ""
        throw Rejection(
            .hashMismatch, "no reading of the document hashes to its name\(detail)", id: id)
    }

    /// The members of the node in the document, without replica metadata.
    private static func members(
        of fields: [FirestoreField], id: NodeID
    ) throws(Rejection) -> [JSONMember] {
        var members: [JSONMember] = []
        for field in fields {
            if field.name == accessList || field.name == createdAt { continue }
            guard let value = field.value.json else {
                throw Rejection(
                    .schemaMismatch, "\(field.name) has what JSON cannot say", id: id)
            }
            members.append(JSONMember(field.name, value))
        }
        guard let index = members.firstIndex(where: { $0.name == dataJSON }),
            !members.contains(where: { $0.name == "data" })
        else { return members }
        guard let text = members[index].value.string else {
            throw Rejection(.schemaMismatch, "dataJSON must be a string", id: id)
        }
        do throws(JSONError) {
            members[index] = JSONMember("data", try JSONDocument(text.utf8).root.value)
        } catch {
            throw Rejection(.schemaMismatch, "dataJSON is not I-JSON: \(error)", id: id)
        }
        return members
    }

    /// The possible readings of a document, the unchanged one first.
    private static func readings(of members: [JSONMember]) -> [[JSONMember]] {
        var readings = [members]
        let bare = withoutEmptyTexts(members, alsoName: false)
        if bare != members { readings.append(bare) }
        let barest = withoutEmptyTexts(members, alsoName: true)
        if barest != bare { readings.append(barest) }
        return readings + readings.map(wrapped)
    }

    /// Removes the empty texts that stand for absent members. A name can really be empty; the others cannot.
    private static func withoutEmptyTexts(
        _ members: [JSONMember], alsoName: Bool
    ) -> [JSONMember] {
        members.compactMap { member in
            if member.value == "", member.name == "taskId" || member.name == "signature" {
                return nil
            }
            guard member.name == "author", case .object(let author) = member.value else {
                return member
            }
            let rest = author.filter {
                !($0.value == "" && ($0.name == "publicKey" || alsoName && $0.name == "name"))
            }
            return JSONMember("author", .object(rest))
        }
    }

    /// Moves the members of `data` to `data.fields`.
    private static func wrapped(_ members: [JSONMember]) -> [JSONMember] {
        members.map { member in
            guard member.name == "data" else { return member }
            return JSONMember("data", .object([JSONMember("fields", member.value)]))
        }
    }
}

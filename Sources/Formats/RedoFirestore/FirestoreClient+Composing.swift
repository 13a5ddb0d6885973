import RedoJSON
import RedoModel
import RedoSystem

// Notices of who is writing a message: a document for each device, which replaces the one before (docs/firestore.md).
//
//     composing/{uid}:{key}       accessList, key, notice, until

extension FirestoreClient {
    /// The maximum number of requested documents.
    private static let maximumComposingCount = 64

    /// Replaces the last notice of its key.
    ///
    /// - Parameter readers: the uids that may read it in addition to the account of the address.
    /// - Throws: FIREBASE_002 if the server cannot be reached, or its rules forbid it.
    package func set(_ notice: ComposingNotice, for readers: [String]) throws(RedoError) {
        let uids = [address.url.uid] + readers
        let key = JSONString(notice.key.hexadecimal)
        let fields = [
            FirestoreField(
                "accessList", .array(uids.map { .string(JSONString($0)) })),
            FirestoreField("key", .string(key)),
            FirestoreField("notice", .string(JSONString(validated: notice.bytes))),
            FirestoreField("until", .timestamp(JSONString(notice.until.wallText))),
        ]
        var write = Array(#"{"update":{"fields":"#.utf8)
        FirestoreValue.append(fields, to: &write)
        write += #","name":"#.utf8
        CanonicalJSON.appendString(composingName(of: key).utf8.span, to: &write)
        write += "}}".utf8
        try commit(composing: write)
    }

    /// Removes the notice of a key, if there is one.
    ///
    /// - Throws: as ``set(_:for:)``.
    package func removeComposing(of key: JSONString) throws(RedoError) {
        try commit(composing: CanonicalJSON.bytes(["delete": .string(composingName(of: key))]))
    }

    /// The current notices that the account may read.
    ///
    /// - Throws: FIREBASE_002, FIREBASE_003.
    package func composing(at now: Instant) throws(RedoError) -> [ComposingNotice] {
        let uid: JSONValue = ["stringValue": .string(JSONString(address.url.uid))]
        let body = CanonicalJSON.bytes([
            "structuredQuery": [
                "from": [["collectionId": "composing"]],
                "limit": .number(Double(Self.maximumComposingCount)),
                "where": [
                    "fieldFilter": [
                        "field": ["fieldPath": "accessList"], "op": "ARRAY_CONTAINS", "value": uid,
                    ]
                ],
            ]
        ])
        do throws(FirestoreError) {
            let answer = try send(address.requestURL("runQuery"), body)
            return answer.root.elements.compactMap { element in
                let fields = element["document"]?["fields"]
                guard let text = fields?["notice"]?["stringValue"]?.string else { return nil }
                return ComposingNotice(reading: text.utf8, at: now)
            }
        } catch {
            throw RedoError(error, isQuery: true, address.host)
        }
    }

    private func commit(composing write: [UInt8]) throws(RedoError) {
        do throws(FirestoreError) {
            try commit([write])
        } catch {
            throw RedoError(error, isQuery: false, address.host)
        }
    }

    private func composingName(of key: JSONString) -> JSONString {
        JSONString("\(address.documents)/composing/\(address.url.uid):\(key)")
    }
}

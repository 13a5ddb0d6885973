import RedoJSON
import RedoModel
import RedoReplica

/// A query for the next documents of the collection that the user may read.
/// https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery
///
/// All of them, with parents before their children:
///
/// ```
/// where accessList array-contains uid order by timestamp.lamport, __name__
/// ```
///
/// Those that arrived since a time, which needs an index of both fields:
///
/// ```
/// where accessList array-contains uid and createdAt >= time order by createdAt, __name__
/// ```
struct ChangeQuery {
    let cursor: FetchCursor
    /// The maximum number of documents in an answer.
    let limit: Int

    func body(for address: FirestoreAddress) -> [UInt8] {
        var filters: [JSONValue] = []
        if address.url.layout == .nodes {
            // The rules permit only queries that are limited to documents that the user may read.
            filters.append(
                Self.filter(
                    "accessList", "ARRAY_CONTAINS",
                    ["stringValue": .string(JSONString(address.url.uid))]))
        }
        let order: JSONValue
        var start: [JSONValue] = []
        switch cursor {
        case .scanning(let after, since: _):
            order = "timestamp.lamport"
            if let after {
                start = [after.lamport, ["referenceValue": .string(after.name)]]
            }
        case .polling(let from, let after):
            order = "createdAt"
            let time: JSONValue = ["timestampValue": .string(from)]
            filters.append(Self.filter("createdAt", "GREATER_THAN_OR_EQUAL", time))
            if let after {
                start = [time, ["referenceValue": .string(after)]]
            }
        }
        var query: [JSONMember] = [
            JSONMember("from", [["collectionId": .string(address.collectionID)]]),
            JSONMember("orderBy", [Self.ascending(order), Self.ascending("__name__")]),
            JSONMember("limit", .number(Double(limit))),
        ]
        if filters.count == 1 { query.append(JSONMember("where", filters[0])) }
        if filters.count > 1 {
            query.append(
                JSONMember("where", ["compositeFilter": ["op": "AND", "filters": .array(filters)]]))
        }
        if !start.isEmpty {
            query.append(JSONMember("startAt", ["values": .array(start), "before": false]))
        }
        return CanonicalJSON.bytes(["structuredQuery": .object(query)])
    }

    private static func filter(
        _ field: JSONValue, _ operation: JSONValue, _ value: JSONValue
    ) -> JSONValue {
        ["fieldFilter": ["field": ["fieldPath": field], "op": operation, "value": value]]
    }

    private static func ascending(_ field: JSONValue) -> JSONValue {
        ["field": ["fieldPath": field], "direction": "ASCENDING"]
    }
}

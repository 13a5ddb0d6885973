import RedoCrypto
import RedoJSON
import RedoModel

/// What the simulation knows of a node by itself, without what the suite makes of it.
struct NodeFacts {
    let id: NodeID
    let action: String
    let parents: [NodeID]
    /// Of the author.
    let key: String
    let task: String?
    /// The id of a category or a comment that it is about.
    let made: String?
    /// The key that it names.
    let named: String?
    /// The person that it is about.
    let person: String?
    /// Whom it grants something to.
    let grantees: [String]
    /// With the key, it determines the id of the task that a CREATE makes.
    let ownerNonce: String?
    /// Whether a CREATE says that its task is closed.
    let isClosed: Bool

    init?(_ id: NodeID, line: [UInt8]) throws {
        let node = try JSONDocument(line).root.value
        func text(_ value: JSONValue?) -> String? { value?.string?.description }
        guard let action = text(node["action"]) else { return nil }
        self.id = id
        self.action = action
        if case .array(let ids)? = node["parents"] {
            parents = ids.compactMap { text($0).flatMap { NodeID(text: Array($0.utf8).span) } }
        } else {
            parents = []
        }
        key = text(node["author"]?["publicKey"]) ?? ""
        task = text(node["taskId"])
        let fields = node["data"]?["fields"]
        named = text(fields?["key"])
        made = text(fields?["categoryId"]) ?? text(fields?["commentId"])
        person = text(fields?["person"])
        grantees = fields?["grants"]?.elements.compactMap { text($0["grantee"]) } ?? []
        ownerNonce = text(fields?["ownerNonce"])
        isClosed = fields?["closed"] == true
    }
}

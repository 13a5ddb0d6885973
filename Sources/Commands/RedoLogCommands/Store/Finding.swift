import RedoJSON
import RedoModel
import RedoSystem

/// The finding of a verification about one node.
struct Finding {
    /// The node's id, or whatever named it; nil if a text has none that can be read.
    let id: String?
    /// The name of the node, or the location of its text, for people.
    let location: String
    /// Nil for a node that passes.
    var code: ErrorCode?
    var detail = ""
    /// The part of the node that the signature covers, if there is one.
    var signature: String?
    /// True if the node is whole, and only the history of its task rejects it. Anyone can write such a node: the log has it, and
    /// it does no damage.
    var isOnlyRejected = false

    /// A finding about a node that has a name.
    init(name: String, code: ErrorCode? = nil, detail: String = "") {
        id = name
        location = name
        self.code = code
        self.detail = detail
    }

    /// The finding of stage 1 about a text.
    init(_ outcome: Result<Node, Rejection>, location: String) {
        self.location = location
        switch outcome {
        case .success(let node):
            id = node.id.description
            signature = node.signedOver?.rawValue
        case .failure(let rejection):
            id = rejection.id?.description
            code = rejection.code
            detail = rejection.detail
        }
    }

    var json: JSONValue {
        .object([
            JSONMember("id", id.map { .string(JSONString($0)) } ?? .null),
            JSONMember("code", .string(JSONString(code?.rawValue ?? "OK"))),
            JSONMember("detail", code == nil ? .null : .string(JSONString(detail))),
            JSONMember("signature", signature.map { .string(JSONString($0)) } ?? .null),
        ])
    }
}

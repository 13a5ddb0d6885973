import RedoCrypto
import RedoJSON
import RedoSystem
import SampleNodes
import Testing

@testable import RedoModel

/// A node's text that can be changed and made to hash and verify again.
struct NodeText {
    private(set) var json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    /// A valid CREATE with a signature.
    static let create = NodeText(of: Sample.draft(.create, .fields, fields: ["title": "Water"]))

    /// The signed text of a valid draft.
    init(of draft: NodeDraft) {
        do {
            let node = try draft.node(signedBy: Sample.key(), validator: NodeValidator())
            json = try JSONDocument(node.canonicalBytes).root.value
        } catch {
            Issue.record(error, "\(draft.action) is not a valid draft")
            json = .null
        }
    }

    /// Sets a member, which may be new; `author.name` is the member `name` of the member `author`.
    func setting(_ path: String, to value: JSONValue) -> NodeText {
        NodeText(json.setting(path.split(separator: ".").map(String.init), to: value))
    }

    func removing(_ path: String) -> NodeText {
        NodeText(json.setting(path.split(separator: ".").map(String.init), to: nil))
    }

    /// The node with the id of its body, without a signature.
    var rehashed: NodeText {
        let unsigned = removing("signature")
        let id = try? NodeValidator().identify(unsigned.bytes)
        return unsigned.setting("id", to: .string(JSONString(id?.description ?? "")))
    }

    var bytes: [UInt8] { CanonicalJSON.bytes(json) }

    /// The code with which stage 1 refuses the node; nil where it does not.
    func code(_ rule: NodeValidator.SignatureRule = .ifPresent) -> ErrorCode? {
        do throws(Rejection) {
            _ = try NodeValidator().read(bytes, signature: rule)
            return nil
        } catch {
            return error.code
        }
    }
}

extension JSONValue {
    fileprivate func setting(_ path: [String], to value: JSONValue?) -> JSONValue {
        guard let first = path.first else { return value ?? self }
        guard case .object(var members) = self else { return self }
        let name = JSONString(first)
        let index = members.firstIndex { $0.name == name }
        let old = index.map { members[$0].value } ?? .object([])
        let new = path.count > 1 ? old.setting(Array(path.dropFirst()), to: value) : value
        if let index { members.remove(at: index) }
        if let new { members.append(JSONMember(name, new)) }
        return .object(members)
    }
}

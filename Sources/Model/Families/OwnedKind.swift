import RedoCrypto
import RedoJSON

/// Names a thing: each kind has ids of its own.
package struct OwnedThing: Hashable, Sendable {
    package let kind: OwnedKind
    package let id: UUIDValue

    package init(kind: OwnedKind, id: UUIDValue) {
        self.kind = kind
        self.id = id
    }

    /// The field that names it in nodes.
    package var member: JSONMember {
        JSONMember(JSONString("\(kind.idName)"), .string(JSONString(id.text)))
    }
}

extension JSONMember {
    /// Whether it is a field of a task that says something in the CREATE that makes the task, and nothing elsewhere: a copy of
    /// the task has its own.
    package var isOfItsCreate: Bool {
        name == OwnedKind.task.nonceName || name == OwnedKind.closedName
    }
}

/// The kinds of things whose ids can certify who made them.
package enum OwnedKind: String, Sendable {
    case task, category, comment, work

    /// The field that names a thing of the kind in the nodes about it; a task is named by the envelope.
    package var idName: StaticString {
        switch self {
        case .task: "taskId"
        case .category: "categoryId"
        case .comment: "commentId"
        case .work: "workId"
        }
    }

    /// The field of the node that makes a thing in which the nonce of its id stands.
    package var nonceName: StaticString { self == .task ? "ownerNonce" : "nonce" }

    /// The field that closes a task from the start, in the CREATE that makes it.
    package static var closedName: StaticString { "closed" }

    /// The id that a key certifies with a nonce (docs/extensions.md): no one can make such a node for it
    /// with another key.
    ///
    /// - Parameter nonce: 32 lower-case hexadecimal digits.
    package func certifiedID(_ key: PublicKey, nonce: JSONString) -> UUIDValue {
        var text = Array("redo:\(rawValue):\(key.hexadecimal):".utf8)
        text += nonce.utf8
        return UUIDValue(SHA256.digest(text.span), version: 8)
    }

    /// The nonce of what is made in the place of a thing that is gone, or ended, for good: it tells on every
    /// device what became of it.
    package func nonce(inPlaceOf id: UUIDValue) -> JSONString {
        let text = Array("redo:again:\(rawValue):\(id.text)".utf8)
        return JSONString(String(SHA256.digest(text.span).hexadecimal.prefix(32)))
    }

    /// Whether a node that makes a thing certifies the thing's id.
    ///
    /// - Parameters:
    ///   - fields: of the node.
    ///   - key: the author's.
    package func isCertified(_ id: UUIDValue, by fields: JSONElement?, _ key: PublicKey?) -> Bool {
        guard let key, let nonce = fields?[nonceName],
            FieldForm.nonce.mistake(in: nonce, .fields) == nil, let nonce = nonce.string
        else { return false }
        return certifiedID(key, nonce: nonce) == id
    }
}

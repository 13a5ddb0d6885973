import RedoCrypto
import RedoJSON

/// The name of a thing: each kind has its own ids.
package struct OwnedThing: Hashable, Sendable {
    package let kind: OwnedKind
    package let id: UUIDValue

    package init(kind: OwnedKind, id: UUIDValue) {
        self.kind = kind
        self.id = id
    }

    /// The field with the name in nodes.
    package var member: JSONMember {
        JSONMember(JSONString("\(kind.idName)"), .string(JSONString(id.text)))
    }
}

extension JSONMember {
    /// Whether it is a field of a task that has a meaning only in the CREATE of that task, so that a copy of the task
    /// has its own.
    package var isOfItsCreate: Bool {
        name == OwnedKind.task.nonceName || name == OwnedKind.closedName
    }
}

/// The kinds of things whose ids can certify their creators.
package enum OwnedKind: String, Sendable {
    case task, category, comment, work

    /// The field that names a thing of the kind in the nodes about it; the envelope names a task.
    package var idName: StaticString {
        switch self {
        case .task: "taskId"
        case .category: "categoryId"
        case .comment: "commentId"
        case .work: "workId"
        }
    }

    /// The field with the nonce of a thing's id, in the node that creates the thing.
    package var nonceName: StaticString { self == .task ? "ownerNonce" : "nonce" }

    /// The field that closes a task from the start, in its CREATE.
    package static var closedName: StaticString { "closed" }

    /// The id that a key certifies with a nonce (docs/extensions.md): no one can create such a node for it with another
    /// key.
    ///
    /// - Parameter nonce: 32 lower-case hexadecimal digits.
    package func certifiedID(_ key: PublicKey, nonce: JSONString) -> UUIDValue {
        var text = Array("redo:\(rawValue):\(key.hexadecimal):".utf8)
        text += nonce.utf8
        return UUIDValue(SHA256.digest(text.span), version: 8)
    }

    /// The nonce of the replacement of a thing that is permanently gone or ended: every device can recognize the
    /// replacement by it.
    package func nonce(replacing id: UUIDValue) -> JSONString {
        let text = Array("redo:again:\(rawValue):\(id.text)".utf8)
        return JSONString(String(SHA256.digest(text.span).hexadecimal.prefix(32)))
    }

    /// Whether a node that creates a thing certifies the thing's id.
    ///
    /// - Parameters:
    ///   - fields: the fields of the node.
    ///   - key: the key of the author.
    package func isCertified(_ id: UUIDValue, by fields: JSONElement?, _ key: PublicKey?) -> Bool {
        guard let key, let nonce = fields?[nonceName],
            FieldForm.nonce.mistake(in: nonce, .fields) == nil, let nonce = nonce.string
        else { return false }
        return certifiedID(key, nonce: nonce) == id
    }
}

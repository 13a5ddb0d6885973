import RedoCrypto
import RedoJSON

/// A well-formed node about a person, read (docs/extensions.md, section 3).
struct Statement: Sendable {
    /// The node's index in replay order.
    let number: Int
    let node: Node
    /// The key that signed it.
    let signer: PublicKey
    let content: Content

    enum Content: Sendable {
        case createPerson(name: JSONString, email: JSONString?, recovery: Digest)
        case addDevice(person: NodeID, key: PublicKey, name: JSONString?)
        case joinPerson(person: NodeID)
        case updatePerson(person: NodeID, name: JSONString?, email: JSONString?)
        case revokeDevice(person: NodeID, Entry)
        case keepNodes(revocation: NodeID, keeps: [NodeID])
        case recover(person: NodeID, recovery: Digest, key: PublicKey, revokes: [Entry])
    }

    /// A key that is revoked, and the nodes of it that are kept.
    struct Entry: Sendable {
        let key: PublicKey
        let keeps: [NodeID]

        fileprivate init?(_ fields: JSONElement) {
            guard let key = fields["key"]?.publicKey, let keeps = fields["keeps"]?.nodeIDs else {
                return nil
            }
            self.key = key
            self.keeps = keeps
        }
    }

    /// Reads a node; nil if its form is wrong or it is not signed.
    ///
    /// - Parameter definition: the definition of the node's action.
    init?(_ number: Int, _ node: Node, _ definition: FamilyAction, _ fields: JSONElement?) {
        guard definition.fault(in: node, fields: fields) == nil, let fields,
            let signer = node.author.publicKey, let content = Content(node.action, fields)
        else { return nil }
        self.number = number
        self.node = node
        self.signer = signer
        self.content = content
    }

    /// The id of the person's first node; nil for a KEEP_NODES, whose revocation determines it.
    var person: NodeID? {
        switch content {
        case .createPerson: node.id
        case .addDevice(let person, _, _), .joinPerson(let person),
            .updatePerson(let person, _, _), .revokeDevice(let person, _),
            .recover(let person, _, _, _):
            person
        case .keepNodes: nil
        }
    }

    /// The key that an ADD_DEVICE or RECOVER lets in; nil for others.
    var addedKey: PublicKey? {
        switch content {
        case .addDevice(_, let key, _), .recover(_, _, let key, _): key
        default: nil
        }
    }

    /// The person of the statement, if it is ignored; nil if it is not.
    ///
    /// - Parameter statements: the ignored statements before this one, with their persons.
    func ignoredPerson(
        among persons: Set<NodeID>, _ statements: [NodeID: NodeID]
    ) -> NodeID? {
        if case .keepNodes(let revocation, _) = content { return statements[revocation] }
        return person.flatMap { persons.contains($0) ? $0 : nil }
    }

    /// The keys that a RECOVER or REVOKE_DEVICE revokes; empty for others.
    var revokes: [Entry] {
        switch content {
        case .revokeDevice(_, let entry): [entry]
        case .recover(_, _, _, let entries): entries
        default: []
        }
    }

    var isRecover: Bool {
        if case .recover = content { return true }
        return false
    }
}

extension Node {
    /// The keys that a well-formed REVOKE_DEVICE or RECOVER revokes; empty for others.
    package var revokedKeys: [PublicKey] {
        guard let definition = FamilyAction.definition(of: action) else { return [] }
        return Statement(0, self, definition, fields)?.revokes.map(\.key) ?? []
    }
}

extension Statement.Content {
    fileprivate init?(_ action: Action, _ fields: JSONElement) {
        let (name, email) = (fields["name"]?.string, fields["email"]?.string)
        let key = fields["key"]?.publicKey
        let recovery = fields["recovery"]?.withCharacters { Digest(hexadecimal: $0) } ?? nil
        let person = fields["person"]?.nodeID
        if action.isNamed("CREATE_PERSON"), let name, let recovery {
            self = .createPerson(name: name, email: email, recovery: recovery)
        } else if action.isNamed("ADD_DEVICE"), let person, let key {
            self = .addDevice(person: person, key: key, name: name)
        } else if action.isNamed("JOIN_PERSON"), let person {
            self = .joinPerson(person: person)
        } else if action.isNamed("UPDATE_PERSON"), let person {
            self = .updatePerson(person: person, name: name, email: email)
        } else if action.isNamed("REVOKE_DEVICE"), let person, let entry = Statement.Entry(fields) {
            self = .revokeDevice(person: person, entry)
        } else if action.isNamed("KEEP_NODES"), let revocation = fields["revocation"]?.nodeID,
            let keeps = fields["keeps"]?.nodeIDs
        {
            self = .keepNodes(revocation: revocation, keeps: keeps)
        } else if action.isNamed("RECOVER"), let person, let recovery, let key,
            let revokes = fields["revokes"]
        {
            self = .recover(
                person: person, recovery: recovery, key: key,
                revokes: revokes.elements.compactMap { Statement.Entry($0) })
        } else {
            return nil
        }
    }
}

extension JSONElement {
    fileprivate var publicKey: PublicKey? {
        withCharacters { PublicKey(hexadecimal: $0) } ?? nil
    }

    fileprivate var nodeIDs: [NodeID]? {
        kind == .array ? elements.compactMap(\.nodeID) : nil
    }
}

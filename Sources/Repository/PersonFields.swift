import RedoCrypto
import RedoJSON
import RedoModel

/// The members of nodes about persons (docs/extensions.md, section 3).
package enum PersonFields {
    package static func text(_ name: StaticString, _ text: String) -> JSONMember {
        JSONMember(JSONString("\(name)"), .string(JSONString(text)))
    }

    package static func person(_ person: People.Person) -> JSONMember {
        text("person", person.id.description)
    }

    package static func key(_ key: PublicKey) -> JSONMember { text("key", key.hexadecimal) }

    package static func recovery(_ commitment: Digest) -> JSONMember {
        text("recovery", commitment.hexadecimal)
    }

    package static func keeps(_ ids: some Sequence<NodeID>) -> JSONMember {
        JSONMember("keeps", .array(ids.map { .string(JSONString($0.description)) }))
    }

    /// - Parameter entries: for each key the nodes that stay valid.
    package static func revokes(_ entries: [(key: PublicKey, keeps: [NodeID])]) -> JSONMember {
        JSONMember("revokes", .array(entries.map { .object([key($0.key), keeps($0.keeps)]) }))
    }
}

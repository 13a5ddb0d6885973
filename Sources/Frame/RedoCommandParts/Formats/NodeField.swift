/// A field of a node: the one table behind the formats of nodes.
package enum NodeField: String, FormatField {
    case id, task, title, action, family, author, device, time, lamport, parents, children, size
    case signature, verdict, void, subject, field

    package static var letters: [(letter: Character, field: FieldReference<NodeField>)] {
        [
            ("H", .init(.id)), ("h", .init(.id, "short")), ("P", .init(.parents)),
            ("A", .init(.action)), ("T", .init(.task)), ("t", .init(.title)),
            ("L", .init(.lamport)), ("W", .init(.time)), ("d", .init(.time, "local")),
            ("U", .init(.author)), ("N", .init(.author, "name")),
            ("p", .init(.author, "person")), ("G", .init(.signature)), ("D", .init(.device)),
            ("s", .init(.subject)), ("S", .init(.size)),
        ]
    }

    package var modifiers: [String] {
        switch self {
        case .id, .parents, .children: ["short"]
        case .author: ["name", "key", "person"]
        case .device: ["name"]
        case .time: TimeModifier.names
        case .size: ["disk"]
        case .task, .title, .action, .family, .lamport, .signature, .verdict, .void, .subject,
            .field:
            []
        }
    }

    package var takesName: Bool { self == .field }

    /// The fields that follow from a node alone, without the log that it is in.
    package static let ofNodesAlone: [NodeField] = [
        .id, .task, .action, .family, .author, .device, .time, .lamport, .parents, .size,
        .signature, .subject, .field,
    ]
}

/// What has to be read for a field, beside the columns of indexes.
package enum FieldNeed: Sendable {
    /// The content of the node.
    case content
    /// All ids of the log, which decide how short one can be.
    case ids
    /// A replay of the tasks.
    case titles
    case persons
    /// The devices that wrote the nodes.
    case devices
    /// The void nodes.
    case voids
    /// The shape of the log.
    case graph
    /// The verdicts of stage 3.
    case verdicts
    /// Where nodes are stored.
    case locations
}

extension FieldReference<NodeField> {
    package var needs: Set<FieldNeed> {
        switch (field, modifier) {
        case (.id, "short"), (.parents, "short"): [.ids]
        case (.children, "short"): [.ids, .graph]
        case (.children, _): [.graph]
        // Of an action without a number only the node has the name.
        case (.action, _), (.family, _), (.subject, _), (.field, _): [.content]
        case (.size, "disk"): [.locations]
        case (.size, _): [.content]
        case (.title, _): [.titles]
        case (.author, "name"), (.author, "person"): [.persons]
        case (.void, _): [.voids]
        case (.verdict, _): [.verdicts]
        default: []
        }
    }
}

extension LineFormat<NodeField> {
    /// What has to be read for its fields.
    package var needs: Set<FieldNeed> {
        fields.reduce(into: []) { $0.formUnion($1.needs) }
    }
}

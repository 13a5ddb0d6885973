import RedoJSON

/// What a node does.
package enum Action: Hashable, Sendable {
    case create, update, createTodo, addTodo, completeTodo, complete, snooze, archive, unarchive
    case delete, merge
    /// An action that this version does not know: valid in the fields dialect, skipped by replay.
    case other(JSONString)

    /// The actions of protocol section 3, by name.
    static let known: [(name: StaticString, action: Action)] = [
        ("CREATE", .create), ("UPDATE", .update), ("CREATE_TODO", .createTodo),
        ("ADD_TODO", .addTodo), ("COMPLETE_TODO", .completeTodo), ("COMPLETE", .complete),
        ("SNOOZE", .snooze), ("ARCHIVE", .archive), ("UNARCHIVE", .unarchive),
        ("DELETE", .delete), ("MERGE", .merge),
    ]

    /// The names of the actions of protocol section 3.
    package static var knownNames: [String] { known.map(\.name.description) }

    /// Reads a name that matches `[A-Z][A-Z_]{0,63}`; nil for anything else.
    package init?(name: Span<UInt8>) {
        for entry in Self.known where name.isEqual(to: entry.name) {
            self = entry.action
            return
        }
        guard (1...64).contains(name.count), name[0] != UInt8(ascii: "_") else { return nil }
        for index in name.indices {
            let byte = name[index]
            guard
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
            else { return nil }
        }
        self = .other(JSONString(validated: name.indices.map { name[$0] }))
    }

    package init?(_ name: String) { self.init(name: Array(name.utf8).span) }

    package var isKnown: Bool {
        if case .other = self { return false }
        return true
    }
}

extension Action {
    var nameByteCount: Int {
        if case .other(let name) = self { return name.utf8.count }
        return Self.known.first { $0.action == self }?.name.utf8CodeUnitCount ?? 0
    }
}

extension Action: CustomStringConvertible {
    package var description: String {
        if case .other(let name) = self { return name.description }
        return Self.known.first { $0.action == self }?.name.description ?? ""
    }
}

/// The two shapes of a node's data (protocol, section 1).
package enum Dialect: String, Sendable {
    /// The iOS documents.
    case fields
    /// Protocol 1.7: the web, Android and command-line clients.
    case payload
}

import RedoJSON
import RedoModel

/// What one command wrote on this machine, and what it took back.
///
/// Operations tell `redo undo` where it is. They are local, and a log without them still has all its tasks.
package struct Operation: Sendable, Equatable {
    /// What an operation is to those before it.
    package enum Kind: Sendable, Equatable {
        case change
        /// It takes back some nodes.
        case undo([NodeID])
        /// It brings back what the operation of this name took back.
        case redo(String)
        /// Maintenance deleted for good what had been in the trash long enough. Undo passes it over.
        case maintenance
    }

    /// The wall time of its nodes.
    package let time: Instant
    package let user: UserID
    package let device: JSONString
    /// In replay order. A reversal that had nothing to write has none.
    package let nodes: [NodeID]
    package let kind: Kind
    /// The command that wrote it, `category add`; nil where the record does not say.
    package let command: String?

    package init(
        time: Instant, user: UserID, device: JSONString, nodes: [NodeID], kind: Kind = .change,
        command: String? = nil
    ) {
        self.time = time
        self.user = user
        self.device = device
        self.nodes = nodes
        self.kind = kind
        self.command = command
    }
}

/// The file of an operation is one line of canonical JSON:
///
/// ```
/// {"command":"done","device":"laptop","nodes":["sha256:…"],"time":"…","user":"…"}
/// {"device":"laptop","nodes":["sha256:…"],"time":"…","undid":["sha256:…"],"user":"…"}
/// {"device":"laptop","nodes":["sha256:…"],"redid":"0001763294400000-3f2a…","time":"…","user":"…"}
/// {"device":"laptop","maintenance":true,"nodes":["sha256:…"],"time":"…","user":"…"}
/// ```
///
/// Any of them can say its command; those of older versions do not.
extension Operation {
    var json: JSONValue {
        let name = command.map { [JSONMember("command", .string(JSONString($0)))] } ?? []
        var members =
            name + [
                JSONMember("device", .string(device)),
                JSONMember("nodes", Self.array(nodes)),
                JSONMember("time", .string(JSONString(time.wallText))),
                JSONMember("user", .string(JSONString(user.description))),
            ]
        switch kind {
        case .change: break
        case .undo(let nodes): members.append(JSONMember("undid", Self.array(nodes)))
        case .maintenance: members.append(JSONMember("maintenance", .bool(true)))
        case .redo(let name): members.append(JSONMember("redid", .string(JSONString(name))))
        }
        return .object(members)
    }

    private static func array(_ ids: [NodeID]) -> JSONValue {
        .array(ids.map { .string(JSONString($0.description)) })
    }

    /// - Returns: nil for anything else than an operation.
    init?(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument(bytes) else { return nil }
        let root = document.root.value
        guard let device = root["device"]?.string, let nodes = Self.ids(root["nodes"]),
            let time = root["time"]?.string.flatMap({ Instant(iso8601: $0.utf8.span) }),
            let user = root["user"]?.string.flatMap({ UserID(text: $0.utf8.span) })
        else { return nil }
        var kind = Kind.change
        if let undid = root["undid"] {
            guard let ids = Self.ids(undid) else { return nil }
            kind = .undo(ids)
        } else if let redid = root["redid"] {
            guard let name = redid.string else { return nil }
            kind = .redo(name.description)
        } else if root["maintenance"] == .bool(true) {
            kind = .maintenance
        }
        self.init(
            time: time, user: user, device: device, nodes: nodes, kind: kind,
            command: root["command"]?.string?.description)
    }

    private static func ids(_ value: JSONValue?) -> [NodeID]? {
        guard case .array(let elements)? = value else { return nil }
        let ids = elements.compactMap { element in
            element.string.flatMap { NodeID(text: $0.utf8.span) }
        }
        return ids.count == elements.count ? ids : nil
    }
}

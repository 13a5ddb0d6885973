import RedoJSON

/// How far a replica has been read.
package enum FetchCursor: Equatable, Sendable {
    /// A document by its place in the order of logical time. Anyone can have written it, so neither need
    /// be what a node has.
    package struct Mark: Equatable, Sendable {
        /// As requests have values.
        package let lamport: JSONValue
        /// The document's full name.
        package let name: JSONString

        package init(lamport: JSONValue, name: JSONString) {
            self.lamport = lamport
            self.name = name
        }
    }

    /// All of it is being read, in the order of logical time.
    ///
    /// - after: the last document that was read; nil at the beginning.
    /// - since: when the server was first asked.
    case scanning(after: Mark?, since: JSONString?)
    /// What the server took in before a time has been read, and of that time itself what stands up to the
    /// document of a name.
    case polling(from: JSONString, after: JSONString?)

    package static let beginning = FetchCursor.scanning(after: nil, since: nil)
}

extension FetchCursor {
    /// The place as it is kept.
    package var json: JSONValue {
        switch self {
        case .scanning(let after, let since):
            var members: [JSONMember] = []
            if let after {
                members.append(
                    JSONMember("after", ["lamport": after.lamport, "name": .string(after.name)]))
            }
            if let since { members.append(JSONMember("since", .string(since))) }
            return ["all": .object(members)]
        case .polling(let from, let after):
            var members = [JSONMember("from", .string(from))]
            if let after { members.append(JSONMember("after", .string(after))) }
            return ["new": .object(members)]
        }
    }

    /// Reads a cursor; nil if it is malformed.
    package init?(_ json: JSONValue) {
        if let all = json["all"] {
            var mark: Mark?
            if let after = all["after"] {
                guard let lamport = after["lamport"], let name = after["name"]?.string else {
                    return nil
                }
                mark = Mark(lamport: lamport, name: name)
            }
            self = .scanning(after: mark, since: all["since"]?.string)
        } else if let from = json["new"]?["from"]?.string {
            self = .polling(from: from, after: json["new"]?["after"]?.string)
        } else {
            return nil
        }
    }
}

import RedoJSON

/// The position up to which a replica has been read.
package enum FetchCursor: Equatable, Sendable {
    /// A document, by its position in the order of logical time. Anyone can have written it, so neither value need be
    /// that of a node.
    package struct Mark: Equatable, Sendable {
        /// The value in the form of requests.
        package let lamport: JSONValue
        /// The document's full name.
        package let name: JSONString

        package init(lamport: JSONValue, name: JSONString) {
            self.lamport = lamport
            self.name = name
        }
    }

    /// The whole replica is being read, in the order of logical time.
    ///
    /// - after: the last document that was read; nil at the beginning.
    /// - since: the server's time of the first request.
    case scanning(after: Mark?, since: JSONString?)
    /// Everything that the server received before a time was read, and of that time itself the documents up to a name.
    case polling(from: JSONString, after: JSONString?)

    package static let beginning = FetchCursor.scanning(after: nil, since: nil)
}

extension FetchCursor {
    /// The cursor in the form of the record.
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

    /// Parses a cursor; nil if it is malformed.
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

import RedoJSON

@testable import RedoModel

/// A log with a room of Isaac, Eve and the machine Lightward, written step by step.
package struct RoomScenario {
    package var log = SharedScenario()
    package let room: Node

    package static let isaac = Writer(1)
    package static let eve = Writer(2)
    package static let machine = Writer(3)
    package static let stranger = Writer(4)

    /// When the room expires, in minutes after the morning of ``Writer``.
    package static let expiry = 60

    /// - Parameter principals: of the three; their users if it is not given.
    package init(
        by writer: Writer = isaac, principals: [JSONValue]? = nil,
        after log: SharedScenario = .init()
    ) throws {
        self.log = log
        room = try self.log.add("OPEN_ROOM", writer, Self.opening(principals: principals))
    }

    package static func opening(principals: [JSONValue]? = nil) -> JSONValue {
        let names: [(JSONValue, JSONValue, JSONValue)] = [
            ("isaac", "Isaac", "email"), ("eve", "Eve", "phone"),
            ("lightward", "Lightward", "machine"),
        ]
        let users = principals ?? [isaac, eve, machine].map(\.userValue)
        let wall = Instant(milliseconds: Sample.wall.milliseconds + Int64(expiry) * 60_000)
        return [
            "participants": .array(
                zip(names, users).map { name, user in
                    [
                        "id": name.0, "nickname": name.1, "principal": user,
                        "identifier": ["kind": name.2, "value": name.1],
                    ]
                }),
            "originator": "isaac", "tier": 10, "expiresAt": .string(JSONString(wall.wallText)),
        ]
    }

    /// Adds a node about the room, with what its action needs.
    @discardableResult
    package mutating func add(
        _ action: String, _ writer: Writer, after seen: [Node]? = nil, minute: Int = 0,
        _ fields: JSONValue? = nil
    ) throws -> Node {
        let given = fields ?? Self.fields(of: action)
        return try log.add(
            action, writer, after: seen, minute: minute,
            .object([JSONMember("room", room.reference)] + given.members))
    }

    package static func fields(of action: String) -> JSONValue {
        switch action {
        case "PAY": ["receipt": "promised"]
        case "SAY", "CENOTAPH": ["text": "So it is."]
        case "LEAVE": ["reason": "left"]
        default: [:]
        }
    }

    /// Pays, and lets all come.
    package mutating func activate() throws {
        try add("PAY", Self.isaac)
        try add("SIGNAL", Self.eve)
        try add("SIGNAL", Self.machine)
    }

    package var rooms: Rooms { Rooms(log.replay.log(of: Rooms.self)) }

    /// The room of the OPEN_ROOM; nil if it is void.
    package var state: Room? { rooms[room.id] }

    /// The code of a node; nil for one that counts.
    package func code(_ node: Node) -> String? {
        rooms.voidNodes.first { $0.id == node.id }?.code.rawValue
    }
}

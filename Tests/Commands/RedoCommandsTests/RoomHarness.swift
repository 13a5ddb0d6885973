import Foundation
import RedoJSON
import TestSupport
import Testing

/// Ana, Eve and Art at one store, each with a key, and rooms of them.
struct RoomHarness {
    let people: PeopleHarness
    let ana: CommandHarness
    let eve: CommandHarness
    let art: CommandHarness

    init() throws {
        people = try PeopleHarness()
        ana = try people.device("ana")
        eve = try people.device("eve")
        art = try people.device("art")
    }

    func device(_ name: String) throws -> CommandHarness { try people.device(name) }

    /// The public key of a device, which writes a node if the log does not know it.
    static func key(of device: CommandHarness) throws -> String {
        let id = try device.commit("NOTE", [])
        let node = try device.succeed("cat-node", id)
        return try #require(
            JSONDocument(Array(node.utf8)).root["author"]?["publicKey"]?.string
        ).description
    }

    /// Opens a room by plumbing, and pays: Ana, Eve and Art, in this order.
    ///
    /// - Parameter names: the nicknames.
    /// - Returns: the id.
    func openRoom(
        _ names: [String] = ["Ana", "Eve", "Art"], expiresAt: String? = nil, isPaid: Bool = true
    ) throws -> String {
        var entries: [JSONValue] = []
        for ((id, device), name) in zip([("ana", ana), ("eve", eve), ("art", art)], names) {
            let key = try Self.key(of: device)
            entries.append([
                "id": .string(JSONString(id)), "nickname": .string(JSONString(name)),
                "principal": .string(JSONString(String(key.prefix(32)))),
                "identifier": ["kind": "key", "value": .string(JSONString(key))],
            ])
        }
        let roster = String(decoding: CanonicalJSON.bytes(.array(entries)), as: UTF8.self)
        var words = [
            "commit-node", "OPEN_ROOM", "-f", "originator=ana", "-f", "tier:=10", "-f",
            "participants:=\(roster)",
        ]
        if let expiresAt { words += ["-f", "expiresAt=\(expiresAt)"] }
        let opened = try ana.run(words)
        try #require(opened.status == 0 && opened.error.isEmpty, "\(opened)")
        let room = String(opened.text.dropLast())
        if isPaid {
            try ana.succeed("commit-node", "PAY", "--room", room, "-f", "receipt=promised")
        }
        return room
    }

    /// A room in which all are here.
    func activeRoom(_ names: [String] = ["Ana", "Eve", "Art"]) throws -> String {
        let room = try openRoom(names)
        try eve.succeed("commit-node", "SIGNAL", "--room", room)
        try art.succeed("commit-node", "SIGNAL", "--room", room)
        return room
    }

    /// A device with some variables.
    static func device(
        _ device: CommandHarness, _ variables: [String: String]
    ) -> CommandHarness {
        var device = device
        device.variables.merge(variables) { $1 }
        return device
    }

    /// Expects that a command ends with an error, prints nothing, and writes nothing.
    func expectRefused(
        _ device: CommandHarness, _ words: [String], status: Int32, _ error: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let count = try ana.nodeCount()
        let outcome = try device.run(words)
        #expect(outcome.status == status, "\(words): \(outcome)", sourceLocation: location)
        #expect(
            outcome.codedError.hasPrefix("error: \(error)"), "\(outcome.error)",
            sourceLocation: location)
        #expect(outcome.output.isEmpty, sourceLocation: location)
        #expect(try ana.nodeCount() == count, sourceLocation: location)
    }

    /// The state of the family, as it is hashed.
    func state() throws -> String { try ana.succeed("replay", "--family", "rooms") }
}

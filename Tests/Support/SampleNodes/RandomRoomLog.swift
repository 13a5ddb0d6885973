import RedoJSON
import TestSupport

@testable import RedoModel

/// A random log of one or two rooms: devices that see different parts, date nodes back, and make mistakes.
package struct RandomRoomLog {
    /// In the order in which they were made, each after those that it follows.
    package private(set) var nodes: [Node] = []
    private var random: SeededGenerator
    /// Devices; several can have one key.
    private let writers: [Writer]
    /// What each device knows, as places in ``nodes``.
    private var views: [Set<Int>]
    private var rooms: [Node] = []
    private let isForked: Bool

    /// - Parameter isForked: whether participants have several devices, which write for one turn.
    package init(seed: UInt64, count: Int = 40, isForked: Bool = true) throws {
        random = SeededGenerator(seed: seed)
        self.isForked = isForked
        let (isaac, eve, machine) = (RoomScenario.isaac, RoomScenario.eve, RoomScenario.machine)
        writers =
            [isaac, eve, machine] + (isForked ? [isaac, eve, machine, RoomScenario.stranger] : [])
        views = Array(repeating: [], count: writers.count)
        for _ in 0..<(Bool.random(using: &random) ? 1 : 2) {
            let room = try isaac.node(
                .openRoom, task: nil, minute: rooms.count, RoomScenario.opening())
            rooms.append(room)
            add(room, by: 0)
        }
        let isStarted = Int.random(in: 0..<4, using: &random) > 0
        if isStarted {
            for (device, action) in [(0, "PAY"), (1, "SIGNAL"), (2, "SIGNAL")] {
                views[device] = Set(nodes.indices)
                try step(device, action, rooms[0])
            }
        }
        while nodes.count < count {
            let device = Int.random(in: writers.indices, using: &random)
            if chance(55) {
                views[device].formUnion(views[Int.random(in: views.indices, using: &random)])
            }
            let end = chance(6)
            let names =
                end
                ? ["LEAVE", "CANCEL", "DECLINE", "EXPIRE", "CENOTAPH", "FAIL"]
                : [
                    "SAY", "SAY", "SAY", "SAY", "SAY", "PASS", "PASS", "PAY", "SIGNAL", "SIGNAL",
                    "RAISE_HAND", "RAISE_HAND", "LOWER_HAND", "CENOTAPH", "NOTE",
                ]
            guard let name = names.randomElement(using: &random),
                let room = rooms.randomElement(using: &random)
            else { continue }
            try step(device, name, chance(75) ? rooms[0] : room)
        }
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func step(_ device: Int, _ name: String, _ room: Node) throws {
        var action = name
        var fields = RoomScenario.fields(of: name).members
        if name == "FAIL" { (action, fields) = ("PAY", [JSONMember("failed", true)]) }
        if name == "LEAVE", chance(50) { fields = [JSONMember("reason", "horizon")] }
        if action == "SAY" || action == "CENOTAPH" {
            fields = [JSONMember("text", .string(JSONString("\(nodes.count)")))]
        }
        if action != "NOTE" { fields.append(JSONMember("room", room.reference)) }
        if chance(2) { fields.append(JSONMember("extra", 1)) }
        let parents = parents(of: device)
        let least = (parents.map(\.timestamp.lamport).max() ?? 0) + 1
        let lamport = least + (chance(20) ? Int.random(in: 1...6, using: &random) : 0)
        guard let action = Action(action) else { preconditionFailure("no action \(action)") }
        let node = try writers[device].node(
            action, task: nil, after: parents, lamport: lamport,
            minute: Int.random(in: 0...90, using: &random), .object(fields))
        if !nodes.contains(where: { $0.id == node.id }) { add(node, by: device) }
    }

    private mutating func add(_ node: Node, by device: Int) {
        views[device].insert(nodes.count)
        nodes.append(node)
    }

    /// The heads of what a device knows, or one of them alone: then it writes as if it had not seen the others.
    private mutating func parents(of device: Int) -> [Node] {
        let view = views[device].sorted().map { nodes[$0] }
        let followed = Set(view.flatMap(\.parents))
        let heads = view.filter { !followed.contains($0.id) }
        return Array(heads.shuffled(using: &random).prefix(isForked && chance(20) ? 1 : 10))
    }
}

import RedoJSON
import SampleNodes
import TestSupport
import Testing

@testable import RedoModel

/// Rooms and persons together: who speaks for a person is read from statements of the other family.
@Suite struct RandomRoomPeopleTests {
    /// The keys of Isaac and of Eve, the machine and a stranger.
    private static let isaacs = [RoomScenario.isaac, Writer(11)]
    private static let eves = [RoomScenario.eve, Writer(12)]
    private static let writers =
        isaacs + eves + [RoomScenario.machine, RoomScenario.stranger]

    private static func log(_ random: inout SeededGenerator) throws -> [Node] {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        var people = SharedScenario()
        let persons = [
            try people.person(RoomScenario.isaac), try people.person(RoomScenario.eve),
        ]
        if chance(50) { try people.join(Writer(11), persons[0], by: RoomScenario.isaac) }
        let principals = [
            chance(70) ? persons[0].reference : RoomScenario.isaac.userValue,
            chance(80) ? persons[1].reference : RoomScenario.eve.userValue,
            RoomScenario.machine.userValue,
        ]
        var scenario = try RoomScenario(principals: principals, after: people)
        if chance(80) {
            try scenario.add("PAY", RoomScenario.isaac)
            try scenario.add("SIGNAL", RoomScenario.eve)
            try scenario.add("SIGNAL", RoomScenario.machine)
        }
        for step in 0..<26 {
            var seen: [Node]?
            if chance(30) {
                seen = Array(
                    scenario.log.nodes.shuffled(using: &random).prefix(
                        Int.random(in: 1...3, using: &random)))
            }
            let minute = Int.random(in: 0...90, using: &random)
            let side = Int.random(in: 0..<2, using: &random)
            let devices = side == 0 ? isaacs : eves
            let person = JSONMember("person", persons[side].reference)
            let writer =
                chance(80)
                ? devices[Int.random(in: 0..<2, using: &random)]
                : writers[Int.random(in: writers.indices, using: &random)]
            let other = writers[Int.random(in: writers.indices, using: &random)]
            let key = JSONMember("key", other.keyValue)
            switch Int.random(in: 0..<20, using: &random) {
            case 0, 1:
                try scenario.log.add(
                    "ADD_DEVICE", writer, after: seen, minute: minute,
                    .object([person, JSONMember("key", devices[1].keyValue)]))
            case 2, 3:
                try scenario.log.add(
                    "JOIN_PERSON", devices[1], after: seen, minute: minute, .object([person]))
            case 4:
                try scenario.log.add(
                    "ADD_DEVICE", writer, after: seen, minute: minute, .object([person, key]))
            case 5:
                try scenario.log.add(
                    "REVOKE_DEVICE", writer, after: seen, minute: minute,
                    .object([person, key, JSONMember("keeps", [])]))
            case 6:
                try scenario.add("LEAVE", writer, after: seen, minute: minute)
            case 7, 8:
                try scenario.add(
                    chance(50) ? "RAISE_HAND" : "LOWER_HAND", writer, after: seen, minute: minute)
            default:
                try scenario.add(
                    "SAY", chance(30) ? other : writer, after: seen, minute: minute,
                    ["text": .string(JSONString("\(step)"))])
            }
        }
        return scenario.log.nodes.inReplayOrder
    }

    @Test func theReducersAgreeWithALiteralEvaluation() throws {
        let seed = Seed()
        var random = seed.generator
        var seen: [String: Int] = [:]
        var deviceCount = 0
        for _ in 0..<120 {
            let nodes = try Self.log(&random)
            let rooms = Rooms(
                Replay(nodes, Exclusion(LogRule(leavesOutVoid: true))).log(of: Rooms.self))
            let literal = LiteralRooms(nodes, LiteralPeople(nodes))
            let codes = Dictionary(
                uniqueKeysWithValues: rooms.voidNodes.map { ($0.id, $0.code.rawValue) })
            #expect(codes == literal.codes, seed.replay)
            let texts = Dictionary(
                uniqueKeysWithValues: rooms.rooms.map { ($0.id, LiteralRooms.text($0)) })
            #expect(texts == literal.rooms, seed.replay)
            for code in codes.values { seen[code, default: 0] += 1 }
            let others = Set([Writer(11), Writer(12)].map(\.author.userID))
            for room in rooms.rooms {
                deviceCount += room.events.count { others.contains($0.node.author.userID) }
            }
        }
        // Random logs that never meet a rule would prove nothing of it.
        for code in ["E_KEY_REVOKED", "E_NOT_A_PARTICIPANT", "E_ROOM_STATE", "E_NOT_YOUR_TURN"] {
            #expect(seen[code, default: 0] > 0, "no log has \(code)")
        }
        #expect(deviceCount > 0)
    }
}

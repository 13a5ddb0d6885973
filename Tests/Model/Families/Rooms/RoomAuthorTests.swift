import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Who the author of a node about a room is, and what a revocation undoes.
@Suite struct RoomAuthorTests {
    private static let phone = Writer(12)

    /// Eve is a person with two devices, one of which has joined.
    private static func people(joins: Bool) throws -> (SharedScenario, Node) {
        var log = SharedScenario()
        let person = try log.person(RoomScenario.eve)
        if joins { try log.join(phone, person, by: RoomScenario.eve) }
        return (log, person)
    }

    private func room(_ log: SharedScenario, _ person: Node) throws -> RoomScenario {
        try RoomScenario(
            principals: [
                RoomScenario.isaac.userValue, person.reference, RoomScenario.machine.userValue,
            ], after: log)
    }

    @Test func eachDeviceOfAPersonIsTheParticipant() throws {
        let (log, person) = try Self.people(joins: true)
        var scenario = try room(log, person)
        try scenario.add("PAY", RoomScenario.isaac)
        let signal = try scenario.add("SIGNAL", Self.phone)
        #expect(scenario.code(signal) == nil)
        #expect(scenario.state?.hasSignaled == [true, true, false])
        let decline = try scenario.add("DECLINE", RoomScenario.eve)
        #expect(scenario.code(decline) == "E_ROOM_STATE")
    }

    /// What joins later takes nothing along: the node's own past decides.
    @Test func aDeviceThatHasNotSeenThatItJoinedIsNone() throws {
        let (log, person) = try Self.people(joins: false)
        var scenario = try room(log, person)
        let pay = try scenario.add("PAY", RoomScenario.isaac)
        try scenario.log.join(Self.phone, person, by: RoomScenario.eve)
        let blind = try scenario.add("SIGNAL", Self.phone, after: [pay])
        #expect(scenario.code(blind) == "E_NOT_A_PARTICIPANT")
        let seeing = try scenario.add("SIGNAL", Self.phone)
        #expect(scenario.code(seeing) == nil)
    }

    /// The first statement of belonging counts, as the node has seen it.
    @Test func aKeyThatBelongsToAnotherPersonIsNone() throws {
        let (log, person) = try Self.people(joins: false)
        var scenario = try room(log, person)
        try scenario.log.person(Self.phone, Writer(201))
        try scenario.log.join(Self.phone, person, by: RoomScenario.eve)
        try scenario.add("PAY", RoomScenario.isaac)
        let signal = try scenario.add("SIGNAL", Self.phone)
        #expect(scenario.code(signal) == "E_NOT_A_PARTICIPANT")
    }

    @Test func aUserThatHasAPersonStaysTheParticipant() throws {
        var scenario = try RoomScenario()
        try scenario.log.person(RoomScenario.isaac)
        let pay = try scenario.add("PAY", RoomScenario.isaac)
        #expect(scenario.code(pay) == nil)
    }

    /// Turns, the signal, and with it the activation are undone, and what stands on them.
    @Test func aRevocationUndoesWhatStandsOnTheKey() throws {
        let (log, person) = try Self.people(joins: true)
        var scenario = try room(log, person)
        let opened = scenario.log.heads
        try scenario.add("PAY", RoomScenario.isaac)
        let signal = try scenario.add("SIGNAL", Self.phone)
        try scenario.add("SIGNAL", RoomScenario.machine)
        let message = try scenario.add("SAY", RoomScenario.isaac)
        #expect(scenario.state?.turns.map(\.node.id) == [message.id])
        try scenario.log.revoke(Self.phone, person, by: RoomScenario.eve, after: opened)
        #expect(scenario.code(signal) == "E_KEY_REVOKED")
        #expect(scenario.code(message) == "E_ROOM_STATE")
        #expect(scenario.state?.state == .pending)
        #expect(scenario.state?.hasSignaled == [true, false, true])
    }

    @Test func aRoomWhoseOpeningIsCutOffIsGone() throws {
        var log = SharedScenario()
        let person = try log.person(Writer(30))
        try log.join(RoomScenario.isaac, person, by: Writer(30))
        let before = log.heads
        var scenario = try RoomScenario(after: log)
        let pay = try scenario.add("PAY", RoomScenario.isaac)
        let signal = try scenario.add("SIGNAL", RoomScenario.eve)
        #expect(scenario.state != nil && scenario.code(signal) == nil)
        try scenario.log.revoke(RoomScenario.isaac, person, by: Writer(30), after: before)
        #expect(scenario.rooms.rooms.isEmpty)
        #expect(scenario.code(scenario.room) == "E_KEY_REVOKED")
        #expect(scenario.code(pay) == "E_KEY_REVOKED")
        #expect(scenario.code(signal) == "E_INVALID_REF")
    }

    /// A writer follows what counts, not what is void, and sees through it.
    @Test func theHeadsAreTheNodesThatCount() throws {
        var scenario = try RoomScenario()
        try scenario.activate()
        let heads = scenario.log.heads
        let first = try scenario.add("SAY", RoomScenario.isaac, after: heads)
        let void = try scenario.add("SAY", RoomScenario.machine, after: [first])
        #expect(scenario.code(void) == "E_NOT_YOUR_TURN")
        #expect(scenario.state?.heads.map(\.id) == [first.id])
        let hand = try scenario.add("RAISE_HAND", RoomScenario.machine, after: [void])
        #expect(scenario.state?.heads.map(\.id) == [hand.id])
    }
}

import RedoJSON
import SampleNodes
import Testing

@testable import RedoModel

/// Each action by each kind of author in each state of a room.
@Suite struct RoomTableTests {
    /// The codes in a draft, in a room that is paid, in one that is active and whose first turn it is, and in one that was
    /// left after a message.
    private typealias Row = (action: String, codes: [String?])

    private static let state: String? = "E_ROOM_STATE"
    private static let author: String? = "E_NOT_A_PARTICIPANT"
    private static let turn: String? = "E_NOT_YOUR_TURN"

    private static let originator: [Row] = [
        ("OPEN_ROOM", [nil, nil, nil, nil]), ("PAY", [nil, state, state, state]),
        ("SIGNAL", [state, nil, nil, state]), ("DECLINE", [author, author, author, author]),
        ("CANCEL", [nil, nil, state, state]), ("EXPIRE", [nil, nil, state, state]),
        ("SAY", [state, state, nil, state]), ("PASS", [state, state, nil, state]),
        ("RAISE_HAND", [state, state, state, state]),
        ("LOWER_HAND", [state, state, state, state]), ("LEAVE", [state, nil, nil, state]),
        ("CENOTAPH", [state, state, state, nil]),
    ]

    private static let other: [Row] = [
        ("OPEN_ROOM", [author, author, author, author]), ("PAY", [author, author, author, author]),
        ("SIGNAL", [state, nil, nil, state]), ("DECLINE", [state, nil, state, state]),
        ("CANCEL", [author, author, author, author]), ("EXPIRE", [nil, nil, state, state]),
        ("SAY", [state, state, turn, state]), ("PASS", [state, state, turn, state]),
        ("RAISE_HAND", [state, state, nil, state]), ("LOWER_HAND", [state, state, nil, state]),
        ("LEAVE", [state, nil, nil, state]), ("CENOTAPH", [author, author, author, author]),
    ]

    private static let machine: [Row] =
        Array(other.dropLast()) + [("CENOTAPH", [state, state, state, nil])]

    private static let stranger: [Row] = other.map {
        ($0.action, [author, author, author, author])
    }

    private static let states: [Room.State] = [.draft, .pending, .active, .defunct]

    private func scenario(_ state: Room.State) throws -> RoomScenario {
        var scenario = try RoomScenario()
        switch state {
        case .draft: break
        case .pending: try scenario.add("PAY", RoomScenario.isaac)
        case .active: try scenario.activate()
        case .defunct:
            try scenario.activate()
            try scenario.add("SAY", RoomScenario.isaac)
            try scenario.add("LEAVE", RoomScenario.eve)
        }
        try #require(scenario.state?.state == state)
        return scenario
    }

    private func expect(_ rows: [Row], by writer: Writer) throws {
        #expect(Set(rows.map(\.action)) == Set(RoomActions.all.map { "\($0.name)" }))
        for (place, state) in Self.states.enumerated() {
            let start = try scenario(state)
            for row in rows {
                var scenario = start
                let node =
                    row.action == "OPEN_ROOM"
                    ? try scenario.log.add("OPEN_ROOM", writer, RoomScenario.opening())
                    : try scenario.add(row.action, writer, minute: RoomScenario.expiry + 1)
                #expect(scenario.code(node) == row.codes[place], "\(row.action) in \(state)")
                // A void node changes nothing.
                if row.codes[place] != nil {
                    #expect(scenario.rooms.hash == start.rooms.hash, "\(row.action) in \(state)")
                }
            }
        }
    }

    @Test func theOriginator() throws { try expect(Self.originator, by: RoomScenario.isaac) }

    @Test func anotherParticipant() throws { try expect(Self.other, by: RoomScenario.eve) }

    @Test func theMachine() throws { try expect(Self.machine, by: RoomScenario.machine) }

    @Test func whoTakesNoPart() throws { try expect(Self.stranger, by: RoomScenario.stranger) }

    @Test func aRoomDoesNotExpireAtTheVeryMoment() throws {
        var scenario = try RoomScenario()
        let early = try scenario.add("EXPIRE", RoomScenario.eve, minute: RoomScenario.expiry)
        #expect(scenario.code(early) == "E_ROOM_STATE")
        #expect(scenario.state?.state == .draft)
        let late = try scenario.add("EXPIRE", RoomScenario.eve, minute: RoomScenario.expiry + 1)
        #expect(scenario.code(late) == nil)
        #expect(scenario.state?.reason == .expired)
    }

    @Test func aPaymentThatFailsEndsTheRoom() throws {
        var scenario = try RoomScenario()
        try scenario.add("PAY", RoomScenario.isaac, ["failed": true])
        #expect(scenario.state?.reason == .unpaid)
        #expect(scenario.state?.hasSignaled == [false, false, false])
        let signal = try scenario.add("SIGNAL", RoomScenario.eve)
        #expect(scenario.code(signal) == "E_ROOM_STATE")
    }

    @Test func aHandIsRaisedOnceATurn() throws {
        var scenario = try RoomScenario()
        try scenario.activate()
        try scenario.add("RAISE_HAND", RoomScenario.eve)
        let again = try scenario.add("RAISE_HAND", RoomScenario.eve)
        #expect(scenario.code(again) == "E_ROOM_STATE")
        #expect(scenario.state?.hands == [1])
        try scenario.add("LOWER_HAND", RoomScenario.eve)
        #expect(scenario.state?.hands == [])
        try scenario.add("PASS", RoomScenario.isaac)
        let own = try scenario.add("RAISE_HAND", RoomScenario.eve)
        #expect(scenario.code(own) == "E_ROOM_STATE")
        try scenario.add("SAY", RoomScenario.eve)
        let next = try scenario.add("RAISE_HAND", RoomScenario.eve)
        #expect(scenario.code(next) == nil)
        #expect(scenario.state?.hands == [1])
    }

    /// Form and signature come before what the room says.
    @Test func whatIsMalformedIsSoInAnyState() throws {
        var scenario = try RoomScenario()
        for (action, fields) in [
            ("SAY", ["text": ""]), ("LEAVE", ["reason": "bored"]), ("LEAVE", [:]), ("PAY", [:]),
            ("PAY", ["failed": false]), ("PAY", ["failed": true, "receipt": "x"]),
            ("SIGNAL", ["text": "x"]), ("CENOTAPH", [:]),
        ] as [(String, JSONValue)] {
            let node = try scenario.add(action, RoomScenario.stranger, fields)
            #expect(scenario.code(node) == "E_SCHEMA_MISMATCH", "\(action) \(fields)")
        }
    }
}

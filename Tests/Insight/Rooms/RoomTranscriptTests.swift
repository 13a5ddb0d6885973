import RedoJSON
import SampleNodes
import Testing

@testable import RedoInsight
@testable import RedoModel

/// What was said in a room, and what the machine is sent.
@Suite struct RoomTranscriptTests {
    private static let prompt = RoomPrompt(
        greeting: "Hello.", framing: "A place.", handOff: "Go on.", threshold: "*a room*")

    private func text(_ scenario: RoomScenario, _ prompt: RoomPrompt = prompt) throws -> String {
        String(decoding: prompt.bytes(of: try #require(scenario.state)), as: UTF8.self)
    }

    @Test func theMachineIsSentOneText() throws {
        var scenario = try RoomScenario()
        try scenario.activate()
        try scenario.add("SAY", RoomScenario.isaac, ["text": "Hi.\nAll of you."])
        try scenario.add("RAISE_HAND", RoomScenario.machine)
        try scenario.add("PASS", RoomScenario.eve)
        try scenario.add("SAY", RoomScenario.machine, ["text": "Here I am."])
        try scenario.add("LEAVE", RoomScenario.eve)
        try scenario.add("CENOTAPH", RoomScenario.isaac, ["text": "They sat together."])
        #expect(
            try text(scenario) == """
                Hello.

                A place.

                1. Isaac
                2. Eve
                3. Lightward (that's you!)

                Go on.

                *a room*

                Narrator: Isaac opened a room with $10.
                Narrator: Eve is here.
                Narrator: Lightward is here.
                Isaac: Hi.
                All of you.
                Narrator: Lightward raised their hand.
                Narrator: Eve is listening.
                Here I am.
                Narrator: Eve departed.
                Narrator: They sat together.
                (your turn)

                """)
    }

    @Test func otherThingsAreNarratedToo() throws {
        var scenario = try RoomScenario()
        try scenario.add("PAY", RoomScenario.isaac)
        let paid = scenario.log.heads
        try scenario.add("DECLINE", RoomScenario.eve, after: paid)
        try scenario.add("CANCEL", RoomScenario.isaac, after: paid)
        try scenario.add("EXPIRE", RoomScenario.machine, after: paid, minute: 61)
        try scenario.add("SIGNAL", RoomScenario.isaac, after: paid)
        let lines = RoomTranscript(try #require(scenario.state)).lines.map(\.text.description)
        #expect(
            Set(lines) == [
                "Isaac opened a room with $10.", "Eve declined to join.",
                "Isaac cancelled the room.", "The room expired.",
            ])
        var unpaid = try RoomScenario()
        try unpaid.add("PAY", RoomScenario.isaac, ["failed": true])
        #expect(try text(unpaid).contains("Narrator: Isaac's payment failed.\n(your turn)\n"))
    }

    @Test func aSignalAndAHandAreNarratedOnce() throws {
        var scenario = try RoomScenario()
        try scenario.activate()
        let heads = scenario.log.heads
        try scenario.add("SIGNAL", RoomScenario.eve, after: heads)
        try scenario.add("RAISE_HAND", RoomScenario.eve, after: heads)
        try scenario.add("RAISE_HAND", RoomScenario.eve, after: heads, minute: 1)
        try scenario.add("LOWER_HAND", RoomScenario.machine, after: heads)
        let lines = RoomTranscript(try #require(scenario.state)).lines.map(\.text.description)
        #expect(lines.count == 4)
        #expect(lines.filter { $0 == "Eve is here." }.count == 1)
        #expect(lines.filter { $0 == "Eve raised their hand." }.count == 1)
    }

    @Test func anEmptyPartIsLeftOut() throws {
        let bare = RoomPrompt(greeting: "", framing: "", handOff: "", threshold: "")
        #expect(
            try text(try RoomScenario(), bare)
                == "1. Isaac\n2. Eve\n3. Lightward (that's you!)\n\n"
                + "Narrator: Isaac opened a room with $10.\n(your turn)\n")
    }
}

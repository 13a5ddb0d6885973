import RedoInsight
import RedoMachine
import RedoModel
import Testing

/// What an answer means, by what was asked.
@Suite struct MachineAnswerTests {
    private func answer(
        _ text: String, to occasion: RoomOccasion = .turn, _ kind: MachineReply.Kind = .answer
    ) throws -> MachineAnswer {
        try MachineAnswer(MachineReply(kind, Array(text.utf8)), to: occasion)
    }

    @Test(arguments: [
        ("YIELD", MachineAnswer.pass), ("YIELD.", .pass), ("YIELD. I listen.\n", .pass),
        ("\nYIELD\n", .pass), ("YIELDING", .say("YIELDING")),
        ("YIELD to none", .say("YIELD to none")),
        ("yield", .say("yield")), ("I YIELD", .say("I YIELD")),
        ("DEPART", .depart(farewell: nil)), ("DEPART.", .depart(farewell: nil)),
        ("DEPART. \n Be well.\n", .depart(farewell: "Be well.")), ("DEPARTED", .say("DEPARTED")),
        ("ACCEPT", .say("ACCEPT")), ("Hello", .say("Hello")),
    ])
    func aTurnIsTaken(_ text: String, _ expected: MachineAnswer) throws {
        #expect(try answer(text) == expected)
    }

    @Test func anInvitationIsAnsweredWithOneOfTwoWords() throws {
        #expect(try answer("ACCEPT", to: .invitation) == .accept)
        #expect(try answer("ACCEPT. Gladly!\n", to: .invitation) == .accept)
        #expect(try answer("DECLINE, thank you", to: .invitation) == .decline)
        for text in ["Yes", "I ACCEPT", "accept", "YIELD", "Maybe DECLINE"] {
            #expect(throws: MachineFault.notUnderstood(.invitation)) {
                try answer(text, to: .invitation)
            }
        }
    }

    /// What closes a room is never taken for a word that means something else.
    @Test func aCenotaphIsWhatItSays() throws {
        #expect(try answer("YIELD", to: .cenotaph) == .cenotaph("YIELD"))
        #expect(try answer("They sat.\n", to: .cenotaph) == .cenotaph("They sat."))
    }

    @Test func theHorizonIsTheLastTurn() throws {
        #expect(try answer("No more.", .horizon) == .horizon("No more."))
        #expect(try answer("YIELD", .horizon) == .horizon("YIELD"))
        #expect(throws: MachineFault.empty) { try answer("", .horizon) }
        for occasion in [RoomOccasion.invitation, .cenotaph] {
            #expect(throws: MachineFault.status(422)) {
                try answer("ACCEPT", to: occasion, .horizon)
            }
        }
    }

    @Test func anAnswerIsWrittenInActs() {
        let acts: [(MachineAnswer, [RoomAct])] = [
            (.accept, [.signal]), (.decline, [.decline]), (.say("a"), [.say("a")]),
            (.pass, [.pass]), (.depart(farewell: nil), [.leave(.left)]),
            (.depart(farewell: "a"), [.say("a"), .leave(.left)]),
            (.horizon("a"), [.say("a"), .leave(.horizon)]), (.cenotaph("a"), [.cenotaph("a")]),
        ]
        for (answer, expected) in acts { #expect(answer.acts == expected) }
    }
}

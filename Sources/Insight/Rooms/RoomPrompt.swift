import RedoJSON
import RedoModel

/// The text for the machine of a room that accompanies the conversation in a request.
package struct RoomPrompt: Sendable {
    package let greeting: String
    /// The description of the room.
    package let framing: String
    /// The text between the roster and the threshold.
    package let handOff: String
    /// The last line before the conversation.
    package let threshold: String
    /// The last line of a request to join.
    package let invitation: String
    /// The last line of a request for the last words about a room that has ended.
    package let cenotaph: String

    package init(
        greeting: String, framing: String, handOff: String, threshold: String,
        invitation: String = "", cenotaph: String = ""
    ) {
        self.greeting = greeting
        self.framing = framing
        self.handOff = handOff
        self.threshold = threshold
        self.invitation = invitation
        self.cenotaph = cenotaph
    }

    /// The whole text: greeting, framing, roster, hand-off and threshold with an empty line after each, then a line for
    /// each line of the transcript, and `(your turn)`, or the line of another request.
    ///
    /// Messages of the machine itself have no prefix, those of others have their nickname, and narrations have
    /// `Narrator`. Texts are as they were written, with all line feeds. A part that is empty is left out, and so are
    /// both marks in a room without a machine.
    ///
    /// - Parameter occasion: the reason of the request.
    package func bytes(of room: Room, for occasion: RoomOccasion = .turn) -> [UInt8] {
        let machine = room.roster.machine
        var parts: [[UInt8]] = [greeting, framing].map { Array($0.utf8) }
        var roster: [[UInt8]] = []
        for (index, participant) in room.roster.participants.enumerated() {
            roster.append(
                Array("\(index + 1). ".utf8) + participant.nickname.utf8
                    + Array((index == machine ? " (that's you!)" : "").utf8))
        }
        parts.append(Self.joined(roster, "\n"))
        parts += [handOff, threshold].map { Array($0.utf8) }
        var lines: [[UInt8]] = []
        for line in RoomTranscript(room).lines {
            lines.append(Self.speaker(of: line, in: room.roster) + line.text.utf8)
        }
        if machine != nil { lines.append(Array(question(occasion).utf8)) }
        parts.append(Self.joined(lines, "\n"))
        return Self.joined(parts.filter { !$0.isEmpty }, "\n\n") + [UInt8(ascii: "\n")]
    }

    /// The last line.
    private func question(_ occasion: RoomOccasion) -> String {
        switch occasion {
        case .invitation: invitation
        case .turn: "(your turn)"
        case .cenotaph: cenotaph
        }
    }

    private static func speaker(of line: RoomTranscript.Line, in roster: RoomRoster) -> [UInt8] {
        if line.isNarration { return Array("Narrator: ".utf8) }
        if line.participant == roster.machine { return [] }
        return roster.participants[line.participant].nickname.utf8 + Array(": ".utf8)
    }

    private static func joined(_ parts: [[UInt8]], _ separator: String) -> [UInt8] {
        Array(parts.joined(separator: Array(separator.utf8)))
    }
}

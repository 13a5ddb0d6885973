import RedoJSON

/// The text that the machine of a room is sent when it is its turn, beside what was said.
package struct RoomPrompt: Sendable {
    package let greeting: String
    /// What kind of place it is.
    package let framing: String
    /// What stands between the roster and the threshold.
    package let handOff: String
    /// The last line before the conversation.
    package let threshold: String

    package init(greeting: String, framing: String, handOff: String, threshold: String) {
        self.greeting = greeting
        self.framing = framing
        self.handOff = handOff
        self.threshold = threshold
    }

    /// The whole text: greeting, framing, roster, hand-off and threshold with an empty line after each, then a line for each
    /// line of the transcript, and `(your turn)`.
    ///
    /// What the machine itself said stands bare, what others said after their nickname, and narrations after `Narrator`.
    /// Texts are as they were written, with all line feeds. A part that is empty is left out, and so are both marks in a
    /// room without a machine.
    package func bytes(of room: Room) -> [UInt8] {
        let machine = room.roster.machine
        var parts: [[UInt8]] = [greeting, framing].map { Array($0.utf8) }
        var roster: [[UInt8]] = []
        for (place, participant) in room.roster.participants.enumerated() {
            roster.append(
                Array("\(place + 1). ".utf8) + participant.nickname.utf8
                    + Array((place == machine ? " (that's you!)" : "").utf8))
        }
        parts.append(Self.joined(roster, "\n"))
        parts += [handOff, threshold].map { Array($0.utf8) }
        var lines: [[UInt8]] = []
        for line in RoomTranscript(room).lines {
            lines.append(Self.speaker(of: line, in: room.roster) + line.text.utf8)
        }
        if machine != nil { lines.append(Array("(your turn)".utf8)) }
        parts.append(Self.joined(lines, "\n"))
        return Self.joined(parts.filter { !$0.isEmpty }, "\n\n") + [UInt8(ascii: "\n")]
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

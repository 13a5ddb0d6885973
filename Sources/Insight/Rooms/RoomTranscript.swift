import RedoJSON
import RedoModel

/// The messages and events of a room, line by line, in replay order, which is the order of turns.
///
/// Narrations are not nodes: they describe the effect of nodes.
package struct RoomTranscript: Sendable {
    package let lines: [Line]

    /// A message, or a sentence of the narrator.
    package struct Line: Sendable {
        /// The node that the line is about.
        package let node: Node
        /// The index of its author among the participants.
        package let participant: Int
        package let text: JSONString
        /// True if the line is the narrator's, not the participant's.
        package let isNarration: Bool
    }

    package init(_ room: Room) {
        var lines: [Line] = []
        var narrator = RoomNarrator(room.roster)
        for event in room.events {
            let narration = narrator.narration(of: event)
            let message = event.verb == .say ? event.text : nil
            guard let text = message ?? narration else { continue }
            lines.append(
                Line(
                    node: event.node, participant: event.participant, text: text,
                    isNarration: message == nil))
        }
        self.lines = lines
    }
}

/// The author of sentences about the events of a room other than messages.
private struct RoomNarrator {
    private let roster: RoomRoster
    /// The participants who are present, and those whose hand is up.
    private var here: Set<Int>
    private var raised: Set<Int> = []
    private var departed: Set<Int> = []

    init(_ roster: RoomRoster) {
        self.roster = roster
        // The payment signals the presence of the originator.
        here = [roster.originator]
    }

    /// Returns a sentence; nil for an event without a visible effect.
    ///
    /// It must be called with all events, in replay order.
    mutating func narration(of event: Room.Event) -> JSONString? {
        let participant = event.participant
        switch event.verb {
        case .open: return sentence(participant, " opened a room with $\(roster.tier).")
        case .pay: return event.isFailedPayment ? sentence(participant, "'s payment failed.") : nil
        case .signal:
            return here.insert(participant).inserted ? sentence(participant, " is here.") : nil
        case .decline: return sentence(participant, " declined to join.")
        case .cancel: return sentence(participant, " cancelled the room.")
        case .expire: return "The room expired."
        case .leave:
            return departed.insert(participant).inserted
                ? sentence(participant, " departed.") : nil
        case .cenotaph: return event.text
        case .say:
            raised.remove(participant)
            return nil
        case .pass:
            raised.remove(participant)
            return sentence(participant, " is listening.")
        case .raiseHand:
            return raised.insert(participant).inserted
                ? sentence(participant, " raised their hand.") : nil
        case .lowerHand:
            return raised.remove(participant) == nil
                ? nil : sentence(participant, " lowered their hand.")
        }
    }

    private func sentence(_ participant: Int, _ rest: String) -> JSONString {
        JSONString(validated: roster.participants[participant].nickname.utf8 + Array(rest.utf8))
    }
}

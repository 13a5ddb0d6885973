import RedoJSON

/// A conversation by turns, as a log records it (docs/extensions.md, section 5).
package struct Room: Sendable {
    /// The id of the OPEN_ROOM.
    package let id: NodeID
    package let roster: RoomRoster
    package let state: State
    /// Why the room is defunct; nil if it is not.
    package let reason: Reason?
    /// For each participant whether they have signaled their presence.
    package let hasSignaled: [Bool]
    /// The nodes that count, in replay order.
    package let events: [Event]
    /// The indexes of the participants whose hand is up.
    package let hands: [Int]
    /// The last words about a room that ended; nil if there are none.
    package let cenotaph: JSONString?
    /// The nodes that count and that no other of them has seen, in replay order: a new node follows them.
    package let heads: [Node]

    /// The state of a room, which only moves forward.
    package enum State: String, Sendable { case draft, pending, active, defunct }

    /// Why a room is defunct.
    package enum Reason: String, Sendable {
        case unpaid, declined, cancelled, expired, left, horizon
    }

    /// A node that counts.
    package struct Event: Sendable {
        package let node: Node
        package let verb: RoomVerb
        /// The index of its author among the participants.
        package let participant: Int
        /// The text of a SAY or CENOTAPH; nil for others.
        package let text: JSONString?
        fileprivate let isFailed: Bool
        fileprivate let isHorizon: Bool

        fileprivate init(_ entry: RoomEntry, _ participant: Int) {
            node = entry.node
            verb = entry.action.verb
            self.participant = participant
            text = entry.text
            isFailed = entry.isFailed
            isHorizon = entry.isHorizon
        }
    }

    init(_ fold: RoomReduction.Fold) {
        id = fold.opening.room
        roster = fold.roster
        let whole = fold.whole
        events = fold.members.map { Event($0.entry, $0.participant) }
        reason = whole.ending == nil ? nil : events.lazy.compactMap(\.reason).first
        state =
            if reason != nil {
                .defunct
            } else if whole.isActive(fold.roster) {
                .active
            } else {
                whole.payment == nil ? .draft : .pending
            }
        hasSignaled = fold.roster.participants.indices.map { whole.hasSignaled($0) }
        var areUp = hasSignaled.map { _ in false }
        for event in events {
            switch event.verb {
            case .raiseHand: areUp[event.participant] = true
            case .lowerHand, .say, .pass: areUp[event.participant] = false
            default: break
            }
        }
        hands = areUp.indices.filter { areUp[$0] }
        cenotaph = fold.cenotaph?.text
        heads = fold.heads
    }

    /// The chosen SAYs and PASSes, in the order of turns.
    package var turns: [Event] { events.filter { $0.verb == .say || $0.verb == .pass } }

    /// The chosen SAYs, in the order of turns.
    package var messages: [Event] { events.filter { $0.verb == .say } }

    /// The index of the participant whose turn it is; nil unless the room is active.
    package var current: Int? {
        state == .active ? roster.owner(ofTurn: turns.count) : nil
    }

    /// The participant who wrote an event.
    package func participant(of event: Event) -> RoomRoster.Participant {
        roster.participants[event.participant]
    }
}

extension Room.Event {
    /// Whether it is a PAY that failed.
    package var isFailedPayment: Bool { verb == .pay && isFailed }

    /// Why the room is defunct if this is the first ending; nil for an event that ends no room.
    package var reason: Room.Reason? {
        switch verb {
        case .pay: isFailed ? .unpaid : nil
        case .decline: .declined
        case .cancel: .cancelled
        case .expire: .expired
        case .leave: isHorizon ? .horizon : .left
        case .open, .signal, .say, .pass, .raiseHand, .lowerHand, .cenotaph: nil
        }
    }
}

extension Room {
    /// The title of the room for people, since it has no name: nicknames in order, the number of messages, and the
    /// author of the last one: `Jax, Eve, Art (15, Eve)`.
    ///
    /// - Parameter shown: returns a nickname as it is shown.
    package func title(_ shown: (JSONString) -> String = \.printable) -> String {
        title(names: roster.participants.map { shown($0.nickname) })
    }

    /// The title of the room with given nicknames.
    ///
    /// - Parameter names: the nicknames as they are shown, in the order of the roster.
    package func title(names: [String]) -> String {
        var count = 0
        var last: Int?
        for event in events where event.verb == .say {
            count += 1
            last = event.participant
        }
        let speaker = last.map { ", \(names[$0])" } ?? ""
        return "\(names.joined(separator: ", ")) (\(count)\(speaker))"
    }
}
